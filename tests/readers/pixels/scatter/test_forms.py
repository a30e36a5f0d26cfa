"""Shapes of clusters."""

import numpy as np
import pytest

from snellen.readers.pixels.scatter.forms import cluster_form


def _inside(corners: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Uniform points inside a polygon, by even crossings of a ray."""
    points = rng.uniform(corners.min(axis=0), corners.max(axis=0), (1200, 2))
    following = np.roll(corners, -1, axis=0)
    crossings = np.zeros(len(points), dtype=int)
    for (x1, y1), (x2, y2) in zip(corners, following, strict=True):
        spans = (y1 > points[:, 1]) != (y2 > points[:, 1])
        crossings += spans & (points[:, 0] < x1 + (points[:, 1] - y1) * (x2 - x1) / (y2 - y1 + 1e-300))
    return np.asarray(points[crossings % 2 == 1])


def _corners(count: int, first: float, inner: float = 1.0) -> np.ndarray:
    angles = np.radians(first + np.arange(count) * 360 / count)
    reach = np.where(np.arange(count) % 2, inner, 1.0)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None]


@pytest.mark.parametrize(
    ("form", "corners"),
    [
        ("diamond", _corners(4, 0)),
        ("square", _corners(4, 45)),
        ("hexagon", _corners(6, 90)),
        ("star", _corners(10, 90, 0.4)),
        ("triangle", _corners(3, 90)),
        ("triangle", np.array([(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)])),
    ],
)
@pytest.mark.parametrize("stretch", [(1.0, 1.0), (3.0, 1.0)])
def test_shapes_are_told_however_stretched(form: str, corners: np.ndarray, stretch: tuple[float, float]) -> None:
    rng = np.random.default_rng(0)
    assert cluster_form([_inside(corners, rng) * stretch + place for place in (0, 50)]) == form


def test_gaussian_clusters_and_discs_are_round() -> None:
    rng = np.random.default_rng(1)
    assert cluster_form([rng.normal(0, 1, (300, 2)) for _ in range(3)]) == "round"
    assert cluster_form([_inside(_corners(60, 0), rng)]) == "round"


@pytest.mark.parametrize("group", [np.zeros((0, 2)), np.zeros((5, 2)), np.eye(2)])
def test_without_extent_there_is_no_other_shape(group: np.ndarray) -> None:
    assert cluster_form([group]) == "round"
