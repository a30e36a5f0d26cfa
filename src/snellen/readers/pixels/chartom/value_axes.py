"""Finds the value axes by their labels: columns of numbers that agree on one linear or logarithmic scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from snellen.readers.pixels.calibration import Scale, fit_scale
from snellen.readers.pixels.chartom.page_texts import PageText
from snellen.readers.pixels.picture import Floats, Picture

__all__ = ["ValueAxis", "find_value_axes"]

_FEWEST = 3
_SNAP = 0.7
"""Pixels within which a round value is taken for what was meant."""
_PARTS = (1, 2, 5, 4, 10)
"""Into how many parts the step between labels is cut for round values, the plainest first."""


@dataclass(frozen=True)
class ValueAxis:
    """An axis of values down the page, left or right of the plot."""

    scale: Scale
    """From pixels to values, or to their decimal logarithms."""
    logarithmic: bool
    texts: tuple[PageText, ...]
    """The labels that it rests on."""
    side: Literal["left", "right"]

    @property
    def inverted(self) -> bool:
        """Whether values grow down the page."""
        return self.scale.per_pixel > 0

    @property
    def lowest(self) -> float:
        """The least value that is labelled."""
        return min(text.number for text in self.texts if text.number is not None)

    @property
    def colour(self) -> Floats:
        """What its labels are set in: shape (3,)."""
        return np.asarray(np.median(np.array([text.colour for text in self.texts]), axis=0))

    def values(self, pixels: ArrayLike) -> Floats:
        """Pixels to values, any shape."""
        found = self.scale.values(pixels)
        return np.power(10.0, np.clip(found, -300, 300)) if self.logarithmic else found

    def value(self, pixel: float) -> float:
        """The value of one pixel; a round one where one is within 0.7 pixels.

        Round are the labels, and fifths, quarters and tenths of the step between them; on a logarithmic scale numbers
        of one or two digits.
        """
        read = float(self.values(pixel))
        room = abs(float(self.values(pixel + _SNAP)) - read)
        if self.logarithmic:
            steps = [10.0 ** np.floor(np.log10(read)) * share for share in (1.0, 0.5, 0.1)] if read > 0 else []
        else:
            labels = np.unique([text.number for text in self.texts if text.number is not None])
            step = float(np.diff(labels).min()) if len(labels) > 1 else 0.0
            steps = [step / part for part in _PARTS if step > 0]
        for step in steps:
            near = round(read / step) * step
            if abs(near - read) <= room:
                return float(near)
        return read


def find_value_axes(picture: Picture, texts: Sequence[PageText]) -> list[ValueAxis]:
    """The axes left and right of the plot, those of them that there are, the left one first."""
    numbers = [text for text in texts if text.number is not None]
    found: list[ValueAxis] = []
    sides: tuple[Literal["left", "right"], ...] = ("left", "right")
    for side in sides:
        mine = [text for text in numbers if (text.middle_x < 0.45 * picture.width) == (side == "left")]
        columns = [_column(mine, anchor, edge) for anchor in mine for edge in ("right", "left")]
        fitted = [axis for column in columns if (axis := _fitted(picture, column, side)) is not None]
        if fitted:
            found.append(max(fitted, key=lambda axis: len(axis.texts)))
    return found


def _column(texts: Sequence[PageText], anchor: PageText, edge: str) -> list[PageText]:
    """The numbers that end, or begin, in line with one."""
    slack = max(3.0, 0.35 * anchor.height)
    return [text for text in texts if abs(getattr(text, edge) - getattr(anchor, edge)) <= slack]


def _fitted(picture: Picture, column: Sequence[PageText], side: Literal["left", "right"]) -> ValueAxis | None:
    if len(column) < _FEWEST:
        return None
    places = np.array([_snapped(picture, text, column, side) for text in column])
    values = np.array([text.number for text in column], dtype=np.float64)
    linear = fit_scale(places, values)
    positive = bool((values > 0).all())
    log = fit_scale(places, np.log10(values)) if positive else None
    best = log if log and (linear is None or log[1] > linear[1]) else linear
    if best is None or best[1] < max(_FEWEST, 0.6 * len(column)):
        return None
    kept = {place for place, _ in best[0].ticks}
    agreeing = tuple(text for text, place in zip(column, places.tolist(), strict=True) if place in kept)
    return ValueAxis(best[0], best is log, agreeing, side)


def _snapped(picture: Picture, text: PageText, column: Sequence[PageText], side: str) -> float:
    """Where the gridline or tick mark beside a label runs, or else the label's middle."""
    reach = max(6, round(0.05 * picture.width))
    if side == "left":
        start = max(other.right for other in column) + 2
        columns = slice(start, start + reach)
    else:
        end = min(other.left for other in column) - 2
        columns = slice(max(0, end - reach), end)
    half = max(2, round(0.45 * text.height))
    top = max(0, round(text.middle_y) - half)
    # Whatever runs down the page, as the axis does, is as dark in every row.
    strip = picture.pixels[max(0, top - 4) : round(text.middle_y) + half + 4, columns].astype(np.float64)
    if strip.shape[0] < 5 or strip.shape[1] < 3:
        return text.middle_y
    away = np.abs(strip - np.median(strip, axis=0)).sum(axis=2)
    profile = np.median(away, axis=1)
    if profile.max() < 12:
        profile = np.percentile(away, 85, axis=1)
    first = top - max(0, top - 4)
    inner = profile[first : len(profile) - 4]
    if not len(inner) or inner.max() < 12:
        return text.middle_y
    peak = int(inner.argmax()) + first
    rows = np.arange(max(0, peak - 1), min(len(profile), peak + 2))
    return max(0, top - 4) + float(np.average(rows + 0.5, weights=profile[rows] + 1e-9))
