"""What a reader measures: the marks of a picture that an answer needs, and the answer's value from where they are.

A reading takes marks in pixels, so that they can be moved. Its marks are found on what was drawn, by the second route.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from tests.benchmarks.grab.drawn import DrawnChart, Floats
from tests.benchmarks.grab.fitted import fit_bell, fit_sine
from tests.benchmarks.grab.polylines import turning_points
from tests.benchmarks.grab.second_route import Asked, exact_value, read_question, transformed, visible

__all__ = ["AREAS", "Reading", "readings_of"]

AREAS = ("net area", "total area")
_EXTENTS = ("minimum value", "maximum value", "range span", "domain length")


@dataclass(frozen=True)
class Reading:
    """The value of one function or series (or one of a pair of values) from its marks in pixels, shape (n, 2)."""

    index: int
    """Which of the chart's marks it is about."""
    marks: Floats
    value: Callable[[Floats], float]


def readings_of(chart: DrawnChart) -> tuple[Asked, list[Reading]]:
    """One reading a function or series, two for the pair of stationary points; none for equations and counts."""
    asked = read_question(chart.question.text)
    if asked.what in ("equation", "points", "series"):
        return asked, []
    if asked.what == "stationary points":
        turns = chart.to_pixels(turning_points(visible(chart, chart.marks[0], "function")[0]))
        return asked, [Reading(0, turn[None], lambda p: float(chart.to_data(p)[0, 0])) for turn in turns]
    make = _of_points if asked.subject == "data" else _of_function
    return asked, [make(chart, asked, index, mark) for index, mark in enumerate(chart.marks)]


def _of_points(chart: DrawnChart, asked: Asked, index: int, mark: Floats) -> Reading:
    return Reading(index, mark, lambda p: exact_value(asked, [[chart.to_data(p)]]))


def _of_function(chart: DrawnChart, asked: Asked, index: int, mark: Floats) -> Reading:
    pieces = visible(chart, mark, "function")
    line = np.concatenate(pieces)
    what = asked.what

    if what in AREAS:
        assert len(pieces) == 1, "an area with gaps"
        return Reading(index, chart.to_pixels(pieces[0]), lambda p: exact_value(asked, [[chart.to_data(p)]]))

    def from_data(marks: Sequence[ArrayLike], formula: Callable[[Floats, Floats], float]) -> Reading:
        def value(pixels: Floats) -> float:
            (moved,) = transformed([chart.to_data(pixels)], asked.operations)
            return float(formula(moved[:, 0], moved[:, 1]))

        return Reading(index, chart.to_pixels(np.array(marks, dtype=np.float64)), value)

    if what in _EXTENTS:
        return _extent(what, line, asked, from_data)
    if what == "gradient":
        return from_data([line[0], line[-1]], lambda x, y: (y[1] - y[0]) / (x[1] - x[0]))
    if what == "x-intercept":
        return from_data([[exact_value(asked, [pieces]), 0.0]], lambda x, _: x[0])
    if what == "y-intercept":
        return from_data([[0.0, exact_value(asked, [pieces])]], lambda _, y: y[0])
    if what in (
        "peak location",
        "x-value of the stationary point",
    ):
        return from_data(list(turning_points(line)), lambda x, _: x[0])
    if what == "variance":
        c, m, v = fit_bell(*line.T)
        height, spread = c * np.exp(-0.5), np.sqrt(v)
        flanks = [[m - spread, height], [m + spread, height]]
        return from_data(flanks, lambda x, _: ((x[1] - x[0]) / 2) ** 2)
    return _of_sine(what, line, from_data)


def _extent(what: str, line: Floats, asked: Asked, from_data: Callable[..., Reading]) -> Reading:
    (moved,) = transformed([line], asked.operations)
    column = 0 if what == "domain length" else 1
    low, high = line[np.argmin(moved[:, column])], line[np.argmax(moved[:, column])]
    if what == "minimum value":
        return from_data([low], lambda _, y: y[0])
    if what == "maximum value":
        return from_data([high], lambda _, y: y[0])
    if what == "range span":
        return from_data([low, high], lambda _, y: y[1] - y[0])
    return from_data([low, high], lambda x, _: x[1] - x[0])


def _of_sine(what: str, line: Floats, from_data: Callable[..., Reading]) -> Reading:
    turns = turning_points(line)
    first, last = turns[0], turns[-1]
    half_periods = len(turns) - 1
    assert half_periods >= 1, "a sine with fewer than two extremes"
    if what == "period":
        return from_data([first, last], lambda x, _: 2 * (x[1] - x[0]) / half_periods)
    if what in ("amplitude", "vertical shift"):
        low, high = turns[np.argmin(turns[:, 1])], turns[np.argmax(turns[:, 1])]
        if what == "amplitude":
            return from_data([low, high], lambda _, y: (y[1] - y[0]) / 2)
        return from_data([low, high], lambda _, y: (y[1] + y[0]) / 2)
    assert what == "phase shift", what
    _, b, c, d = fit_sine(*line.T)
    period = 2 * np.pi / b
    rising = -c / b + period * np.arange(-50, 51)
    seen = rising[(rising >= line[0, 0]) & (rising <= line[-1, 0])]
    if not seen.size:
        raise AssertionError("no rising crossing of the midline is drawn")
    # The one that needs the fewest periods added to come into [0, period).
    crossing = seen[np.argmin(np.abs(np.floor(seen / period)))]
    turnings = -int(np.floor(crossing / period))
    marks = [[crossing, d], first, last]
    return from_data(marks, lambda x, _: x[0] + turnings * 2 * (x[2] - x[1]) / half_periods)
