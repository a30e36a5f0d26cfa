"""Reads bars, and pictures in their place: where each ends on the value axis, or the number printed there."""

import numpy as np

from snellen.readers.pixels.chartom.page_texts import PageText
from snellen.readers.pixels.chartom.panel import Panel
from snellen.readers.pixels.chartom.readings import Reading

__all__ = ["has_bars", "read_bars"]

_THINNEST = 12
"""Pixels: what is as wide and half as high is no line."""
_PRINTED_REACH, _LEVEL = 2.5, 2.0


def has_bars(panel: Panel) -> bool:
    """Whether most names below the plot have wide ink above them."""
    import cv2

    if not panel.names:
        return False
    kernel = np.ones((_THINNEST // 2, _THINNEST), dtype=np.uint8)
    wide = cv2.morphologyEx(panel.ink.view(np.uint8), cv2.MORPH_OPEN, kernel)
    spans = [rows for name in panel.names if len(rows := np.flatnonzero(wide[:, _band(panel, name)].any(axis=1)))]
    if len(spans) < 0.6 * len(panel.names):
        return False
    # Bars stand, or hang, on one line; the marks of a line are as high as wide, and level only where values are.
    ends = np.array([(rows[0], rows[-1]) for rows in spans], dtype=np.float64)
    level = (np.abs(ends - np.median(ends, axis=0)) <= _LEVEL).mean(axis=0) >= 0.6
    return bool(level.any() and (not level.all() or np.median(ends[:, 1] - ends[:, 0]) > 2 * _THINNEST))


def read_bars(panel: Panel) -> list[Reading]:
    """The bars from the left, named by the row below them.

    A bar's end is the one of its two ends that is not where the other bars' are. A number beside the end is the bar's
    value whatever its length; without one, and without an axis, there is none.
    """
    spans = []
    for name in panel.names:
        band = panel.ink[:, _band(panel, name)]
        rows = np.flatnonzero(2 * band.sum(axis=1) >= max(1, band.shape[1]))
        if len(rows):
            spans.append((name, float(rows[0] + panel.top), float(rows[-1] + 1 + panel.top)))
    if not spans:
        return []
    tops, bottoms = np.array([span[1] for span in spans]), np.array([span[2] for span in spans])
    hanging = bool(np.ptp(bottoms) > np.ptp(tops) + 4)
    axis = panel.axes[0] if panel.axes else None
    found = []
    for name, top, bottom in spans:
        end = bottom if hanging else top
        printed = _printed(panel, name, end)
        length = float(axis.value(end)) if axis else bottom - top
        if printed is not None:
            found.append(Reading(name.text, printed, name.middle_x, end, printed=True, length=length))
        elif axis is not None:
            found.append(Reading(name.text, length, name.middle_x, end))
    return found


def _band(panel: Panel, name: PageText) -> slice:
    """The columns of `ink` around the middle of a name."""
    middle = round(name.middle_x) - panel.left
    return slice(max(0, middle - 2), max(1, middle + 3))


def _printed(panel: Panel, name: PageText, end: float) -> float | None:
    """The number just outside a bar's end, or just inside it."""
    near = [
        (abs(text.middle_y - end), text.number)
        for text in panel.within()
        if text.number is not None
        if abs(text.middle_x - name.middle_x) <= max(8.0, 0.6 * (text.right - text.left))
        if abs(text.middle_y - end) <= _PRINTED_REACH * text.height
    ]
    return min(near)[1] if near else None
