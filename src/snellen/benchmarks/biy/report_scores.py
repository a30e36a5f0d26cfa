"""What replies score: accuracy and recall as in the paper's Figures 1 and 2, and the figures behind them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from snellen.benchmarks.biy.analysis import (
    COUNTS,
    TASKS,
    both_protocols,
    in_order,
    mean_errors,
    mean_scores,
    precision_recall,
)
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import condition_plot

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BY", "PROTOCOL_NOTE", "TASK_NAMES", "percent", "score_exhibits"]

BY = ("task", "model", "condition", "floor")

TASK_NAMES: Mapping[str, str] = {
    "cluster_count": "cluster counting",
    "cluster_bboxes": "cluster detection",
    "cluster_points": "cluster identification",
    "outlier_count": "outlier counting",
    "outlier_points": "outlier identification",
    "relationship": "relationship",
    "cluster_shape": "cluster shape",
}

PROTOCOL_NOTE = (
    "Paper: invalid replies are dropped, and an empty answer to an empty chart scores 1. Strict: invalid replies are "
    "wrong; non-empty is strict on charts with something to find alone. Replies are read as in the paper. Intervals "
    "are 95%, clustered by group."
)
_FLOORS = (
    "Rows marked as floor look at no picture: constant answers to these very questions, and readers without eyes. No "
    "score means anything below them."
)
_SECTIONS = {"scores": "Scores", "located": "Precision, recall and F1", "kinds": "Empty and noisy charts"}


def percent(*names: str) -> dict[str, str]:
    """Formats of columns in percent, and of their ends: one digit behind the point."""
    return {end: "{:.1f}" for name in names for end in (name, f"{name}_low", f"{name}_high")}


def score_exhibits(rows: "pd.DataFrame", with_floors: "pd.DataFrame") -> Iterator[Exhibit]:
    """Scores of the rows, from the same rows with those of the constant answers below them."""
    scores = in_order(both_protocols(with_floors, BY))
    known = [task for task in TASKS if task in set(scores["task"])]
    counting = [task for task in known if task in (*COUNTS, "relationship", "cluster_shape")]
    for name, title, tasks in (
        ("accuracy", "Accuracy by model and strategy", counting),
        ("recall", "Recall by model and strategy", [task for task in known if task not in counting]),
    ):
        if tasks:
            note = f"{PROTOCOL_NOTE} Dashed: constant answers."
            if name == "recall":
                note = f"Boxes at IoU 0.75, points at 10 px. {note}"
            yield Plot(f"{name}-plot", title, _plot(scores, tasks, name), note, _SECTIONS["scores"])
    formats = percent("paper", "strict", "non_empty", "valid")
    title = "Accuracy and recall under both protocols"
    note = f"Accuracy of counts and words, recall of boxes (IoU 0.75) and points (10 px), in percent. {PROTOCOL_NOTE}"
    yield Table("scores", title, scores, f"{note} {_FLOORS}", _SECTIONS["scores"], formats)
    errors = in_order(mean_errors(with_floors, BY))
    if not errors.empty:
        note = (
            "Of valid replies (n): an invalid one has no error, so a strict figure does not exist. Intervals are "
            f"Student's t, clustered by group. {_FLOORS}"
        )
        digits = dict.fromkeys(("mae", "low", "high"), "{:.2f}")
        yield Table("mae", "Mean absolute error of counts", errors, note, _SECTIONS["scores"], digits)
    yield from _located(with_floors)
    yield from _empty(with_floors)
    yield from _noisy(rows)


def _plot(scores: "pd.DataFrame", tasks: Sequence[str], name: str) -> dict[str, Any]:
    import pandas as pd

    parts, panels = [], []
    for task in tasks:
        there = scores[scores["task"] == task]
        for column, protocol in (("paper", "paper"), ("strict", "strict"), ("non_empty", "strict, non-empty")):
            if there[column].isna().all():
                continue
            panel = f"{TASK_NAMES[task]} · {protocol}"
            panels.append(panel)
            values = {"accuracy": there[column], "low": there[f"{column}_low"], "high": there[f"{column}_high"]}
            kind = there["condition"].map(lambda condition: "floor" if condition == "–" else "measured")
            part = there[["model", "condition"]].assign(panel=panel, n=there["replies"], kind=kind, **values)
            parts.append(part[part["accuracy"].notna()])
    frame = pd.concat(parts, ignore_index=True)
    measured = frame[frame["kind"] == "measured"]
    models, conditions = (list(dict.fromkeys(measured[column])) for column in ("model", "condition"))
    return condition_plot(frame, models=models, conditions=conditions, panels=panels, title=f"{name} (%)")


def _located(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    note = (
        "Chart by chart, then averaged, in percent. A box is matched at its IoU or above, a point within its distance, "
        "one to one at least cost; both empty is 1, one empty 0. Parts of the plot are of its width across and its "
        "height down: the same precision in every design. Mean IoU is of matched boxes."
    )
    for protocol, charts, about in (
        ("paper", "all", "Paper protocol: of valid replies"),
        ("strict", "all", "Strict protocol: invalid replies score 0"),
        ("strict", "non-empty", "Strict protocol, charts with something to find alone"),
    ):
        frame = in_order(precision_recall(rows, BY, protocol, charts))  # type: ignore[arg-type]
        if frame.empty:
            return
        name = f"located-{protocol}" + ("" if charts == "all" else "-non-empty")
        formats = percent("precision", "recall", "f1", "mean_iou")
        section = _SECTIONS["located"]
        yield Table(name, about, frame.drop(columns="floor").assign(floor=frame["floor"]), note, section, formats)


def _empty(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    frames = [
        mean_scores(rows, BY, "strict", protocol, "empty")
        .drop(columns="interval")
        .rename(columns={"n": f"{protocol}_n", "mean": protocol, "low": f"{protocol}_low", "high": f"{protocol}_high"})
        for protocol in ("paper", "strict")
    ]
    frame = in_order(frames[0].merge(frames[1], on=list(BY), validate="one_to_one"))
    frame = frame[frame["strict_n"] > 0].reset_index(drop=True)
    if not frame.empty:
        note = (
            "How often the answer is right, 0 or an empty list, where there are no clusters or outliers to find, in "
            f"percent. Paper: of valid replies (paper n). {_FLOORS}"
        )
        yield Table("empty", "Charts with nothing to find", frame, note, _SECTIONS["kinds"], percent("paper", "strict"))


def _noisy(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    from snellen.benchmarks.biy.analysis import floor_rows

    there = rows[rows["n_noise"].notna()]
    if not (there["n_noise"] > 0).any():
        return
    parts = []
    for noisy in (True, False):
        part = there[(there["n_noise"] > 0) == noisy]
        if len(part):
            frame = both_protocols(pd.concat([part, floor_rows(part)], ignore_index=True), BY)
            frame.insert(3, "background_noise", "with" if noisy else "without")
            parts.append(in_order(frame))
    note = (
        "Points of background noise belong to no cluster and count as no outliers, though a person may call them that. "
        f"{PROTOCOL_NOTE} Floors are of the charts with, or without, noise. {_FLOORS}"
    )
    formats = percent("paper", "strict", "non_empty", "valid")
    title = "Charts with background noise apart"
    yield Table("noise", title, in_order(pd.concat(parts)), note, _SECTIONS["kinds"], formats)
