"""Finds and reads the title and the labels of the axes."""

from typing import Literal

import numpy as np

from snellen.readers.pixels.lettering import line_fit, read_line
from snellen.readers.pixels.picture import Bytes, Mask, Picture, UnreadableError
from snellen.readers.pixels.plot_area import PlotArea
from snellen.readers.pixels.tick_marks import find_tick_marks

__all__ = ["Place", "fits_of", "line_image", "read_text"]

Place = Literal["title", "horizontal", "vertical"]


def read_text(picture: Picture, plot: PlotArea, place: Place) -> str:
    """The title, or the label of an axis. Raises UnreadableError where there is none."""
    return read_line(line_image(picture, plot, place))


def fits_of(image: Bytes, texts: list[str]) -> list[float]:
    """How well each text fits a picture of one line: the recogniser's log-likelihood, greatest for the likeliest."""
    return line_fit(image, texts)


def line_image(picture: Picture, plot: PlotArea, place: Place) -> Bytes:
    """The picture of one line of type, upright: the title, or the label of an axis.

    The title stands above the plot; the horizontal label is the last line below it, the vertical one the outermost
    column of ink left of it, read from the bottom up. Raises UnreadableError where there is none.
    """
    if place == "title":
        return _cut(picture, (0, max(0, plot.top - 2)), (0, picture.width), last=False)
    if place == "horizontal":
        end = find_tick_marks(picture, plot, "bottom").end
        return _cut(picture, (end, picture.height), (plot.left, plot.right), last=True)
    end = find_tick_marks(picture, plot, "left").end
    turned = Picture(np.ascontiguousarray(np.rot90(picture.pixels, -1)))
    # Turned clockwise, the left margin is at the top and the plot's bottom at the left.
    return _cut(turned, (0, end), (picture.height - plot.bottom, picture.height - plot.top), last=False)


def _cut(picture: Picture, rows: tuple[int, int], columns: tuple[int, int], *, last: bool) -> Bytes:
    """The first or the last line of type in a box, wider than the box where the type is."""
    part = picture.ink[rows[0] : rows[1]]
    inner = part[:, columns[0] : columns[1]]
    bands = _bands(np.asarray(inner.any(axis=1)))
    if not bands:
        raise UnreadableError("no text")
    top, bottom = bands[-1] if last else bands[0]
    line = np.asarray(part[top:bottom].any(axis=0))
    reach = 3 * (bottom - top)
    left, right = _extent(line, columns, reach)
    room = max(2, (bottom - top) // 4)
    crop = np.empty((bottom - top + 2 * room, right - left + 2 * room, 3), dtype=np.uint8)
    crop[:] = picture.page
    crop[room:-room, room:-room] = picture.pixels[rows[0] + top : rows[0] + bottom, left:right]
    return crop


def _bands(inked: Mask) -> list[tuple[int, int]]:
    """Runs of inked lines that are tall enough for type."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inked, [False]]).astype(np.int8)))
    runs = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [run for run in runs if run[1] - run[0] >= 6]


def _extent(line: Mask, columns: tuple[int, int], reach: int) -> tuple[int, int]:
    """The extent of the type that begins within the columns and may run on beyond them."""
    places = np.flatnonzero(line)
    inside = places[(places >= columns[0]) & (places < columns[1])]
    left, right = int(inside[0]), int(inside[-1]) + 1
    for place in places[places < left][::-1].tolist():
        if left - place > reach:
            break
        left = place
    for place in places[places >= right].tolist():
        if place - right > reach:
            break
        right = place + 1
    return left, right
