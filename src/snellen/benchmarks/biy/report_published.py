"""Your models beside the published figures: the paper's Figures 1 and 2 and the tables that its authors publish."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from snellen.benchmarks.biy.analysis import (
    COUNTS,
    LOCATED,
    STRATEGIES,
    SUBJECTS,
    both_protocols,
    consistency,
    in_order,
    mean_errors,
    mean_scores,
    validity,
)
from snellen.benchmarks.biy.report_scores import TASK_NAMES
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import condition_plot
from snellen.published import published_biy

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["published_exhibits"]

_SECTION = "Beside the published results"
_NOTE = (
    "Paper protocol: invalid replies are dropped. Rows marked as published are of the paper's 1,725 charts (115 "
    "samples in 15 designs), the other rows of the dataset of this report: only differences well beyond the intervals "
    "mean anything, and only where the mixture of charts is the paper's (preset paper)."
)
_BY = ("task", "model", "condition")


def published_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """Accuracy and recall as plots, and every published aggregate beside the same figure of the rows."""
    there = rows[rows["task"].isin((*COUNTS, *LOCATED))]
    if there.empty:
        return
    for name, title, tasks, column in (
        ("accuracy", "Accuracy beside the published models", COUNTS, "accuracy"),
        ("recall", "Recall beside the published models", LOCATED, "recall"),
    ):
        asked = [task for task in tasks if (there["task"] == task).any()]
        if asked:
            plot = _plot(there, asked, column)
            yield Plot(f"published-{name}-plot", title, plot, f"Hollow: published. {_NOTE}", _SECTION)
    yield from _counting(there)
    yield from _located(there)
    yield from _agreement(there)
    yield from _designs(there)


def _plot(rows: "pd.DataFrame", tasks: Sequence[str], title: str) -> dict[str, Any]:
    import pandas as pd

    mine = both_protocols(rows[rows["task"].isin(tasks)], _BY)
    values = {"accuracy": mine["paper"], "low": mine["paper_low"], "high": mine["paper_high"], "n": mine["replies"]}
    mine = mine[list(_BY)].assign(kind="measured", **values)
    theirs = [
        {
            "task": row.task,
            "model": f"{published_biy().name(row.model)} · published",
            "condition": row.strategy,
            "kind": "published",
            "accuracy": 100 * row.figures.get("accuracy", row.figures.get(_recall(row.task), float("nan"))),
        }
        for task in tasks
        for row in published_biy().of(task)
    ]
    frame = pd.concat([in_order(mine), pd.DataFrame(theirs)], ignore_index=True)
    panels = [TASK_NAMES[task] for task in tasks]
    frame = frame.assign(panel=frame["task"].map(TASK_NAMES)).drop(columns="task")
    found = set(frame["condition"])
    conditions = [name for name in STRATEGIES if name in found] + sorted(found - set(STRATEGIES))
    models = list(dict.fromkeys(frame["model"]))
    return condition_plot(frame, models=models, conditions=conditions, panels=panels, title=f"{title} (%)")


def _recall(task: str) -> str:
    return "recall_iou75" if task == "cluster_bboxes" else "recall_10px"


def _counting(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    there = rows[rows["task"].isin(COUNTS)]
    if there.empty:
        return
    columns = {"accuracy": ("strict", "all"), "empty": ("strict", "empty")}
    mine = _measured(there, columns)
    errors = mean_errors(there, _BY)[[*_BY, "mae"]]
    mine = mine.merge(errors, on=list(_BY), how="left")
    tasks = [task for task in COUNTS if (there["task"] == task).any()]
    frame = _with_published(mine, tasks, {"accuracy": "accuracy", "mae": "mae", "empty": "empty"})
    frame = frame[[*_BY, "accuracy", "mae", "empty", "published"]]
    note = f"Accuracy in percent, mean absolute error, and accuracy on charts with nothing to find. {_NOTE}"
    formats = {**dict.fromkeys(("accuracy", "empty"), "{:.1f}"), "mae": "{:.2f}"}
    yield Table("published-counting", "Counting, beside the published figures", frame, note, _SECTION, formats)


def _located(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    for name, tasks, ends in (
        ("detection", ("cluster_bboxes",), ("iou75", "iou50")),
        ("identification", ("cluster_points", "outlier_points"), ("10px", "20px")),
    ):
        there = rows[rows["task"].isin(tasks)]
        if there.empty:
            continue
        measures = ("precision", "recall", "mean_iou") if name == "detection" else ("precision", "recall")
        columns = {f"{measure}_{end}": (f"released_{measure}_{end}", "all") for end in ends for measure in measures}
        if name == "identification":
            columns |= {f"found_recall_{end}": (f"released_recall_{end}", "non-empty") for end in ends}
        columns["empty"] = ("strict", "empty")
        asked = [task for task in tasks if (there["task"] == task).any()]
        frame = _with_published(_measured(there, columns), asked, {column: column for column in columns})
        frame = frame[[*_BY, *columns, "published"]]
        note = (
            "In percent. Found: on charts with something to find alone. Empty: right answers where there is nothing to "
            f"find. {_NOTE}"
        )
        formats = dict.fromkeys(columns, "{:.1f}")
        title = f"Cluster {name}, beside the published figures"
        if name == "identification":
            title = "Identification of clusters and outliers, beside the published figures"
        yield Table(f"published-{name}", title, frame, note, _SECTION, formats)


def _measured(rows: "pd.DataFrame", columns: Mapping[str, tuple[str, str]]) -> "pd.DataFrame":
    frame: pd.DataFrame | None = None
    for name, (column, charts) in columns.items():
        part = mean_scores(rows, _BY, column, "paper", charts)[[*_BY, "mean"]]  # type: ignore[arg-type]
        part = part.rename(columns={"mean": name})
        frame = part if frame is None else frame.merge(part, on=list(_BY), validate="one_to_one")
    assert frame is not None, "there are columns"
    return in_order(frame).assign(published=False)


def _with_published(mine: "pd.DataFrame", tasks: Sequence[str], columns: Mapping[str, str]) -> "pd.DataFrame":
    import pandas as pd

    theirs = [
        {"task": row.task, "model": published_biy().name(row.model), "condition": row.strategy, "published": True}
        | {
            name: row.figures[figure] * (1 if figure == "mae" else 100)
            for name, figure in columns.items()
            if figure in row.figures
        }
        for task in tasks
        for row in published_biy().of(task)
    ]
    return in_order(pd.concat([mine, pd.DataFrame(theirs)], ignore_index=True))


def _agreement(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    mine = consistency(rows, ["model", "condition"])
    if not mine.empty:
        mine = mine[["subject", "model", "condition", "paper"]].rename(columns={"paper": "consistent"})
        theirs = [
            {
                "subject": row.subject,
                "model": published_biy().name(row.model),
                "condition": row.strategy,
                "consistent": 100 * row.consistent,
                "published": True,
            }
            for row in published_biy().consistency
            if row.subject in set(mine["subject"])
        ]
        frame = pd.concat([mine.assign(published=False), pd.DataFrame(theirs)], ignore_index=True)
        place = frame["subject"].map({subject: number for number, subject in enumerate(SUBJECTS)})
        frame = frame.loc[place.sort_values(kind="stable").index].reset_index(drop=True)
        title = "Consistency, beside the published figures"
        yield Table("published-consistency", title, frame, f"In percent. {_NOTE}", _SECTION, {"consistent": "{:.1f}"})
    valid = validity(rows, ["model"], ("released",))[["model", "released"]].rename(columns={"released": "valid"})
    theirs = [{"model": row.name, "valid": 100 * row.valid, "published": True} for row in published_biy().models]
    frame = pd.concat([valid.assign(published=False), pd.DataFrame(theirs)], ignore_index=True)
    title = "Valid replies by model, beside the published figures"
    yield Table("published-validity", title, frame, f"In percent. {_NOTE}", _SECTION, {"valid": "{:.2f}"})


def _designs(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    published = published_biy()
    known = [row.design for row in published.designs]
    there = rows[rows["design"].notna()]
    if there.empty:
        return
    mine = mean_scores(there, ["task", "design", "model"], "strict", "paper")
    mine = mine[["task", "design", "model", "n", "mean"]].assign(published=False)
    valid = validity(there, ["design"], ("released",)).set_index("design")["released"].to_dict()
    rates = {row.design: 100 * row.valid for row in published.designs}
    theirs = []
    for task in dict.fromkeys(mine["task"]):
        column = "accuracy" if task in COUNTS else _recall(str(task))
        for place, design in enumerate(known):
            values = [value for row in published.of(str(task)) if (value := row.by_design[column][place]) is not None]
            theirs.append(
                {
                    "task": task,
                    "design": design,
                    "model": f"{len(values)} published models and strategies",
                    "mean": 100 * sum(values) / len(values),
                    "least": 100 * min(values),
                    "greatest": 100 * max(values),
                    "valid": rates[design],
                    "published": True,
                }
            )
    frame = pd.concat([mine.assign(valid=mine["design"].map(valid)), pd.DataFrame(theirs)], ignore_index=True)
    order = {design: place for place, design in enumerate(known)}
    frame["_place"] = frame["design"].map(order).fillna(len(order))
    frame = in_order(frame.sort_values("_place", kind="stable").drop(columns="_place").assign(model_=frame["model"]))
    frame = frame.drop(columns="model_").astype({"n": "Int64"})
    note = (
        "Accuracy of counts, recall of boxes (IoU 0.75) and points (10 px), in percent; of the published ones the "
        "mean, the least and the greatest over models and strategies. Valid: of all tasks' replies to charts of the "
        f"design. {_NOTE}"
    )
    formats = dict.fromkeys(("mean", "least", "greatest", "valid"), "{:.1f}")
    yield Table("published-designs", "By design, beside the published figures", frame, note, _SECTION, formats)
