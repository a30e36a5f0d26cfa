"""Distances from points to their nearest neighbours."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["nearest", "nearest_within"]

Floats = NDArray[np.float64]


def nearest(points: Floats, others: Floats) -> Floats:
    """The distance from each of the points, shape (n, 2), to the nearest of the others: shape (n,)."""
    from scipy.spatial import KDTree

    return np.asarray(KDTree(others).query(points)[0], dtype=np.float64)


def nearest_within(points: Floats) -> Floats:
    """The distance from each of two or more points, shape (n, 2), to the nearest of the rest: shape (n,)."""
    from scipy.spatial import KDTree

    distances = np.asarray(KDTree(points).query(points, k=2)[0], dtype=np.float64)
    return distances[:, 1]
