"""P values of several tests, corrected for their number."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["holm"]


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """P values of a family of tests, adjusted by Holm's step-down rule; of the shape (tests,) that is given.

    The i-th smallest of m (from 0) becomes the largest of (m − j)·p_j over j ≤ i, and at most 1: whoever rejects what
    is at most α rejects a true hypothesis of the family with a probability of at most α, however the tests depend on
    each other. NaN is no test: it stays, and is not counted. Source: S. Holm, Scandinavian Journal of Statistics 6
    (1979) 65–70. Raises ValueError for values beyond 0 and 1.

    >>> holm([0.01, 0.04, 0.03]).round(4).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    if np.any((p < 0) | (p > 1)):
        raise ValueError("p values must be from 0 to 1")
    adjusted = np.full(p.shape, np.nan)
    there = np.flatnonzero(~np.isnan(p))
    order = there[np.argsort(p[there], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
