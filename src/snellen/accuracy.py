"""Accuracies as tables are made of them: percent with interval and coverage, model by model, floors marked."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from snellen.statistics import accuracy_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FLOOR_MODELS",
    "OUTCOMES",
    "accuracy_frame",
    "headline_rows",
    "interval_note",
    "interval_sentence",
    "model_labels",
    "share_columns",
]

FLOOR_MODELS = ("snellen/blind", "snellen/chance")
"""Readers that see no picture: what they score is the floor of a dataset."""

OUTCOMES = ("answered", "unparsed", "refused", "error")
"""How a reply that is scored can end, in the order in which tables show it."""

_INTERVALS = {
    "wilson": "Wilson's",
    "wilson, clustered": "Wilson's at the effective size, clustered by group",
    "t, clustered": "Student's t, clustered by group",
}


def model_labels(results: "pd.DataFrame") -> "pd.Series[str]":
    """The name of each row's model: `model`, and behind it what tells its runs apart where there are several.

    Settings, strategy and number of examples are part of what was run; rows that differ in them never get one name. Of
    settings only those are told that differ between the runs of a model.
    """
    import pandas as pd

    keys = ["model", "strategy", "n_examples", "settings"]
    runs = results[keys].drop_duplicates()
    if runs["model"].is_unique:
        return results["model"].astype("object")
    names = {}
    for model, group in runs.groupby("model", sort=False):
        varied = [key for key in keys[1:] if group[key].nunique(dropna=False) > 1]
        told = _differing(list(dict.fromkeys(group["settings"])))
        for row in group.itertuples(index=False):
            parts: list[str] = []
            for key in varied:
                value = getattr(row, key)
                if key == "settings":
                    parts += told[value]
                else:
                    parts.append(f"{value} example{'' if value == 1 else 's'}" if key == "n_examples" else str(value))
            names[tuple(row)] = f"{model} ({', '.join(parts)})" if parts else str(model)
    rows = zip(*(results[key] for key in keys), strict=True)
    return pd.Series([names[row] for row in rows], index=results.index, dtype="object", name="model")


def _differing(settings: Sequence[str]) -> dict[str, list[str]]:
    """What each of some settings, JSON texts of objects, has that not all have alike, as "name value"."""
    try:
        decoded = {text: dict(json.loads(text)) for text in settings}
    except (ValueError, TypeError):
        return {text: [str(text)] for text in settings}
    values: dict[str, set[str]] = {}
    for own in decoded.values():
        for name in {name for each in decoded.values() for name in each}:
            values.setdefault(name, set()).add(json.dumps(own[name]) if name in own else "")
    return {
        text: [f"{name} {value}" for name, value in own.items() if len(values[name]) > 1]
        for text, own in decoded.items()
    }


def accuracy_frame(results: "pd.DataFrame", by: Sequence[str], scorer: str) -> "pd.DataFrame":
    """Accuracy by model and by the columns `by`, in percent, sorted by them in the order of the models' first rows.

    Columns: model (as `model_labels`), those of `by`, n (replies with a score), accuracy, low and high (percent, the
    95% interval of `snellen.statistics.accuracy_by`), answered, unparsed, refused, error (counts of replies, which
    add up to n), interval (how it was made), floor (True for readers that see no picture).
    """
    import pandas as pd

    labels = model_labels(results)
    scored = results.assign(model=labels, _floor=results["model"].isin(FLOOR_MODELS))[results[scorer].notna()]
    scored = scored.assign(model=pd.Categorical(scored["model"], categories=list(dict.fromkeys(labels))))
    keys = ["model", *by]
    frame = accuracy_by(scored, keys, scorer)
    for name, source in (("accuracy", "score"), ("low", "low"), ("high", "high")):
        frame[name] = 100 * frame[source].astype(float)
    ended = scored.groupby([*keys, "outcome"], observed=True, dropna=False).size().unstack(fill_value=0)
    ended = ended.reindex(columns=list(OUTCOMES), fill_value=0).reset_index()
    floors: dict[str, bool] = dict(scored[["model", "_floor"]].drop_duplicates().itertuples(index=False, name=None))
    frame = frame.drop(columns=["score", "answered"]).merge(ended, on=keys, how="left", validate="one_to_one")
    frame["model"] = frame["model"].astype(str)
    frame["floor"] = [bool(floors[model]) for model in frame["model"]]
    return frame[[*keys, "n", "accuracy", "low", "high", *OUTCOMES, "interval", "floor"]]


def headline_rows(results: "pd.DataFrame") -> "pd.DataFrame":
    """The rows that a model's one figure is made of: those of the test set.

    Tasks beyond it (the split `extra`), which ask the same in other ways, are counted only where a model, under its
    settings, strategy and number of examples, was asked nothing else.
    """
    own = results["split"] == "test"
    keys = ["model", "settings", "strategy", "n_examples"]
    any_own = own.groupby([results[key] for key in keys], dropna=False).transform("any")
    return results[own | ~any_own]


def interval_note(frame: "pd.DataFrame") -> str:
    """One sentence on how the intervals of an accuracy frame were made."""
    return interval_sentence(frame["interval"].dropna())


def interval_sentence(kinds: Iterable[str]) -> str:
    """The same of kinds of intervals, as `snellen.statistics.accuracy_by` names them; nothing where there are none."""
    named = [_INTERVALS.get(kind, kind) for kind in dict.fromkeys(kinds)]
    return f"Intervals are 95%: {'; '.join(named)}." if named else ""


def share_columns(frame: "pd.DataFrame") -> list[str]:
    """Columns of a benchmark's trivial floors that are shares from 0 to 1 (`snellen.benchmark.Benchmark`)."""
    return [str(name) for name in frame.columns if "score" in str(name) or "precision" in str(name)]
