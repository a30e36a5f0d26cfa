"""What points show, given the points themselves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.readers.pixels.scatter.grouping import Crowd, group_points


def _blobs(rng: np.random.Generator, centers: list[tuple[float, float]], sd: float, n: int) -> np.ndarray:
    return np.concatenate([rng.normal(center, sd, (n, 2)) for center in centers])


def test_separate_blobs_with_noise_are_counted_and_the_noise_is_no_outlier() -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate([_blobs(rng, [(100, 100), (400, 150), (250, 420)], 15, 80), rng.uniform(0, 500, (60, 2))])
    found = group_points(points, 0.4)
    assert len(found.boxes) == 3
    assert not found.outlier.any()


@pytest.mark.parametrize("stretch", [0.2, 1.0, 5.0])
def test_proportions_of_the_axes_make_no_difference(stretch: float) -> None:
    points = _blobs(np.random.default_rng(1), [(100, 100), (300, 120), (180, 300)], 12, 30) * (1, stretch)
    assert len(group_points(points, 0.4).boxes) == 3


def test_overlapping_blobs_with_a_valley_are_two_and_without_one_are_one() -> None:
    rng = np.random.default_rng(2)
    far, near = _blobs(rng, [(0, 0), (5, 0)], 1, 300), _blobs(rng, [(0, 0), (1, 0)], 1, 300)
    assert len(group_points(far * 20, 0.4).boxes) == 2
    assert len(group_points(near * 20, 0.4).boxes) == 1


@pytest.mark.parametrize("seed", range(6))
def test_uniform_triangles_are_one_cluster_each_whatever_their_chance_gaps(seed: int) -> None:
    """A triangle is more than one Gaussian: the mixture takes it to pieces, which touch."""
    rng = np.random.default_rng(seed)
    square = rng.uniform(0, 1, (3, 200, 2))
    folded = np.where(square.sum(axis=2, keepdims=True) > 1, 1 - square, square)  # uniform below the diagonal
    points = folded * 120 + np.array([(0, 0), (250, 40), (90, 260)])[:, None]
    assert len(group_points(points.reshape(-1, 2), 0.4).boxes) == 3


def test_a_few_far_points_are_outliers_and_a_near_one_is_none() -> None:
    blob = np.random.default_rng(3).normal(0, 1, (400, 2))
    blob = blob[np.abs(blob).max(axis=1) < 3]
    extra = np.array([[9.0, 9.0], [-8.0, 2.0], [3.4, 0.0]])
    found = group_points(np.concatenate([blob, extra]) * 30, 0.4)
    assert len(found.boxes) == 1
    assert found.outlier[len(blob) :].tolist() == [True, True, False]
    assert not found.outlier[: len(blob)].any()


def test_box_and_centre_are_those_of_the_points() -> None:
    rng = np.random.default_rng(4)
    groups = [rng.uniform(low, low + 50, (60, 2)) for low in (0, 300)]
    found = group_points(np.concatenate(groups), 0.4)
    order = np.argsort(found.boxes[:, 0])
    for number, group in zip(order, groups, strict=True):
        np.testing.assert_allclose(found.boxes[number], [*group.min(axis=0), *group.max(axis=0)])
        np.testing.assert_allclose(found.centers[number], group.mean(axis=0))
        assert found.sizes[number] == 60


def test_the_number_in_a_crowd_is_estimated_from_its_surroundings() -> None:
    rng = np.random.default_rng(5)
    points = np.concatenate([rng.normal((200, 200), 30, (600, 2)), rng.normal((500, 420), 30, (600, 2))])
    steps = np.arange(170, 231, 6.0)
    squares = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    hidden = (np.abs(points - (200, 200)) < 33).all(axis=1)
    found = group_points(points[~hidden], 0.4, Crowd(squares, 36.0))
    assert len(found.boxes) == 2
    assert 400 < found.sizes[np.abs(found.centers - (200, 200)).sum(axis=1).argmin()] < 800


@pytest.mark.parametrize("points", [np.zeros((0, 2)), np.zeros((1, 2)), np.ones((50, 2)), np.eye(50)[:, :2]])
def test_too_little_shows_nothing(points: np.ndarray) -> None:
    found = group_points(points, 0.4)
    assert len(found.boxes) == 0
    assert found.relationship == "none"


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 60), st.sampled_from([0.0, 1.0, 10.0]))
def test_any_points_have_a_grouping(seed: int, n: int, step: float) -> None:
    points = np.random.default_rng(seed).uniform(0, 100, (n, 2))
    points = np.round(points / step) * step if step else points
    found = group_points(points, 0.4)
    assert found.cluster.shape == found.outlier.shape == (n,)
    assert not (found.outlier & (found.cluster >= 0)).any()
    assert len(found.boxes) == len(found.centers) == len(found.sizes)
