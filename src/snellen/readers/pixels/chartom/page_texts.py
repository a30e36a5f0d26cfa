"""Finds the lines of type on a page, wherever they stand, and reads them."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.lettering import read_line
from snellen.readers.pixels.picture import Bytes, Floats, Picture

__all__ = ["PageText", "number_in", "page_texts"]

_STANDS_OUT = 0.42
"""Of the distance from the ground to what is furthest from it: type is no paler than that, gridlines are."""
_TALLEST_SHARE, _SHORTEST = 0.05, 5
_WORD_GAP, _LINE_SLACK = 0.8, 0.75
"""Glyphs of one line are no further apart than this, in heights: sideways, and by their middles."""
_ONE_HUE = 60.0
"""Glyphs further apart in colour than this, grey left out, are no one line: thin ones are paler than others."""
_MOST_LINES = 120
_STRETCH = 1.6
_MOST_GLYPHS = 1500
_ALIKE = str.maketrans(
    {"O": "0", "o": "0", "l": "1", "I": "1", "\N{MINUS SIGN}": "-", "\N{FULLWIDTH COMMA}": ",", " ": None, "|": "1"}
)
_NUMBER = re.compile(r"[-\u2013\u2014]?[$€£]?(?:\d{1,3}(?:[,.]\d{3})+(?!\d)|\d+)(?:\.\d+)?[%kKMm]?")
_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")
_UNITS = {"k": 1e3, "K": 1e3, "M": 1e6, "m": 1e6}


@dataclass(frozen=True, slots=True)
class PageText:
    """A line of type as read: the half-open box of its glyphs in pixels, and the colour that it is set in."""

    text: str
    left: int
    top: int
    right: int
    bottom: int
    colour: tuple[float, float, float]
    middle_y: float
    """The middle of its tall glyphs: commas and descenders reach lower."""
    number: float | None
    """What it says where it is a number and nothing else; thousands may be parted by commas."""

    @property
    def middle_x(self) -> float:
        """Halfway from its left to its right end."""
        return (self.left + self.right) / 2

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top


def page_texts(picture: Picture) -> list[PageText]:
    """The lines of type on a page that run from left to right, from the top.

    Glyphs are connected pixels that stand out from what is around them as far as type does; those of one height, one
    colour and one line that are less than a word's space apart make a line.
    """
    away = _away(picture)
    boxes = _glyphs(away)
    if not len(boxes):
        return []
    colours = np.array([_colour(picture, away, box) for box in boxes.tolist()])
    found = []
    for line in _lines(boxes, colours)[:_MOST_LINES]:
        text = _read(picture, boxes[line], np.median(colours[line], axis=0))
        if text is not None:
            found.append(text)
    return sorted(found, key=lambda text: (text.top, text.left))


def number_in(text: str) -> float | None:
    """The number that a line of type says, or None where it says something else.

    >>> number_in("1,250"), number_in("−3.5"), number_in("45%"), number_in("North")
    (1250.0, -3.5, 45.0, None)
    """
    plain = text.strip().translate(_ALIKE)
    found = _NUMBER.fullmatch(plain)
    if not found or not any(character.isdigit() for character in text):
        return None
    digits = _THOUSANDS.sub("", plain) if "," in plain or plain.count(".") > 1 else plain
    sign = -1.0 if digits[0] in "-\u2013\u2014" else 1.0
    unit = _UNITS.get(digits[-1], 1.0)
    digits = re.sub(r"[^\d.]", "", digits)
    try:
        return sign * float(digits) * unit
    except ValueError:
        return None


def _away(picture: Picture) -> Floats:
    """How far each pixel is from the commonest colour nearby, as a share of the furthest: shape (height, width)."""
    import cv2

    pixels = picture.pixels.astype(np.float32)
    distance = np.linalg.norm(pixels - picture.page.astype(np.float32), axis=2)
    # A ground of another colour: what fills much of the picture.
    codes, counts = np.unique(
        picture.pixels[::3, ::3].reshape(-1, 3).astype(np.int64) @ np.array([65536, 256, 1]), return_counts=True
    )
    for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
        if count >= 0.2 * counts.sum():
            ground = np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.float32)
            distance = np.minimum(distance, np.linalg.norm(pixels - ground, axis=2))
    most = float(np.percentile(cv2.dilate(distance, np.ones((3, 3))), 99.8))
    return np.asarray(distance / max(most, 60.0), dtype=np.float64)


def _glyphs(away: Floats) -> NDArray[np.intp]:
    """The boxes (left, top, right, bottom) of connected pixels of a glyph's size: shape (n, 4)."""
    import cv2

    mask = np.ascontiguousarray(away >= _STANDS_OUT).view(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    tallest = max(12.0, _TALLEST_SHARE * max(away.shape))
    x, y, w, h, area = boxes[1:].T
    solid = area / np.maximum(1, w * h)
    fit = (h <= tallest) & (w <= 2.5 * tallest) & (area >= 2) & ~((w > 6) & (h > 6) & (solid > 0.93))
    # Axes and gridlines in pieces are no glyphs, dashes are.
    fit &= ~((w > 14) & (h <= 2)) & ~((h > 14) & (w <= 1))
    found = np.stack([x, y, x + w, y + h], axis=1)[fit].astype(np.intp)
    return np.asarray(found[:_MOST_GLYPHS], dtype=np.intp)


def _colour(picture: Picture, away: Floats, box: list[int]) -> Floats:
    """The colour of a glyph: of those of its pixels that stand out most."""
    left, top, right, bottom = box
    strong = away[top:bottom, left:right]
    pixels = picture.pixels[top:bottom, left:right][strong >= 0.8 * strong.max()]
    return np.asarray(np.median(pixels.astype(np.float64), axis=0))


def _lines(boxes: NDArray[np.intp], colours: Floats) -> list[NDArray[np.intp]]:
    """The glyphs of each line, as places in `boxes`."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    left, top, right, bottom = (side.astype(np.float64) for side in boxes.T)
    height = bottom - top
    typical = float(np.median(height[height >= _SHORTEST])) if (height >= _SHORTEST).any() else 8.0
    tall = np.maximum(np.maximum(height[:, None], height[None, :]), 0.7 * typical)
    gap = np.maximum(left[:, None], left[None, :]) - np.minimum(right[:, None], right[None, :])
    middle = (top + bottom) / 2
    near = (gap <= _WORD_GAP * np.minimum(tall, 2 * typical)) & (
        np.abs(middle[:, None] - middle[None, :]) <= _LINE_SLACK * np.minimum(tall, 2 * typical)
    )
    hue = colours - colours.mean(axis=1, keepdims=True)
    alike = np.linalg.norm(hue[:, None] - hue[None, :], axis=2) <= _ONE_HUE
    small = np.minimum(right - left, height) <= 2
    _, labels = connected_components(csr_matrix(near & (alike | small[:, None] | small[None, :])), directed=False)
    groups = [np.flatnonzero(labels == label) for label in range(int(labels.max()) + 1)]
    return [group for group in groups if height[group].max() >= _SHORTEST]


def _read(picture: Picture, glyphs: NDArray[np.intp], colour: Floats) -> PageText | None:
    left, top = (int(side) for side in glyphs[:, :2].min(axis=0))
    right, bottom = (int(side) for side in glyphs[:, 2:].max(axis=0))
    height = bottom - top
    if height > 3 * (right - left) and len(glyphs) > 1:
        return None
    crop = _crop(picture.pixels, (left, top, right, bottom), max(2, round(0.25 * height)), picture.page)
    text = _with_doubles(crop, read_line(crop)).strip()
    if not text:
        return None
    tall = glyphs[glyphs[:, 3] - glyphs[:, 1] >= 0.7 * np.max(glyphs[:, 3] - glyphs[:, 1])]
    middle = float(np.median((tall[:, 1] + tall[:, 3]) / 2))
    red, green, blue = colour.tolist()
    return PageText(text, left, top, right, bottom, (red, green, blue), middle, number_in(text))


def _with_doubles(crop: Bytes, text: str) -> str:
    """A text with a share in it, read again, stretched: two equal digits may have been taken for one."""
    import cv2

    if "%" not in text or not any(character.isdigit() for character in text):
        return text
    again = read_line(cv2.resize(crop, None, fx=_STRETCH, fy=1.0, interpolation=cv2.INTER_CUBIC).astype(np.uint8))
    single, doubled = (re.sub(r"(.)\1+", r"\1", found.replace(" ", "")) for found in (text, again))
    return again if single == doubled and len(again.replace(" ", "")) > len(text.replace(" ", "")) else text


def _crop(pixels: Bytes, box: tuple[int, int, int, int], room: int, page: Bytes) -> Bytes:
    """A box and what is around it, the page's colour beyond the picture's edge."""
    left, top, right, bottom = box
    height, width = pixels.shape[:2]
    crop = np.empty((bottom - top + 2 * room, right - left + 2 * room, 3), dtype=np.uint8)
    crop[:] = page
    y0, y1, x0, x1 = max(0, top - room), min(height, bottom + room), max(0, left - room), min(width, right + room)
    crop[y0 - top + room : y1 - top + room, x0 - left + room : x1 - left + room] = pixels[y0:y1, x0:x1]
    return crop
