"""What makes the clusters and outliers of a fresh sample clear: the rules that every one of them keeps.

Distances in pixels are those in the smallest plots in use (`plots.SMALLEST_PLOTS`), so they are at least as large in
every design at every scale. A cluster's standard deviation is that of its points' two coordinates pooled (population).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.samples.clearance import nearest, nearest_within
from snellen.benchmarks.biy.samples.plots import pixels_per_unit
from snellen.benchmarks.biy.samples.sample import Sample

__all__ = ["RULES", "STRAY_LIMIT", "Arrangement", "Rule", "arrangement", "broken_rule", "straying"]

STRAY_LIMIT = 1.5
"""Standard deviations."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Arrangement:
    """What the rules look at: the points of each cluster and the outliers, arrays of shape (n, 2).

    Any other points are taken to lie within the bounding box of these.
    """

    clusters: list[Floats]
    outliers: Floats

    @cached_property
    def scales(self) -> Floats:
        """Pixels for a unit of x and of y in each of the smallest plots: shape (plots, 2)."""
        boxes = [points for points in (*self.clusters, self.outliers) if len(points)]
        low = np.min([points.min(axis=0) for points in boxes], axis=0)
        high = np.max([points.max(axis=0) for points in boxes], axis=0)
        return pixels_per_unit(low, high)


@dataclass(frozen=True)
class Rule:
    """Bounds on one measure of an arrangement. Where it does not apply, the measure lies within them."""

    name: str
    least: float
    most: float
    why: str
    measure: Callable[[Arrangement], float]

    def holds(self, arrangement: Arrangement) -> bool:
        """Whether the measure lies within the bounds, both included."""
        return self.least <= self.measure(arrangement) <= self.most


def arrangement(sample: Sample) -> Arrangement:
    """The clusters and outliers of a sample."""
    return Arrangement(sample.cluster_points, sample.outlier_points)


def broken_rule(arranged: Arrangement) -> Rule | None:
    """The first rule that is broken, or None."""
    return next((rule for rule in RULES if not rule.holds(arranged)), None)


def _cluster_extent(arranged: Arrangement) -> float:
    return min(
        (float((np.ptp(points, axis=0) * arranged.scales).min()) for points in arranged.clusters), default=math.inf
    )


def _box_iou(arranged: Arrangement) -> float:
    return max((shared / (one + other - shared) for shared, one, other in _shared_areas(arranged)), default=0.0)


def _box_containment(arranged: Arrangement) -> float:
    return max((shared / min(one, other) for shared, one, other in _shared_areas(arranged)), default=0.0)


def _shared_areas(arranged: Arrangement) -> list[tuple[float, float, float]]:
    """For each pair of clusters the area that their boxes share, and those of the boxes."""
    boxes = [(points.min(axis=0), points.max(axis=0)) for points in arranged.clusters]
    areas = []
    for (low, high), (other_low, other_high) in combinations(boxes, 2):
        sides = np.maximum(np.minimum(high, other_high) - np.maximum(low, other_low), 0)
        areas.append((float(sides.prod()), float((high - low).prod()), float((other_high - other_low).prod())))
    return areas


def _cluster_gap(arranged: Arrangement) -> float:
    least = math.inf
    if len(arranged.clusters) < 2:
        return least
    for scale in arranged.scales:
        clusters = [points * scale for points in arranged.clusters]
        for one, other in combinations(clusters, 2):
            if _box_distance(one, other) < least:
                least = min(least, float(nearest(one, other).min()))
    return least


def _box_distance(one: Floats, other: Floats) -> float:
    between = np.maximum(one.min(axis=0) - other.max(axis=0), other.min(axis=0) - one.max(axis=0))
    return float(np.hypot(*np.maximum(between, 0)))


def straying(points: Floats) -> float:
    """How far the loneliest point of a cluster is from its nearest neighbour, in the cluster's standard deviations."""
    return float(nearest_within(points).max()) / _sd(points)


def _straying(arranged: Arrangement) -> float:
    return max(map(straying, arranged.clusters), default=0.0)


def _outlier_clearance_sd(arranged: Arrangement) -> float:
    if not len(arranged.outliers):
        return math.inf
    return min(float(nearest(arranged.outliers, points).min()) / _sd(points) for points in arranged.clusters)


def _outlier_clearance(arranged: Arrangement) -> float:
    if not len(arranged.outliers):
        return math.inf
    return min(
        float(nearest(arranged.outliers * scale, points * scale).min())
        for scale in arranged.scales
        for points in arranged.clusters
    )


def _outlier_spacing(arranged: Arrangement) -> float:
    if len(arranged.outliers) < 2:
        return math.inf
    return min(float(nearest_within(arranged.outliers * scale).min()) for scale in arranged.scales)


def _sd(points: Floats) -> float:
    return float(np.sqrt(points.var(axis=0).mean()))


RULES = (
    Rule(
        "cluster extent in pixels",
        5.0,
        math.inf,
        "The points of a cluster span this much across and down; a cluster of fewer pixels is a dot without a box.",
        _cluster_extent,
    ),
    Rule("overlap of cluster boxes, IoU", 0.0, 0.05, "The boxes of two clusters are told apart.", _box_iou),
    Rule("cluster box inside another, share", 0.0, 0.1, "No cluster's box lies in another's.", _box_containment),
    Rule("outlier spacing in pixels", 6.0, math.inf, "Two outliers are seen as two.", _outlier_spacing),
    Rule(
        "outlier clearance in standard deviations",
        3.0,
        math.inf,
        "An outlier is at least twice as far off its cluster as any point of the cluster is from the others.",
        _outlier_clearance_sd,
    ),
    Rule(
        "outlier clearance in pixels",
        8.0,
        math.inf,
        "Nearly the diameter of the largest mark (4.4 pixels) lies blank between an outlier and its cluster.",
        _outlier_clearance,
    ),
    Rule("cluster gap in pixels", 5.0, math.inf, "The largest marks of two clusters do not touch.", _cluster_gap),
    Rule(
        "straying in standard deviations",
        0.0,
        STRAY_LIMIT,
        "From any point of a cluster to the nearest other one of it: none passes for an outlier.",
        _straying,
    ),
)
"""In the order in which they are checked, the quick ones first."""
