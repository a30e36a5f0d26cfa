"""Finds the entries of a legend: a name, and left of it a piece of its series."""

from dataclasses import dataclass

import numpy as np

from snellen.readers.pixels.picture import Bytes, Floats, Mask, Picture, stands_out
from snellen.readers.pixels.plot_area import PlotArea

__all__ = ["Entry", "find_entries"]

_LIKE_TYPE = 90.0
_SAMPLE_REACH = 7.0
"""How far left of a name its sample begins, in heights of type, at most."""


@dataclass(frozen=True)
class Entry:
    """One entry: the picture of its name, the colour of its sample, and the sample's pixels."""

    name: Bytes
    colour: tuple[int, int, int]
    sample: Mask
    top: int


def find_entries(picture: Picture, plot: PlotArea, height: float) -> list[Entry]:
    """The entries from the top; `height` is that of a digit in the picture's type, in pixels.

    Names are lines of the type's colour, inside the plot or right of it, that have another colour to their left.
    """
    region = picture.pixels[plot.top + 4 : plot.bottom - 4, plot.left + 4 :]
    ground = np.median(region[::7, ::7].reshape(-1, 3), axis=0).astype(np.uint8)
    ink = stands_out(region, ground)
    type_colour = _darkest(picture, plot)
    like = np.linalg.norm(region.astype(np.float64) - type_colour, axis=2)
    line_like = _ruled(ink, plot)
    lines = _lines(ink & ~line_like & (_grey(region) < 30), height)
    found = []
    for left, top, right, bottom in lines:
        if (like[top:bottom, left:right] < _LIKE_TYPE).sum() < 8:
            continue
        start, stop = max(0, left - round(_SAMPLE_REACH * (bottom - top))), max(0, left - 2)
        rows = slice(max(0, top - 2), bottom + 2)
        beside = region[rows, start:stop].astype(np.float64)
        sample = ink[rows, start:stop] & ~line_like[rows, start:stop]
        # What is nearest to the name on its left is the sample; a gap of two heights ends it.
        sample[:, : _gap_end(sample, 2 * (bottom - top))] = False
        if sample.sum() < 6:
            continue
        away = np.linalg.norm(beside[sample] - ground, axis=1)
        colour = np.median(beside[sample][away >= np.percentile(away, 60)], axis=0)
        pixels = sample & (np.linalg.norm(beside - colour, axis=2) < 80)
        room = max(2, (bottom - top) // 4)
        name = region[max(0, top - room) : bottom + room, max(0, left - 2) : right + room]
        red, green, blue = (round(part) for part in colour.tolist())
        found.append(Entry(np.ascontiguousarray(name), (red, green, blue), pixels, top))
    return sorted(found, key=lambda entry: entry.top)


def _darkest(picture: Picture, plot: PlotArea) -> Floats:
    """The colour of type: what is furthest from the page in the margin below the plot."""
    margin = picture.pixels[plot.bottom + 2 :].reshape(-1, 3).astype(np.float64)
    away = np.linalg.norm(margin - picture.page, axis=1)
    return np.asarray(np.median(margin[away >= 0.9 * away.max()], axis=0))


def _grey(pixels: Bytes) -> Floats:
    """How far from grey each pixel is."""
    return np.asarray(pixels.max(axis=2).astype(np.float64) - pixels.min(axis=2))


def _ruled(ink: Mask, plot: PlotArea) -> Mask:
    """Rows and columns that hold a line across the plot, and the frame and the outline of a legend."""
    import cv2

    mask = ink.view(np.uint8)
    size = max(20, min(plot.width, plot.height) // 14)
    across = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, size), dtype=np.uint8)), dtype=np.uint8)
    down = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, 1), dtype=np.uint8)), dtype=np.uint8)
    rows, columns = ink.mean(axis=1) > 0.3, ink.mean(axis=0) > 0.3
    return np.asarray((across > 0) & _thin(across, 0) | (down > 0) & _thin(down, 1) | rows[:, None] | columns)


def _thin(mask: Bytes, axis: int) -> Mask:
    """Pixels of strokes that are at most four pixels wide across their direction."""
    import cv2

    kernel = np.ones((5, 1) if axis == 0 else (1, 5), dtype=np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) == 0)


def _lines(ink: Mask, height: float) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) of lines of type: glyphs of about a digit's size, side by side."""
    import cv2

    glyphs = np.zeros_like(ink).view(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(ink.view(np.uint8), connectivity=8)
    fit = (boxes[:, 3] <= 2.0 * height) & (boxes[:, 2] <= 2.2 * height) & (boxes[:, 4] >= 2)
    fit[0] = False
    glyphs = fit[labels].astype(np.uint8)
    reach = max(3, round(0.75 * height))
    closed = cv2.morphologyEx(glyphs, cv2.MORPH_CLOSE, np.ones((3, 2 * reach + 1), dtype=np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    return [
        (x, y, x + w, y + h)
        for x, y, w, h, _ in found[1:].tolist()
        if 0.5 * height <= h <= 2.4 * height and w >= 0.7 * height
    ]


def _gap_end(sample: Mask, gap: int) -> int:
    """Where what belongs to the name begins: after the last gap of that many empty columns."""
    inked = np.flatnonzero(sample.any(axis=0))
    if not len(inked):
        return 0
    wide = np.flatnonzero(np.diff(inked) > gap)
    return int(inked[wide[-1] + 1]) if len(wide) else int(inked[0])
