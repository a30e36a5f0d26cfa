"""The difference of two scores of the same replies, with an interval that knows which replies belong together."""

import numpy as np
from numpy.typing import ArrayLike

from snellen.statistics import clustered_standard_error, wilson_interval

__all__ = ["paired_difference"]


def paired_difference(first: ArrayLike, second: ArrayLike, groups: ArrayLike) -> tuple[float, float, float]:
    """The mean of `first` − `second` over replies, with its 95% interval: (difference, low, high).

    `first`, `second` (scores from 0 to 1, NaN where there is none) and `groups` (labels) are of shape (n,), reply by
    reply; replies without either score are left out. The interval is difference ± t·SE, SE being
    `snellen.statistics.clustered_standard_error` of the differences, with one degree of freedom fewer than there are
    groups, within −1 and 1. Where no reply differs SE says nothing: the interval then reaches as far as the share of
    groups that differ can be, by Wilson's interval of 0 of them. NaN where there are no replies, and NaN ends where
    fewer than two groups differ from nothing. Raises ValueError where the three are of different lengths.

    >>> difference, low, high = paired_difference([1, 1, 0, 1], [0, 1, 0, 1], ["a", "b", "c", "d"])
    >>> round(difference, 3), round(low, 3), round(high, 3)
    (0.25, -0.546, 1.0)
    """
    from scipy.stats import t

    one, other = (np.asarray(values, dtype=np.float64) for values in (first, second))
    labels = np.unique(np.asarray(groups), return_inverse=True)[1]
    if not one.shape == other.shape == labels.shape:
        raise ValueError("scores and groups must be of one length")
    there = ~(np.isnan(one) | np.isnan(other))
    differences, clusters = (one - other)[there], labels[there]
    if not differences.size:
        return float("nan"), float("nan"), float("nan")
    mean, count = float(differences.mean()), len(np.unique(clusters))
    if not differences.any():
        reach = float(wilson_interval(0, count)[1])
    else:
        reach = (
            float(t.ppf(0.975, count - 1)) * clustered_standard_error(differences, clusters) if count > 1 else np.nan
        )
    return mean, float(np.maximum(mean - reach, -1)), float(np.minimum(mean + reach, 1))
