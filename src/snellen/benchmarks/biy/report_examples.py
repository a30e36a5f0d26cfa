"""How much examples help and what they cost: scores and tokens against the number of examples."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.biy.analysis import TASKS, both_protocols
from snellen.benchmarks.biy.report_scores import PROTOCOL_NOTE, TASK_NAMES, percent
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import band_plot

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["example_exhibits"]

_SECTION = "Number of examples"


def example_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """Strict scores against the number of examples, a panel a task, and the same with tokens; for two numbers or more.

    Zero-shot is no example; one-shot is one, unless few-shot was run with one example too.
    """
    few = rows[rows["strategy"] == "few-shot"]
    with_one = set(few.loc[few["n_examples"] == 1, "model"])
    kept = rows[(rows["strategy"] != "one-shot") | ~rows["model"].isin(with_one)]
    kept = kept[kept["n_examples"].notna()]
    if kept["n_examples"].nunique() < 2:
        return
    by = ["task", "model", "n_examples"]
    frame = both_protocols(kept, by)
    frame["n_examples"] = frame["n_examples"].astype(int)
    for name in ("input_tokens", "output_tokens", "seconds"):
        if name in kept and kept[name].notna().any():
            means = kept.assign(_value=kept[name].astype("Float64")).groupby(by, observed=True)["_value"].mean()
            known_means = means.rename(name).reset_index().astype({"n_examples": int, name: "float64"})
            frame = frame.merge(known_means, on=by, how="left", validate="one_to_one")
    known = [task for task in TASKS if task in set(frame["task"])]
    place = frame["task"].map({task: number for number, task in enumerate(known)})
    frame = frame.loc[place.sort_values(kind="stable").index].reset_index(drop=True)
    drawn = frame.rename(columns={"strict": "accuracy", "strict_low": "low", "strict_high": "high", "replies": "n"})
    drawn = drawn.assign(task=drawn["task"].map(TASK_NAMES), examples=drawn["n_examples"])
    plot = band_plot(
        drawn,
        x="examples",
        facet="task",
        facet_order=[TASK_NAMES[task] for task in known],
        title="accuracy or recall (%)",
    )
    title = "Accuracy and recall by number of examples"
    note = f"Strict protocol; bands are 95% intervals, clustered by group. {PROTOCOL_NOTE}"
    yield Plot("examples-plot", title, plot, note, _SECTION)
    formats = {
        **percent("paper", "strict", "non_empty", "valid"),
        **dict.fromkeys(("input_tokens", "output_tokens"), "{:,.0f}"),
        "seconds": "{:.2f}",
    }
    about = f"{PROTOCOL_NOTE} Tokens and seconds are means of a reply, where the provider tells them."
    yield Table("examples", "Scores and cost by number of examples", frame, about, _SECTION, formats)
    yield from _cost(drawn)


def _cost(frame: "pd.DataFrame") -> Iterator[Exhibit]:
    if "input_tokens" not in frame:
        return
    spent = frame.assign(tokens=frame["input_tokens"] + frame.get("output_tokens", 0.0))
    spent = spent[spent["tokens"].notna()]
    if spent.empty:
        return
    panels = list(dict.fromkeys(spent["task"]))
    plot = band_plot(
        spent.assign(**{"tokens a reply": spent["tokens"].round()}),
        x="tokens a reply",
        facet="task",
        facet_order=panels,
        title="accuracy or recall (%)",
    )
    note = "Strict protocol. Tokens in and out together, the mean of a reply: each dot is a number of examples."
    yield Plot("examples-cost-plot", "Accuracy and recall by cost", plot, note, _SECTION)
