"""Your models beside the published rows of the paper's Tables 3 and 4."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import interval_plot
from snellen.published import correct_of, published_grab
from snellen.statistics import wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["published_exhibits"]

_SECTION = "Beside the published results"
_NOTE = (
    "Protocol: exact match. Rows marked as published are quoted from the paper ({table}) and are on the original 2170 "
    "questions; the other rows are on the dataset of this report. These are other questions of the same make, so only "
    "differences well beyond the intervals mean anything{mix}."
)
_MIX = ", and only where the dataset has the paper's mixture of tasks (preset paper)"


def published_exhibits(
    overall: "pd.DataFrame", by_task: "pd.DataFrame", by_category: "pd.DataFrame"
) -> Iterator[Exhibit]:
    """Overall and by task beside Table 3, and by category beside Table 4, in percent.

    The arguments are accuracy frames by exact match. Published intervals are Wilson's, on the number of right answers
    that the printed percentages stand for.
    """
    import pandas as pd

    published = published_grab()
    tasks, categories = list(published.task_questions), list(published.category_questions)
    frame = pd.concat([_measured(overall, by_task, "task", tasks), _table_3()], ignore_index=True)
    note = _NOTE.format(table="Table 3", mix=_MIX)
    lines = frame.rename(columns={"overall": "accuracy"})
    labels = lines.assign(model=lines["model"] + lines["published"].map({True: " · published", False: ""}))
    labels = labels.assign(floor=labels["floor"] | labels["published"])
    order = list(labels.sort_values("accuracy", ascending=False, kind="stable")["model"])
    plot = interval_plot(labels, y="model", order=order)
    title = "Accuracy beside the published models"
    yield Plot("published-plot", title, plot, f"Grey: published, and floors. {note}", _SECTION)
    percent = dict.fromkeys(["overall", "low", "high", *tasks, *categories], "{:.1f}")
    note += " The paper's header prints 410 questions for Series; there are 490. n and the interval are of overall."
    yield Table("published-tasks", "By task, beside Table 3", frame, note, _SECTION, percent)
    frame = pd.concat([_measured(overall, by_category, "category", categories), _table_4()], ignore_index=True)
    note = (
        _NOTE.format(table="Table 4", mix="")
        + " n is of all categories together; intervals are in the table by category."
    )
    yield Table("published-categories", "By category, beside Table 4", frame, note, _SECTION, percent)


def _measured(overall: "pd.DataFrame", frame: "pd.DataFrame", column: str, names: list[str]) -> "pd.DataFrame":
    wide = frame[frame[column].isin(names)].pivot_table(index="model", columns=column, values="accuracy", sort=False)
    head = overall.rename(columns={"accuracy": "overall"})[["model", "n", "overall", "low", "high", "floor"]]
    if column == "category":
        head = head.drop(columns=["overall", "low", "high"])
    measured = head.merge(wide.reindex(columns=names).reset_index(), on="model", how="left")
    return measured.assign(published=False)


def _table_3() -> "pd.DataFrame":
    import pandas as pd

    published = published_grab()
    rows = []
    for row in published.main_rows():
        tasks = row.tasks or {}
        correct = sum(correct_of(tasks[task], n) for task, n in published.task_questions.items())
        low, high = wilson_interval(correct, published.questions)
        figures = {"overall": row.overall, "low": 100 * float(low), "high": 100 * float(high), **tasks}
        rows.append({"model": row.model, "n": published.questions, **figures, "floor": False, "published": True})
    return pd.DataFrame(rows)


def _table_4() -> "pd.DataFrame":
    import pandas as pd

    published = published_grab()
    rows = [
        {"model": row.model, "n": published.questions, **(row.categories or {}), "floor": False, "published": True}
        for row in published.main_rows()
    ]
    return pd.DataFrame(rows)
