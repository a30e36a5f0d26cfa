"""Gaussian blobs, with and without background noise."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Randomness", "blob_centers", "blob_sizes", "blobs", "noise_over", "shuffled"]

Randomness: TypeAlias = np.random.Generator | np.random.RandomState

_CENTER_BOX = (-10.0, 10.0)


def blobs(
    randomness: Randomness, n: int, centers: int, cluster_std: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Points of shape (n, 2) and their clusters: round Gaussian blobs about uniform centres, in shuffled order.

    With a `RandomState(0)` these are scikit-learn's `make_blobs(n, centers=…, cluster_std=…, random_state=0)`, drawn in
    the same order: the centres in a box from −10 to 10, each blob's points, the shuffle.
    """
    places = blob_centers(randomness, centers)
    clusters = [
        randomness.normal(place, cluster_std, size=(size, 2))
        for place, size in zip(places, blob_sizes(n, centers), strict=True)
    ]
    return shuffled(randomness, clusters)


def blob_centers(randomness: Randomness, centers: int) -> NDArray[np.float64]:
    """Uniform centres in a box from −10 to 10: shape (centers, 2)."""
    return randomness.uniform(*_CENTER_BOX, size=(centers, 2))


def blob_sizes(n: int, centers: int) -> list[int]:
    """n points shared out evenly: the first n mod centers blobs have one more."""
    return [n // centers + (label < n % centers) for label in range(centers)]


def shuffled(
    randomness: Randomness, clusters: list[NDArray[np.float64]]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The points of all clusters in random order, shape (n, 2), and the cluster of each."""
    points, sizes = np.concatenate(clusters), [len(cluster) for cluster in clusters]
    order = np.arange(len(points))
    randomness.shuffle(order)
    return points[order], np.repeat(np.arange(len(clusters)), sizes)[order]


def noise_over(points: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Uniform noise over the bounding box of points: shape (25, 2) for up to 100 points, (100, 2) for more."""
    size = 25 if len(points) <= 100 else 100
    return rng.uniform(points.min(axis=0), points.max(axis=0), (size, 2))
