"""Under which conditions a reply was given: model, strategy and number of examples, as columns to group by."""

from typing import TYPE_CHECKING

from snellen.accuracy import FLOOR_MODELS, model_labels
from snellen.benchmarks.biy.ask import MORE_PROMPTS, PROMPTS, STRATEGIES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["STRATEGIES", "TASKS", "conditioned", "in_order"]

TASKS = (*PROMPTS, *MORE_PROMPTS)
"""In the order in which tables show them."""


def conditioned(results: "pd.DataFrame") -> "pd.DataFrame":
    """The rows that can be scored (those with a key), with what to group them by.

    `model` becomes a label that tells runs of one model with different settings apart, and no more: strategy and
    number of examples have columns of their own. New columns: `condition`, the strategy, and where few-shot occurs with
    several numbers of examples that number too ("few-shot, 3"); `floor`, True for readers that see no picture. Repeats
    are rows like any other.
    """
    rows = results[results["outcome"] != "no_key"]
    labels = model_labels(rows.assign(strategy="", n_examples=0))
    counts = rows["n_examples"].astype("Int64")
    several = rows["strategy"] == "few-shot"
    named = rows["strategy"].astype("object")
    if counts[several].nunique() > 1:
        named = named.where(~several, named + ", " + counts.astype(str))
    return rows.assign(
        floor=rows["model"].isin(FLOOR_MODELS).to_numpy(dtype=bool),
        model=labels.astype("object"),
        condition=named,
        n_examples=counts,
    )


def in_order(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Rows by task, then model in order of appearance (floors last), then condition from zero-shot to few-shot."""
    import pandas as pd

    keys = pd.DataFrame(index=frame.index)
    if "task" in frame:
        keys["task"] = frame["task"].map({task: place for place, task in enumerate(TASKS)}).fillna(len(TASKS))
    if "floor" in frame:
        keys["floor"] = frame["floor"].astype(bool)
    if "model" in frame:
        models = list(dict.fromkeys(frame["model"]))
        keys["model"] = frame["model"].map({model: place for place, model in enumerate(models)})
    if "condition" in frame:
        keys["condition"] = frame["condition"].map(_place)
    if keys.empty:
        return frame.reset_index(drop=True)
    return frame.loc[keys.sort_values(list(keys.columns), kind="stable").index].reset_index(drop=True)


def _place(condition: str) -> float:
    strategy, _, number = str(condition).partition(", ")
    place = STRATEGIES.index(strategy) if strategy in STRATEGIES else len(STRATEGIES)
    return place + (int(number) / 100 if number.isdigit() else 0)
