"""First guesses of clusters: groups of points that are dense at one of many levels of density."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["dense_groups"]

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

_LEVELS = 24
_MOST_GROUPS = 16


def dense_groups(points: Floats, least: int, neighbours: int) -> Iterator[Labels]:
    """Different partitions of points, shape (n, 2), into dense groups of at least `least` points: labels, −1 for none.

    As in DBSCAN: at each level points with `neighbours` others within reach belong together where they are within reach
    of one another. The reach goes through the distribution of the points' own distances, from small to large.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
    from scipy.spatial import KDTree

    n = len(points)
    if n <= neighbours + 1:
        return
    tree = KDTree(points)
    around = min(n, max(neighbours + 1, 13))
    distances, others = tree.query(points, k=around)
    core = distances[:, neighbours]
    # Mutual reachability over near neighbours; what the nearest do not link is far apart at any useful level.
    rows = np.repeat(np.arange(n), around - 1)
    columns, apart = others[:, 1:].ravel(), distances[:, 1:].ravel()
    reach = np.maximum(apart, np.maximum(core[rows], core[columns])) + 1e-12
    graph = minimum_spanning_tree(coo_array((reach, (rows, columns)), shape=(n, n)).tocsr()).tocoo()
    levels = np.unique(np.quantile(core, np.linspace(0.3, 1.0, _LEVELS)) * 1.02)
    levels = np.concatenate([levels, levels[-1] * np.array([1.3, 1.7, 2.3])])
    seen = set[bytes]()
    for level in levels:
        near = graph.data <= level
        links = coo_array((np.ones(int(near.sum())), (graph.row[near], graph.col[near])), shape=(n, n))
        _, group = connected_components(links, directed=False)
        group = np.where(core <= level, group, -1)
        names, counts = np.unique(group[group >= 0], return_counts=True)
        names = names[counts >= least]
        if not 0 < len(names) <= _MOST_GROUPS:
            continue
        labels = np.full(n, -1, dtype=np.int64)
        for number, name in enumerate(names):
            labels[group == name] = number
        sizes = np.bincount(labels[labels >= 0])
        key = np.round(np.log2(sizes) * 2).astype(int).tobytes()
        if key not in seen:
            seen.add(key)
            yield labels
