"""Functions of a family with a given domain and a given lowest and highest value."""

import math

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.families import Function

__all__ = ["SHAPED_FAMILIES", "log_uniform", "shaped", "spread", "whole"]

SHAPED_FAMILIES = ("linear", "quadratic", "cubic", "sine", "bell")


def shaped(rng: np.random.Generator, family: str, domain: tuple[float, float], low: float, high: float) -> Function:
    """A random function of the family over `domain` whose values span exactly low to high (before rounding)."""
    start, end = domain
    base = _unit_shape(rng, family, start, end - start)
    if rng.random() < 0.5:
        base = base.stretched(-1.0)
    (_, bottom), (_, top) = base.extremes
    stretched = base.stretched((high - low) / (top - bottom))
    return stretched.shifted(low - stretched.extremes[0][1])


def spread(
    rng: np.random.Generator, mean: float, count: int, low: float, high: float, reach: float
) -> NDArray[np.float64]:
    """`count` values with exactly that mean, within low and high, at most about `reach` from it.

    The mean itself must lie between low and high.
    """
    if count == 1:
        return np.array([mean])
    offsets = rng.uniform(-1.0, 1.0, count)
    offsets -= offsets.mean()
    room = min((high - mean) / max(offsets.max(), 1e-9), (mean - low) / max(-offsets.min(), 1e-9))
    return np.asarray(mean + offsets * min(reach, max(room, 0.0)) * rng.uniform(0.5, 1.0))


def log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """A positive number whose logarithm is uniform."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def whole(rng: np.random.Generator, low: int, high: int) -> int:
    """A whole number, both ends included."""
    return int(rng.integers(low, high + 1))


def _unit_shape(rng: np.random.Generator, family: str, start: float, length: float) -> Function:
    domain = (start, start + length)

    def place(share: float) -> float:
        return start + share * length

    match family:
        case "linear":
            return Function(family, (1 / length, -start / length), domain)
        case "quadratic":
            turn = place(rng.uniform(0.1, 0.9))
            return Function(family, (1.0, -2 * turn, turn * turn), domain)
        case "cubic":
            first, second = place(rng.uniform(0.1, 0.4)), place(rng.uniform(0.6, 0.9))
            return Function(family, (1 / 3, -(first + second) / 2, first * second, 0.0), domain)
        case "sine":
            turns = rng.uniform(0.6, 2.2)
            rate = 2 * math.pi * turns / length
            return Function(family, (1.0, rate, rng.uniform(0, 2 * math.pi) - rate * start, 0.0), domain)
        case "bell":
            return Function(family, (1.0, place(rng.uniform(0.25, 0.75)), length * rng.uniform(0.1, 0.3), 0.0), domain)
    raise ValueError(f"no shape for the family {family!r}")
