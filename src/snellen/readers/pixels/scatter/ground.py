"""The page without its marks: panel, frame and grid; and where on it marks can stand."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ground", "find_ground"]

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
T = TypeVar("T")

_LINE = 0.25
"""A line of a frame or grid is at least this share of the picture's side long."""
_THICK = 0.008
_LEAST_THICK = 4
"""Lines are no thicker than this share of the picture's side, or this many pixels."""
_TICK = 0.04
"""Tick marks are no longer than this share of the picture's side."""
_END, _SHOWS = 0.1, 0.2
"""A line has its colour in most of this share of its length at the ends, and in this share of the whole."""
_PIECES, _SEEN = 16, 0.6
"""Or else it is seen in this share of so many pieces of its length."""
_BETWEEN = 8
"""Levels by which a colour may miss the ones that it lies between."""
_PANEL = 0.15
"""A panel of another colour than the page is at least this share of the picture."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What is under the marks: `pixels`, 8-bit of shape (height, width, 3), and the panel's colour, shape (3,).

    The plot is the half-open box `left`, `top`, `right`, `bottom` in whole pixels, lines of the frame included; the
    whole picture where nothing marks it out. `framed` says whether something does.
    """

    pixels: Bytes
    panel: Bytes
    left: int
    top: int
    right: int
    bottom: int
    framed: bool


def find_ground(pixels: Bytes) -> Ground:
    """The ground of a scatterplot, 8-bit RGB of shape (height, width, 3).

    The panel's colour is the most common one inside. Lines are rows and columns of which a quarter has one other
    colour; they are taken to run across the plot, under the marks.
    """
    height, width = pixels.shape[:2]
    codes = _codes(pixels)
    panel = _commonest(codes[height // 8 : max(height - height // 8, 1), width // 8 : max(width - width // 8, 1)])
    page = _commonest(np.concatenate([codes[0], codes[-1], codes[:, 0], codes[:, -1]]))
    box = _panel_box(codes, panel) if page != panel else None
    rows, columns = _lines(codes, (panel, page), 1), _lines(codes, (panel, page), 0)
    framed = box is not None or bool(rows and columns)
    if box is None:
        box = _box_of_lines(rows, columns, height, width)
    left, top, right, bottom = box
    ground = np.empty(pixels.shape, dtype=np.uint8)
    ground[:] = _colour(page)
    ground[top:bottom, left:right] = _colour(panel)
    _draw_lines(ground, codes, box, panel)
    return Ground(ground, _colour(panel), left, top, right, bottom, framed)


def _codes(pixels: Bytes) -> NDArray[np.int32]:
    wide = pixels.astype(np.int32)
    return (wide[..., 0] << 16) | (wide[..., 1] << 8) | wide[..., 2]


def _colour(code: int) -> Bytes:
    return np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.uint8)


def _commonest(codes: NDArray[np.int32]) -> int:
    names, counts = np.unique(codes, return_counts=True)
    return int(names[counts.argmax()]) if len(names) else 0xFFFFFF


def _panel_box(codes: NDArray[np.int32], panel: int) -> tuple[int, int, int, int] | None:
    """The box around the panel's colour, where it is large and mostly filled; lines may part it."""
    import cv2

    mask = (codes == panel).astype(np.uint8)
    if mask.mean() < _PANEL:
        return None
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    rows, columns = np.flatnonzero(mask.mean(axis=1) > 0.1), np.flatnonzero(mask.mean(axis=0) > 0.1)
    if not len(rows) or not len(columns):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@dataclass(frozen=True, slots=True)
class _Line:
    """A row or column of one colour: its place, and where it begins and ends (half open)."""

    place: int
    first: int
    last: int


def _lines(codes: NDArray[np.int32], grounds: tuple[int, int], axis: int) -> list[_Line]:
    """Rows (axis 1) or columns (axis 0) that belong to a thin line."""
    across = codes if axis == 1 else codes.T
    count, length = across.shape
    plain = (across == grounds[0]) | (across == grounds[1])
    found = []
    for place in np.flatnonzero((~plain).sum(axis=1) >= max(_LINE * length, 3)).tolist():
        values = across[place][~plain[place]]
        colour = _commonest(values)
        own = np.flatnonzero(across[place] == colour)
        if len(own) >= max(_LINE * length, 3):
            found.append(_Line(place, int(own[0]), int(own[-1]) + 1))
    return [line for _, line in _thin({line.place: line for line in found}, count)]


def _thin(found: dict[int, T], count: int) -> list[tuple[int, T]]:
    """Rows that stand in no thick band, of `count` in all."""
    most = max(_LEAST_THICK, round(_THICK * count))
    kept, run = list[tuple[int, T]](), list[tuple[int, T]]()
    for place, value in found.items():
        if run and place != run[-1][0] + 1:
            kept += run if len(run) <= most else []
            run = []
        run.append((place, value))
    return kept + (run if len(run) <= most else [])


def _box_of_lines(rows: list[_Line], columns: list[_Line], height: int, width: int) -> tuple[int, int, int, int]:
    left, right = _ends([line.place for line in columns], [(line.first, line.last) for line in rows], width)
    top, bottom = _ends([line.place for line in rows], [(line.first, line.last) for line in columns], height)
    return left, top, right, bottom


def _ends(places: list[int], across: list[tuple[int, int]], length: int) -> tuple[int, int]:
    """Where the plot begins and ends: at the outermost lines, unless the lines across them reach far beyond.

    Those reach a little beyond where they go on as tick marks.
    """
    if not across:
        return (places[0], places[-1] + 1) if len(places) > 1 else (0, length)
    first, last = int(np.median([begin for begin, _ in across])), int(np.median([end for _, end in across]))
    if places:
        first = places[0] if abs(places[0] - first) <= _TICK * length else min(first, places[0])
        last = places[-1] + 1 if abs(places[-1] + 1 - last) <= _TICK * length else max(last, places[-1] + 1)
    return first, last


def _draw_lines(ground: Bytes, codes: NDArray[np.int32], box: tuple[int, int, int, int], panel: int) -> None:
    """Writes the lines of a plot into the ground: the commonest colour of each row and column that is not the panel's.

    Lines run from edge to edge, marks may hide much of them.
    """
    left, top, right, bottom = box
    inside = codes[top:bottom, left:right]
    if inside.size == 0:
        return
    target = ground[top:bottom, left:right]
    shown = np.stack([inside >> 16, inside >> 8 & 255, inside & 255], axis=-1)
    rows, columns = _line_colours(inside, panel), _line_colours(inside.T, panel)
    for place, colour in rows.items():
        target[place] = _between(shown[place], target[place], _colour(colour))
    for place, colour in columns.items():
        target[:, place] = _between(shown[:, place], target[:, place], _colour(colour))


def _between(shown: NDArray[np.int32], plain: Bytes, colour: Bytes) -> Bytes:
    """The ground along a line: what is shown where that lies between the colours of panel and line, as in the gaps of
    a dashed one and where lines cross; and the line's colour elsewhere."""
    low, high = np.minimum(plain, colour).astype(np.int32), np.maximum(plain, colour).astype(np.int32)
    fits = np.asarray(((shown >= low - _BETWEEN) & (shown <= high + _BETWEEN)).all(axis=-1))
    return np.where(fits[:, None], shown, colour).astype(np.uint8)


def _line_colours(codes: NDArray[np.int32], panel: int) -> dict[int, int]:
    """The colour of each row that is a line, by its number.

    It is the commonest at the row's ends, where few marks are; or else the commonest of the row, and seen all along it.
    """
    found = {}
    width = codes.shape[1]
    end = max(2, round(_END * width))
    ends = np.concatenate([codes[:, :end], codes[:, width - end :]], axis=1)
    pieces = np.array_split(np.arange(width), _PIECES)
    for place in np.flatnonzero(np.equal(codes, panel).mean(axis=1) < 0.6).tolist():
        row = codes[place]
        colour = _commonest(ends[place])
        if colour != panel and np.equal(row, colour).mean() >= _SHOWS and np.equal(ends[place], panel).mean() < 0.5:
            found[place] = colour
            continue
        colour = _commonest(row)
        seen = sum(bool(np.equal(row[piece], colour).any()) for piece in pieces)
        if colour != panel and seen >= _SEEN * _PIECES:
            found[place] = colour
    return dict(_thin(found, len(codes)))
