"""What answers that look at nothing score on a BIY dataset: nothing there, the same count always, the whole plot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmark import Scores
from snellen.benchmarks.biy.keys import FULL_SCALE, TASKS
from snellen.benchmarks.biy.measures import PROTOCOLS
from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.benchmarks.biy.score import score_many
from snellen.benchmarks.biy.score_writing import written
from snellen.dataset import Chart, Dataset, Question

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["floors"]


@dataclass(frozen=True, slots=True)
class _Asked:
    """The questions of one task, and the plot of each one's chart as shares of its image: left, top, right, bottom."""

    task: str
    questions: list[Question]
    plots: list[tuple[float, float, float, float]]


def floors(dataset: Dataset) -> "pd.DataFrame":
    """The score of each trivial answer on the test set, by task and protocol, replies scored as any others are.

    Columns: task, answer (its name), protocol (paper or strict), n, score, precision (of boxes and points), error (of
    counts: the mean absolute error), n_non_empty and score_non_empty (charts with something to find), n_empty and
    score_empty. The score is that of `snellen.benchmarks.biy.score`: the share of right counts or words, recall at
    IoU 0.75 or 10 pixels; shares are from 0 to 1, NaN over no chart. Rows are in the order of tasks; of a task's
    answers the best come first. Answers are: `[]`; one box, the plot's or the image's; one point, the middle of either;
    each count from 0 to the largest that is right; each word. All are valid, so both protocols give the same score;
    beside a model's they are its floor under either. Questions without a key are left out.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for asked in _asked(dataset):
        found = []
        for name, replies in _answers(asked):
            scores = score_many(asked.questions, replies)
            found.append([_row(asked, name, scores, protocol) for protocol in PROTOCOLS])
        for pair in sorted(found, key=lambda pair: -pair[0]["score"]):
            rows += pair
    names = ["task", "answer", "protocol", "n", "score", "precision", "error"]
    names += ["n_non_empty", "score_non_empty", "n_empty", "score_empty"]
    return pd.DataFrame(rows, columns=names)


def _asked(dataset: Dataset) -> list[_Asked]:
    by_task: dict[str, list[Question]] = {task: [] for task in (*TASKS, *WORDS)}
    for question in dataset.questions():
        if question.split in ("test", "extra") and question.answer is not None and question.task in by_task:
            by_task[question.task].append(question)
    needed = {question.chart_id for questions in by_task.values() for question in questions}
    plots = {chart.chart_id: _plot(chart) for chart in dataset.charts() if chart.chart_id in needed}
    return [
        _Asked(task, questions, [plots[question.chart_id] for question in questions])
        for task, questions in by_task.items()
        if questions
    ]


def _plot(chart: Chart) -> tuple[float, float, float, float]:
    if chart.plot is None:
        return 0.0, 0.0, 1.0, 1.0
    left, right = (float(edge) / chart.width for edge in (chart.plot.left, chart.plot.right))
    return left, float(chart.plot.top) / chart.height, right, float(chart.plot.bottom) / chart.height


def _answers(asked: _Asked) -> Iterator[tuple[str, list[str]]]:
    """Each trivial answer to a task: its name, and the reply to each question."""
    n, task = len(asked.questions), asked.task
    if task in WORDS:
        for word in WORDS[task]:
            yield f"always {word}", [written(task, word)] * n
        return
    if TASKS[task].answer_type == "count":
        largest = max(_number(question) for question in asked.questions)
        for count in range(largest + 1):
            yield f"always {count}", [written(task, count)] * n
        return
    yield "always []", [written(task, [])] * n
    boxes = TASKS[task].answer_type == "boxes"
    plots = [tuple(FULL_SCALE * share for share in plot) for plot in asked.plots]
    image = (0.0, 0.0, float(FULL_SCALE), float(FULL_SCALE))
    for name, places in (("plot", plots), ("image", [image] * n)):
        answers = places if boxes else [_middle(place) for place in places]
        yield f"the {'whole ' if boxes else 'middle of the '}{name}", [written(task, [each]) for each in answers]


def _middle(box: Sequence[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _number(question: Question) -> int:
    """How many clusters or outliers there are to find."""
    data: dict[str, Any] = question.answer_data or {}
    return int(data["count"]) if "count" in data else len(data.get("pixels", ()))


def _row(asked: _Asked, name: str, scores: Scores, protocol: str) -> dict[str, Any]:
    value = np.asarray(scores.columns[protocol], dtype=np.float64)
    row: dict[str, Any] = {"task": asked.task, "answer": name, "protocol": protocol}
    row |= {"n": int(np.isfinite(value).sum()), "score": _mean(value)}
    answer_type = TASKS[asked.task].answer_type if asked.task in TASKS else "word"
    threshold = {"boxes": "iou75", "points": "10px"}.get(answer_type)
    row["precision"] = _mean(scores.columns[f"released_precision_{threshold}"]) if threshold else float("nan")
    row["error"] = _mean(scores.columns["released_error"]) if answer_type == "count" else float("nan")
    if answer_type != "word":
        empty = np.array([_number(question) == 0 for question in asked.questions])
        row |= {"n_non_empty": int((~empty).sum()), "score_non_empty": _mean(value[~empty])}
        row |= {"n_empty": int(empty.sum()), "score_empty": _mean(value[empty])}
    return row


def _mean(values: Any) -> float:
    there: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    there = there[np.isfinite(there)]
    return float(there.mean()) if len(there) else float("nan")
