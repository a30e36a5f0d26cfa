"""Predictions against what people did: errors, coverage, correlation, and what trivial predictions reach."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "coverage",
    "error_at_worst",
    "group_medians",
    "label_noise",
    "mean_absolute_error",
    "pearson",
    "spearman",
]

Floats = NDArray[np.float64]
_NAN = float("nan")


def mean_absolute_error(predicted: ArrayLike, people: ArrayLike) -> float:
    """The mean of |p − h| over charts with both; NaN over none. NaN stands for what is missing.

    >>> round(mean_absolute_error([0.5, float("nan"), 0.1], [0.4, 0.9, 0.4]), 4)
    0.2
    """
    p, h = _both(predicted, people)
    return float(np.abs(p - h).mean()) if len(p) else _NAN


def error_at_worst(predicted: ArrayLike, people: ArrayLike) -> float:
    """The mean absolute error with max(h, 1 − h) where there is a people's value and no prediction; NaN over none.

    That is the largest error which a prediction between 0 and 1 could have made.

    >>> round(error_at_worst([0.5, float("nan")], [0.4, 0.9]), 4)
    0.5
    """
    p, h = np.asarray(predicted, dtype=np.float64), np.asarray(people, dtype=np.float64)
    p, h = p[np.isfinite(h)], h[np.isfinite(h)]
    errors = np.where(np.isfinite(p), np.abs(p - h), np.maximum(h, 1 - h))
    return float(errors.mean()) if len(errors) else _NAN


def coverage(predicted: ArrayLike) -> float:
    """The share of replies with a prediction; NaN over none.

    >>> coverage([0.5, float("nan")]), coverage([])
    (0.5, nan)
    """
    p = np.asarray(predicted, dtype=np.float64)
    return float(np.isfinite(p).mean()) if p.size else _NAN


def pearson(predicted: ArrayLike, people: ArrayLike) -> float:
    """Pearson's correlation over charts with both; NaN with fewer than three, or where one side is constant.

    >>> round(pearson([0.1, 0.2, 0.4], [0.2, 0.4, 0.8]), 6), pearson([0.5, 0.5, 0.5], [0.1, 0.2, 0.3])
    (1.0, nan)
    """
    p, h = _both(predicted, people)
    if len(p) < 3 or np.ptp(p) == 0 or np.ptp(h) == 0:
        return _NAN
    return float(np.corrcoef(p, h)[0, 1])


def spearman(predicted: ArrayLike, people: ArrayLike) -> float:
    """Spearman's: Pearson's of the ranks, those of equal values averaged; NaN as there.

    >>> round(spearman([0.1, 0.2, 0.9], [0.2, 0.4, 0.5]), 6)
    1.0
    """
    from scipy.stats import rankdata

    p, h = _both(predicted, people)
    return pearson(rankdata(p), rankdata(h)) if len(p) else _NAN


def group_medians(people: ArrayLike, groups: ArrayLike) -> Floats:
    """For each chart the median of its group's values: the best prediction that knows the group alone.

    The median has the least mean absolute error of all constants. Of shape (n,), in the order given.

    >>> group_medians([0.1, 0.3, 0.9], [0, 0, 1]).tolist()
    [0.2, 0.2, 0.9]
    """
    h, labels = np.asarray(people, dtype=np.float64), np.asarray(groups)
    found = np.empty(len(h))
    for label in np.unique(labels):
        found[labels == label] = np.median(h[labels == label])
    return found


def label_noise(people: ArrayLike, numbers: ArrayLike) -> float:
    """The mean absolute error that the people's values themselves are expected to have, by sampling alone.

    Each value is a share h of n people; were h the true one, a share measured anew would be off by E|X/n − h| with X
    binomial(n, h), which is (2/n)·(k + 1)·C(n, k + 1)·h^(k+1)·(1 − h)^(n−k) with k = ⌊nh⌋ (de Moivre). Averaged over
    charts with both; NaN over none. A perfect predictor of the truth would still err by about that much.

    >>> round(label_noise([0.5, 0.5], [1, 4]), 4)
    0.3438
    """
    from scipy.stats import binom

    h, n = _both(people, numbers)
    h, n = h[n > 0], n[n > 0]
    if not len(h):
        return _NAN
    k = np.minimum(np.floor(n * h + 1e-9), n)
    # (k+1)·C(n, k+1)·h^(k+1)·(1−h)^(n−k) is (k+1)·(1−h)·P(X = k+1).
    return float(np.mean(2 / n * (k + 1) * (1 - h) * binom.pmf(k + 1, n, h)))


def _both(one: ArrayLike, other: ArrayLike) -> tuple[Floats, Floats]:
    p, h = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    there = np.isfinite(p) & np.isfinite(h)
    return p[there], h[there]
