"""From the results table to the figures of reports: FACT, MIND, twins, and what went wrong in reading."""

from collections.abc import Callable, Mapping, Sequence
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.accuracy import FLOOR_MODELS, model_labels
from snellen.benchmarks.chartom.measures import (
    Estimate,
    clustered_mean,
    paired_difference,
    pearson,
    spearman,
)
from snellen.statistics import accuracy_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "VERSIONS",
    "conflations",
    "drops",
    "fact_scores",
    "faults",
    "labelled",
    "mind_scores",
    "predictions",
    "twins",
]

VERSIONS = ("honest", "manipulated")
"""The two drawings of a pair's data; a chart of which it is not known is of neither."""


def labelled(results: "pd.DataFrame") -> "pd.DataFrame":
    """The rows of the results table with `label`, the name of the model and its run, `floor` and `version`.

    `floor` marks readers that see no picture; `version` is one of `VERSIONS` or "unknown".
    """
    kinds = results["manipulated"].map({0: VERSIONS[0], 1: VERSIONS[1]})
    return results.assign(
        label=model_labels(results),
        floor=results["model"].isin(FLOOR_MODELS),
        version=kinds.astype("object").where(kinds.notna(), "unknown"),
    )


def fact_scores(rows: "pd.DataFrame", by: Sequence[str]) -> "pd.DataFrame":
    """FACT in percent by the columns `by`, from `labelled` rows.

    Columns: those of `by`; n; fact, low, high (robust protocol); card, card_low, card_high; gap (fact − card); read
    (answers that could be read); misled, misled_low, misled_high, misled_n (questions with a tempting answer).
    Intervals are those of `snellen.statistics.accuracy_by`: 95%, clustered by group.
    """
    there = rows[(rows["task"] == "fact") & rows["fact"].notna()]
    frame = _shares(there, by, "fact").rename(columns={"score": "fact"})
    for column, name in (("fact_card", "card"), ("misled", "misled"), ("fact_valid", "read")):
        part = _shares(there, by, column).rename(
            columns={"n": f"{name}_n", "score": name, "low": f"{name}_low", "high": f"{name}_high"}
        )
        frame = frame.merge(part, on=list(by), how="left", validate="one_to_one") if by else frame.join(part)
    frame["gap"] = frame["fact"] - frame["card"]
    columns = ["n", "fact", "low", "high", "card", "card_low", "card_high", "gap", "read"]
    return frame[[*by, *columns, "misled", "misled_low", "misled_high", "misled_n"]]


def drops(rows: "pd.DataFrame", by: Sequence[str]) -> "pd.DataFrame":
    """FACT on honest charts less FACT on their manipulated twins, in percentage points, by the columns `by`.

    Columns: those of `by`; pairs (with both); honest, manipulated (percent, over these pairs); drop, low, high; the
    same of the share misled (misled_rise: manipulated less honest). Intervals are Student's over pairs, cut at
    −100 and 100.
    """
    there = rows[(rows["task"] == "fact") & rows["fact"].notna() & rows["version"].isin(VERSIONS)]
    both = there.groupby([*by, "source_id"])["version"].transform("nunique") == 2
    return _by(there[both], by, _drop)


def mind_scores(rows: "pd.DataFrame", by: Sequence[str]) -> "pd.DataFrame":
    """MIND against the people's values by the columns `by`.

    Columns: those of `by`; n (questions with a value); read, read_card (percent of predictions read); mae, low, high
    (of these); mae_worst, worst_low, worst_high (all, failures at max(h, 1 − h)); mae_card, card_low, card_high (of
    those that `float()` reads); gap (of card less robust error, a mean over replies that both read); bias (mean of
    prediction less value); pearson, pearson_low, pearson_high, spearman. Intervals are 95%: Student's clustered by
    group, cut at 0 and, of robust errors, at 1; of Pearson's r Fisher's, at as many as there are groups.
    """
    return _by(rows[(rows["task"] == "mind") & rows["hmi_error_worst"].notna()], by, _mind)


def predictions(rows: "pd.DataFrame", by: Sequence[str]) -> "pd.DataFrame":
    """What is predicted on honest charts and on their twins, whether or not there are people to compare it with.

    Columns: those of `by`; n (predictions read); honest, manipulated (their means); pairs; rise, low, high: manipulated
    less honest, a mean over pairs with Student's interval.
    """
    there = rows[(rows["task"] == "mind") & rows["hmi_predicted"].notna() & rows["version"].isin(VERSIONS)]
    return _by(there, by, _predicted)


def conflations(rows: "pd.DataFrame", by: Sequence[str]) -> "pd.DataFrame":
    """How many replies answer the other task, and how many MIND replies justify first.

    Columns: those of `by`; replies; conflated, conflated_share (percent); predictions (MIND, read);
    justification_first, justification_first_share (percent of these).
    """
    return _by(rows[rows["conflated"].notna()], by, _conflated)


def faults(rows: "pd.DataFrame", by: Sequence[str], column: str = "fault") -> "pd.DataFrame":
    """How many replies have each value of a column of notes.

    Columns: those of `by`; replies; one a value, the most frequent first. Replies without a note are in no column.
    """
    import pandas as pd

    if rows.empty:
        return pd.DataFrame(columns=[*by, "replies"])
    total = rows.groupby(list(by), sort=True, dropna=False).size().rename("replies")
    noted = rows[rows[column].notna()]
    counts = noted.groupby([*by, column], dropna=False).size().unstack(fill_value=0)
    counts = counts[counts.sum().sort_values(ascending=False, kind="stable").index]
    frame = pd.concat([total, counts.reindex(total.index, fill_value=0)], axis=1).reset_index()
    return frame.astype(dict.fromkeys([str(name) for name in counts.columns], "int64"))


def twins(rows: "pd.DataFrame") -> "pd.DataFrame":
    """A row a pair of twins and model: what was answered on either drawing.

    Columns: pair, chart_type, manipulation, format, model, key, honest, manipulated (what was read of the replies),
    honest_right, manipulated_right, misled (on the manipulated one), predicted_honest, predicted_manipulated,
    people_honest, people_manipulated. Of several repeats the first. Pairs without both drawings are left out.
    """
    import pandas as pd

    there = rows[rows["version"].isin(VERSIONS)].sort_values("repeat", kind="stable")
    found = []
    for (pair, model), part in there.groupby(["source_id", "label"], sort=True):
        fact = part[part["task"] == "fact"].drop_duplicates("version").set_index("version")
        mind = part[part["task"] == "mind"].drop_duplicates("version").set_index("version")
        if not all(version in fact.index for version in VERSIONS):
            continue
        honest, manipulated = (dict(fact.loc[version]) for version in VERSIONS)
        row = {"pair": pair, **{name: manipulated[name] for name in ("chart_type", "manipulation", "format")}}
        row |= {"model": model, "floor": bool(manipulated["floor"]), "key": manipulated["answer"]}
        row |= {"honest": _said(honest), "manipulated": _said(manipulated)}
        row |= {
            "honest_right": honest["fact"],
            "manipulated_right": manipulated["fact"],
            "misled": manipulated["misled"],
        }
        for version in VERSIONS:
            known = mind.loc[version] if version in mind.index else None
            row[f"predicted_{version}"] = np.nan if known is None else known["hmi_predicted"]
            row[f"people_{version}"] = np.nan if known is None else _value(known["answer"])
        found.append(row)
    return pd.DataFrame(found)


def _said(row: Mapping[Any, Any]) -> str:
    return str(row["parsed"]) if isinstance(row["parsed"], str) else f"({row['outcome']})"


def _value(answer: Any) -> float:
    try:
        return float(answer)
    except (TypeError, ValueError):
        return float("nan")


def _shares(rows: "pd.DataFrame", by: Sequence[str], column: str) -> "pd.DataFrame":
    frame = accuracy_by(rows, by, column)
    for name in ("score", "low", "high"):
        frame[name] = 100 * frame[name].astype(float)
    return frame[[*by, "n", "score", "low", "high"]]


def _by(rows: "pd.DataFrame", by: Sequence[str], measure: Callable[["pd.DataFrame"], dict[str, Any]]) -> "pd.DataFrame":
    """A row a group of rows: the values of `by`, then what `measure` finds."""
    import pandas as pd

    groups = rows.groupby(list(by), sort=True, dropna=False) if by else [((), rows)]
    found = [dict(zip(by, keys, strict=True)) | measure(part) for keys, part in groups]
    return pd.DataFrame(found, columns=None if found else [*by, "n"])


def _numbers(rows: "pd.DataFrame", column: str) -> Any:
    return rows[column].to_numpy(dtype=np.float64, na_value=np.nan)


def _ends(estimate: Estimate, name: str, low: str, high: str, scale: float = 1.0) -> dict[str, float]:
    return {name: scale * estimate.mean, low: scale * estimate.low, high: scale * estimate.high}


def _cut(ends: dict[str, float], most: float) -> dict[str, float]:
    """A mean error and its ends within what an error can be, from 0 to `most`; NaN stays."""
    return {name: float(np.clip(value, 0, most)) for name, value in ends.items()}


def _drop(rows: "pd.DataFrame") -> dict[str, Any]:
    pairs, manipulated = rows["source_id"].to_numpy(dtype=object).astype(str), _numbers(rows, "manipulated")
    right, misled = _numbers(rows, "fact"), _numbers(rows, "misled")
    drop = paired_difference(right, manipulated, pairs)
    rise = paired_difference(1 - misled, manipulated, pairs)
    means = {version: 100 * right[manipulated == kind].mean() for kind, version in enumerate(VERSIONS)}
    ends = _ends(rise, "misled_rise", "misled_rise_low", "misled_rise_high", 100)
    found = {**_ends(drop, "drop", "low", "high", 100), **ends}
    return {"pairs": drop.n, **means, **{name: float(np.clip(value, -100, 100)) for name, value in found.items()}}


def _mind(rows: "pd.DataFrame") -> dict[str, Any]:
    groups = rows["group_id"].to_numpy(dtype=object).astype(str)
    error, worst, card = (_numbers(rows, f"hmi_error{name}") for name in ("", "_worst", "_card"))
    predicted, people = _numbers(rows, "hmi_predicted"), np.array([_value(answer) for answer in rows["answer"]])
    read, of_all, by_card = (clustered_mean(values, groups) for values in (error, worst, card))
    both = np.isfinite(error) & np.isfinite(card)
    r = pearson(predicted, people)
    low, high = _fisher(r, len(np.unique(groups[np.isfinite(predicted)])))
    # Of the same replies on both sides: over others it would compare charts, not protocols.
    both = np.isfinite(error) & np.isfinite(card)
    return {
        "n": len(rows),
        "read": 100 * read.n / len(rows),
        **_cut(_ends(read, "mae", "low", "high"), 1),
        **_cut(_ends(of_all, "mae_worst", "worst_low", "worst_high"), 1),
        "read_card": 100 * by_card.n / len(rows),
        **_cut(_ends(by_card, "mae_card", "card_low", "card_high"), np.inf),
        "gap": float((card - error)[both].mean()) if both.any() else np.nan,
        "bias": float(np.nanmean(predicted - people)) if read.n else np.nan,
        "pearson": r,
        "pearson_low": low,
        "pearson_high": high,
        "spearman": spearman(predicted, people),
    }


def _fisher(r: float, n: int) -> tuple[float, float]:
    if not abs(r) < 1 or n < 4:
        return float("nan"), float("nan")
    reach = 1.959963984540054 / sqrt(n - 3)
    return tanh(atanh(r) - reach), tanh(atanh(r) + reach)


def _predicted(rows: "pd.DataFrame") -> dict[str, Any]:
    predicted, manipulated = _numbers(rows, "hmi_predicted"), _numbers(rows, "manipulated")
    rise = paired_difference(-predicted, manipulated, rows["source_id"].to_numpy(dtype=object).astype(str))
    means = {}
    for kind, version in enumerate(VERSIONS):
        there = predicted[manipulated == kind]
        means[version] = float(there.mean()) if len(there) else np.nan
    return {"n": len(rows), **means, "pairs": rise.n, **_ends(rise, "rise", "low", "high")}


def _conflated(rows: "pd.DataFrame") -> dict[str, Any]:
    first = rows["justification_first"].dropna()
    return {
        "replies": len(rows),
        "conflated": int(rows["conflated"].sum()),
        "conflated_share": 100 * float(rows["conflated"].mean()),
        "predictions": len(first),
        "justification_first": int(first.sum()),
        "justification_first_share": 100 * float(first.mean()) if len(first) else np.nan,
    }
