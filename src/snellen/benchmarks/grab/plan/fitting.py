"""Fits a shape to a value: where the points of one series go so that it has the property that a question wants."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.correlated import correlated, rank_correlated, spaced
from snellen.benchmarks.grab.plan.measures import RANK_CORRELATIONS, data_value
from snellen.benchmarks.grab.plan.series import Series
from snellen.benchmarks.grab.plan.shapes import draw_shape

__all__ = ["CORRELATIONS", "LEVELS", "Frame", "draw_fitted", "spread_values"]

Floats = NDArray[np.float64]

LEVELS = ("data mean", "median", "minimum", "maximum")
"""Properties that move with the data."""
_SCALES = ("data variance", "interquartile range", "range span")
CORRELATIONS = ("Pearson correlation", *RANK_CORRELATIONS)

_SQUEEZES = (1.0, 0.6, 0.35, 0.15)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where points may lie, in data units, and which share of it they take.

    The points' extents take between `fill` and all of the length that the frame and the property leave. `gap_x` and
    `gap_y` are the smallest differences between two points of a series where ranks matter.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    fill_x: float = 1.0
    fill_y: float = 1.0
    gap_x: float = 0.0
    gap_y: float = 0.0


def spread_values(rng: np.random.Generator, k: int, target: float, low: float, high: float) -> Floats:
    """k values in low..high whose mean is the target, as far apart as chance and the bounds have it.

    A target outside the bounds, or a single value, is left as it is.
    """
    room = min(target - low, high - target)
    if k == 1 or room <= 0:
        return np.full(k, target)
    offsets = rng.uniform(-1, 1, k)
    offsets -= offsets.mean()
    return np.asarray(target + rng.uniform(0.3, 1.0) * room / np.abs(offsets).max() * offsets)


def draw_fitted(
    rng: np.random.Generator, property_: str, target: float, family: str, n: int, frame: Frame
) -> Series | None:
    """A new shape of the family, moved and stretched within the frame so that its property is the target.

    None where it does not fit. Rank correlations come as close as
    `snellen.benchmarks.grab.plan.correlated.rank_correlated` brings them, all else up to the rounding of coordinates.
    `property_` is one of `snellen.benchmarks.grab.plan.measures.STATISTICS`.
    """
    shape = draw_shape(rng, family, n)
    t, z = shape.t, shape.z
    if property_ == "Pearson correlation":
        mixed = correlated(shape, target)
    elif property_ in RANK_CORRELATIONS:
        mixed = rank_correlated(rng, property_, shape, target)
    else:
        mixed = z
    if mixed is None:
        return None
    x = _placed(rng, t, frame.x, _length(rng, frame.x, frame.fill_x) if property_ != "domain length" else target)
    if property_ in LEVELS:
        y = _at_level(rng, property_, target, mixed, frame)
    elif property_ in _SCALES:
        y = _to_scale(rng, property_, target, mixed, frame)
    else:
        y = _placed(rng, mixed, frame.y, _length(rng, frame.y, frame.fill_y))
    if x is not None and y is not None and property_ in RANK_CORRELATIONS:
        x, y = spaced(x, frame.gap_x), spaced(y, frame.gap_y)
    return None if x is None or y is None else Series.rounded(x, y)


def _at_level(rng: np.random.Generator, property_: str, target: float, z: Floats, frame: Frame) -> Floats | None:
    """Stretched about the point that is to lie on the target, so far that it fits the frame."""
    anchor = data_value(property_, [Series(z, z)])[0]
    above, below = float(z.max()) - anchor, anchor - float(z.min())
    stretch = min(
        (frame.y[1] - target) / above if above > 0 else np.inf, (target - frame.y[0]) / below if below > 0 else np.inf
    )
    if stretch <= 0:
        return None
    return target + rng.uniform(frame.fill_y, 1.0) * stretch * (z - anchor)


def _to_scale(rng: np.random.Generator, property_: str, target: float, z: Floats, frame: Frame) -> Floats | None:
    """Stretched to the wanted spread; where that is too wide for the frame, the tails are drawn in first."""
    for squeeze in _SQUEEZES:
        drawn_in = z if squeeze == 1.0 else _with_short_tails(z, squeeze)
        unit = data_value(property_, [Series(z, drawn_in)])[0]
        if unit <= 1e-9:
            return None
        stretch = np.sqrt(target / unit) if property_ == "data variance" else target / unit
        y = _placed(rng, drawn_in, frame.y, float(stretch * np.ptp(drawn_in)))
        if y is not None:
            return y
    return None


def _with_short_tails(z: Floats, factor: float) -> Floats:
    """What lies beyond the quartiles comes closer to them by the factor."""
    low, high = np.quantile(z, (0.25, 0.75))
    middle = np.clip(z, low, high)
    return np.asarray(middle + factor * (z - middle))


def _length(rng: np.random.Generator, interval: tuple[float, float], fill: float) -> float:
    return float(rng.uniform(fill, 1.0)) * (interval[1] - interval[0])


def _placed(rng: np.random.Generator, values: Floats, interval: tuple[float, float], length: float) -> Floats | None:
    """The values stretched to the length and put somewhere in the interval; None where they are longer than it."""
    room = interval[1] - interval[0] - length
    if room < 0:
        return None
    low, high = float(values.min()), float(values.max())
    return np.asarray(interval[0] + rng.uniform(0, room) + (values - low) * (length / (high - low)))
