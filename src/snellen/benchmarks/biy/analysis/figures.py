"""Means of what replies score, under both protocols, with intervals clustered by group."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.keys import TASKS
from snellen.benchmarks.biy.measures import Charts, Protocol, under_protocol
from snellen.benchmarks.biy.replies import Reading
from snellen.statistics import accuracy_by, clustered_standard_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "COUNTS",
    "LOCATED",
    "THRESHOLDS",
    "VALUES",
    "both_protocols",
    "counted_scores",
    "mean_errors",
    "mean_scores",
    "precision_recall",
    "validity",
]

COUNTS = tuple(name for name, task in TASKS.items() if task.answer_type == "count")
LOCATED = tuple(name for name in TASKS if name not in COUNTS)
"""The tasks that ask for a number, and those that ask for places."""

VALUES: dict[Reading, str] = {"released": "strict", "exact": "exact", "lenient": "lenient"}
"""The column with the value of a reply in each reading, where an invalid one has 0."""

THRESHOLDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "iou75": ("IoU 0.75", ("cluster_bboxes",)),
    "iou50": ("IoU 0.5", ("cluster_bboxes",)),
    "10px": ("10 px", ("cluster_points", "outlier_points")),
    "20px": ("20 px", ("cluster_points", "outlier_points")),
    "plot60": ("1/60 of the plot", ("cluster_points", "outlier_points")),
    "plot30": ("1/30 of the plot", ("cluster_points", "outlier_points")),
}
"""The ends of column names, what they stand for, and the tasks that have such columns."""

Floats = NDArray[np.float64]


def counted_scores(
    rows: "pd.DataFrame", column: str, reading: Reading, protocol: Protocol, charts: Charts = "all"
) -> Floats:
    """One column of the results table, between 0 and 1, as a protocol counts it: an array with NaN where it does not.

    `paper` drops replies that the reading finds invalid, `strict` gives them 0; a reply to nothing (an error) is
    invalid. `charts` keeps those with something to find, or those without. Questions for which it is not known how much
    there is to find (the words) are in neither.
    """
    valid = (rows[f"{reading}_valid"] == 1).to_numpy(dtype=bool, na_value=False)
    scores = rows[column].to_numpy(dtype=np.float64, na_value=np.nan)
    there = rows["n_true"].to_numpy(dtype=np.float64, na_value=np.nan)
    counted = under_protocol(np.where(valid, scores, np.nan), valid, there == 0, protocol, charts)
    return counted if charts == "all" else np.where(np.isnan(there), np.nan, counted)


def mean_scores(
    rows: "pd.DataFrame",
    by: Sequence[str],
    column: str,
    protocol: Protocol,
    charts: Charts = "all",
    reading: Reading = "released",
) -> "pd.DataFrame":
    """The mean of a column under a protocol for each group of rows, in percent: n, mean, low, high, interval.

    The interval is the 95% one of `snellen.statistics.accuracy_by`: clustered by `group_id`. `n` is how many replies
    count. Groups in which none does are there with n 0 and NaN.
    """
    scores = counted_scores(rows, column, reading, protocol, charts)
    frame = accuracy_by(rows[_needed(by)].assign(_score=scores), by, "_score")
    for name, source in (("mean", "score"), ("low", "low"), ("high", "high")):
        frame[name] = 100 * frame[source].astype(float)
    return frame[[*by, "n", "mean", "low", "high", "interval"]]


def both_protocols(rows: "pd.DataFrame", by: Sequence[str], reading: Reading = "released") -> "pd.DataFrame":
    """What replies are worth (accuracy, or recall), with both protocols side by side, in percent.

    Columns: those of `by`; `replies` and `valid` (percent); for `paper`, for `strict`, and for `non_empty` (strict,
    on charts with something to find alone): the mean and its `_low` and `_high`; `non_empty_n`, how many replies are to
    such charts.
    """
    keys, column = list(by), VALUES[reading]
    frame = validity(rows, keys, (reading,))[[*keys, "replies", reading]].rename(columns={reading: "valid"})
    for name, protocol, charts in (
        ("paper", "paper", "all"),
        ("strict", "strict", "all"),
        ("non_empty", "strict", "non-empty"),
    ):
        part = mean_scores(rows, keys, column, protocol, charts, reading)  # type: ignore[arg-type]
        renamed = {"mean": name, "low": f"{name}_low", "high": f"{name}_high", "n": f"{name}_n"}
        part = part.rename(columns=renamed).drop(columns="interval")
        if name != "non_empty":
            part = part.drop(columns=f"{name}_n")
        frame = _beside(frame, part, keys)
    return frame


def precision_recall(
    rows: "pd.DataFrame", by: Sequence[str], protocol: Protocol, charts: Charts = "all", reading: Reading = "released"
) -> "pd.DataFrame":
    """Precision, recall, F1 and (for boxes) average IoU, chart by chart and then averaged, in percent, by threshold.

    Columns: those of `by`, `threshold`, `n`, then each measure with its `_low` and `_high`. Only tasks with boxes or
    points are in it. The mean IoU is of matched pairs, in percent too.
    """
    import pandas as pd

    parts = []
    for end, (name, tasks) in THRESHOLDS.items():
        there = rows[rows["task"].isin(tasks)]
        if there.empty:
            continue
        part = None
        for measure in ("precision", "recall", "f1", "mean_iou"):
            column = f"{reading}_{measure}_{end}"
            if column not in there:
                continue
            one = mean_scores(there, by, column, protocol, charts, reading).drop(columns="interval")
            one = one.rename(columns={"mean": measure, "low": f"{measure}_low", "high": f"{measure}_high"})
            part = one if part is None else _beside(part, one.drop(columns="n"), by)
        if part is not None:
            part.insert(len(by), "threshold", name)
            parts.append(part)
    if not parts:
        return pd.DataFrame(columns=[*by, "threshold", "n", "precision", "recall", "f1", "mean_iou"])
    return pd.concat(parts, ignore_index=True)


def mean_errors(
    rows: "pd.DataFrame", by: Sequence[str], reading: Reading = "released", charts: Charts = "all"
) -> "pd.DataFrame":
    """Mean absolute errors of counts: n (valid replies), mae, low, high, median, largest. Invalid replies have none.

    The interval is mae ± t·SE, clustered by `group_id`, with one degree of freedom fewer than there are groups, cut at
    0; NaN where there are fewer than two.
    """
    import pandas as pd
    from scipy.stats import t

    there = rows[rows["task"].isin(COUNTS)]
    errors = counted_scores(there, f"{reading}_error", reading, "paper", charts)
    kept = there.assign(_error=errors)[~np.isnan(errors)]
    found = []
    for key, part in kept.groupby(list(by), sort=True, dropna=False, observed=True):
        values, groups = part["_error"].to_numpy(dtype=np.float64), part["group_id"].to_numpy()
        mean, count = float(values.mean()), part["group_id"].nunique()
        reach = float(t.ppf(0.975, count - 1)) * clustered_standard_error(values, groups) if count > 1 else np.nan
        ends = {"low": max(mean - reach, 0.0) if count > 1 else np.nan, "high": mean + reach}
        spread = {"median": float(np.median(values)), "largest": float(values.max())}
        found.append(dict(zip(by, key, strict=True)) | {"n": len(part), "mae": mean} | ends | spread)
    return pd.DataFrame(found, columns=[*by, "n", "mae", "low", "high", "median", "largest"])


def validity(
    rows: "pd.DataFrame", by: Sequence[str], readings: Sequence[Reading] = ("released", "exact", "lenient")
) -> "pd.DataFrame":
    """The share of valid replies in each reading, in percent: `replies`, then a column a reading with `_low`, `_high`.

    Replies that never came (errors) are not valid.
    """
    keys = list(by)
    frame: pd.DataFrame | None = None
    for reading in readings:
        valid = (rows[f"{reading}_valid"] == 1).to_numpy(dtype=bool, na_value=False).astype(np.float64)
        part = accuracy_by(rows[_needed(keys)].assign(_score=valid), keys, "_score")
        part = part.rename(columns={"n": "replies", "score": reading, "low": f"{reading}_low"})
        part = part.rename(columns={"high": f"{reading}_high"})
        ends = [reading, f"{reading}_low", f"{reading}_high"]
        part[ends] = 100 * part[ends].astype(float)
        frame = part[[*keys, "replies", *ends]] if frame is None else _beside(frame, part[[*keys, *ends]], keys)
    assert frame is not None, "there is at least one reading"
    return frame


def _needed(by: Sequence[str]) -> list[str]:
    """The columns that means need: tables are wide."""
    return list(dict.fromkeys([*by, "group_id", "outcome"]))


def _beside(left: "pd.DataFrame", right: "pd.DataFrame", keys: Sequence[str]) -> "pd.DataFrame":
    """Two frames of one row a group beside each other; without keys they are one row each."""
    import pandas as pd

    if keys:
        return left.merge(right, on=list(keys), how="left", validate="one_to_one")
    return pd.concat([left, right], axis=1)
