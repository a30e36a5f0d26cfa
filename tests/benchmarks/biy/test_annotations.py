"""Annotations of points whose pixels are worked out by hand."""

import json

import numpy as np
import pytest
from tests.benchmarks.biy.point_sets import Points, scattered

from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import design
from snellen.benchmarks.biy.layout import Layout, layout
from snellen.dataset import Axis, Rectangle

X = np.array([0.0, 2.0, 4.0, 10.0, 5.0])
Y = np.array([0.0, 2.0, 1.0, 10.0, 5.0])


def plain_layout(reach: list[list[float]]) -> Layout:
    """100 × 200 pixels from (10, 20); x and y from 0 to 10."""
    axes = [
        Axis(name="x", orientation="x", domain=(0, 10), pixels=(10, 110)),
        Axis(name="y", orientation="y", domain=(0, 10), pixels=(220, 20)),
    ]
    return Layout(120, 240, Rectangle(left=10, top=20, width=100, height=200), axes, np.array(reach))


def test_boxes_centers_and_outliers_of_points_worked_out_by_hand() -> None:
    points = Points(X, Y, np.array([3, 3, 3, -1, 1]), np.array([-1, -1, -1, 0, 0]))
    found = annotations(points, plain_layout([[1, 1, 1, 1], [2, 3, 4, 5], [1, 1, 1, 1], [9, 9, 9, 9], [1, 2, 3, 4]]))
    assert found == {
        "clusters": [
            {"label": 1, "n": 1, "box": [60, 120, 60, 120], "center": [60, 120], "box_with_marks": [59, 118, 63, 124]},
            {"label": 3, "n": 3, "box": [10, 180, 50, 220], "center": [30, 200], "box_with_marks": [9, 177, 51, 221]},
        ],
        "outliers": [[110, 20], [60, 120]],
    }


def test_nothing_is_claimed_of_columns_that_are_not_known() -> None:
    reach = [[0.0, 0.0, 0.0, 0.0]] * 5
    none = np.full(5, -1)
    assert annotations(Points(X, Y), plain_layout(reach)) == {"clusters": None, "outliers": None}
    assert annotations(Points(X, Y, none), plain_layout(reach)) == {"clusters": [], "outliers": None}
    assert annotations(Points(X, Y, None, none), plain_layout(reach)) == {"clusters": None, "outliers": []}


@pytest.mark.parametrize(("name", "size"), [("default", 30), ("half_point_size", 15), ("x2_point_size", 60)])
def test_marks_of_an_area_reach_half_the_square_root_of_it(name: str, size: float) -> None:
    points = scattered(8, 30)
    for scale in (0.5, 2.0):
        # Vega writes outlines to three decimals.
        np.testing.assert_allclose(layout(design(name), points, scale).reach, scale * size**0.5 / 2, atol=1e-3 * scale)


def test_triangles_reach_less_far_across_their_axis() -> None:
    points = scattered(9, 16)
    reach = layout(design("random_shapes"), points, 1.0).reach
    radius, height = 30**0.5 / 2, 30**0.5 / 2 * 3**0.5 / 2
    upright, sideways = [radius, height, radius, height], [height, radius, height, radius]
    whole = [radius] * 4
    expected = [whole, whole, upright, whole, whole, sideways, upright, sideways]
    np.testing.assert_allclose(reach, expected * 2, atol=1e-3)


def test_annotations_are_json() -> None:
    points = scattered(7, 80)
    found = annotations(points, layout(design("colors"), points, 2.0))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert [cluster["label"] for cluster in found["clusters"]] == [0, 1, 2]
