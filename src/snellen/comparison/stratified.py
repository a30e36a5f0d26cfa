"""The difference of two unpaired means, stratified and clustered."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.statistics import wilson_interval

__all__ = ["Difference", "Sample", "StratumDifference", "stratified_difference"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """The scores of one set: each with its stratum (a whole number from 0) and its group, shape (n,) all three."""

    scores: ArrayLike
    strata: ArrayLike
    groups: ArrayLike


@dataclass(frozen=True, slots=True)
class StratumDifference:
    """One stratum: its weight, and in either set how many scores it has and their mean (NaN without any)."""

    weight: float
    n: tuple[int, int]
    means: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Difference:
    """First less second. `standard_error`, `degrees`, `low`, `high` and `p` are NaN where there are too few groups."""

    means: tuple[float, float]
    difference: float
    standard_error: float
    degrees: float
    low: float
    high: float
    p: float
    interval: str
    """newcombe, for scores that are 0 or 1, or t."""
    strata: tuple[StratumDifference, ...]


def stratified_difference(first: Sample, second: Sample, confidence: float = 0.95) -> Difference:
    """Σ w_s (m1_s − m2_s), w_s being the share of stratum s among the scores of the first set, with its interval.

    Strata that one of the sets lacks have no difference and are left out; weights are shares of the rest. The variance
    of each mean Σ w_s m_s is clustered by group: every score's part w_s (y − m_s)/n_s · √(G_s/(G_s − 1)), G_s being the
    groups of its stratum, is summed over its group, in whatever strata, and the squares of these sums are added. Where
    no group is in two strata that is Σ w_s² SE_s², SE_s as `snellen.statistics.clustered_standard_error`. A stratum of
    one group has no variance of its own; strata should be joined before (`snellen.comparison.merge_strata`).

    `p` is of Student's t test, two-sided, with the degrees of freedom of Welch and Satterthwaite (Biometrics Bulletin 2
    (1946) 110–114) over the strata of both sets, and no more than there are groups less two; where no score differs
    from its stratum's others, it is that of the normal test with the interval's width for error. The interval is
    Student's likewise, within −1..1 for scores within 0..1; where every score is 0 or 1 it is Newcombe's (method 10,
    Statistics in Medicine 17 (1998) 873–890) of Wilson's intervals of the two means at their effective sizes
    m(1 − m)/V, V being the variance above, or the number of groups where V is 0.

    Raises ValueError where arrays differ in length or no stratum is in both sets.
    """
    sides = [_Side.of(sample) for sample in (first, second)]
    count = max(int(side.strata.max(initial=-1)) for side in sides) + 1
    sizes = np.array([np.bincount(side.strata, minlength=count) for side in sides])
    shared = (sizes > 0).all(axis=0)
    if not shared.any():
        raise ValueError("no stratum is in both sets")
    weights = np.where(shared, sizes[0], 0) / sizes[0][shared].sum()
    estimates = [_estimate(side, weights, count) for side in sides]
    means = estimates[0].mean, estimates[1].mean
    strata = tuple(
        StratumDifference(
            float(weights[s]),
            (int(sizes[0][s]), int(sizes[1][s])),
            (float(estimates[0].means[s]), float(estimates[1].means[s])),
        )
        for s in range(count)
    )
    return _concluded(means, estimates, strata, all(side.is_binary for side in sides), confidence)


@dataclass(frozen=True)
class _Side:
    scores: Floats
    strata: NDArray[np.int64]
    groups: NDArray[np.int64]

    @classmethod
    def of(cls, sample: Sample) -> "_Side":
        scores = np.asarray(sample.scores, dtype=np.float64)
        strata = np.asarray(sample.strata, dtype=np.int64)
        _, groups = np.unique(np.asarray(sample.groups), return_inverse=True)
        if not scores.shape == strata.shape == groups.shape:
            raise ValueError("scores, strata and groups must be of one length")
        return cls(scores, strata, groups.astype(np.int64))

    @property
    def is_binary(self) -> bool:
        return bool(np.isin(self.scores, (0, 1)).all())


@dataclass(frozen=True)
class _Estimate:
    mean: float
    variance: float
    means: Floats
    parts: Floats
    """The variances of the strata, weighted, for the degrees of freedom."""
    groups_of: Floats
    groups: int


def _estimate(side: _Side, weights: Floats, count: int) -> _Estimate:
    n = np.bincount(side.strata, minlength=count)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.bincount(side.strata, weights=side.scores, minlength=count) / n
    used = weights[side.strata] > 0
    strata, groups = side.strata[used], side.groups[used]
    pair, inverse = np.unique(strata * (int(groups.max(initial=0)) + 1) + groups, return_inverse=True)
    of_pair = pair // (int(groups.max(initial=0)) + 1)
    groups_of = np.bincount(of_pair, minlength=count).astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(groups_of > 1, np.sqrt(groups_of / (groups_of - 1)), 0.0)
    influence = weights[strata] * (side.scores[used] - means[strata]) / n[strata] * factor[strata]
    squares = np.bincount(inverse, weights=influence) ** 2
    parts = np.asarray(np.bincount(of_pair, weights=squares, minlength=count), dtype=np.float64)
    variance = float(np.sum(np.bincount(groups, weights=influence) ** 2))
    return _Estimate(
        float(np.nansum(np.where(weights > 0, weights * means, 0.0))),
        variance,
        np.asarray(means, dtype=np.float64),
        parts,
        groups_of,
        len(np.unique(groups)),
    )


def _concluded(
    means: tuple[float, float],
    estimates: Sequence[_Estimate],
    strata: tuple[StratumDifference, ...],
    binary: bool,
    confidence: float,
) -> Difference:
    from scipy.stats import norm, t

    difference, kind = means[0] - means[1], "newcombe" if binary else "t"
    if any((each.groups_of > 1).sum() == 0 for each in estimates):
        nothing = float("nan")
        return Difference(means, difference, nothing, nothing, nothing, nothing, nothing, kind, strata)
    error = float(np.sqrt(sum(each.variance for each in estimates)))
    degrees = _degrees(estimates)
    if binary:
        low, high = _newcombe(estimates, confidence)
    else:
        reach = float(t.ppf((1 + confidence) / 2, degrees)) * error
        low, high = max(-1.0, difference - reach), min(1.0, difference + reach)
    if error > 0:
        p = float(2 * t.sf(abs(difference) / error, degrees))
    else:
        width = (high - low) / 2 / float(norm.ppf((1 + confidence) / 2))
        p = float(2 * norm.sf(abs(difference) / width)) if width > 0 else 1.0
    return Difference(means, difference, error, degrees, low, high, p, kind, strata)


def _degrees(estimates: Sequence[_Estimate]) -> float:
    most = float(sum(each.groups for each in estimates) - 2)
    parts = np.concatenate([each.parts for each in estimates])
    free = np.concatenate([each.groups_of for each in estimates]) - 1
    kept = (parts > 0) & (free > 0)
    if not kept.any():
        return most
    return min(most, float(parts[kept].sum() ** 2 / np.sum(parts[kept] ** 2 / free[kept])))


def _newcombe(estimates: Sequence[_Estimate], confidence: float) -> tuple[float, float]:
    ends = []
    for each in estimates:
        mean = min(1.0, max(0.0, each.mean))
        size = mean * (1 - mean) / each.variance if each.variance > 0 else float(each.groups)
        size = size if size > 0 else float(each.groups)
        low, high = wilson_interval(mean * size, size, confidence)
        ends.append((mean, float(low), float(high)))
    (m1, l1, u1), (m2, l2, u2) = ends
    difference = m1 - m2
    below, above = np.hypot(m1 - l1, u2 - m2), np.hypot(u1 - m1, m2 - l2)
    return max(-1.0, difference - float(below)), min(1.0, difference + float(above))
