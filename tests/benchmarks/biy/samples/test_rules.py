"""The rules of clear samples: measures worked out by hand, and the smallest plots against the real ones."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.biy.point_sets import Points

from snellen.benchmarks.biy.designs import DESIGNS, design
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.samples.plots import LARGEST_MARK, SMALLEST_PLOTS, nice_domain, pixels_per_unit
from snellen.benchmarks.biy.samples.rules import RULES, Arrangement, broken_rule

BY_NAME = {rule.name: rule for rule in RULES}
NOTHING = np.empty((0, 2))


def grid(left: float, low: float, right: float, high: float, count: int = 9) -> np.ndarray:
    """A cluster that fills its box evenly: count × count points."""
    across, down = np.meshgrid(np.linspace(left, right, count), np.linspace(low, high, count))
    return np.stack([across.ravel(), down.ravel()], axis=-1)


def measured(name: str, clusters: list[np.ndarray], outliers: np.ndarray = NOTHING) -> float:
    return BY_NAME[name].measure(Arrangement(clusters, outliers))


SQUARES = [grid(0, 0, 2, 2), grid(8, 8, 10, 10)]
"""Over 0 to 10 a margin of 5% is more than rounding: 11 units span the plot."""
PER_UNIT = 450 / 7 / 11


def test_what_is_measured_of_two_squares_and_two_outliers() -> None:
    outliers = np.array([[2.0, 6.0], [3.0, 6.0]])
    assert measured("cluster extent in pixels", SQUARES) == pytest.approx(2 * PER_UNIT)
    # 6 units apart across and down; nearest in the flat plot, where a unit across is 150/11 pixels
    corner = min(math.hypot(6 * width / 11, 6 * height / 11) for width, height in SMALLEST_PLOTS)
    assert measured("cluster gap in pixels", SQUARES) == pytest.approx(corner)
    assert measured("outlier spacing in pixels", SQUARES, outliers) == pytest.approx(112.5 / 11)
    # straight above the corner of the first square, four units off
    assert measured("outlier clearance in pixels", SQUARES, outliers) == pytest.approx(4 * PER_UNIT)
    steps = np.linspace(0, 2, 9)
    assert measured("outlier clearance in standard deviations", SQUARES, outliers) == pytest.approx(4 / steps.std())
    assert measured("straying in standard deviations", SQUARES) == pytest.approx(0.25 / steps.std())


def test_overlap_of_boxes() -> None:
    boxes = [grid(0, 0, 4, 4), grid(3, 2, 5, 10), grid(20, 20, 22, 22)]
    assert measured("overlap of cluster boxes, IoU", boxes) == pytest.approx(2 / (16 + 16 - 2))
    assert measured("cluster box inside another, share", boxes) == pytest.approx(2 / 16)
    within = [grid(0, 0, 4, 4), grid(1, 1, 2, 2)]
    assert measured("cluster box inside another, share", within) == pytest.approx(1)
    assert measured("overlap of cluster boxes, IoU", SQUARES) == 0


def test_the_gap_is_that_of_brute_force() -> None:
    rng = np.random.default_rng(3)
    clusters = [rng.normal(center, 1, (40, 2)) for center in ((0, 0), (3, 1), (9, 4), (2, 9))]
    points = np.concatenate(clusters)
    labels = np.repeat(np.arange(4), 40)
    gaps = [
        np.hypot(*((points[:, None] - points[None]) * scale).T)[labels[:, None] != labels[None]].min()
        for scale in pixels_per_unit(points.min(axis=0), points.max(axis=0))
    ]
    assert measured("cluster gap in pixels", clusters) == pytest.approx(min(gaps))


FAR = np.array([[100.0, 100.0]])
LONELY = np.concatenate([grid(0, 0, 1, 1), [[0.5, 3.0]]])


@pytest.mark.parametrize(
    ("broken", "clusters", "outliers"),
    [
        (None, SQUARES, NOTHING),
        (None, [grid(0, 0, 2, 2)], np.array([[9.0, 9.0], [2.0, 8.0]])),
        ("cluster extent in pixels", [grid(0, 0, 2, 2)], FAR),
        ("overlap of cluster boxes, IoU", [grid(0, 0, 4, 4), grid(3, 0, 7, 4)], NOTHING),
        ("cluster box inside another, share", [grid(0, 0, 9, 9), grid(8.7, 0, 10.5, 1.5)], NOTHING),
        ("outlier spacing in pixels", [grid(0, 0, 2, 2)], np.array([[9.0, 9.0], [9.0, 9.5]])),
        ("outlier clearance in standard deviations", [grid(0, 0, 9, 9)], np.array([[14.0, 4.0]])),
        ("outlier clearance in pixels", [grid(0, 0, 1, 1)], np.array([[1.0, 2.1], [9.0, 9.0]])),
        ("cluster gap in pixels", [grid(0, 0, 4, 4), grid(0, 4.3, 4, 8)], NOTHING),
        ("straying in standard deviations", [LONELY], NOTHING),
    ],
)
def test_each_rule_is_broken_by_what_it_is_for(
    broken: str | None, clusters: list[np.ndarray], outliers: np.ndarray
) -> None:
    found = broken_rule(Arrangement(clusters, outliers))
    assert (found and found.name) == broken


def test_samples_without_clusters_and_outliers_break_no_rule() -> None:
    assert broken_rule(Arrangement([], NOTHING)) is None


CORNERS = Points(np.array([-3.217, 4.9]), np.array([0.013, 27.31]))


@pytest.mark.parametrize("name", DESIGNS)
def test_no_plot_is_smaller_than_the_smallest(name: str) -> None:
    laid_out = layout(design(name), CORNERS, 0.5)
    assert any(
        laid_out.plot.width >= width - 0.01 and laid_out.plot.height >= height - 0.01
        for width, height in SMALLEST_PLOTS
    )
    # nor a mark larger, in relation to its plot
    width, height = laid_out.plot.width, laid_out.plot.height
    share = (laid_out.reach[:, 1] + laid_out.reach[:, 3]).max() / height
    assert share <= LARGEST_MARK / SMALLEST_PLOTS[0][1]
    per_unit = pixels_per_unit([-3.217, 0.013], [4.9, 27.31])
    spans = [axis.domain[1] - axis.domain[0] for axis in laid_out.axes]
    assert width / spans[0] >= per_unit[:, 0].min() - 0.01
    assert height / spans[1] >= per_unit[:, 1].min() - 0.01


@pytest.mark.parametrize(
    ("low", "high"),
    [(-3.217, 4.9), (0.013, 27.31), (0.0, 1.0), (-0.0123, 0.0034), (-41_300.5, 98_765.4), (0.95, 1.04), (2.0, 12.1)],
)
def test_domains_are_vegas(low: float, high: float) -> None:
    laid_out = layout(design("default"), Points(np.array([low, high]), np.array([low, high])), 1)
    assert nice_domain(low, high) == pytest.approx(laid_out.axes[0].domain, rel=1e-12, abs=1e-12)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_domains_hold_the_data_and_at_most_two_steps_more(low: float, span: float) -> None:
    first, last = nice_domain(low, low + span)
    assert first <= low + 1e-9 * abs(low)
    assert last >= low + span - 1e-9 * abs(low + span)
    assert last - first <= 1.6 * span + 1e-6
