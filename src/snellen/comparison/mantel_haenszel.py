"""A second method for right and wrong: Mantel and Haenszel's common risk difference and test."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["MantelHaenszel", "mantel_haenszel"]


@dataclass(frozen=True, slots=True)
class MantelHaenszel:
    """The common risk difference with its interval, and the p value of the test.

    NaN where nothing can be said: all answers of each stratum are right, or all wrong.
    """

    difference: float
    low: float
    high: float
    p: float


def mantel_haenszel(
    right: ArrayLike, n: ArrayLike, right_second: ArrayLike, n_second: ArrayLike, confidence: float = 0.95
) -> MantelHaenszel:
    """From the right answers x and the answers n of each stratum in two sets; all of shape (strata,).

    The difference is Σ n1 n2/N (x1/n1 − x2/n2) / Σ n1 n2/N, N = n1 + n2, with Sato's variance (Biometrics 45 (1989)
    1323–1324), which holds for many small strata too; the interval is the normal one. The test is Cochran's, Mantel's
    and Haenszel's without continuity correction. Both take all answers for independent: where answers of one group
    depend on each other, as repeats do, they are too sure. Strata that one set lacks add nothing.

    >>> found = mantel_haenszel([10, 5], [20, 20], [5, 5], [20, 20])
    >>> round(found.difference, 3), round(found.p, 3)
    (0.125, 0.212)
    """
    from scipy.stats import chi2, norm

    x1, n1, x2, n2 = (np.asarray(each, dtype=np.float64) for each in (right, n, right_second, n_second))
    kept = (n1 > 0) & (n2 > 0)
    x1, n1, x2, n2 = x1[kept], n1[kept], x2[kept], n2[kept]
    total, nothing = n1 + n2, float("nan")
    weight = float((n1 * n2 / total).sum()) if len(total) else 0.0
    if weight == 0:
        return MantelHaenszel(nothing, nothing, nothing, nothing)
    difference = float(((x1 * n2 - x2 * n1) / total).sum()) / weight
    first = (n1**2 * x2 - n2**2 * x1 + n1 * n2 * (n2 - n1) / 2) / total**2
    second = (x1 * (n2 - x2) + x2 * (n1 - x1)) / (2 * total)
    error = float(np.sqrt(max(0.0, difference * float(first.sum()) + float(second.sum())))) / weight
    reach = float(norm.ppf((1 + confidence) / 2)) * error if error > 0 else nothing
    with np.errstate(divide="ignore", invalid="ignore"):
        m = x1 + x2
        variance = np.where(total > 1, n1 * n2 * m * (total - m) / (total**2 * (total - 1)), 0.0).sum()
    statistic = float((x1 - n1 * m / total).sum()) ** 2
    p = float(chi2.sf(statistic / variance, 1)) if variance > 0 else nothing
    low, high = np.clip([difference - reach, difference + reach], -1, 1).tolist()
    return MantelHaenszel(difference, low, high, p)
