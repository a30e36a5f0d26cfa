"""What points show: clusters, outliers, a relationship, or nothing. Points in, labels out; pixels or data, all the same.

The method is model selection. A uniform cloud, a curve with noise, and Gaussian clusters over a uniform background,
grown from the dense groups of many levels, compete by the Bayesian information criterion; clusters between which the
density has no valley are then merged. Points of the background are outliers where they are few, and noise where they
are many.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.candidates import dense_groups
from snellen.readers.pixels.scatter.mixture import Mixture, fit_mixture
from snellen.readers.pixels.scatter.relations import best_curve
from snellen.readers.pixels.scatter.valleys import merged

__all__ = ["Grouping", "group_points"]

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


@dataclass(frozen=True, eq=False)
class Grouping:
    """Labels of n points: `cluster`, shape (n,), numbers from 0 or −1 for none; `outlier`, shape (n,), booleans.

    `relationship` is linear, quadratic, exponential or none.
    """

    cluster: Labels
    outlier: NDArray[np.bool_]
    relationship: str

    @property
    def n_clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max(initial=-1)) + 1


def group_points(points: Floats, least_sd: float) -> Grouping:
    """The grouping of points, shape (n, 2), whose places are known to about `least_sd`, in the units of the points."""
    n = len(points)
    nothing = Grouping(np.full(n, -1, dtype=np.int64), np.zeros(n, dtype=np.bool_), "none")
    spans = np.ptp(points, axis=0) if n else np.zeros(2)
    if n < FEWEST or (spans <= 0).any():
        return nothing
    unit = (points - points.min(axis=0)) / spans
    fuzz = float((least_sd / spans).max())
    uniform = 4 * float(np.log(n))  # density 1 on the unit square, whose four sides were fitted
    curve = best_curve(unit, fuzz)
    mixture = best_mixture(unit, fuzz)
    if curve is not None and curve.bic < uniform and (mixture is None or curve.bic < mixture.bic):
        return Grouping(nothing.cluster, nothing.outlier, curve.kind)
    if mixture is None or mixture.bic >= uniform:
        return nothing
    labels = merged(unit, mixture.labels)
    return _with_outliers(unit, labels)


def best_mixture(unit: Floats, fuzz: float) -> Mixture | None:
    """The mixture of the smallest BIC over points in the unit square, or None where nothing is dense.

    Guesses are made and tried on a part of many points, and the best of them fitted to all.
    """
    part = unit
    if len(unit) > _MANY:
        part = unit[np.random.default_rng(0).permutation(len(unit))[:_MANY]]
    tried: list[Mixture] = []
    scale = np.ones(2)
    for _ in range(2):  # the second time with distances in the clusters' own proportions
        for neighbours in (4, 10) if len(part) > 150 else (3, 6):
            for labels in dense_groups(part * scale, FEWEST, neighbours):
                fitted = fit_mixture(part, labels, fuzz, _TRIAL_STEPS)
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
    finalists = [fit_mixture(unit, _nearest_label(unit, each), fuzz, _STEPS) for each in tried[:_FINALISTS]]
    finalists = [each for each in finalists if each.sizes.min() >= FEWEST]
    return min(finalists, key=lambda mixture: mixture.bic) if finalists else None


def _nearest_label(points: Floats, mixture: Mixture) -> Labels:
    """The likeliest origin of points by a mixture that was fitted to some of them."""
    away = (points[:, None, :] - mixture.means) ** 2 / mixture.variances
    density = np.log(mixture.shares[:-1]) - 0.5 * (away + np.log(2 * np.pi * mixture.variances)).sum(axis=2)
    best = density.argmax(axis=1)
    return np.where(density.max(axis=1) > np.log(mixture.shares[-1]), best, -1).astype(np.int64)


def _with_outliers(unit: Floats, labels: Labels) -> Grouping:
    """Background points as outliers, as noise, or given back to the cluster that they touch."""
    from scipy.spatial import KDTree

    n = len(unit)
    outlier = np.zeros(n, dtype=np.bool_)
    alone = np.flatnonzero(labels < 0)
    if len(alone) and len(alone) <= max(_FEW, _SHARE * n):
        labels = labels.copy()
        sds = [np.maximum(unit[labels == number].std(axis=0), 1e-12) for number in range(labels.max() + 1)]
        changed = True
        while changed and len(alone):
            changed = False
            for number, sd in enumerate(sds):
                tree = KDTree(unit[labels == number] / sd)
                near = tree.query(unit[alone] / sd)[0] < _STANDS_APART
                if near.any():
                    labels[alone[near]] = number
                    alone, changed = alone[~near], True
                if not len(alone):
                    break
        outlier[alone] = True
    return Grouping(labels, outlier, "none")
