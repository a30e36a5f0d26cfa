"""The statistics that GRAB asks of data points: their values, how much each mark matters, and which marks they need."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.draft import Evidence
from snellen.benchmarks.grab.plan.ranks import kendall, spearman
from snellen.benchmarks.grab.plan.series import Series

__all__ = ["COUNTS", "RANK_CORRELATIONS", "STATISTICS", "data_sensitivity", "data_value", "needed_points"]

Floats = NDArray[np.float64]

STATISTICS = (
    "data mean",
    "data variance",
    "minimum",
    "maximum",
    "interquartile range",
    "median",
    "range span",
    "domain length",
    "Pearson correlation",
    "Spearman correlation",
    "Kendall correlation",
)
"""Properties of one series; of several series they are the mean over the series."""
RANK_CORRELATIONS = ("Spearman correlation", "Kendall correlation")
COUNTS = ("number of points", "number of series")


def data_value(property_: str, series: Sequence[Series]) -> tuple[float, ...]:
    """The exact answer before rounding, as a tuple of one: the mean over the series of the property of each series.

    Mean, variance, extremes, quartiles and median are those of the y values. The variance is the population's (divided
    by n); quantiles interpolate linearly between order statistics (Hyndman and Fan's definition 7, NumPy's default);
    the interquartile range is the third quartile less the first; the range span is the largest y less the smallest,
    the domain length the largest x less the smallest; Spearman's coefficient gives ties their average rank, Kendall's
    is tau-b.
    The number of points counts those of all series. Raises KeyError for a property that data do not have.
    """
    if property_ == "number of series":
        return (float(len(series)),)
    if property_ == "number of points":
        return (float(sum(len(one) for one in series)),)
    value = _MEASURES[property_].value
    # Adding zero turns -0.0 into 0.0.
    return (math.fsum(value(one.x, one.y) for one in series) / len(series) + 0.0,)


def data_sensitivity(property_: str, series: Sequence[Series], pixels_per_unit: tuple[float, float]) -> float:
    """By how much the value changes at most, to first order, when every mark moves by one pixel on its own.

    It is the mean over the series of the sum over the points of the length of the gradient with respect to the point's
    position in pixels. Zero for counts and for rank correlations, which small moves leave as they are: for those see
    `snellen.benchmarks.grab.plan.ranks.rank_margin` and the recipes of counts.
    """
    if property_ in COUNTS or property_ in RANK_CORRELATIONS:
        return 0.0
    gradient = _MEASURES[property_].gradient
    total = 0.0
    for one in series:
        along_x, along_y = gradient(one.x, one.y)
        total += float(np.hypot(along_x / pixels_per_unit[0], along_y / pixels_per_unit[1]).sum())
    return total / len(series)


def needed_points(property_: str, series: Sequence[Series]) -> tuple[Evidence, ...]:
    """The marks that the answer needs: extreme points or order statistics alone where they decide, else every point."""
    evidence: list[Evidence] = []
    for index, one in enumerate(series):
        for kind, position in _positions(property_, one):
            evidence.append(Evidence(kind, index, float(one.x[position]), float(one.y[position])))
    return tuple(evidence)


def _positions(property_: str, series: Series) -> list[tuple[str, int]]:
    lowest, highest = ("minimum", int(series.y.argmin())), ("maximum", int(series.y.argmax()))
    if property_ == "minimum":
        return [lowest]
    if property_ == "maximum":
        return [highest]
    if property_ == "range span":
        return [lowest, highest]
    if property_ == "domain length":
        return [("end", int(series.x.argmin())), ("end", int(series.x.argmax()))]
    if property_ in ("median", "interquartile range"):
        along_y = _MEASURES[property_].gradient(series.x, series.y)[1]
        return [("point", int(position)) for position in np.flatnonzero(along_y)]
    return [("point", position) for position in range(len(series))]


@dataclass(frozen=True, slots=True)
class _Measure:
    """`value` and `gradient` take the x and y of one series; the gradient is by x and by y of each point."""

    value: Callable[[Floats, Floats], float]
    gradient: Callable[[Floats, Floats], tuple[Floats, Floats]]


def _mean(_: Floats, y: Floats) -> float:
    return float(y.mean())


def _mean_gradient(_: Floats, y: Floats) -> tuple[Floats, Floats]:
    return np.zeros(len(y)), np.full(len(y), 1 / len(y))


def _variance(_: Floats, y: Floats) -> float:
    from_mean = y - y.mean()
    return float(from_mean @ from_mean) / len(y)


def _variance_gradient(_: Floats, y: Floats) -> tuple[Floats, Floats]:
    return np.zeros(len(y)), 2 * (y - y.mean()) / len(y)


def _pearson(x: Floats, y: Floats) -> float:
    from_x, from_y = x - x.mean(), y - y.mean()
    return float(from_x @ from_y / math.sqrt(float(from_x @ from_x) * float(from_y @ from_y)))


def _pearson_gradient(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    from_x, from_y = x - x.mean(), y - y.mean()
    size_x, size_y = math.sqrt(float(from_x @ from_x)), math.sqrt(float(from_y @ from_y))
    unit_x, unit_y = from_x / size_x, from_y / size_y
    r = float(unit_x @ unit_y)
    return (unit_y - r * unit_x) / size_x, (unit_x - r * unit_y) / size_y


def _no_gradient(x: Floats, _: Floats) -> tuple[Floats, Floats]:
    return np.zeros(len(x)), np.zeros(len(x))


def _weights(values: Floats, shares: Sequence[tuple[float, float]]) -> Floats:
    """The weight of each value in a sum of quantiles; `shares` are pairs of a quantile and its factor."""
    weights = np.zeros(len(values))
    order = np.argsort(values, kind="stable")
    for quantile, factor in shares:
        place = quantile * (len(values) - 1)
        below = min(int(place), len(values) - 1)
        weights[order[below]] += factor * (1 - (place - below))
        if place > below:
            weights[order[below + 1]] += factor * (place - below)
    return weights


def _of_quantiles(axis: str, *shares: tuple[float, float]) -> _Measure:
    """A weighted sum of quantiles of the x or the y values: extremes, median, spans."""

    def value(x: Floats, y: Floats) -> float:
        values = x if axis == "x" else y
        return float(_weights(values, shares) @ values)

    def gradient(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        weights = _weights(x if axis == "x" else y, shares)
        none = np.zeros(len(weights))
        return (weights, none) if axis == "x" else (none, weights)

    return _Measure(value, gradient)


_MEASURES: Mapping[str, _Measure] = {
    "data mean": _Measure(_mean, _mean_gradient),
    "data variance": _Measure(_variance, _variance_gradient),
    "minimum": _of_quantiles("y", (0.0, 1.0)),
    "maximum": _of_quantiles("y", (1.0, 1.0)),
    "interquartile range": _of_quantiles("y", (0.75, 1.0), (0.25, -1.0)),
    "median": _of_quantiles("y", (0.5, 1.0)),
    "range span": _of_quantiles("y", (1.0, 1.0), (0.0, -1.0)),
    "domain length": _of_quantiles("x", (1.0, 1.0), (0.0, -1.0)),
    "Pearson correlation": _Measure(_pearson, _pearson_gradient),
    "Spearman correlation": _Measure(spearman, _no_gradient),
    "Kendall correlation": _Measure(kendall, _no_gradient),
}
