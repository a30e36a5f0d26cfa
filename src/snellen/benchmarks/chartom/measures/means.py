"""Means with intervals that know which values belong together, and differences between twins."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.statistics import clustered_standard_error

__all__ = ["Estimate", "clustered_mean", "paired_difference"]

_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `n` values or pairs, and the ends of its interval; NaN where there is none."""

    n: int
    mean: float
    low: float
    high: float


def clustered_mean(values: ArrayLike, groups: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of values, NaN left out, with Student's interval clustered by group.

    `values` and `groups` are of shape (n,). The ends are mean ± t·SE, SE being `clustered_standard_error` and t with
    one degree of freedom fewer than there are groups; they are not cut at 0 or 1. NaN over no values, and NaN ends
    with fewer than two groups. Raises ValueError where the lengths differ.

    >>> clustered_mean([0.2, 0.4, float("nan")], ["a", "b", "b"]).mean
    0.30000000000000004
    >>> clustered_mean([], [])
    Estimate(n=0, mean=nan, low=nan, high=nan)
    """
    from scipy.stats import t

    numbers, labels = _together(values, groups)
    if not len(numbers):
        return Estimate(0, _NAN, _NAN, _NAN)
    mean, clusters = float(numbers.mean()), len(np.unique(labels))
    if clusters < 2:
        return Estimate(len(numbers), mean, _NAN, _NAN)
    reach = float(t.ppf((1 + confidence) / 2, clusters - 1)) * clustered_standard_error(numbers, labels)
    return Estimate(len(numbers), mean, mean - reach, mean + reach)


def paired_difference(
    values: ArrayLike, manipulated: ArrayLike, pairs: ArrayLike, confidence: float = 0.95
) -> Estimate:
    """How much higher values are on honest charts than on their manipulated twins: a mean over pairs.

    All of shape (n,): `manipulated` is 1 or 0 (NaN where unknown: left out), `pairs` labels. With d the mean of a
    pair's honest values less the mean of its manipulated ones, the mean over the n pairs that have both, ± t(n − 1)
    times the standard deviation of d over √n. NaN ends with fewer than two pairs.

    >>> paired_difference([1, 0, 1, 1, 1], [0, 1, 0, 1, 0], ["a", "a", "b", "b", "c"]).mean
    0.5
    """
    from scipy.stats import t

    numbers, labels, kinds = _together(values, pairs, manipulated)
    kinds = kinds.astype(np.float64)
    _, codes = np.unique(labels, return_inverse=True)
    number = int(codes.max(initial=-1)) + 1
    means = []
    for kind in (0.0, 1.0):
        there = kinds == kind
        with np.errstate(invalid="ignore"):
            total = np.bincount(codes[there], weights=numbers[there], minlength=number)
            means.append(total / np.bincount(codes[there], minlength=number))
    difference = means[0] - means[1]
    difference = difference[np.isfinite(difference)]
    n = len(difference)
    if n < 2:
        return Estimate(n, float(difference.mean()) if n else _NAN, _NAN, _NAN)
    mean = float(difference.mean())
    reach = float(t.ppf((1 + confidence) / 2, n - 1)) * float(difference.std(ddof=1)) / n**0.5
    return Estimate(n, mean, mean - reach, mean + reach)


def _together(values: ArrayLike, *others: ArrayLike) -> tuple[NDArray[Any], ...]:
    """The values that are not NaN, with what stands beside them."""
    numbers = np.asarray(values, dtype=np.float64)
    arrays = [np.asarray(other) for other in others]
    if any(array.shape != numbers.shape for array in arrays):
        raise ValueError("values, groups and kinds must be of one length")
    there = np.isfinite(numbers)
    return (numbers[there], *(array[there] for array in arrays))
