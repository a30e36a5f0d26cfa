"""The standard error of a mean whose scores belong together in groups."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["clustered_standard_error", "standard_errors"]

Floats = NDArray[np.float64]


def clustered_standard_error(scores: ArrayLike, groups: ArrayLike) -> float:
    """The standard error of the mean of scores, those of one group not being independent of each other.

    `scores` and `groups` are of shape (n,); groups are labels of any kind. With G groups, mean m and S_g the sum of
    (score − m) over group g: √(G/(G−1) · Σ S_g²) / n, the CR1 sandwich of a regression on a constant. Where every
    group has one score it is the sample standard deviation over √n; NaN with fewer than two groups. Source: Liang and
    Zeger, Biometrika 73 (1986) 13–22; Miller, "Adding error bars to evals" (2024), section 2.2, has it without the
    factor G/(G−1). Raises ValueError where scores and groups are of different lengths.

    >>> round(clustered_standard_error([1, 0, 1, 1], ["a", "b", "c", "d"]), 4)
    0.25
    >>> clustered_standard_error([1, 1, 0, 0], ["a", "a", "b", "b"])
    0.5
    """
    values = np.asarray(scores, dtype=np.float64)
    _, codes = np.unique(np.asarray(groups), return_inverse=True)
    if values.size == 0 or values.shape != codes.shape:
        if values.shape == codes.shape:
            return float("nan")
        raise ValueError("scores and groups must be of one length")
    within = np.bincount(codes, weights=values - values.mean())
    return float(standard_errors(np.array([np.sum(within**2)]), np.array([within.size]), np.array([values.size]))[0])


def standard_errors(sum_of_squares: NDArray[Any], groups: NDArray[Any], n: NDArray[Any]) -> Floats:
    """The same of many means at once, from Σ S_g², the number of groups and the number of scores of each."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(groups > 1, np.sqrt(groups / (groups - 1) * sum_of_squares) / n, np.nan)
