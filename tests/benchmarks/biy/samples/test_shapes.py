"""Uniform points inside polygons, and their centres."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.path import Path as Outline

from snellen.benchmarks.biy.samples import SHAPES
from snellen.benchmarks.biy.samples.shapes import inside, points_inside, polygon, scattered_centers

AREAS = {
    # of radius 1, in closed form
    "diamond": 2.0,
    "hexagon": 1.5 * math.sqrt(3),
    "square": 2.0,
    "star": 10 * 0.5 * 0.4 * math.sin(math.radians(36)),
    "triangle_down": 0.75 * math.sqrt(3),
    "triangle_right": 2.0,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_polygons_have_the_area_of_their_shape(shape: str) -> None:
    x, y = polygon(shape, 3, -2, 0.5).T
    area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    assert area == pytest.approx(AREAS[shape] / 4)


def test_polygons_point_where_their_names_say() -> None:
    def corner(shape: str, pick: str) -> list[float]:
        corners = polygon(shape, 0, 0, 1)
        place = corners[:, 1].argmin() if pick == "lowest" else corners[:, 1].argmax()
        return [round(value, 12) + 0.0 for value in corners[place].tolist()]

    assert corner("triangle_down", "lowest") == [0, -1]
    assert corner("star", "highest") == [0, 1]
    assert corner("hexagon", "highest") == [0, 1]
    assert polygon("triangle_right", 0, 0, 1).tolist() == [[-1, -1], [1, -1], [-1, 1]]
    np.testing.assert_allclose(np.abs(polygon("square", 0, 0, 1)), math.sqrt(0.5))


@pytest.mark.parametrize("shape", SHAPES)
def test_inside_agrees_with_matplotlib(shape: str) -> None:
    corners = polygon(shape, 1.3, -0.7, 1)
    points = np.random.default_rng(0).uniform(-1.5, 3, (5000, 2))
    np.testing.assert_array_equal(inside(corners, points), Outline(corners).contains_points(points))


@given(st.integers(0, 2**32), st.sampled_from(SHAPES), st.integers(1, 600))
def test_points_and_stream_are_those_of_drawing_one_at_a_time(seed: int, shape: str, n: int) -> None:
    corners = polygon(shape, 0.2, 0.1, 0.5)
    batched, single = np.random.default_rng(seed), np.random.default_rng(seed)
    (left, low), (right, high) = corners.min(axis=0), corners.max(axis=0)
    expected: list[list[float]] = []
    while len(expected) < n:
        point = [single.uniform(left, right), single.uniform(low, high)]
        if inside(corners, np.array([point]))[0]:
            expected.append(point)
    assert points_inside(batched, corners, n).tolist() == expected
    assert batched.bit_generator.state == single.bit_generator.state


@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from([1.0, 2.0]))
def test_centres_are_apart_and_in_their_square(seed: int, centers: int, apart: float) -> None:
    places = scattered_centers(np.random.default_rng(seed), centers, apart)
    assert 1 <= len(places) <= centers
    assert ((places >= 0) & (places <= centers + apart - 1)).all()
    gaps = np.hypot(*(places[:, None] - places[None]).T)[np.triu_indices(len(places), 1)]
    assert (gaps > apart - 1e-6).all()
