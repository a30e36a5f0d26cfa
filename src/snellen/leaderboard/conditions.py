"""Accuracy, cost, tokens and time of each condition."""

from typing import TYPE_CHECKING

from snellen.accuracy import accuracy_frame, model_labels

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AMOUNTS", "condition_frame"]

AMOUNTS = ("cost", "input_tokens", "output_tokens", "seconds")
"""What a reply takes: columns of the results table, in US dollars, tokens and seconds."""


def condition_frame(results: "pd.DataFrame", scorer: str) -> "pd.DataFrame":
    """One row a condition (model, settings, strategy, examples), in the order of their first rows.

    Columns: label (`snellen.accuracy.model_labels`), model, settings (JSON), strategy, n_examples, n (replies with a
    score), accuracy, low, high (percent, 95%), interval, floor, answered, unparsed, refused, error, replies, and for
    each of `AMOUNTS` its sum over the replies where it is known, `…_a_question` (the mean of these, of one reply each)
    and `…_known` (the share of replies, errors apart, where it is known). What is known of no reply is NaN. `tokens` is
    input and output together.

    Give the rows that are meant: one dataset, and `snellen.accuracy.headline_rows` of it for the leaderboard. Raises
    KeyError for a scorer that the table lacks.
    """
    import pandas as pd

    keys = ["model", "settings", "strategy", "n_examples"]
    labels = model_labels(results)
    frame = results[[*keys, "outcome", *AMOUNTS]].assign(label=labels)
    for name in AMOUNTS:
        frame[name] = frame[name].astype("float64")
    frame["tokens"] = frame["input_tokens"] + frame["output_tokens"]
    frame["replied"] = frame["outcome"] != "error"
    grouped = frame.groupby("label", sort=False)
    found = grouped[keys].first()
    found["replies"] = grouped.size()
    replied = grouped["replied"].sum()
    for name in (*AMOUNTS, "tokens"):
        found[name] = grouped[name].sum(min_count=1)
        found[f"{name}_a_question"] = grouped[name].mean()
        known = (frame[name].notna() & frame["replied"]).groupby(frame["label"], sort=False).sum()
        found[f"{name}_known"] = (known / replied.where(replied > 0)).fillna(0.0)
    accuracies = accuracy_frame(results, [], scorer).rename(columns={"model": "label"})
    merged: pd.DataFrame = found.reset_index().merge(accuracies, on="label", how="left", validate="one_to_one")
    merged["floor"] = merged["floor"].astype("boolean").fillna(value=False).astype(bool)
    merged["n"] = merged["n"].fillna(0).astype(int)
    first = ["label", *keys, "n", "accuracy", "low", "high", "interval", "floor"]
    return merged[[*first, *(name for name in merged.columns if name not in first)]]
