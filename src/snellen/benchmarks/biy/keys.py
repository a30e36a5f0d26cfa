"""The five questions on a chart and their keys, in pixels and in the normalised form that the prompts ask for."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from snellen.benchmarks.biy.ask import PROMPTS
from snellen.dataset import Chart, Question

__all__ = ["FULL_SCALE", "TASKS", "Task", "in_braces", "key_of", "normalized", "question_on", "questions_on"]

FULL_SCALE = 1000
"""The normalised coordinate of the right and the lower edge of the image."""


@dataclass(frozen=True)
class Task:
    """What a task is about, what form its answer has, and under which name."""

    subject: str
    property: str
    answer_type: str
    key_name: str | None = None


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        "cluster_count": Task("clusters", "count", "count"),
        "cluster_bboxes": Task("clusters", "boxes", "boxes", "clusters"),
        "cluster_points": Task("clusters", "centers", "points", "cluster_centers"),
        "outlier_count": Task("outliers", "count", "count"),
        "outlier_points": Task("outliers", "locations", "points", "outliers"),
    }
)
"""By the released names: cluster counting, detection and identification, outlier counting and identification."""


def questions_on(chart: Chart, split: str) -> tuple[Question, ...]:
    """The questions on a chart, task by task; none about what its annotations do not know.

    Those about places have in `metadata` what their replies are measured with: `size`, the image's width and height,
    and `plot`, those of the rectangle inside its axes, in pixels.
    """
    asked = []
    for name, task in TASKS.items():
        key = key_of(name, chart.annotations, (chart.width, chart.height))
        if key is not None:
            answer, data = key
            question = question_on(chart, split, name, task, PROMPTS[name], answer, data)
            asked.append(question.replaced(metadata=_places(chart)) if task.key_name else question)
    return tuple(asked)


def question_on(
    chart: Chart, split: str, name: str, task: Task, text: str, answer: str, data: dict[str, JsonValue]
) -> Question:
    """The question of the task `name` on a chart."""
    return Question(
        question_id=f"{chart.chart_id}+{name}",
        chart_id=chart.chart_id,
        benchmark="biy",
        split=split,
        task=name,
        category=task.subject,
        property=task.property,
        text=text,
        answer=answer,
        answer_data=data,
        answer_type=task.answer_type,
    )


def _places(chart: Chart) -> dict[str, JsonValue]:
    plot = chart.plot
    return {"size": [chart.width, chart.height], **({"plot": [plot.width, plot.height]} if plot else {})}


def key_of(task: str, annotations: Mapping[str, Any], size: tuple[int, int]) -> tuple[str, dict[str, JsonValue]] | None:
    """The canonical answer of a task and its data, from a chart's annotations and its width and height in pixels.

    A count is `{3}`; anything else one line of JSON in the form that the prompt asks for, coordinates from 0 to 1000.
    The data are `count`, or `pixels` (floats, as annotated) and `normalized` (whole numbers). None where the
    annotations do not know the subject.
    """
    found = annotations.get(TASKS[task].subject)
    if found is None:
        return None
    match task:
        case "cluster_count" | "outlier_count":
            return in_braces(len(found)), {"count": len(found)}
        case "cluster_bboxes":
            pixels = [cluster["box"] for cluster in found]
        case "cluster_points":
            pixels = [cluster["center"] for cluster in found]
        case _:
            pixels = list(found)
    whole: list[JsonValue] = [list[JsonValue](normalized(place, size)) for place in pixels]
    return json.dumps({TASKS[task].key_name: whole}), {"pixels": pixels, "normalized": whole}


def in_braces(value: int | str) -> str:
    """A count or a word in the form that the prompts ask for: `{3}`."""
    return f"{{{value}}}"


def normalized(place: Sequence[float], size: tuple[int, int]) -> list[int]:
    """x, y, or x1, y1, x2, y2, in pixels as int(1000 · px / size): the form of the paper's example answers."""
    return [int(FULL_SCALE * value / size[axis % 2]) for axis, value in enumerate(place)]
