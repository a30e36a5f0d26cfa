"""What is drawn over a picture, as data for `marks.js`."""

from collections.abc import Sequence
from typing import Any

from snellen.dataset import Chart
from snellen.exhibits import Mark, Overlay

__all__ = ["mark_values", "overlay_values"]

_MOST_MARKS = 400
_FARTHEST = 1e6


def mark_values(marks: Sequence[Mark]) -> list[list[float]]:
    """Marks for `marks.js`: role (0 target, 1 prediction), fate (0 unmatched, 1 matched, 2 neither), place.

    A reply of thousands is cut after some hundred marks, matched ones first.
    """
    order = sorted(marks, key=lambda mark: mark.matched is not True)[:_MOST_MARKS]
    return [
        [
            int(mark.role == "prediction"),
            2 if mark.matched is None else int(mark.matched),
            *(_short(value) for value in mark.place),
        ]
        for mark in order
    ]


def overlay_values(overlay: Overlay, chart: Chart) -> dict[str, Any]:
    """An overlay with the size of its picture, in whose pixels the marks are."""
    return {
        "width": chart.width,
        "height": chart.height,
        "caption": overlay.caption,
        "marks": mark_values(overlay.marks),
    }


def _short(value: float) -> float:
    rounded = round(min(max(value, -_FARTHEST), _FARTHEST), 1)
    return int(rounded) if rounded == int(rounded) else rounded
