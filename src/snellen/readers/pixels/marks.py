"""Marks in the plot: the points of each series, one colour a series, their centres to a fraction of a pixel."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.colours import Inked
from snellen.readers.pixels.joined_marks import joined_centres, split_centres
from snellen.readers.pixels.picture import Floats, Mask
from snellen.readers.pixels.view import View

__all__ = ["Series", "see_centres", "see_series"]

_FRAGMENT, _SEVERAL = 0.3, 1.6
"""Of the usual mark's area: smaller pieces are no marks, larger ones hold several."""
_SURE = 0.6
_JOINED_SPAN = 4.0
"""A piece that spans more than this many marks is a line that joins them."""


@dataclass(frozen=True)
class Series:
    """The marks of one colour: centres in pixels of the picture, and what they stand for."""

    colour: tuple[int, int, int]
    pixels: Floats
    """Shape (n, 2): x and y."""
    x: Floats
    y: Floats
    """In the units of the axes; empty where the axes cannot be read."""


@dataclass(frozen=True)
class _Pieces:
    """Connected pixels of one colour: arrays of one shape."""

    colour: NDArray[np.intp]
    area: Floats
    x: Floats
    y: Floats
    span: Floats
    """The longer side of the box around a piece."""
    deepest: Floats
    """The greatest share of its colour that a pixel of the piece has."""
    of_pixel: NDArray[np.intp]


def see_series(view: View) -> list[Series]:
    """The series of points in the plot, the one with most ink first. Raises UnreadableError where there are no axes."""
    return view.kept("series", lambda: _look(view))


def see_centres(view: View) -> list[tuple[tuple[int, int, int], Floats]]:
    """Colour and centres, shape (n, 2) in pixels of the picture, of each series; the axes need not be readable."""
    return view.kept("centres", lambda: _centres(view))


def _look(view: View) -> list[Series]:
    axes = view.axes
    return [
        Series(colour, places, axes.x.values(places[:, 0]), axes.y.values(places[:, 1]))
        for colour, places in see_centres(view)
    ]


def _centres(view: View) -> list[tuple[tuple[int, int, int], Floats]]:
    drawn, inked = view.drawn, view.inked
    if not len(inked.rows):
        return []
    pieces = _pieces(inked, drawn.ink)
    found = []
    for index, colour in enumerate(inked.colours):
        mine = np.flatnonzero(pieces.colour == index)
        places = _of_colour(pieces, mine, inked)
        if len(places):
            red, green, blue = (round(part) for part in colour.tolist())
            found.append(((red, green, blue), places + np.array([drawn.left, drawn.top])))
    return found


def _pieces(inked: Inked, ink: Mask) -> _Pieces:
    import cv2

    _, labels = cv2.connectedComponents(ink.view(np.uint8), connectivity=8)
    many = len(inked.colours)
    keys = labels[inked.rows, inked.columns].astype(np.int64) * many + inked.nearest
    codes, of_pixel = np.unique(keys, return_inverse=True)
    count = len(codes)
    area = np.bincount(of_pixel, inked.shares, count).astype(np.float64)
    safe = np.maximum(area, 1e-9)
    x = np.bincount(of_pixel, inked.shares * (inked.columns + 0.5), count) / safe
    y = np.bincount(of_pixel, inked.shares * (inked.rows + 0.5), count) / safe
    span = np.zeros(count)
    order = np.argsort(of_pixel, kind="stable")
    starts = np.searchsorted(of_pixel[order], np.arange(count))
    for places in (inked.columns[order], inked.rows[order]):
        side = np.maximum.reduceat(places, starts) - np.minimum.reduceat(places, starts) + 1
        span = np.maximum(span, side)
    deepest = np.maximum.reduceat(inked.shares[order], starts)
    return _Pieces(codes % many, area, x, y, span, deepest, of_pixel)


def _of_colour(pieces: _Pieces, mine: NDArray[np.intp], inked: Inked) -> Floats:
    """The centres of one colour's marks: shape (n, 2), in pixels of the drawn part."""
    largest = float(pieces.area[mine].max())
    # Specks of mixed colours at the edges of other series' marks are no pieces of this one, nor are pale strokes.
    able = mine[(pieces.area[mine] >= max(3.0, 0.02 * largest)) & (pieces.deepest[mine] >= _SURE)]
    if not len(able):
        return np.empty((0, 2))
    usual_span = float(np.median(pieces.span[able]))
    usual_area = _usual(pieces.area[able])
    long = able[pieces.span[able] > _JOINED_SPAN * max(3.0, min(usual_span, 1.5 * usual_area**0.5))]
    if len(able) <= 3 and not len(long):
        long = able[pieces.area[able] < 0.2 * pieces.span[able] ** 2]
    if len(long):
        # A line that joins marks may be cut by other lines: what hangs on its parts counts too.
        centres = joined_centres(*_mask(pieces, inked, able))
        if len(centres):
            return centres
        able = able[~np.isin(able, long)]
        if not len(able):
            return np.empty((0, 2))
        usual_area = _usual(pieces.area[able])
    found = []
    for piece in able.tolist():
        size = pieces.area[piece] / usual_area
        if size < _FRAGMENT:
            continue
        if size <= _SEVERAL:
            found.append(np.array([[pieces.x[piece], pieces.y[piece]]]))
        else:
            found.append(split_centres(*_mask(pieces, inked, np.array([piece])), usual_area))
    return np.concatenate(found) if found else np.empty((0, 2))


def _usual(areas: Floats) -> float:
    """The area that most pieces have: that with the most others within a fifth of it."""
    near = (np.abs(areas[:, None] / areas - 1) < 0.2).sum(axis=1)
    return float(np.median(areas[near == near.max()]))


def _mask(pieces: _Pieces, inked: Inked, wanted: NDArray[np.intp]) -> tuple[Floats, int, int]:
    """The shares of some pieces' pixels as a picture with a margin, and where its first column and row are."""
    here = np.flatnonzero(np.isin(pieces.of_pixel, wanted))
    rows, columns = inked.rows[here], inked.columns[here]
    left, top = int(columns.min()) - 2, int(rows.min()) - 2
    picture = np.zeros((int(rows.max()) - top + 3, int(columns.max()) - left + 3))
    picture[rows - top, columns - left] = inked.shares[here]
    return picture, left, top
