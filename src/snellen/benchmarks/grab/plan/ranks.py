"""Rank correlations of short series, and how far marks may move before a rounded mean of them changes."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.series import Series

__all__ = ["kendall", "rank_margin", "spearman"]

Floats = NDArray[np.float64]

_TOLERANCE = 1e-9
"""A value this close to a rounding boundary lies on it."""


def kendall(x: Floats, y: Floats) -> float:
    """Kendall's tau-b of two arrays of the same length; without ties it is (concordant − discordant) / pairs.

    Compares all pairs at once: for series of up to some hundred points. Not a number where an array is constant.
    """
    across, along = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    untied = float((across * across).sum()) * float((along * along).sum())
    return float((across * along).sum()) / math.sqrt(untied) if untied else math.nan


def spearman(x: Floats, y: Floats) -> float:
    """Spearman's rho of two arrays of the same length: Pearson's r of their ranks, ties at their average rank.

    Compares all pairs at once: for series of up to some hundred points. Not a number where an array is constant.
    """
    # Half the sum of signs is the rank, ties averaged, less the middle rank.
    across, along = np.sign(x[:, None] - x).sum(axis=1), np.sign(y[:, None] - y).sum(axis=1)
    spread = float(across @ across) * float(along @ along)
    return float(across @ along) / math.sqrt(spread) if spread else math.nan


def rank_margin(
    property_: str, series: Sequence[Series], value: float, step: float, pixels_per_unit: tuple[float, float]
) -> float:
    """A displacement in pixels below which no moves of the marks change the rounded mean rank correlation.

    `value` is the exact mean over the series, `step` the rounding step. Every mark may move on its own, in any
    direction. Two points can change places in an axis's order once their gap in it is twice the displacement. All pairs
    that can do so are taken to do it where it lowers the coefficient (or where it raises it), whether or not such an
    order exists, so the true margin is no smaller. A pair that turns moves Kendall's tau by 4/(n(n − 1)), Spearman's
    rho by 12/(n(n² − 1)) times the difference of the two points' ranks in the other axis, which itself is known only up
    to the turns in that axis.

    Zero where the value lies on a rounding boundary. Raises KeyError for a property that is no rank correlation.
    """
    worst = {"Kendall correlation": _kendall_worst, "Spearman correlation": _spearman_worst}[property_]
    middle = round(value / step) * step
    room_down, room_up = value - (middle - step / 2), (middle + step / 2) - value
    if min(room_down, room_up) <= _TOLERANCE:
        return 0.0
    pairs = [_pairs_of(one, pixels_per_unit) for one in series]
    thresholds = np.unique(np.concatenate([np.concatenate([one.turns_x, one.turns_y]) for one in pairs]))

    def changes(displacement: float) -> bool:
        down, up = np.sum([worst(one, displacement) for one in pairs], axis=0) / len(pairs)
        return bool(down >= room_down - _TOLERANCE or up >= room_up - _TOLERANCE)

    return _first(thresholds, changes)


def _first(thresholds: Floats, changes: Callable[[float], bool]) -> float:
    """The smallest threshold at which something changes, by bisection; more turns never do less."""
    low, high = 0, len(thresholds) - 1
    while low < high:
        middle = (low + high) // 2
        if changes(float(thresholds[middle])):
            high = middle
        else:
            low = middle + 1
    return float(thresholds[low])


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs i < j of a series: the displacement at which each turns in x or in y, and the ranks of both points."""

    n: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    turns_x: Floats
    turns_y: Floats
    rank_x: Floats
    rank_y: Floats


def _pairs_of(series: Series, pixels_per_unit: tuple[float, float]) -> _Pairs:
    n = len(series)
    first, second = np.triu_indices(n, 1)
    x, y = series.x * pixels_per_unit[0], series.y * pixels_per_unit[1]
    return _Pairs(
        n=n,
        first=first,
        second=second,
        turns_x=np.abs(x[first] - x[second]) / 2,
        turns_y=np.abs(y[first] - y[second]) / 2,
        rank_x=np.argsort(np.argsort(x, kind="stable"), kind="stable").astype(np.float64),
        rank_y=np.argsort(np.argsort(y, kind="stable"), kind="stable").astype(np.float64),
    )


def _kendall_worst(pairs: _Pairs, displacement: float) -> tuple[float, float]:
    """By how much tau can fall and rise at most."""
    turned = np.minimum(pairs.turns_x, pairs.turns_y) <= displacement
    concordant = _rise(pairs.rank_x, pairs) * _rise(pairs.rank_y, pairs) > 0
    one = 4 / (pairs.n * (pairs.n - 1))
    return one * float((turned & concordant).sum()), one * float((turned & ~concordant).sum())


def _spearman_worst(pairs: _Pairs, displacement: float) -> tuple[float, float]:
    """By how much rho can fall and rise at most."""
    in_x, in_y = pairs.turns_x <= displacement, pairs.turns_y <= displacement
    rise_x, rise_y = _rise(pairs.rank_x, pairs), _rise(pairs.rank_y, pairs)
    # Turning a pair in x changes the sum of products of ranks by minus its rise in y, seen along rising x.
    by_x = -(np.sign(rise_x) * rise_y)[in_x]
    # Then the pairs are turned in y, when each rank in x may have moved by as many places as it had turns.
    moved = np.bincount(pairs.first[in_x], minlength=pairs.n) + np.bincount(pairs.second[in_x], minlength=pairs.n)
    doubt = (moved[pairs.first] + moved[pairs.second])[in_y]
    by_y = -(np.sign(rise_y) * rise_x)[in_y]
    down = -np.minimum(by_x, 0).sum() - np.minimum(by_y - doubt, 0).sum()
    up = np.maximum(by_x, 0).sum() + np.maximum(by_y + doubt, 0).sum()
    one = 12 / (pairs.n * (pairs.n**2 - 1))
    return one * float(down), one * float(up)


def _rise(ranks: Floats, pairs: _Pairs) -> Floats:
    return ranks[pairs.second] - ranks[pairs.first]
