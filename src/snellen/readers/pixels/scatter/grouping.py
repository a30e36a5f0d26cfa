"""What points show: clusters, outliers, a relationship, or nothing. Points in, labels out.

The method is model selection. A uniform cloud, a curve with noise, and Gaussian clusters over a uniform background,
grown from the dense groups of many levels, compete by the Bayesian information criterion; clusters between which the
density has no valley are then merged. Points of the background are outliers where they are few, and noise where they
are many.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.candidates import dense_groups
from snellen.readers.pixels.scatter.mixture import Mixture, Sample, fit_mixture
from snellen.readers.pixels.scatter.relations import best_curve
from snellen.readers.pixels.scatter.valleys import merged

__all__ = ["Crowd", "Grouping", "group_points"]

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

FEWEST = 8
"""Points that make a cluster."""
_STANDS_APART = 2.2
"""Standard deviations of the cluster between an outlier and its nearest point, at least."""
_MANY = 700
"""Points on which guesses are tried."""
_TRIAL_STEPS, _STEPS = 12, 60
_FINALISTS = 3
_FEW, _SHARE = 12, 0.02
"""Background points are outliers where they are at most this many, or this share of all."""
_EVIDENCE = 12.0
"""By how much the BIC of a curve must be better than that of a uniform cloud."""


@dataclass(frozen=True, eq=False)
class Crowd:
    """Squares in which points are too many to be told apart: their middles `places`, shape (m, 2), the area `cell` of
    one. At a guess there is one point in each."""

    places: Floats
    cell: float


@dataclass(frozen=True, eq=False)
class Grouping:
    """Labels of n points: `cluster`, shape (n,), numbers from 0 or −1 for none; `outlier`, shape (n,), booleans.

    `boxes`, shape (k, 4), go from the least to the greatest x and y of each cluster's points; `centers`, shape (k, 2),
    are their means, `sizes`, shape (k,), their numbers, a crowd's points by estimate, and `groups` the points of each,
    the middles of crowded squares among them. `relationship` is linear, quadratic, exponential or none.
    """

    cluster: Labels
    outlier: NDArray[np.bool_]
    boxes: Floats
    centers: Floats
    sizes: Floats
    groups: tuple[Floats, ...] = ()
    relationship: str = "none"


def group_points(points: Floats, least_sd: float, crowd: Crowd | None = None) -> Grouping:
    """The grouping of points, shape (n, 2), whose places are known to about `least_sd`, in the units of the points."""
    n = len(points)
    nothing = _nothing(n)
    extra = np.zeros((0, 2)) if crowd is None else crowd.places
    both = np.concatenate([points, extra])
    spans = np.ptp(both, axis=0) if len(both) else np.zeros(2)
    if len(both) < FEWEST or (spans <= 0).any():
        return nothing
    unit = (both - both.min(axis=0)) / spans
    weights = np.ones(len(unit))
    cell = 0.0 if crowd is None else crowd.cell / float(spans.prod())
    sample = Sample(unit, weights, np.arange(len(unit)) >= n, cell)
    fuzz = float((least_sd / spans).max())
    uniform = 4 * float(np.log(weights.sum()))  # density 1 on the unit square, whose four sides were fitted
    curve = best_curve(unit, weights, fuzz)
    mixture = best_mixture(sample, fuzz)
    if curve is not None and curve.bic + _EVIDENCE < uniform and (mixture is None or curve.bic < mixture.bic):
        return replace(nothing, relationship=curve.kind)
    if mixture is None or mixture.bic >= uniform:
        return nothing
    mixture = fit_mixture(sample, mixture.labels, fuzz, _STEPS, count=True) if len(extra) else mixture
    labels = merged(unit, mixture.labels, mixture.weights)
    labels, outlier = _with_outliers(unit, labels, float(mixture.weights.sum()))
    return _described(both, n, labels, outlier, mixture.weights)


def best_mixture(sample: Sample, fuzz: float) -> Mixture | None:
    """The mixture of the smallest BIC over points in the unit square, or None where nothing is dense.

    Guesses are made and tried on a part of many points, and the best of them fitted to all.
    """
    part = sample
    if len(sample.points) > _MANY:
        part = sample.part(np.random.default_rng(0).permutation(len(sample.points))[:_MANY])
    tried: list[Mixture] = []
    scale = np.ones(2)
    for _ in range(2):  # the second time with distances in the clusters' own proportions
        for neighbours in (4, 10) if len(part.points) > 150 else (3, 6):
            for labels in dense_groups(part.points * scale, FEWEST, neighbours):
                fitted = fit_mixture(part, labels, fuzz, _TRIAL_STEPS, count=False)
                if fitted.sizes.min() >= FEWEST:
                    tried.append(fitted)
        if not tried:
            return None
        best = min(tried, key=lambda mixture: mixture.bic)
        sd = np.sqrt(best.variances.mean(axis=0))
        scale = sd.max() / sd
        if scale.max() < 1.3:
            break
    tried.sort(key=lambda mixture: mixture.bic)
    finalists = [
        fit_mixture(sample, _likeliest(sample.points, each), fuzz, _STEPS, count=False) for each in tried[:_FINALISTS]
    ]
    finalists = [each for each in finalists if each.sizes.min() >= FEWEST]
    return min(finalists, key=lambda mixture: mixture.bic) if finalists else None


def _likeliest(points: Floats, mixture: Mixture) -> Labels:
    """The likeliest origin of points by a mixture that was fitted to some of them."""
    away = (points[:, None, :] - mixture.means) ** 2 / mixture.variances
    density = np.log(mixture.shares[:-1]) - 0.5 * (away + np.log(2 * np.pi * mixture.variances)).sum(axis=2)
    best = density.argmax(axis=1)
    return np.where(density.max(axis=1) > np.log(mixture.shares[-1]), best, -1).astype(np.int64)


def _with_outliers(unit: Floats, labels: Labels, total: float) -> tuple[Labels, NDArray[np.bool_]]:
    """Background points as outliers, as noise, or given back to the cluster that they touch."""
    from scipy.spatial import KDTree

    outlier = np.zeros(len(unit), dtype=np.bool_)
    alone = np.flatnonzero(labels < 0)
    if not 0 < len(alone) <= max(_FEW, _SHARE * total):
        return labels, outlier
    labels = labels.copy()
    sds = [np.maximum(unit[labels == number].std(axis=0), 1e-12) for number in range(labels.max() + 1)]
    changed = True
    while changed and len(alone):
        changed = False
        for number, sd in enumerate(sds):
            near = np.asarray(KDTree(unit[labels == number] / sd).query(unit[alone] / sd)[0]) < _STANDS_APART
            if near.any():
                labels[alone[near]] = number
                alone, changed = alone[~near], True
            if not len(alone):
                break
    outlier[alone] = True
    return labels, outlier


def _described(points: Floats, n: int, labels: Labels, outlier: NDArray[np.bool_], weights: Floats) -> Grouping:
    boxes, centers, sizes, groups = [], [], [], []
    for number in range(int(labels.max(initial=-1)) + 1):
        own = labels == number
        boxes.append([*points[own].min(axis=0), *points[own].max(axis=0)])
        centers.append(np.average(points[own], axis=0, weights=weights[own]))
        sizes.append(weights[own].sum())
        groups.append(points[own])
    return Grouping(
        labels[:n],
        outlier[:n],
        np.array(boxes, dtype=np.float64).reshape(-1, 4),
        np.array(centers, dtype=np.float64).reshape(-1, 2),
        np.array(sizes, dtype=np.float64),
        tuple(groups),
    )


def _nothing(n: int) -> Grouping:
    empty = np.zeros((0, 4)), np.zeros((0, 2)), np.zeros(0)
    return Grouping(np.full(n, -1, dtype=np.int64), np.zeros(n, dtype=np.bool_), *empty)
