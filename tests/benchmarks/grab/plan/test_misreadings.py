"""Misreadings whose values are worked out by hand."""

import math

import numpy as np
import pytest

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_recipes import FIXED_WINDOW
from snellen.benchmarks.grab.plan.misreadings import (
    Misreading,
    data_misreadings,
    function_misreadings,
    tick_misreadings,
)
from snellen.benchmarks.grab.plan.operations import Operation
from snellen.benchmarks.grab.plan.series import Series
from snellen.benchmarks.grab.plan.transform_misreadings import missed_factors, transform_misreadings

SINE = Function("sine", (3.0, math.pi / 2, 0.0, 1.0), (-5.0, 6.0))
LINE = Function("linear", (2.0, -4.0), (-1.0, 5.0))
FLAT = Function("linear", (0.0, 3.0), (0.0, 4.0))
DATA = Series(np.array([0.0, 1.0, 2.0, 3.0, 4.0]), np.array([1.0, 5.0, 2.0, 9.0, 8.0]))


def values(found: list[Misreading]) -> dict[str, float]:
    return {each.name: each.value for each in reversed(found)}


@pytest.mark.parametrize(
    ("property_", "function", "expected"),
    [
        ("amplitude", SINE, {"range for amplitude": 6}),
        ("period", SINE, {"half a period for one": 2, "two periods for one": 8}),
        ("vertical shift", SINE, {"highest value for midline": 4, "lowest value for midline": -2}),
        ("phase shift", SINE, {"the falling crossing": 2, "the peak for the crossing": 1}),
        ("x-intercept", LINE, {"the other axis": -4}),
        ("y-intercept", LINE, {"the other axis": 2}),
        ("gradient", LINE, {"run over rise": 0.5}),
        ("gradient", FLAT, {}),
        ("range span", LINE, {"domain length for range span": 6, "from end to end": 12, "maximum for range span": 6}),
        # The line is below the axis over three units (9) and above it over three (9).
        ("net area", LINE, {"total area for net area": 18}),
        ("total area", LINE, {"net area for total area": 0}),
    ],
)
def test_of_one_function(property_: str, function: Function, expected: dict[str, float]) -> None:
    assert values(function_misreadings(property_, [function], FIXED_WINDOW)) == pytest.approx(expected)


def test_of_several_functions() -> None:
    lines = [Function("linear", (slope, 0.0), (-1.0, 1.0)) for slope in (1.0, 2.0, 6.0)]
    found = values(function_misreadings("gradient", lines, FIXED_WINDOW))
    assert found["the last function alone"] == 6
    assert found["one function left out"] == 1.5
    assert found["median of the functions for their mean"] == 2


@pytest.mark.parametrize(
    ("property_", "expected"),
    [
        ("data mean", {"median for mean": 5, "midrange for mean": 5, "mean of x for that of y": 2}),
        ("median", {"mean for median": 5, "first quartile for median": 2, "third quartile for median": 8}),
        # Deviations from 5: 16 + 0 + 9 + 16 + 9 = 50, over 5 and over 4.
        (
            "data variance",
            {"sample variance for population variance": 12.5, "standard deviation for variance": 10**0.5},
        ),
        ("minimum", {"maximum for minimum": 9, "second smallest value": 2, "smallest x for smallest y": 0}),
        ("maximum", {"minimum for maximum": 1, "second largest value": 8, "largest x for largest y": 4}),
        ("domain length", {"range span for domain length": 8, "largest x for domain length": 4}),
    ],
)
def test_of_a_series(property_: str, expected: dict[str, float]) -> None:
    found = values(data_misreadings(property_, [DATA]))
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_of_counts() -> None:
    assert data_misreadings("number of series", [DATA, DATA]) == []
    assert data_misreadings("number of points", [DATA]) == []
    assert values(data_misreadings("number of points", [DATA, DATA, DATA])) == {"a series left out": 10}


def test_a_tick_off() -> None:
    ticks = (-10.0, -8.0, -6.0)
    assert sorted(each.value for each in tick_misreadings(ticks, (), "x-intercept", 3.0, 4)) == [2.5, 3.5]
    assert tick_misreadings(ticks, (), "minimum", 3.0, 1) == []
    assert tick_misreadings(ticks, ticks, "period", 3.0, 1) == []


def test_of_operations() -> None:
    operations = [Operation("scale in y", 2.0), Operation("translation in y", 3.0), Operation("rotation", 180.0)]
    # The line runs from -6 to 6: twice that, 3 up, turned by half a turn: from -15 to 9.
    found = transform_misreadings("maximum", LINE, operations)
    assert {(each.name, each.value) for each in found} >= {
        ("a scale skipped", 3.0),
        ("a translation skipped", 12.0),
        ("a translation the other way", 15.0),
        ("a rotation skipped", 15.0),
        ("minimum for maximum", -15.0),
        ("the curve as drawn", 6.0),
        ("a translation of the other axis", 12.0),
    }
    assert "rotations the other way" not in values(found)  # half a turn is half a turn
    assert missed_factors([*operations, Operation("scale in x", 0.1), Operation("scale in x", 1.0)]) == [2, 10]


def test_what_is_not_defined_is_no_misreading() -> None:
    # A sine turned by a quarter is not the graph of a function: it has no area.
    quarter = [Operation("rotation", 90.0), Operation("rotation", 270.0)]
    found = values(transform_misreadings("net area", SINE, quarter))
    assert "a rotation skipped" not in found
    assert "the curve as drawn" in found
