"""The columns of BIY's results table: what is measured of each reply, under which names."""

from collections.abc import Iterator
from typing import Literal

__all__ = ["IOUS", "MEASURED_READINGS", "NOTE_COLUMNS", "PIXELS", "PLOT_PARTS", "SCORE_COLUMNS", "SUMMARY_COLUMNS"]

SUMMARY_COLUMNS = ("strict", "paper", "exact", "lenient")
"""The value of a reply, by the released reading with invalid replies at 0 and without them, and by the two others.

The value is 1 or 0 for a count or a word, the recall at IoU 0.75 for boxes and the recall at 10 pixels for points.
"""

MEASURED_READINGS: tuple[Literal["released", "lenient"], ...] = ("released", "lenient")
"""The readings that are measured in every way; of `exact` there are the value and whether it is valid."""

IOUS = {"iou75": 0.75, "iou50": 0.5}
"""The least overlap of a box and its target."""

PIXELS = {"10px": 10.0, "20px": 20.0}
"""The greatest distance of a point and its target in pixels."""

PLOT_PARTS = {"plot60": 60, "plot30": 30}
"""The same relative to the plot: a 60th or a 30th of its width across, of its height down."""


def _columns() -> Iterator[str]:
    yield from SUMMARY_COLUMNS
    yield from ("released_valid", "exact_valid", "lenient_valid")
    for reading in MEASURED_READINGS:
        yield from (f"{reading}_number", f"{reading}_error")
        for threshold in IOUS:
            yield from (f"{reading}_{name}_{threshold}" for name in ("precision", "recall", "f1", "mean_iou"))
        for threshold in (*PIXELS, *PLOT_PARTS):
            yield from (f"{reading}_{name}_{threshold}" for name in ("precision", "recall", "f1"))


SCORE_COLUMNS = tuple(_columns())
"""All columns of numbers, headline first."""

NOTE_COLUMNS = ("released_fault", "exact_fault", "lenient_fault")
"""Why each reading finds a reply invalid: a kind of `snellen.benchmarks.biy.replies.FAULTS`."""
