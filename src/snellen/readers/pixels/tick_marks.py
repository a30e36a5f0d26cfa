"""Finds where an axis has its tick marks, to a fraction of a pixel."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from snellen.readers.pixels.picture import Floats, Picture
from snellen.readers.pixels.plot_area import PlotArea

__all__ = ["TickMarks", "find_tick_marks"]

_SPINE_SHARE = 0.5
"""A line beside the plot whose ink is this share of the plot's side still belongs to the frame."""
_DEEPEST_SHARE = 0.04
_WIDEST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class TickMarks:
    """Tick marks outside one side of the plot."""

    places: Floats
    """Along the axis, in pixels, ascending: the pixel in column i covers i..i+1. Empty where there are none."""
    end: int
    """How far they reach: the first row below, or the last column left of, the frame and its tick marks."""


def find_tick_marks(picture: Picture, plot: PlotArea, side: Literal["bottom", "left"]) -> TickMarks:
    """The tick marks that stand out from the plot's frame at its bottom or its left.

    They start at the frame's outer edge and are narrow.
    """
    strip = _strip(picture, plot, side)
    low, high = (plot.left, plot.right) if side == "bottom" else (plot.top, plot.bottom)
    slack = max(2, (high - low) // 100)
    ink = strip[:, max(0, low - slack) : high + slack] > 0.1
    if len(ink) < 3:
        return TickMarks(np.empty(0), _absolute(plot, side, 0))
    shares = ink.sum(axis=1) / (high - low)
    start = int(np.argmax(shares < _SPINE_SHARE))
    if shares[start] >= _SPINE_SHARE:
        return TickMarks(np.empty(0), _absolute(plot, side, 0))
    blank = np.flatnonzero(~ink[start:].any(axis=1))
    depth = int(blank[0]) if len(blank) else 0
    # The line next to the frame may hold the frame's own blurred edge; the last one is a blurred end.
    if depth < 2:
        return TickMarks(np.empty(0), _absolute(plot, side, start + depth))
    first = start if depth <= 3 else start + 1
    lines = strip[first : start + max(1, depth - 1), max(0, low - slack) : high + slack]
    profile = lines.min(axis=0) if len(lines) > 1 else lines[0]
    places = _centres(profile, _WIDEST_SHARE * (high - low)) + max(0, low - slack)
    return TickMarks(places, _absolute(plot, side, start + depth))


def _strip(picture: Picture, plot: PlotArea, side: str) -> Floats:
    """How much each pixel beside the plot differs from the page, 0 to 1, lines going outwards from the frame."""
    deep = 6 + int(_DEEPEST_SHARE * max(picture.width, picture.height))
    if side == "bottom":
        part = picture.pixels[plot.bottom - 1 : plot.bottom + deep]
    else:
        part = picture.pixels[:, max(0, plot.left - deep) : plot.left + 1][:, ::-1].transpose(1, 0, 2)
    import cv2

    page = tuple(float(value) for value in picture.page)
    difference = cv2.absdiff(np.ascontiguousarray(part), (*page, 0.0))
    most = cv2.max(cv2.max(difference[:, :, 0], difference[:, :, 1]), difference[:, :, 2]).astype(np.float64)
    return np.asarray(most / max(1.0, float(most.max(initial=0.0))))


def _absolute(plot: PlotArea, side: str, lines: int) -> int:
    return plot.bottom - 1 + lines if side == "bottom" else plot.left + 1 - lines


def _centres(profile: Floats, widest: float) -> Floats:
    """The centres of gravity of the narrow runs in a profile."""
    inked = np.concatenate([[False], profile > 0.08, [False]])
    edges = np.flatnonzero(np.diff(inked.astype(np.int8)))
    centres = [
        float(np.average(np.arange(start, stop) + 0.5, weights=profile[start:stop]))
        for start, stop in zip(edges[::2], edges[1::2], strict=True)
        if stop - start <= max(3.0, widest) and profile[start:stop].max() > 0.25
    ]
    return np.array(centres)
