"""The difference of two conditions over the questions that both answered, with an interval."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.statistics.clusters import clustered_standard_error
from snellen.statistics.proportions import wilson_interval

__all__ = ["PairedDifference", "paired_difference"]

_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean of first − second over `n` pairs from `groups` groups; ends and error are NaN where there are none.

    `interval` is how the ends were made: `bonett-price`, `bonett-price, clustered`, `t, clustered`, or `none`.
    """

    n: int
    groups: int
    difference: float
    standard_error: float
    low: float
    high: float
    interval: str


def paired_difference(
    first: ArrayLike, second: ArrayLike, groups: ArrayLike, confidence: float = 0.95, *, adjusted: bool = True
) -> PairedDifference:
    """The mean of `first` − `second` over pairs, with its interval.

    `first`, `second` (scores from 0 to 1, NaN where there is none) and `groups` (labels) are of shape (n,), pair by
    pair; pairs without either score are left out. `standard_error` is `clustered_standard_error` of the differences.

    - Scores that are all 0 or 1, and `adjusted`: Bonett's and Price's interval. With n pairs of which b and c are right
      on one side alone, p₁ = (b + 1)/(n + 2) and p₂ = (c + 1)/(n + 2), it is p₁ − p₂ ± z·√((p₁ + p₂ − (p₁ − p₂)²)/(n +
      2)). Where pairs share a group, n, b and c are reduced by the design effect, which is the square of the clustered
      standard error over that of independent pairs and at least 1, and n by Korn's and Graubard's factor for few
      groups, (t(n − 1)/t(G − 1))²; where no pair differs n is the number of groups. Ends are widened to hold the
      difference itself. Source: Bonett and Price, Journal of Educational and Behavioral Statistics 37 (2012) 479–488.
    - Else difference ± t·SE, with one degree of freedom fewer than there are groups. Where no pair differs SE says
      nothing: the interval then reaches as far as the share of groups that differ can be, by Wilson's interval of 0.

    Ends are within −1 and 1. Without pairs all is NaN; with fewer than two groups the ends of the second kind are, but
    where no pair differs. Raises ValueError where the three are of different lengths.

    The example of Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014) 2850–2875: of 21 pairs 1 and 7
    differ.

    >>> found = paired_difference([1] * 2 + [0] * 19, [1] + [0] + [1] * 7 + [0] * 12, range(21))
    >>> round(found.difference, 3), round(found.low, 3), round(found.high, 3)
    (-0.286, -0.508, -0.013)
    """
    one, other = (np.asarray(values, dtype=np.float64) for values in (first, second))
    labels = np.unique(np.asarray(groups), return_inverse=True)[1]
    if not one.shape == other.shape == labels.shape:
        raise ValueError("scores and groups must be of one length")
    there = ~(np.isnan(one) | np.isnan(other))
    one, other, clusters = one[there], other[there], labels[there]
    differences = one - other
    n, count = int(differences.size), len(np.unique(clusters))
    if not n:
        return PairedDifference(0, 0, _NAN, _NAN, _NAN, _NAN, "none")
    mean, error = float(differences.mean()), clustered_standard_error(differences, clusters)
    if adjusted and np.isin(one, (0, 1)).all() and np.isin(other, (0, 1)).all() and (count > 1 or n == 1):
        low, high = _bonett_price(differences, error, count, (1 + confidence) / 2)
        kind = "bonett-price" if count == n else "bonett-price, clustered"
    else:
        low, high = _student(mean, error, count, confidence, differs=bool(differences.any()))
        kind = "t, clustered"
    return PairedDifference(n, count, mean, error, max(low, -1.0), min(high, 1.0), kind)


def _bonett_price(differences: NDArray[np.float64], error: float, count: int, upper: float) -> tuple[float, float]:
    from scipy.stats import norm, t

    n = differences.size
    b, c = float((differences > 0).sum()), float((differences < 0).sum())
    size = float(n)
    if count < n:
        naive = (b + c - (b - c) ** 2 / n) / n / (n - 1)
        if naive > 0:
            size = n / max(1.0, error**2 / naive)
            size *= (float(t.ppf(upper, n - 1)) / float(t.ppf(upper, count - 1))) ** 2
        else:
            size = float(count)
    first, second = ((size * share / n + 1) / (size + 2) for share in (b, c))
    middle = first - second
    reach = float(norm.ppf(upper)) * ((first + second - middle**2) / (size + 2)) ** 0.5
    mean = (b - c) / n
    return min(middle - reach, mean), max(middle + reach, mean)


def _student(mean: float, error: float, count: int, confidence: float, *, differs: bool) -> tuple[float, float]:
    from scipy.stats import t

    if not differs:
        reach = float(wilson_interval(0, count, confidence)[1])
    else:
        reach = float(t.ppf((1 + confidence) / 2, count - 1)) * error if count > 1 else _NAN
    return mean - reach, mean + reach
