"""What a careless reader would answer: the typical misreadings of a question, computed from its own data."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Window
from snellen.benchmarks.grab.plan.measures import data_value
from snellen.benchmarks.grab.plan.series import Series

__all__ = ["Misreading", "data_misreadings", "function_misreadings", "tick_misreadings"]


@dataclass(frozen=True, slots=True)
class Misreading:
    """A wrong answer before rounding, and its name.

    `spaces` says whether options may be spaced by its distance from the answer. It is False where that distance tells
    the answer, as that of a variance from its root does: such a value only names an option that is there anyway.
    """

    name: str
    value: float
    spaces: bool = True


OfFunction = Callable[[Function], float]


def function_misreadings(property_: str, functions: Sequence[Function], window: Window) -> list[Misreading]:
    """The misreadings of a property of the functions as drawn, the mean over them where there are several.

    With several functions also those of the mean: the last function alone, the last left out, the median for the mean.
    """
    found = [
        Misreading(name, _mean([value(f) for f in functions]), spaces)
        for name, value, spaces in _OF_FUNCTIONS.get(property_, ())
        if all(_defined(value, f) for f in functions)
    ]
    if len(functions) > 1:
        found += _of_means([FUNCTION_MEASURES[property_](f, window).values[0] for f in functions], "function")
    return found


def data_misreadings(property_: str, series: Sequence[Series]) -> list[Misreading]:
    """The misreadings of a property of the series, the mean over them where there are several."""
    if property_ == "number of series":
        return []
    if property_ == "number of points":
        left_out = sum(len(one) for one in series[:-1])
        return [Misreading("a series left out", float(left_out), spaces=False)] if left_out else []
    found = []
    for name, value, spaces in _OF_DATA.get(property_, ()):
        found.append(Misreading(name, _mean([value(one) for one in series]), spaces))
    if len(series) > 1:
        found += _of_means([data_value(property_, [one])[0] for one in series], "series")
    return found


def tick_misreadings(
    x_ticks: Sequence[float], y_ticks: Sequence[float], property_: str, value: float, count: int
) -> list[Misreading]:
    """The answer with one mark read a tick off, either way, of `count` functions or series.

    Only for properties that are read at one place of one axis; others have none.
    """
    ticks = x_ticks if property_ in _AT_X else y_ticks if property_ in _AT_Y else ()
    if len(ticks) < 2:
        return []
    off = abs(ticks[1] - ticks[0]) / count
    return [Misreading("a gridline off", value + off), Misreading("a gridline off", value - off)]


_AT_X = ("x-intercept", "stationary point", "peak location", "function mean")
_AT_Y = ("y-intercept", "vertical shift", "minimum", "maximum")


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _defined(value: OfFunction, f: Function) -> bool:
    try:
        return math.isfinite(value(f))
    except (ArithmeticError, LookupError, ValueError):
        return False


def _of_means(values: Sequence[float], what: str) -> Iterator[Misreading]:
    """Of the mean of several values, each of one function or series."""
    many = "functions" if what == "function" else "series"
    yield Misreading(f"the last {what} alone", values[-1])
    yield Misreading(f"one {what} left out", _mean(values[:-1]))
    yield Misreading(f"median of the {many} for their mean", float(np.median(values)))


def _peak(f: Function) -> float:
    return f.coefficients[0] + f.coefficients[3]


def _shift(f: Function, share: float) -> float:
    """The phase shift of a sine, a share of its period further on."""
    _, rate, angle, _ = f.coefficients
    period = 2 * math.pi / rate
    return (-angle / rate + share * period) % period


_OF_FUNCTIONS: Mapping[str, Sequence[tuple[str, OfFunction, bool]]] = {
    "x-intercept": [("the other axis", lambda f: f.at(0.0), True)],
    "y-intercept": [("the other axis", lambda f: f.roots[0], True)],
    "gradient": [("run over rise", lambda f: 1 / f.coefficients[0], False)],
    "stationary point": [("y read for x", lambda f: f.at(f.stationary_points[0]), True)],
    "peak location": [("y read for x", _peak, True)],
    "function mean": [("y read for x", _peak, True)],
    "function variance": [("standard deviation for variance", lambda f: abs(f.coefficients[2]), False)],
    "amplitude": [("range for amplitude", lambda f: 2 * abs(f.coefficients[0]), False)],
    "period": [
        ("half a period for one", lambda f: math.pi / abs(f.coefficients[1]), False),
        ("two periods for one", lambda f: 4 * math.pi / abs(f.coefficients[1]), False),
    ],
    "phase shift": [
        ("the falling crossing", lambda f: _shift(f, 0.5), True),
        ("the peak for the crossing", lambda f: _shift(f, 0.25), True),
    ],
    "vertical shift": [
        ("highest value for midline", lambda f: f.coefficients[3] + abs(f.coefficients[0]), True),
        ("lowest value for midline", lambda f: f.coefficients[3] - abs(f.coefficients[0]), True),
    ],
    "minimum": [
        ("maximum for minimum", lambda f: f.extremes[1][1], True),
        ("x read for y", lambda f: f.extremes[0][0], True),
        ("the left end", lambda f: f.at(f.domain[0]), True),
        ("the right end", lambda f: f.at(f.domain[1]), True),
    ],
    "maximum": [
        ("minimum for maximum", lambda f: f.extremes[0][1], True),
        ("x read for y", lambda f: f.extremes[1][0], True),
        ("the left end", lambda f: f.at(f.domain[0]), True),
        ("the right end", lambda f: f.at(f.domain[1]), True),
    ],
    "range span": [
        ("domain length for range span", lambda f: f.length, True),
        ("from end to end", lambda f: abs(f.at(f.domain[1]) - f.at(f.domain[0])), True),
        ("maximum for range span", lambda f: f.extremes[1][1], True),
    ],
    "domain length": [
        ("range span for domain length", lambda f: f.extremes[1][1] - f.extremes[0][1], True),
        ("the right end for the length", lambda f: f.domain[1], True),
    ],
    "net area": [("total area for net area", lambda f: f.total_area, True)],
    "total area": [("net area for total area", lambda f: abs(f.net_area), True)],
}

OfSeries = Callable[[Series], float]


def _of(property_: str) -> OfSeries:
    return lambda one: data_value(property_, [one])[0]


def _turned(property_: str) -> OfSeries:
    """A property of the x values in place of the y values."""
    return lambda one: data_value(property_, [Series(one.y, one.x)])[0]


def _quantile(share: float) -> OfSeries:
    return lambda one: float(np.quantile(one.y, share))


_OF_DATA: Mapping[str, Sequence[tuple[str, OfSeries, bool]]] = {
    "data mean": [
        ("median for mean", _of("median"), True),
        ("midrange for mean", lambda one: float(one.y.min() + one.y.max()) / 2, True),
        ("mean of x for that of y", _turned("data mean"), True),
    ],
    "data variance": [
        ("sample variance for population variance", lambda one: float(one.y.var(ddof=min(1, len(one) - 1))), False),
        ("standard deviation for variance", lambda one: float(one.y.std()), False),
        ("variance of x for that of y", _turned("data variance"), True),
    ],
    "minimum": [
        ("maximum for minimum", _of("maximum"), True),
        ("second smallest value", lambda one: float(np.sort(one.y)[min(1, len(one) - 1)]), True),
        ("smallest x for smallest y", _turned("minimum"), True),
    ],
    "maximum": [
        ("minimum for maximum", _of("minimum"), True),
        ("second largest value", lambda one: float(np.sort(one.y)[-min(2, len(one))]), True),
        ("largest x for largest y", _turned("maximum"), True),
    ],
    "interquartile range": [
        ("range for interquartile range", _of("range span"), False),
        ("third quartile alone", _quantile(0.75), True),
        ("quartiles of x for those of y", _turned("interquartile range"), True),
    ],
    "median": [
        ("mean for median", _of("data mean"), True),
        ("median of x for that of y", _turned("median"), True),
        ("first quartile for median", _quantile(0.25), True),
        ("third quartile for median", _quantile(0.75), True),
    ],
    "range span": [
        ("domain length for range span", _of("domain length"), True),
        ("largest value for range span", _of("maximum"), True),
    ],
    "domain length": [
        ("range span for domain length", _of("range span"), True),
        ("largest x for domain length", _turned("maximum"), True),
    ],
    "Pearson correlation": [
        ("Spearman for Pearson", _of("Spearman correlation"), False),
        ("Kendall for Pearson", _of("Kendall correlation"), False),
    ],
    "Spearman correlation": [
        ("Pearson for Spearman", _of("Pearson correlation"), False),
        ("Kendall for Spearman", _of("Kendall correlation"), False),
    ],
    "Kendall correlation": [
        ("Pearson for Kendall", _of("Pearson correlation"), False),
        ("Spearman for Kendall", _of("Spearman correlation"), False),
    ],
}
