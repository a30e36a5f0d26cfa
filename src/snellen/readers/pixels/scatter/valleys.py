"""Whether two clusters are one: the density between their middles has no valley."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

__all__ = ["merged"]

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]
Mask = NDArray[np.bool_]

_VALLEY, _CHANCE = 0.5, 1.0
"""A valley is below half of the lesser peak, also with so many standard errors of its count added."""
_BINS = 5


def merged(points: Floats, labels: Labels, weights: Floats) -> Labels:
    """Labels of points with clusters joined, the closest first, until valleys part all of them.

    `points` has shape (n, 2), `labels` and `weights`, how many points each stands for, (n,).
    """
    labels = labels.copy()
    while True:
        count = int(labels.max(initial=-1)) + 1
        shallow = [
            (depth, one, other)
            for one, other in combinations(range(count), 2)
            if (depth := _level(points, labels == one, labels == other, weights)) > _VALLEY
        ]
        if not shallow:
            return labels
        _, one, other = max(shallow)
        labels[labels == other] = one
        labels[labels > other] -= 1


def _level(points: Floats, is_one: Mask, is_other: Mask, weights: Floats) -> float:
    """The least density between two middles over that at the lesser of them: 1 and more where there is no valley.

    Along the line between the middles, in units of the clusters' common spread across it. A uniform shape that was
    taken for several clusters has chance gaps: the count at the lowest place is raised by its standard error.
    """
    one, other = points[is_one], points[is_other]
    spread = np.sqrt((one.var(axis=0) + other.var(axis=0)) / 2) + 1e-9
    a, b = one / spread, other / spread
    middle_a, middle_b = np.median(a, axis=0), np.median(b, axis=0)
    way = middle_b - middle_a
    length = float(np.hypot(*way))
    if length > 6 or length < 1e-9:
        return 0.0 if length > 6 else 2.0
    way /= length
    both = np.concatenate([a, b]) - middle_a
    along, across = both @ way, both @ np.array([-way[1], way[0]])
    weight = np.concatenate([weights[is_one], weights[is_other]])
    weight = np.where(np.abs(across) < 1.5, weight, 0)
    width = max(length / _BINS, 0.35)
    places = np.linspace(0, length, 2 * _BINS + 1)
    density = np.array([weight[np.abs(along - place) < width / 2 + 0.1].sum() for place in places])
    ends = min(density[:3].max(), density[-3:].max())
    least = float(density[2:-2].min())
    return (least + _CHANCE * float(np.sqrt(least))) / max(float(ends), 1.0)
