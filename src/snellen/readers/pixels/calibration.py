"""Reads the axes: which value each pixel stands for, from tick marks and their labels."""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from snellen.readers.pixels.picture import Floats, Picture, UnreadableError
from snellen.readers.pixels.plot_area import PlotArea
from snellen.readers.pixels.tick_labels import LabelBox, find_label_boxes, read_label
from snellen.readers.pixels.tick_marks import find_tick_marks

__all__ = ["Axes", "Scale", "fit_scale", "read_axes"]

_FIRST_READ = 5
"""Labels that are read at first; the others only where these do not agree."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear axis: value = origin + per_pixel · pixel. The pixel in column or row i covers i..i+1."""

    origin: float
    per_pixel: float
    ticks: tuple[tuple[float, float], ...] = ()
    """The ticks that it rests on: (pixel, value)."""

    def values(self, pixels: ArrayLike) -> Floats:
        """Pixels to values, any shape."""
        return self.origin + self.per_pixel * np.asarray(pixels, dtype=np.float64)

    def pixels(self, values: ArrayLike) -> Floats:
        """Values to pixels, any shape."""
        return (np.asarray(values, dtype=np.float64) - self.origin) / self.per_pixel


@dataclass(frozen=True, slots=True)
class Axes:
    """Both axes of a plot."""

    x: Scale
    y: Scale


def read_axes(picture: Picture, plot: PlotArea) -> Axes:
    """The axes below and left of the plot. Raises UnreadableError where one cannot be read."""
    return Axes(_read_scale(picture, plot, "bottom"), _read_scale(picture, plot, "left"))


def fit_scale(places: ArrayLike, values: ArrayLike) -> tuple[Scale, int] | None:
    """The linear scale on which most ticks agree, and how many do; None for fewer than two ticks.

    Ticks agree where their value is off by less than a fiftieth of the step between ticks, or by less than what 0.8
    pixels make (a tenth of the step at most), since some drawers move them to whole pixels. The scale is then fitted to
    those that do by least squares. Labels in arithmetic progression make single misreadings harmless.
    """
    at, said = np.asarray(places, dtype=np.float64), np.asarray(values, dtype=np.float64)
    best: tuple[int, float, float, Floats] | None = None
    for i, j in combinations(range(len(at)), 2):
        if at[i] == at[j] or said[i] == said[j]:
            continue
        slope = (said[j] - said[i]) / (at[j] - at[i])
        step = float(np.min(np.diff(np.sort(at)), initial=np.inf, where=np.diff(np.sort(at)) > 0)) * abs(slope)
        off = np.abs(said - said[i] - slope * (at - at[i]))
        agree = off < max(0.02 * step, min(0.8, 0.1 * step / abs(slope)) * abs(slope), 1e-12)
        rank = (int(agree.sum()), -float(off[agree].sum()))
        if best is None or rank > best[:2]:
            best = (*rank, slope, agree)
    if best is None:
        return None
    agree = best[3].astype(bool)
    slope, origin = np.polyfit(at[agree], said[agree], 1)
    ticks = tuple(zip(at[agree].tolist(), said[agree].tolist(), strict=True))
    return Scale(float(origin), float(slope), ticks), best[0]


def _read_scale(picture: Picture, plot: PlotArea, side: Literal["bottom", "left"]) -> Scale:
    marks = find_tick_marks(picture, plot, side)
    labels = find_label_boxes(picture, plot, marks, side)
    order = _spread(len(labels))
    read: list[tuple[LabelBox, float]] = []
    for count, place in enumerate(order, 1):
        value = read_label(picture, labels[place])
        if value is not None:
            read.append((labels[place], value))
        if count < min(_FIRST_READ, len(order)):
            continue
        found = fit_scale([label.place for label, _ in read], [value for _, value in read])
        if found and (found[1] >= _FIRST_READ - 1 or (count == len(order) and _believable(found, len(read)))):
            return found[0]
    raise UnreadableError(f"no scale at the {side}")


def _believable(found: tuple[Scale, int], read: int) -> bool:
    return found[1] >= 3 or (found[1] == 2 and read == 2)


def _spread(n: int) -> list[int]:
    """The places 0..n − 1, those first that are spread evenly over them."""
    first = sorted({round(k * (n - 1) / (_FIRST_READ - 1)) for k in range(_FIRST_READ)}) if n > _FIRST_READ else []
    return [*first, *(place for place in range(n) if place not in first)]
