"""The smallest plots in which a sample may be shown, and how many pixels a unit of its data gets there."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["LARGEST_MARK", "SMALLEST_PLOTS", "nice_domain", "pixels_per_unit"]

SMALLEST_PLOTS = ((150.0, 450 / 7), (112.5, 173.2))
"""Width and height in pixels: 21:9 at scale 0.5, and a bound to the portrait formats of equal area, as narrow as 9:16
and as low as 3:4. The plot of every design, at scale 0.5 or more, is at least as wide and as high as one of the two."""

LARGEST_MARK = 2 * math.sqrt(60 / math.pi) * 0.5
"""The diameter in pixels of the largest mark there: area 60, scale 0.5."""

_MARGIN = 0.05
_TICKS = 10
_ROUNDS = 10


def pixels_per_unit(low: ArrayLike, high: ArrayLike) -> NDArray[np.float64]:
    """Pixels for one unit of x and of y in each of the smallest plots, at least: an array of shape (plots, 2).

    `low` and `high` are the least and the greatest x and y shown. An axis spans them, widened to round numbers (Vega)
    or by 5% on each side (Matplotlib), whichever is more. Infinite for an axis on which nothing differs.
    """
    spans = []
    for least, greatest in zip(np.asarray(low).tolist(), np.asarray(high).tolist(), strict=True):
        first, last = nice_domain(least, greatest)
        spans.append(max(last - first, (1 + 2 * _MARGIN) * (greatest - least)))
    with np.errstate(divide="ignore"):
        return np.divide(SMALLEST_PLOTS, spans)


def nice_domain(low: float, high: float) -> tuple[float, float]:
    """An interval widened to multiples of the step of about ten ticks, as d3's (and so Vega's) `nice` does it.

    The step is 1, 2 or 5 times a power of ten; widening is repeated until it no longer changes the step.
    """
    step = 0.0
    for _ in range(_ROUNDS):
        before, step = step, _tick_step(low, high)
        if step in (0.0, before):
            break
        if step >= 1:
            low, high = math.floor(low / step) * step, math.ceil(high / step) * step
        else:  # dividing by a whole number keeps multiples of 0.1 exact
            inverse = round(1 / step)
            low, high = math.floor(low * inverse) / inverse, math.ceil(high * inverse) / inverse
    return low, high


def _tick_step(low: float, high: float) -> float:
    if high <= low:
        return 0.0
    rough = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    share = rough / power
    factor = 10 if share >= math.sqrt(50) else 5 if share >= math.sqrt(10) else 2 if share >= math.sqrt(2) else 1
    return factor * power
