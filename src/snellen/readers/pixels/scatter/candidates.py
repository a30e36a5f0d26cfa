"""First guesses of clusters: groups of points that are dense at one of many levels of density."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["dense_groups"]

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

_LEVELS = 20
_MOST_GROUPS = 12
_NEAR = 13


def dense_groups(points: Floats, least: int, neighbours: int) -> Iterator[Labels]:
    """Different partitions of points, shape (n, 2), into dense groups of at least `least` points: labels, −1 for none.

    As in DBSCAN: at each level points with `neighbours` others within reach belong together where they are within reach
    of one another. The reach goes through the distribution of the points' own distances, from small to large.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import minimum_spanning_tree
    from scipy.spatial import KDTree

    n = len(points)
    if n <= neighbours + 1:
        return
    around = min(n, max(neighbours + 1, _NEAR))
    nearest = KDTree(points).query(points, k=around)
    distances, others = np.asarray(nearest[0]), np.asarray(nearest[1])
    core = distances[:, neighbours]
    # Mutual reachability over near neighbours; what the nearest do not link is far apart at any useful level.
    rows = np.repeat(np.arange(n), around - 1)
    columns, apart = others[:, 1:].ravel(), distances[:, 1:].ravel()
    reach = np.maximum(apart, np.maximum(core[rows], core[columns])) + 1e-12
    graph = minimum_spanning_tree(coo_array((reach, (rows, columns)), shape=(n, n)).tocsr()).tocoo()
    order = np.argsort(graph.data)
    lengths = graph.data[order]
    links = np.column_stack([graph.row[order], graph.col[order]]).astype(np.int64)
    levels = np.unique(np.quantile(core, np.linspace(0.3, 1.0, _LEVELS)) * 1.02)
    levels = np.concatenate([levels, levels[-1] * np.array([1.3, 1.7, 2.3])])
    name = np.arange(n)
    done = 0
    seen = set[bytes]()
    for level in levels.tolist():
        until = int(np.searchsorted(lengths, level, side="right"))
        name = _joined(name, links[done:until])
        done = until
        counts = np.bincount(name[core <= level], minlength=n)
        names = np.flatnonzero(counts >= least)
        key = np.round(np.log2(counts[names]) * 2).astype(np.int64).tobytes()
        if not 0 < len(names) <= _MOST_GROUPS or key in seen:
            continue
        seen.add(key)
        number = np.full(n, -1, dtype=np.int64)
        number[names] = np.arange(len(names))
        yield np.where(core <= level, number[name], -1)


def _joined(name: NDArray[np.int64], links: NDArray[np.int64]) -> NDArray[np.int64]:
    """The name of each point's group once further links join groups."""
    root = np.arange(len(name))
    for one, other in name[links].tolist():
        while root[one] != one:
            root[one] = root[root[one]]
            one = root[one]
        while root[other] != other:
            root[other] = root[root[other]]
            other = root[other]
        root[other] = one
    while True:
        further = root[root]
        if (further == root).all():
            return np.asarray(root[name])
        root = further
