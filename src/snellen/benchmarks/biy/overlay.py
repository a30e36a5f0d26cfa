"""A reply drawn over its picture: targets and predictions, with what was matched, missed and made up."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.keys import TASKS
from snellen.benchmarks.biy.measures import Matching, match_boxes, match_points
from snellen.benchmarks.biy.replies import Coordinates, Reading, Reply, read_all, to_pixels
from snellen.benchmarks.biy.score_columns import IOUS, PIXELS
from snellen.benchmarks.biy.score_keys import WIDTHS
from snellen.dataset import Chart, Question
from snellen.exhibits import Mark, Overlay

__all__ = ["overlay"]

_IOU, _PIXELS = IOUS["iou75"], PIXELS["10px"]
_NAMES = {"boxes": ("box", "boxes"), "points": ("point", "points")}
Floats = NDArray[np.float64]


def overlay(question: Question, chart: Chart, reply: str | None) -> Overlay | None:
    """What a reply to one of the five tasks found, in pixels; None for other tasks and questions without a key.

    Boxes and points are matched as they are scored (IoU 0.75, 10 px), by the released reading, whole pixels included.
    Where that reading finds the reply invalid, the lenient one is drawn, and the caption says so; `found` is `invalid`
    all the same. For counts the targets are shown as annotated, with nothing to match.
    """
    task = TASKS.get(question.task)
    if task is None or question.answer is None or question.answer_data is None:
        return None
    if task.answer_type == "count":
        return _count(question, chart, task.subject, reply)
    if task.answer_type not in _NAMES or not isinstance(question.answer_data.get("pixels"), list):
        return None
    return _places(question, chart, task.answer_type, reply)


def _count(question: Question, chart: Chart, subject: str, reply: str | None) -> Overlay | None:
    true = (question.answer_data or {}).get("count")
    if not isinstance(true, int):
        return None
    known: Any = chart.annotations.get(subject) or []
    places = [each["box"] if isinstance(each, dict) else each for each in known]
    marks = tuple(Mark("target", tuple(float(value) for value in place), None) for place in places)
    read, aside = _read(question.task, reply)
    if read is None:
        return Overlay(marks, f"counted nothing, there are {true}{aside}", "invalid")
    caption = f"counted {read.value}, there {'is' if true == 1 else 'are'} {true}{aside}"
    return Overlay(marks, caption, "invalid" if aside else "right" if read.value == true else "wrong")


def _places(question: Question, chart: Chart, kind: str, reply: str | None) -> Overlay:
    width = WIDTHS[kind]
    pixels: Any = (question.answer_data or {})["pixels"]
    targets = np.array(pixels, dtype=np.float64).reshape(-1, width)
    read, aside = _read(question.task, reply)
    if read is None:
        marks = tuple(Mark("target", _rounded(place), False) for place in targets)
        return Overlay(marks, f"nothing could be read{aside}", "invalid")
    value: Coordinates = read.value  # type: ignore[assignment]
    released = not aside
    found = to_pixels(value, (chart.width, chart.height), released, width)
    aims = np.trunc(targets) if released else targets
    matching = match_boxes(aims, found, iou=_IOU) if kind == "boxes" else match_points(aims, found, distance=_PIXELS)
    marks = (*_marks("target", targets, matching, 0), *_marks("prediction", found, matching, 1))
    hits, missed, extra = len(matching.pairs), len(matching.missed), len(matching.extra)
    caption = f"{hits} matched, {missed} missed, {extra} extra" if len(marks) else "nothing there, nothing said"
    state: Literal["right", "partly", "wrong"] = "right" if not missed + extra else "partly" if hits else "wrong"
    return Overlay(marks, f"{caption}{aside}", "invalid" if aside else state)


def _read(task: str, reply: str | None) -> tuple[Reply | None, str]:
    """The reading that is drawn, and what to say where it is not the released one."""
    if reply is None:
        return None, " (no reply)"
    reads: dict[Reading, Reply] = read_all(task, reply)
    released, lenient = reads["released"], reads["lenient"]
    if released.value is not None:
        return released, ""
    aside = f" (invalid as the paper reads: {released.fault}"
    return (
        (lenient, f"{aside}; drawn as the lenient reading has it)")
        if lenient.value is not None
        else (None, aside + ")")
    )


def _marks(role: Literal["target", "prediction"], places: Floats, matching: Matching, column: int) -> Sequence[Mark]:
    matched = set(matching.pairs[:, column].tolist()) if len(matching.pairs) else set()
    return [Mark(role, _rounded(place), number in matched) for number, place in enumerate(places)]


def _rounded(place: Floats) -> tuple[float, ...]:
    return tuple(float(value) for value in place)
