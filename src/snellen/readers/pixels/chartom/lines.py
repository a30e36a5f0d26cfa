"""Reads lines: the value of each series above each name of the row below the plot."""

import numpy as np

from snellen.readers.pixels.chartom.page_texts import PageText
from snellen.readers.pixels.chartom.panel import Panel
from snellen.readers.pixels.chartom.readings import Reading
from snellen.readers.pixels.chartom.value_axes import ValueAxis
from snellen.readers.pixels.picture import Floats, Mask

__all__ = ["centres_of", "marked_names", "read_lines"]

_FULL = 0.5
_SAME_COLOUR = 90.0
_PRINTED_REACH, _MARK_REACH = 3.0, 3.0


def read_lines(panel: Panel) -> list[Reading]:
    """The vertices of every line, one series after the other, from the left.

    With two axes a series belongs to the one whose labels have its colour. A number printed beside a vertex is its
    value where the chart has one series.
    """
    inked = panel.inked()
    masks = []
    for index in range(len(inked.colours)):
        mask = np.zeros_like(panel.ink)
        mine = (inked.nearest == index) & (inked.shares >= _FULL)
        mask[inked.rows[mine], inked.columns[mine]] = True
        # A line goes from name to name; specks of another colour do not.
        if sum(_row_at(panel, mask, name) is not None for name in panel.names) >= 0.6 * len(panel.names):
            masks.append((inked.colours[index], mask))
    found = []
    for colour, mask in masks:
        axis = _axis_of(panel, colour)
        if axis is None:
            continue
        series = _named(panel, colour)
        centres = centres_of(mask)
        for name in panel.names:
            place = _vertex(panel, mask, centres, name)
            if place is None:
                continue
            x, y = place[0] + panel.left, place[1] + panel.top
            printed = _printed(panel, x, y) if len(masks) == 1 else None
            read = axis.value(y)
            length = read if printed is not None else None
            value = printed if printed is not None else read
            found.append(Reading(name.text, value, x, y, series, printed is not None, length))
    return found


def marked_names(panel: Panel) -> dict[str, str]:
    """For each single letter beside a mark in the plot, the name in the row below that mark."""
    found: dict[str, str] = {}
    centres = centres_of(panel.ink) + np.array([panel.left, panel.top])
    height, width = panel.ink.shape
    if not len(centres) or not panel.names:
        return found
    for text in panel.within():
        inside = panel.left <= text.middle_x <= panel.left + width and panel.top <= text.middle_y <= panel.top + height
        if len(text.text) != 1 or not text.text.isupper() or not inside:
            continue
        apart = np.hypot(centres[:, 0] - text.middle_x, centres[:, 1] - text.middle_y)
        nearest = int(apart.argmin())
        if apart[nearest] <= _MARK_REACH * text.height:
            below = min(panel.names, key=lambda name: abs(name.middle_x - centres[nearest, 0]))
            found[text.text] = below.text
    return found


def centres_of(mask: Mask) -> Floats:
    """The middles of the round marks on a line, or off one: shape (n, 2), x and y within the mask."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    opened = cv2.morphologyEx(np.ascontiguousarray(mask).view(np.uint8), cv2.MORPH_OPEN, kernel)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(opened, connectivity=4)
    fit = (boxes[1:, 2] <= 2 * boxes[1:, 3]) & (boxes[1:, 3] <= 2 * boxes[1:, 2])
    return np.asarray(middles[1:][fit] + 0.5, dtype=np.float64).reshape(-1, 2)


def _vertex(panel: Panel, mask: Mask, centres: Floats, name: PageText) -> tuple[float, float] | None:
    """The mark nearest to a name's middle, or else the line's middle above it."""
    x = name.middle_x - panel.left
    if len(centres):
        nearest = centres[np.abs(centres[:, 0] - x).argmin()]
        if abs(nearest[0] - x) <= max(4.0, 0.5 * name.height):
            return float(nearest[0]), float(nearest[1])
    row = _row_at(panel, mask, name)
    return None if row is None else (x, row)


def _row_at(panel: Panel, mask: Mask, name: PageText) -> float | None:
    """The middle of the line above the middle of a name, within the mask."""
    column = round(name.middle_x - panel.left - 0.5)
    rows = np.flatnonzero(mask[:, max(0, column - 1) : max(1, column + 2)].any(axis=1))
    return None if not len(rows) else float(rows[0] + rows[-1] + 1) / 2


def _axis_of(panel: Panel, colour: Floats) -> ValueAxis | None:
    if len(panel.axes) < 2:
        return panel.axes[0] if panel.axes else None
    hue = colour - colour.mean()
    return min(panel.axes, key=lambda axis: float(np.linalg.norm(axis.colour - axis.colour.mean() - hue)))


def _named(panel: Panel, colour: Floats) -> str:
    """The legend's name for a colour, or nothing."""
    apart = [(float(np.linalg.norm(np.array(entry.colour) - colour)), entry.text) for entry in panel.legend]
    near = min(apart, default=(np.inf, ""))
    return near[1] if near[0] <= _SAME_COLOUR else ""


def _printed(panel: Panel, x: float, y: float) -> float | None:
    """The number above or below a vertex."""
    near = [
        (abs(text.middle_y - y), text.number)
        for text in panel.within()
        if text.number is not None and len(text.text) > 1
        if abs(text.middle_x - x) <= 0.6 * (text.right - text.left)
        if 0.5 * text.height <= abs(text.middle_y - y) <= _PRINTED_REACH * text.height
    ]
    return min(near)[1] if near else None
