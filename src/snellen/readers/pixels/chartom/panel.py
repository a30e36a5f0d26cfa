"""What a chart's page is made of: its lines of type, value axes, row of names, and the coloured ink between them."""

from dataclasses import dataclass

import numpy as np

from snellen.readers.pixels.chartom.page_texts import PageText, page_texts
from snellen.readers.pixels.chartom.value_axes import ValueAxis, find_value_axes
from snellen.readers.pixels.colours import Inked, find_colours
from snellen.readers.pixels.ground import Drawn
from snellen.readers.pixels.picture import Bytes, Floats, Mask, Picture
from snellen.readers.pixels.view import View

__all__ = ["Legend", "Panel", "panel_of"]

_COLOURED, _APART = 20.0, 45.0
"""Ink is coloured that is this far from every grey and this far from the ground, Euclidean in 8-bit RGB."""
_LEAST_COLOURED = 0.0008


@dataclass(frozen=True, slots=True)
class Legend:
    """An entry of a legend: what it says, and the colour of the sample left of it."""

    text: str
    colour: tuple[float, float, float]


@dataclass(frozen=True)
class Panel:
    """A chart's page as seen."""

    texts: tuple[PageText, ...]
    axes: tuple[ValueAxis, ...]
    names: tuple[PageText, ...]
    """The row of type below the plot, from the left: names, years or numbers. Empty where there is none."""
    left: int
    top: int
    """Where the first column and row of `ink` are in the picture."""
    pixels: Bytes
    ink: Mask
    """Coloured pixels between the axes and the row of names: shape (height, width)."""
    ground: Bytes
    legend: tuple[Legend, ...]

    def within(self) -> list[PageText]:
        """The texts that are neither labels of an axis nor names below the plot."""
        taken = {id(text) for axis in self.axes for text in axis.texts} | {id(text) for text in self.names}
        return [text for text in self.texts if id(text) not in taken]

    def inked(self) -> Inked:
        """The ink by colour, places within `ink`."""
        return find_colours(Drawn(self.pixels, self.left, self.top, self.ground, self.ink, np.zeros_like(self.ink)))


def panel_of(view: View) -> Panel:
    """The page of a view, looked at once."""
    return view.kept("chartom panel", lambda: _look(view.picture))


def _look(picture: Picture) -> Panel:
    texts = page_texts(picture)
    axes = find_value_axes(picture, texts)
    labels = {id(text) for axis in axes for text in axis.texts}
    free = [text for text in texts if id(text) not in labels]
    names = _names(picture, free, axes)
    left, top, right, bottom = _box(picture, free, axes, names)
    pixels = np.ascontiguousarray(picture.pixels[top:bottom, left:right])
    ground = _commonest(pixels, picture.page)
    legend = tuple(entry for text in free if (entry := _entry(picture, text)) is not None)
    return Panel(tuple(texts), tuple(axes), tuple(names), left, top, pixels, _coloured(pixels, ground), ground, legend)


def _names(picture: Picture, texts: list[PageText], axes: list[ValueAxis]) -> list[PageText]:
    """The row below the lowest label of the axes, or in the lower half: the first of those with the most texts."""
    lowest = max((text.middle_y for axis in axes for text in axis.texts), default=0.5 * picture.height)
    below = [text for text in texts if text.middle_y > lowest]
    rows = [[other for other in below if abs(other.middle_y - text.middle_y) <= 0.6 * text.height] for text in below]
    best = max(rows, key=lambda row: (len(row), -row[0].top), default=[])
    return sorted(best, key=lambda text: text.left) if len(best) >= 2 else []


def _box(
    picture: Picture, texts: list[PageText], axes: list[ValueAxis], names: list[PageText]
) -> tuple[int, int, int, int]:
    """The half-open box between axes, title and names: left, top, right, bottom; the page where there are none."""
    labels = [text for axis in axes for text in axis.texts]
    left = max((text.right + 1 for axis in axes if axis.side == "left" for text in axis.texts), default=0)
    right = min((text.left - 1 for axis in axes if axis.side == "right" for text in axis.texts), default=picture.width)
    bottom = min((text.top - 1 for text in names), default=picture.height)
    below_title = min((text.bottom + 1 for text in texts), default=0) if names else 0
    top = _top(texts, labels) if labels else below_title
    if right - left < 8 or bottom - top < 8:
        return 0, 0, picture.width, picture.height
    return left, max(0, top), right, bottom


def _top(texts: list[PageText], labels: list[PageText]) -> int:
    """Where the plot begins: up to a step above the highest label, and below the title and the legend."""
    rows = np.unique([text.middle_y for text in labels])
    highest = float(rows[0]) - 0.8 * float(np.median([text.height for text in labels]))
    step = float(np.diff(rows).max()) if len(rows) > 1 else 0.0
    above = [text.bottom + 1 for text in texts if text.number is None and text.bottom <= highest]
    return round(min(highest, max([highest - step, *above])))


def _coloured(pixels: Bytes, ground: Bytes) -> Mask:
    """Where ink has a colour; where next to none has, all that is far from the ground and no line across."""
    away = pixels.astype(np.float64) - ground
    grey = away.mean(axis=2, keepdims=True)
    distance = np.linalg.norm(away, axis=2)
    coloured = (np.linalg.norm(away - grey, axis=2) > _COLOURED) & (distance > _APART)
    if coloured.mean() < _LEAST_COLOURED:
        coloured = distance > 0.5 * max(60.0, float(np.percentile(distance, 99.5)))
        coloured &= (coloured.mean(axis=1) < 0.8)[:, None]
    # An axis may have its series' colour: it fills a column from top to bottom.
    lines = coloured.mean(axis=0) > 0.75
    wide = np.convolve(lines, np.ones(9), mode="same") >= 8
    return np.asarray(coloured & ~(lines & ~wide)[None, :])


def _commonest(pixels: Bytes, page: Bytes) -> Bytes:
    """The commonest colour along the left and right edges of the plot and its top, where little is drawn."""
    edge = np.concatenate([pixels[:, 4:12].reshape(-1, 3), pixels[:, -8:].reshape(-1, 3), pixels[4:8].reshape(-1, 3)])
    codes, counts = np.unique(edge.astype(np.int64) @ np.array([65536, 256, 1]), return_counts=True)
    if not len(codes):
        return page
    code = int(codes[counts.argmax()])
    return np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.uint8)


def _entry(picture: Picture, text: PageText) -> Legend | None:
    """The sample left of a line of type: coloured pixels within three heights and of another colour than the type."""
    start, stop = max(0, text.left - round(3.2 * text.height)), max(0, text.left - 2)
    beside = picture.pixels[text.top : text.bottom, start:stop].reshape(-1, 3).astype(np.float64)
    if not len(beside):
        return None
    away: Floats = beside - picture.page
    coloured = np.linalg.norm(away - away.mean(axis=1, keepdims=True), axis=1) > 2 * _COLOURED
    if coloured.sum() < max(6, 0.03 * len(beside)):
        return None
    red, green, blue = np.median(beside[coloured], axis=0).tolist()
    return Legend(text.text, (red, green, blue))
