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
_INK, _PALE_INK = 0.1, 0.03
_SLACK, _LOOK = 2, 8
_FEWEST, _PALE = 2, 2
_WIDEST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class TickMarks:
    """Tick marks outside one side of the plot."""

    places: Floats
    """Along the axis, in pixels, ascending: the pixel in column i covers i..i+1. Empty where there are none."""
    end: int
    """How far they reach: the first row below, or the last column left of, the frame and its tick marks."""


def find_tick_marks(picture: Picture, plot: PlotArea, side: Literal["bottom", "left"]) -> TickMarks:
    """The tick marks of the plot's frame at its bottom or its left: outside, or else inside it, gridlines included.

    They start at the frame's edge and are narrow.
    """
    outside, end = _marks_in(_strip(picture, plot, side, inwards=False), plot, side)
    reach = _absolute(plot, side, end)
    if len(outside) >= _FEWEST:
        return TickMarks(outside, reach)
    inside, _ = _marks_in(_strip(picture, plot, side, inwards=True), plot, side)
    return TickMarks(inside if len(inside) > max(_FEWEST, len(outside)) else outside, reach)


def _marks_in(strip: Floats, plot: PlotArea, side: str) -> tuple[Floats, int]:
    """The tick marks in a strip along the frame, and how many of its lines the frame and they take."""
    low, high = (plot.left, plot.right) if side == "bottom" else (plot.top, plot.bottom)
    first = max(0, low - _SLACK)
    strip = strip[:, first : high + _SLACK]
    ink = strip > _INK
    none = np.empty(0)
    # The frame's, or the ground's, last line may be pale.
    shares = (strip > _PALE_INK).sum(axis=1) / (high - low)
    start = int(np.argmax(shares < _SPINE_SHARE)) if len(ink) > 2 else 0
    if len(ink) <= 2 or shares[start] >= _SPINE_SHARE:
        return none, 0
    # The other axis' tick marks and labels reach to the corners.
    inked = np.asarray(ink[:, 3 * _SLACK : -3 * _SLACK].any(axis=1))
    if not inked[start : start + _PALE + 1].any():
        inked = np.asarray(ink.any(axis=1))
    # A ground of its own may end in a pale line or two.
    start += int(np.argmax(inked[start : start + _PALE + 1]))
    blank = np.flatnonzero(~inked[start:])
    depth = int(blank[0]) if len(blank) else len(ink) - start
    if depth < 2:
        return none, start + depth
    # The line next to the frame may hold the frame's own blurred edge; the last one is a blurred end.
    skipped = 0 if depth <= 3 else 1
    lines = strip[start + skipped : start + max(1, min(depth, _LOOK) - 1)]
    profile = lines.min(axis=0) if len(lines) > 1 else lines[0]
    return _centres(profile, _WIDEST_SHARE * (high - low)) + first, start + depth


def _strip(picture: Picture, plot: PlotArea, side: str, *, inwards: bool) -> Floats:
    """How much each pixel along a side of the frame differs from the ground there, 0 to 1, lines from the frame on."""
    deep = 6 + int(_DEEPEST_SHARE * max(picture.width, picture.height))
    ground = picture.page
    if side == "bottom":
        rows = slice(max(0, plot.bottom - deep), plot.bottom) if inwards else slice(plot.bottom - 1, plot.bottom + deep)
        part = picture.pixels[rows]
        part = part[::-1] if inwards else part
    else:
        columns = slice(plot.left, plot.left + deep) if inwards else slice(max(0, plot.left - deep), plot.left + 1)
        part = picture.pixels[:, columns]
        part = (part if inwards else part[:, ::-1]).transpose(1, 0, 2)
    if inwards:
        middle = picture.pixels[plot.top : plot.bottom : 5, plot.left : plot.right : 5].reshape(-1, 3)
        ground = np.median(middle, axis=0).astype(np.uint8)
    import cv2

    whole = np.empty_like(part, order="C")
    whole[:] = ground
    difference = cv2.absdiff(np.ascontiguousarray(part), whole)
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
