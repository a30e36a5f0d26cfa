"""Room for titles, labels and legends around a sampled look: the picture grows, its plot stays as it is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.looks import to_pixels
from snellen.benchmarks.grab.scene import Curve, Legend, LegendEntry, Look, Points
from snellen.benchmarks.grab.type_widths import LINE_HEIGHT, text_width, wrapped
from snellen.dataset import Rectangle

__all__ = ["LegendText", "labelled", "with_legend"]

Floats = NDArray[np.float64]

HANDLE, GAP, PADDING, ROW = 2.4, 0.6, 0.6, 1.5
"""Of a legend, in ems: the piece of a mark, the gap behind it, the room inside the frame, and a line."""
CLEARANCE = 0.6
"""In ems, between a legend and the plot's frame or the marks."""


@dataclass(frozen=True, slots=True)
class LegendText:
    """What a legend says: its heading, if any, and the names of the marks in drawing order, listed in that order."""

    heading: str | None
    names: Sequence[str]


def labelled(look: Look, title: str, horizontal: str, vertical: str) -> Look:
    """The look with a title and axis labels, broken into lines where they are longer than the picture is wide or high.

    Plot, limits and ticks stay; the picture grows by what the lines need beyond the one of each axis that it has room
    for.
    """
    em = look.font_size * look.dpi / 72
    plot = look.plot
    across = 2 * (min(plot.left + plot.width / 2, look.width - plot.left - plot.width / 2) / em - 0.5)
    up = 2 * (min(plot.top + plot.height / 2, look.height - plot.top - plot.height / 2) / em - 0.5)
    title, horizontal = (wrapped(text, look.font_family, across) for text in (title, horizontal))
    vertical = wrapped(vertical, look.font_family, up)
    line = LINE_HEIGHT * em
    above = math.ceil((title.count("\n") + 1) * line + 0.2 * em)
    below, left = (math.ceil(text.count("\n") * line) for text in (horizontal, vertical))
    return replace(
        look,
        width=look.width + left,
        height=look.height + above + below,
        plot=plot.model_copy(update={"left": plot.left + left, "top": plot.top + above}),
        title=title,
        x_label=horizontal,
        y_label=vertical,
    )


def with_legend(
    rng: np.random.Generator, look: Look, marks: Sequence[Curve | Points], text: LegendText
) -> tuple[Look, Legend]:
    """A legend inside the plot where it hides no mark, or else on the right of the plot, and the look with it.

    On the right the picture grows by its width. `marks` are in the order of the names.
    """
    size = look.font_size if rng.random() < 0.5 else max(9.0, look.font_size - 2)
    em, framed = size * look.dpi / 72, bool(rng.random() < 0.7)
    texts = [*text.names, *([text.heading] if text.heading else [])]
    widths = [text_width(each, look.font_family) for each in texts]
    inner = max(HANDLE + GAP + max(widths[: len(text.names)]), *widths[len(text.names) :], 0.0)
    width, height = (inner + 2 * PADDING) * em, (ROW * len(texts) + 2 * PADDING) * em
    if rng.random() < 0.75:
        places = _places(look, width, height, CLEARANCE * em)
        drawn = [_inked(look, mark) for mark in marks]
        for at in rng.permutation(len(places)):
            if not any(_covers(places[int(at)], CLEARANCE * em + reach, points) for points, reach in drawn):
                # Without a frame its samples of marks could be taken for data.
                return look, _filled(places[int(at)], text, look, size, framed=True)
    left, top = look.plot.right + em, look.plot.top + rng.choice([0.0, 0.5]) * max(0.0, look.plot.height - height)
    right = left + width + CLEARANCE * em
    bottom = top + height + CLEARANCE * em
    grown = replace(look, width=max(look.width, math.ceil(right)), height=max(look.height, math.ceil(bottom)))
    box = Rectangle(left=round(left, 3), top=round(top, 3), width=round(width, 3), height=round(height, 3))
    return grown, _filled(box, text, look, size, framed=framed)


def _places(look: Look, width: float, height: float, gap: float) -> list[Rectangle]:
    """Where a box of that size can stand inside the plot: corners, and the middles of its sides."""
    plot = look.plot
    columns = [plot.left + gap, plot.left + (plot.width - width) / 2, plot.right - gap - width]
    rows = [plot.top + gap, plot.top + (plot.height - height) / 2, plot.bottom - gap - height]
    if width + 2 * gap > plot.width or height + 2 * gap > plot.height:
        return []
    return [
        Rectangle(left=round(left, 3), top=round(top, 3), width=round(width, 3), height=round(height, 3))
        for column, left in enumerate(columns)
        for row, top in enumerate(rows)
        if (column, row) != (1, 1)
    ]


def _inked(look: Look, mark: Curve | Points) -> tuple[Floats, float]:
    """Places in pixels along a mark, closer together than a letter is wide, and how far its ink reaches around them."""
    joined = isinstance(mark, Curve) or mark.line_style is not None
    points = mark.width if isinstance(mark, Curve) else max(mark.size, mark.line_width)
    places = to_pixels(look, mark.x, mark.y)
    if joined and len(places) > 1:
        steps = np.hypot(*np.diff(places, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        even = np.arange(0.0, along[-1] + 4.0, 4.0)
        places = np.column_stack([np.interp(even, along, places[:, 0]), np.interp(even, along, places[:, 1])])
    return places, points / 2 * look.dpi / 72


def _covers(box: Rectangle, reach: float, places: Floats) -> bool:
    x, y = places.T
    inside = (x > box.left - reach) & (x < box.right + reach) & (y > box.top - reach) & (y < box.bottom + reach)
    return bool(inside.any())


def _filled(box: Rectangle, text: LegendText, look: Look, size: float, *, framed: bool) -> Legend:
    """The legend in its box, line by line."""
    em = size * look.dpi / 72
    left, above = box.left + PADDING * em, PADDING + (ROW if text.heading else 0.0)
    entries = []
    for row, name in enumerate(text.names):
        middle = box.top + (above + (row + 0.5) * ROW) * em
        entries.append(
            LegendEntry(
                name=name,
                mark=row,
                left=left,
                right=left + HANDLE * em,
                middle=middle,
                text_left=left + (HANDLE + GAP) * em,
                baseline=middle + 0.27 * em,
            )
        )
    return Legend(
        box=box,
        entries=tuple(entries),
        font_size=size,
        framed=framed,
        heading=text.heading,
        heading_left=left,
        heading_baseline=box.top + (PADDING + 0.5 * ROW + 0.27) * em,
    )
