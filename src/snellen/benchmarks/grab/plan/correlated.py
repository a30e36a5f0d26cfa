"""Shapes with a wanted correlation: Pearson's exactly, a rank correlation as close as the number of points allows."""

import math

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.shapes import Shape

__all__ = ["correlated", "rank_correlated", "spaced"]

Floats = NDArray[np.float64]


def correlated(shape: Shape, r: float) -> Floats | None:
    """Values whose Pearson correlation with `shape.t` is r exactly: t mixed with what it leaves unexplained of z.

    None where it explains nearly all and nothing is left to mix in.
    """
    n = len(shape.t)
    across = shape.t - shape.t.mean()
    across /= math.sqrt(float(across @ across) / n)
    rest = shape.z - float(shape.z @ across) / n * across
    size = math.sqrt(float(rest @ rest) / n)
    if size < 0.02:
        return None
    return np.asarray(r * across + math.sqrt(max(0.0, 1 - r * r)) / size * rest)


def rank_correlated(rng: np.random.Generator, property_: str, shape: Shape, target: float) -> Floats | None:
    """Values whose rank correlation with `shape.t` is as close to the target as swaps of two points bring it.

    With n points Kendall's tau comes within 2/(n(n − 1)), Spearman's rho nearly always within 12/(n(n² − 1)). The
    values start as a mix of the shape with a line, so most of the shape is left. None as for `correlated`.
    """
    kendall = property_ == "Kendall correlation"
    # The Pearson correlation that a bivariate normal of that rank correlation has.
    start = math.sin(math.pi * target / 2) if kendall else 2 * math.sin(math.pi * target / 6)
    z = correlated(shape, min(1.0, max(-1.0, start)))
    if z is None:
        return None
    ranks: list[int] = np.argsort(np.argsort(z)).tolist()
    ranks = _to_tau(rng, ranks, target) if kendall else _to_rho(ranks, target)
    return np.asarray(np.sort(z)[ranks])


def spaced(values: Floats, gap: float) -> Floats | None:
    """The values moved apart so that any two differ by at least `gap`: order, smallest and largest stay.

    None where the range is too short for that.
    """
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    whole = float(ascending[-1] - ascending[0])
    spare = whole - gap * (len(values) - 1)
    if spare <= 0:
        return None
    moved = np.empty_like(values)
    moved[order] = ascending[0] + (ascending - ascending[0]) * (spare / whole) + gap * np.arange(len(values))
    return moved


def _to_tau(rng: np.random.Generator, ranks: list[int], target: float) -> list[int]:
    """Swaps neighbours until the number of discordant pairs is the one nearest to the target's."""
    n = len(ranks)
    discordant = sum(ranks[i] > ranks[j] for i in range(n) for j in range(i + 1, n))
    wanted = min(n * (n - 1) // 2, max(0, round((1 - target) * n * (n - 1) / 4)))
    while discordant != wanted:
        falls = discordant > wanted
        places = [i for i in range(n - 1) if (ranks[i] > ranks[i + 1]) == falls]
        i = places[int(rng.integers(len(places)))]
        ranks[i], ranks[i + 1] = ranks[i + 1], ranks[i]
        discordant += -1 if falls else 1
    return ranks


def _to_rho(ranks: list[int], target: float) -> list[int]:
    """Swaps the two points that bring the sum of products of ranks nearest to the target's, until no swap helps."""
    n = len(ranks)
    pairs = [(i, j) for j in range(n) for i in range(j)]
    wanted = n * (n - 1) ** 2 / 4 + target * n * (n * n - 1) / 12
    excess = sum(place * rank for place, rank in enumerate(ranks)) - wanted
    while True:
        left = [abs(excess + (j - i) * (ranks[i] - ranks[j])) for i, j in pairs]
        best = min(left)
        if best >= abs(excess):
            return ranks
        i, j = pairs[left.index(best)]
        excess += (j - i) * (ranks[i] - ranks[j])
        ranks[i], ranks[j] = ranks[j], ranks[i]
