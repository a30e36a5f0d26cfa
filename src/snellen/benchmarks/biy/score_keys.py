"""What a reply is held against: a question's key, as far as it is there."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.keys import TASKS
from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.dataset import Question

__all__ = ["WIDTHS", "Key", "key_to_score"]

WIDTHS = {"boxes": 4, "points": 2}
"""The numbers of an element of an answer, by the answer's type."""


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """The key of one question.

    `answer` is a count, a word, or boxes or points in pixels of the image, of shape (n, 4) or (n, 2). `size` is the
    image's width and height, `plot` those of the rectangle inside its axes; NaN where unknown.
    """

    answer: int | str | NDArray[np.float64]
    size: tuple[float, float]
    plot: tuple[float, float]


_UNKNOWN = (float("nan"), float("nan"))


def key_to_score(question: Question) -> Key | None:
    """A question's key; None where it has none, its task is unknown, or what its answer is measured with is missing."""
    data: dict[str, Any] = question.answer_data or {}
    if question.answer is None:
        return None
    if question.task in WORDS:
        word = data.get("word")
        return Key(word, _UNKNOWN, _UNKNOWN) if isinstance(word, str) else None
    task = TASKS.get(question.task)
    if task is None:
        return None
    if task.answer_type == "count":
        count = data.get("count")
        return Key(count, _UNKNOWN, _UNKNOWN) if isinstance(count, int) else None
    size, pixels = _two(question.metadata.get("size")), data.get("pixels")
    if size is None or not isinstance(pixels, list):
        return None
    places = np.array(pixels, dtype=np.float64).reshape(-1, WIDTHS[task.answer_type])
    return Key(places, size, _two(question.metadata.get("plot")) or _UNKNOWN)


def _two(value: Any) -> tuple[float, float] | None:
    numbers = [each for each in value if isinstance(each, int | float) and each > 0] if isinstance(value, list) else []
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
