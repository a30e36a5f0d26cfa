"""The formulas of tempting answers, worked out by hand."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad

from snellen.benchmarks.chartom.keys import TRENDS
from snellen.benchmarks.chartom.tempting import (
    drawn_ratio,
    drawn_slice_areas,
    equal_class_count,
    linear_reading,
    looks_unchanged,
    opposite_trend,
    order_by,
    slope_impression,
)


def test_a_truncated_axis() -> None:
    # Bars of 40 and 60 on an axis from 30 are 10 and 30 high.
    assert drawn_ratio(40, 60, 30) == 3
    assert drawn_ratio(40, 60, 0) == 1.5


@given(st.integers(1, 50), st.integers(1, 50), st.integers(1, 50))
def test_cutting_an_axis_off_always_exaggerates(base: int, more: int, rest: int) -> None:
    a, b = base + more, base + more + rest
    assert drawn_ratio(a, b, base) > b / a


def test_a_wide_axis() -> None:
    assert looks_unchanged(50, 59, 0, 200)  # 4.5 % of the axis
    assert not looks_unchanged(50, 60, 0, 200)  # 5 %
    assert looks_unchanged(59, 50, 0, 200)


def test_a_logarithmic_axis() -> None:
    # From 10 on, 100 is one decade high and 1000 two.
    assert linear_reading(100, 1000, 10) == pytest.approx(2)
    # 200 is log10(20) = 1.30103 decades high, 500 is 1.69897.
    assert linear_reading(200, 500, 10) == pytest.approx(1.69897 / 1.30103, rel=1e-5)


def test_upside_down() -> None:
    assert [opposite_trend(trend) for trend in TRENDS] == [TRENDS[1], TRENDS[0], TRENDS[3], TRENDS[2]]
    assert all(opposite_trend(opposite_trend(trend)) == trend for trend in TRENDS)


def test_drawn_order() -> None:
    assert order_by({"a": 1.0, "b": 3.0, "c": 2.0}) == ["b", "c", "a"]


def test_slopes() -> None:
    assert slope_impression(100, 100) == pytest.approx(100)
    assert slope_impression(-100, 100) == pytest.approx(-100)
    # tan 22.5° = 0.41421: half of 45°.
    assert slope_impression(0.41421356 * 300, 300) == pytest.approx(50)


def test_classes_taken_for_equal() -> None:
    # Five classes from 0 to 100 that are taken to begin at 0, 20, 40, 60, 80, whatever their edges.
    edges = [0, 50, 60, 70, 80, 100]
    values = [10, 55, 65, 75, 90]
    assert equal_class_count(values, edges, 60) == 2  # the classes from 70 and from 80 stand at 60 and 80
    assert sum(value > 60 for value in values) == 3


def test_a_flat_pie_shows_shares() -> None:
    areas = drawn_slice_areas([10, 20, 70], 33, 100, 1, 0)
    assert areas == pytest.approx([math.pi * 1e4 * share for share in (0.1, 0.2, 0.7)])


def test_a_wall_is_as_wide_as_its_front() -> None:
    # Half a pie in front: half an ellipse and a wall of 2 · 100 by 30; the other half has no wall.
    front, back = drawn_slice_areas([1, 1], 0, 100, 0.5, 30)
    ellipse = math.pi * 100 * 50
    assert front == pytest.approx(ellipse / 2 + 6000)
    assert back == pytest.approx(ellipse / 2)


@given(st.lists(st.integers(5, 60), min_size=3, max_size=6), st.floats(0, 359), st.floats(0.3, 0.9), st.floats(5, 80))
def test_areas_of_slices_against_quadrature(shares: list[int], start: float, tilt: float, depth: float) -> None:
    assume(max(shares) < sum(shares) / 2)
    areas = drawn_slice_areas(shares, start, 100, tilt, depth)
    angle = math.radians(start)
    for share, area in zip(shares, areas, strict=True):
        end = angle + 2 * math.pi * share / sum(shares)
        # The ellipse's area element in its own angle, and the wall's: its height times dx where the arc is in front.
        breaks = [k * math.pi for k in range(5) if angle < k * math.pi < end] or None
        wall = quad(lambda a: depth * 100 * max(0.0, math.sin(a)), angle, end, points=breaks)[0]
        assert area == pytest.approx(0.5 * 100 * 100 * tilt * (end - angle) + wall, rel=1e-6)
        angle = end
    assert np.sum(areas) == pytest.approx(math.pi * 1e4 * tilt + 200 * depth)
