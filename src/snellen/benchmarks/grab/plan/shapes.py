"""Families of data: the shape of a series before it is moved and stretched to where a question wants it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ORDERED_FAMILIES", "SHAPE_FAMILIES", "Shape", "draw_shape"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shape:
    """`t` spans −1..1 exactly and is sorted; `z` has mean 0 and standard deviation 1. Both have length n."""

    t: Floats
    z: Floats


def draw_shape(rng: np.random.Generator, family: str, n: int) -> Shape:
    """A shape of n ≥ 3 points of one of `SHAPE_FAMILIES`. Raises KeyError for another family.

    trend: a straight line with noise; arc: a bent line with noise; wave: a sine with noise; walk: a random walk in even
    steps; cloud: a bivariate normal sample; scatter: a uniform sample; clusters: two or three groups of points.
    """
    t, z = _FAMILIES[family](rng, n)
    order = np.argsort(t, kind="stable")
    t, z = t[order], z[order]
    t = (2 * t - (t[0] + t[-1])) / (t[-1] - t[0])
    z = z - z.mean()
    return Shape(t, z / math.sqrt(float(z @ z) / n))


def _trend(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    t = _positions(rng, n)
    return t, _sign(rng) * t + rng.uniform(0.08, 0.4) * rng.standard_normal(n)


def _arc(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    t = _positions(rng, n)
    parabola = rng.random() < 0.6
    bent = (t - rng.uniform(-0.7, 0.7)) ** 2 if parabola else np.exp(_sign(rng) * rng.uniform(1.0, 2.2) * t)
    return t, _sign(rng) * bent + rng.uniform(0.03, 0.15) * float(np.ptp(bent)) * rng.standard_normal(n)


def _wave(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    t = _positions(rng, n)
    wave = np.sin(math.pi * rng.uniform(0.6, max(0.7, min(1.8, n / 7))) * t + rng.uniform(0, 2 * math.pi))
    return t, wave + rng.uniform(0.05, 0.2) * rng.standard_normal(n)


def _walk(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    return np.linspace(-1, 1, n), np.cumsum(rng.standard_normal(n))


def _cloud(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    t, other = rng.standard_normal((2, n))
    r = rng.uniform(-0.7, 0.7)
    return t, r * t + math.sqrt(1 - r * r) * other


def _scatter(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    t, z = rng.uniform(-1, 1, (2, n))
    return t, z


def _clusters(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    groups = 3 if n >= 9 and rng.random() < 0.5 else 2
    centres = rng.permutation(np.linspace(-1, 1, groups)) + rng.uniform(-0.2, 0.2, groups)
    # Every group has a member, whatever the draw.
    member = np.concatenate([np.arange(groups), rng.integers(0, groups, n - groups)])
    spread = rng.uniform(0.12, 0.28, 2)
    across, along = spread[:, None] * rng.standard_normal((2, n))
    return np.linspace(-1, 1, groups)[member] + across, centres[member] + along


def _positions(rng: np.random.Generator, n: int) -> Floats:
    """Even, uneven or random positions along x."""
    kind = rng.integers(3)
    if kind == 0:
        return np.linspace(-1, 1, n)
    if kind == 1:
        return np.linspace(-1, 1, n) + rng.uniform(-0.35, 0.35, n) * 2 / (n - 1)
    return rng.uniform(-1, 1, n)


def _sign(rng: np.random.Generator) -> float:
    return 1.0 if rng.random() < 0.5 else -1.0


_FAMILIES: Mapping[str, Callable[[np.random.Generator, int], tuple[Floats, Floats]]] = {
    "trend": _trend,
    "arc": _arc,
    "wave": _wave,
    "walk": _walk,
    "cloud": _cloud,
    "scatter": _scatter,
    "clusters": _clusters,
}
SHAPE_FAMILIES: tuple[str, ...] = tuple(_FAMILIES)
ORDERED_FAMILIES = frozenset({"trend", "arc", "wave", "walk"})
"""Families that have one value for each x, so that a line may join their points."""
