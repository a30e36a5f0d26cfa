"""Finds the labels beside an axis and reads them as numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from snellen.readers.pixels.lettering import read_number
from snellen.readers.pixels.picture import Bytes, Floats, Picture
from snellen.readers.pixels.plot_area import PlotArea
from snellen.readers.pixels.tick_marks import TickMarks

__all__ = ["LabelBox", "find_label_boxes", "read_label"]

_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)")
_STRIP_SHARE = 0.3
"""Labels stand within this share of the picture's side beside the plot."""
_TALLEST, _SMALLEST = 0.08, 3


@dataclass(frozen=True, slots=True)
class LabelBox:
    """The glyphs of one label, half-open boxes (left, top, right, bottom) in pixels, and its tick's place."""

    glyphs: tuple[tuple[int, int, int, int], ...]
    place: float
    """Along the axis: the tick mark's place, or the middle of the label where there is no tick mark."""
    at_tick: bool

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The box around all glyphs."""
        left, top, right, bottom = zip(*self.glyphs, strict=True)
        return min(left), min(top), max(right), max(bottom)


def find_label_boxes(
    picture: Picture, plot: PlotArea, marks: TickMarks, side: Literal["bottom", "left"]
) -> list[LabelBox]:
    """The labels beside one side of the plot, in order along the axis."""
    glyphs = _glyphs(picture, marks, side)
    if not glyphs:
        return []
    return _below(glyphs, plot, marks) if side == "bottom" else _beside(glyphs, plot, marks)


def read_label(picture: Picture, label: LabelBox) -> float | None:
    """The number that a label says, or None.

    A flat stroke in front is a minus sign whatever the recogniser makes of it, and a dot at the foot is a point; where
    the recogniser sees another number of digits than there are glyphs, the label is not read.
    """
    left, top, right, bottom = label.box
    height = bottom - top
    glyphs = sorted(label.glyphs)
    negative = len(glyphs) > 1 and _is_dash(glyphs[0], top, bottom)
    if negative:
        glyphs = glyphs[1:]
        left = glyphs[0][0]
    text = read_number(_crop(picture, (left, top, right, bottom), round(0.25 * height)))
    dots = [place for place, glyph in enumerate(glyphs) if _is_dot(glyph, top, bottom)]
    digits = re.sub(r"\D", "", text)
    if len(dots) == 1 and len(digits) == len(glyphs) - 1:
        text = f"{digits[: dots[0]]}.{digits[dots[0] :]}"
    elif not dots and len(digits) == len(glyphs):
        text = digits
    found = _NUMBER.fullmatch(text)
    if not found:
        return None
    value = float(found[0])
    return -value if negative and value > 0 else value


def _is_dash(glyph: tuple[int, int, int, int], top: int, bottom: int) -> bool:
    left, above, right, below = glyph
    flat = below - above <= 0.3 * (bottom - top) and right - left >= 1.5 * (below - above)
    return flat and above > top and below < bottom - 0.15 * (bottom - top)


def _is_dot(glyph: tuple[int, int, int, int], top: int, bottom: int) -> bool:
    left, above, right, below = glyph
    height = bottom - top
    return below - above <= 0.35 * height and right - left <= 0.35 * height and below >= bottom - 0.25 * height


def _glyphs(picture: Picture, marks: TickMarks, side: str) -> list[tuple[int, int, int, int]]:
    """The boxes of what stands in the strip beside the plot, blurred edges included."""
    import cv2

    if side == "bottom":
        x0, x1 = 0, picture.width
        y0, y1 = marks.end, min(picture.height, marks.end + int(_STRIP_SHARE * picture.height))
    else:
        x0, x1 = max(0, marks.end - int(_STRIP_SHARE * picture.width)), marks.end
        y0, y1 = 0, picture.height
    part = picture.ink[y0:y1, x0:x1]
    if part.size == 0:
        return []
    _, _, boxes, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(part).view(np.uint8), connectivity=8)
    tallest = _TALLEST * max(picture.width, picture.height)
    found = [
        (x + x0, y + y0, x + w + x0, y + h + y0)
        for x, y, w, h, _ in boxes[1:].tolist()
        if h <= tallest and w <= tallest
    ]
    # The dot in a monospaced zero is no glyph of its own.
    return [glyph for glyph in found if not any(_within(glyph, other) for other in found)]


def _within(glyph: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return other[0] < glyph[0] and other[1] < glyph[1] and glyph[2] < other[2] and glyph[3] < other[3]


def _below(glyphs: list[tuple[int, int, int, int]], plot: PlotArea, marks: TickMarks) -> list[LabelBox]:
    """The first line of type below the plot, its glyphs given to the nearest tick mark."""
    slack = 0.06 * plot.width
    near = [g for g in glyphs if plot.left - slack <= (g[0] + g[2]) / 2 <= plot.right + slack]
    line = _first_band([(g[1], g[3]) for g in near])
    if line is None:
        return []
    row = [g for g in near if line[0] <= (g[1] + g[3]) / 2 <= line[1]]
    height = line[1] - line[0]
    groups = _grouped(row, 0.45 * height)
    return _assigned(groups, marks.places, along=0, reach=0.8 * height)


def _beside(glyphs: list[tuple[int, int, int, int]], plot: PlotArea, marks: TickMarks) -> list[LabelBox]:
    """The labels left of the plot: of each line of type the rightmost group."""
    # A label at a corner has its middle there; the other axis' labels start lower.
    slack = 0.012 * plot.height
    glyphs = [g for g in glyphs if plot.top - slack <= (g[1] + g[3]) / 2 <= plot.bottom + slack]
    tall = [g[3] - g[1] for g in glyphs if g[3] - g[1] >= _SMALLEST]
    if not tall:
        return []
    right = max(g[2] for g in glyphs)
    # The labels' right edges are in line, so their last glyphs tell how tall type is.
    last = [g[3] - g[1] for g in glyphs if g[3] - g[1] >= _SMALLEST and g[2] >= right - 2 * float(np.median(tall))]
    # Up to half of the glyphs are minus signs, which are not tall.
    height = float(np.percentile(last, 75))
    places = marks.places
    if not len(places):
        places = np.array([(a + b) / 2 for a, b in _bands([(g[1], g[3]) for g in glyphs if g[2] >= right - height])])
    labels = []
    for place in places.tolist():
        row = [g for g in glyphs if abs((g[1] + g[3]) / 2 - place) <= 0.75 * height and g[3] - g[1] <= 1.4 * height]
        # A foot's dot has its middle far below the line's.
        groups = _grouped(row, 0.36 * height, dot=0.35 * height)
        if groups and max(g[2] for g in groups[-1]) >= right - 1.5 * height:
            labels.append(LabelBox(tuple(groups[-1]), place, bool(len(marks.places))))
    return labels


def _assigned(
    groups: Sequence[list[tuple[int, int, int, int]]], places: Floats, *, along: int, reach: float
) -> list[LabelBox]:
    labels = []
    for group in groups:
        middle = (min(g[along] for g in group) + max(g[along + 2] for g in group)) / 2
        if not len(places):
            labels.append(LabelBox(tuple(group), middle, False))
            continue
        nearest = float(places[np.abs(places - middle).argmin()])
        if abs(nearest - middle) <= reach:
            labels.append(LabelBox(tuple(group), nearest, True))
    return labels


def _grouped(
    glyphs: list[tuple[int, int, int, int]], gap: float, dot: float | None = None
) -> list[list[tuple[int, int, int, int]]]:
    """Glyphs of one line in groups with gaps wider than `gap`; a `dot` (its largest size) has wider gaps."""
    groups: list[list[tuple[int, int, int, int]]] = []
    reach, after_small = -1e9, False
    for glyph in sorted(glyphs):
        small = dot is not None and glyph[3] - glyph[1] <= dot and glyph[2] - glyph[0] <= dot
        if groups and glyph[0] - reach <= gap * (1.5 if small or after_small else 1.0):
            groups[-1].append(glyph)
            reach = max(reach, glyph[2])
        else:
            groups.append([glyph])
            reach = glyph[2]
        after_small = small
    return groups


def _first_band(spans: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The first band of spans that run into one another and is tall enough for type."""
    return next((band for band in _bands(spans) if band[1] - band[0] >= _SMALLEST + 2), None)


def _bands(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    bands: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if bands and low <= bands[-1][1]:
            bands[-1] = (bands[-1][0], max(bands[-1][1], high))
        else:
            bands.append((low, high))
    return bands


def _crop(picture: Picture, box: tuple[int, int, int, int], room: int) -> Bytes:
    """The pixels of a box on the page's colour, with room around it and nothing of its neighbours."""
    left, top, right, bottom = box
    crop = np.empty((bottom - top + 2 * room, right - left + 2 * room, 3), dtype=np.uint8)
    crop[:] = picture.page
    crop[room : room + bottom - top, room : room + right - left] = picture.pixels[top:bottom, left:right]
    return crop
