"""The data behind a picture of plausible variables: values over their ranges, in their distribution and shape."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.ocr.library import Pair, Variable
from snellen.benchmarks.grab.ocr.units import converted

__all__ = ["drawn_points", "in_unit", "shape_at"]

Floats = NDArray[np.float64]
_Draw = Callable[[int], Floats]


def drawn_points(rng: np.random.Generator, pair: Pair, n_series: int, n_points: int) -> list[tuple[Floats, Floats]]:
    """The x and y values of each series, in the pair's own units and in order of x.

    All lie within the pair's ranges. Each series follows the pair's shape over a part of y's range of its own.
    """
    low, span = pair.y.low, pair.y.high - pair.y.low
    periods, phase = rng.uniform(1.0, 1.6), rng.uniform(0, 2 * math.pi)
    drawn = []
    for _ in range(n_series):
        x = _spread(rng, pair.x, n_points)
        share = shape_at(pair, (x - pair.x.low) / (pair.x.high - pair.x.low), periods, phase)
        height = rng.uniform(0.55, 0.85)
        share = rng.uniform(0, 1 - height) + height * share + rng.normal(0, pair.noise * height, n_points)
        drawn.append((x, low + span * np.clip(share, 0, 1)))
    return drawn


def shape_at(pair: Pair, t: Floats, periods: float = 1.0, phase: float = 0.0) -> Floats:
    """The height of a pair's shape, 0 to 1, at places 0 to 1 along x; `periods` and `phase` are of the periodic one."""
    # What decays does so quickly at first, what saturates grows so: both are turned upside down, not mirrored.
    falls = pair.direction == "decreasing"
    match pair.shape:
        case "linear":
            height = 1 - t if falls else t
        case "saturating":
            height = -np.expm1(-3 * t) / -math.expm1(-3)
            height = 1 - height if falls else height
        case "exponential":
            height = np.expm1(3 * (1 - t if falls else t)) / math.expm1(3)
        case "power":
            height = (1 - t if falls else t) ** 1.8
        case "sigmoid":
            height = (np.tanh(5 * (t - 0.5)) / math.tanh(2.5) + 1) / 2
            height = 1 - height if falls else height
        case "inverted U":
            height = 4 * t * (1 - t)
        case "U":
            height = 1 - 4 * t * (1 - t)
        case "periodic":
            height = 0.5 + 0.5 * np.sin(2 * math.pi * periods * t + phase)
        case _:
            height = np.full_like(t, 0.5)
    return np.asarray(height, dtype=np.float64)


def in_unit(values: Floats, variable: Variable, unit: str | None) -> Floats:
    """Values of a variable in another unit of its family, rounded to a thousandth of its range or finer."""
    given = np.asarray(values, dtype=np.float64)
    span = variable.high - variable.low
    if unit is not None and variable.unit is not None and unit != variable.unit:
        zero, one = (converted(value, variable.unit, unit) for value in (0.0, 1.0))
        given, span = zero + (one - zero) * given, abs(one - zero) * span
    elif variable.distribution in ("integers", "years"):
        return np.rint(given) + 0.0
    return np.round(given, max(0, 4 - math.ceil(math.log10(span)))) + 0.0


def _spread(rng: np.random.Generator, x: Variable, n: int) -> Floats:
    """So many values over the range, in increasing order."""
    low, span = x.low, x.high - x.low
    match x.distribution:
        case "steps":
            values = np.linspace(low, x.high, n)
        case "integers" | "years":
            whole = np.arange(math.ceil(low), math.floor(x.high) + 1, dtype=np.float64)
            values = rng.choice(whole, n, replace=len(whole) < n)
        case "normal":
            values = low + span * _within(lambda size: rng.normal(0.5, 0.2, size), n)
        case "lognormal":
            values = low + span * _within(lambda size: np.exp(rng.normal(-1.3, 0.7, size)), n)
        case _:
            values = rng.uniform(low, x.high, n)
    return np.sort(values.astype(np.float64))


def _within(draw: _Draw, n: int) -> Floats:
    """So many draws that lie between 0 and 1."""
    kept: Floats = np.empty(0)
    while len(kept) < n:
        values = draw(2 * n)
        kept = np.concatenate([kept, values[(values >= 0) & (values <= 1)]])
    return kept[:n]
