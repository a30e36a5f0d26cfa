"""Distances between marks, against SciPy."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist, pdist

from snellen.benchmarks.grab.looks import fixed_look, to_pixels
from snellen.benchmarks.grab.plan.separation import (
    closest,
    diameter,
    footprint,
    in_pixels,
    inside,
    placed_apart,
    scattered,
)
from snellen.benchmarks.grab.plan.series import Series
from snellen.benchmarks.grab.scene import Points

LOOK = fixed_look("y")


@given(seed=st.integers(0, 10_000), n=st.integers(2, 30), m=st.integers(1, 30))
def test_closest_is_the_smallest_distance(seed: int, n: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    points, others = rng.uniform(0, 100, (n, 2)), rng.uniform(0, 100, (m, 2))
    assert closest(points) == pytest.approx(pdist(points).min())
    assert closest(points, others) == pytest.approx(cdist(points, others).min())


def test_without_a_pair_nothing_is_close() -> None:
    assert closest(np.zeros((1, 2))) == np.inf
    assert closest(np.zeros((3, 2)), np.empty((0, 2))) == np.inf


def test_distances_are_those_of_the_image() -> None:
    x, y = np.random.default_rng(3).uniform(-9, 9, (2, 12))
    assert pdist(in_pixels(LOOK, x, y)) == pytest.approx(pdist(to_pixels(LOOK, x, y)))


def test_sizes_are_in_points() -> None:
    look = replace(LOOK, dpi=144.0)
    assert diameter(look, 6.0) == 12.0
    assert footprint(look, 6.0, "o") == 12.0
    assert footprint(look, 6.0, "s") == pytest.approx(12 * 2**0.5)


@pytest.mark.parametrize(("reach", "expected"), [(9.8, True), (9.95, False), (10.5, False)])
@pytest.mark.parametrize("corner", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_marks_at_the_frame_are_not_inside(reach: float, expected: bool, corner: tuple[int, int]) -> None:
    points = Points(np.array([0, reach * corner[0]]), np.array([0, reach * corner[1]]), "k", size=4.5)
    assert inside(LOOK, points) is expected


@given(seed=st.integers(0, 10_000), distance=st.floats(1, 20))
def test_scattered_points_keep_their_distance(seed: int, distance: float) -> None:
    candidates = np.random.default_rng(seed).uniform(0, 100, (60, 2))
    chosen = scattered(candidates, 8, distance)
    assert chosen is not None
    assert len(set(chosen.tolist())) == 8
    assert pdist(candidates[chosen]).min() >= distance


def test_too_many_points_are_none() -> None:
    assert scattered(np.zeros((10, 2)), 2, 1.0) is None


def test_a_series_is_placed_where_there_is_room() -> None:
    spots = iter([0.0, 0.05, 3.0])

    def draw() -> Series:
        at = next(spots)
        return Series.rounded([at, at], [0, 5])

    taken = [in_pixels(LOOK, np.zeros(2), np.array([0.0, 5.0]))]
    placed = placed_apart(draw, LOOK, taken, own=10, other=10)
    assert placed is not None
    assert placed.x.tolist() == [3, 3]
    assert placed_apart(lambda: None, LOOK, [], own=1, other=1) is None
