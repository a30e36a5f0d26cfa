"""Precision, recall, F1 and average IoU: worked out by hand, by identities, and against the published tables."""

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.measures import (
    Measures,
    box_measures,
    many_box_measures,
    many_point_measures,
    plot_tolerance,
    point_measures,
)

PUBLISHED = Path(__file__).parents[4] / "../shared/data/biy/published"


def test_boxes_by_hand() -> None:
    """Three targets: one met exactly, one with IoU 0.6, one missed; and one box where nothing is."""
    targets = [[0, 0, 10, 10], [20, 0, 30, 10], [0, 50, 10, 60]]
    predictions = [[20, 0, 30, 6], [0, 0, 10, 10], [80, 80, 90, 90]]
    loose = box_measures(targets, predictions, iou=0.5)
    assert (loose.tp, loose.fp, loose.fn) == (2, 1, 1)
    assert (loose.precision, loose.recall, loose.f1) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert loose.mean_iou == pytest.approx((1 + 0.6) / 2)
    assert box_measures(targets, predictions, iou=0.75) == Measures(1, 2, 2, 1 / 3, 1 / 3, 1 / 3, 1.0)


def test_points_by_hand() -> None:
    found = point_measures([[0, 0], [100, 0], [200, 0], [300, 0]], [[3, 4], [100, 15]], distance=10)
    assert found == Measures(1, 1, 3, 0.5, 0.25, 1 / 3, None)
    assert point_measures([[0, 0], [100, 0]], [[3, 4], [100, 15]], distance=20).recall == 1


def test_nothing_to_find_and_nothing_found() -> None:
    assert box_measures([], [], iou=0.75) == Measures(0, 0, 0, 1.0, 1.0, 1.0, 1.0)
    assert box_measures([], [[0, 0, 1, 1]], iou=0.75) == Measures(0, 1, 0, 0.0, 0.0, 0.0, 0.0)
    assert box_measures([[0, 0, 1, 1]], [], iou=0.75) == Measures(0, 0, 1, 0.0, 0.0, 0.0, 0.0)
    assert point_measures([], [], distance=10) == Measures(0, 0, 0, 1.0, 1.0, 1.0, None)
    assert len(many_box_measures([], [], iou=0.5)) == 0


def test_many_are_as_one_by_one() -> None:
    stream = np.random.default_rng(5)
    targets = [stream.uniform(0, 100, (stream.integers(0, 7), 2)) for _ in range(300)]
    predictions = [stream.uniform(0, 100, (stream.integers(0, 7), 2)) for _ in range(300)]
    many = many_point_measures(targets, predictions, distance=20)
    for index, (ours, theirs) in enumerate(zip(targets, predictions, strict=True)):
        assert many[index] == point_measures(ours, theirs, distance=20)
    assert many[10:20][3] == many[13]


rows = st.lists(st.tuples(*[st.integers(0, 20)] * 4), max_size=5)


@given(rows, rows, st.sampled_from([0.25, 0.5, 0.75]))
def test_identities(one: list[tuple[int, ...]], other: list[tuple[int, ...]], iou: float) -> None:
    targets, predictions = (
        [(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in each] for each in (one, other)
    )
    found = box_measures(targets, predictions, iou=iou)
    assert found.tp + found.fn == len(targets)
    assert found.tp + found.fp == len(predictions)
    assert found.mean_iou is not None
    assert found.mean_iou == 0 or iou - 1e-9 <= found.mean_iou <= 1 + 1e-12
    if found.precision + found.recall:
        assert found.f1 == pytest.approx(2 * found.precision * found.recall / (found.precision + found.recall))
    swapped = box_measures(predictions, targets, iou=iou)
    assert (swapped.precision, swapped.recall) == (found.recall, found.precision)


@given(rows, rows, st.floats(0.1, 10), st.floats(0.1, 10))
def test_a_tolerance_relative_to_the_plot_does_not_change_when_the_chart_is_stretched(
    one: list[tuple[int, ...]], other: list[tuple[int, ...]], across: float, down: float
) -> None:
    """Stretched by powers of two in effect: the counts are the same, as they are of boxes at any IoU."""
    stretch = np.exp2(np.round([across, down]))
    ours, theirs = (np.reshape(each, (-1, 4))[:, :2] * 30.0 for each in (one, other))
    plain = point_measures(ours, theirs, distance=plot_tolerance(600, 600).tolist())
    assert plain == point_measures(ours, theirs, distance=10)
    width, height = 600 * stretch
    assert point_measures(ours * stretch, theirs * stretch, distance=(width / 60, height / 60)) == plain


def test_the_tolerance_is_the_papers_in_its_square_design() -> None:
    np.testing.assert_allclose(plot_tolerance(600, 600), [10, 10])
    wide = plot_tolerance([600, 600], [600, 257.14], 1 / 30)
    np.testing.assert_allclose(wide, np.array([[20.0, 20.0], [20.0, 8.5713]]), atol=1e-3)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published tables are not at hand")
def test_the_average_iou_is_what_the_published_tables_can_only_be() -> None:
    """Per chart the mean over matched pairs, which lies between threshold and 1 where there are any, 1 if both empty.

    So its mean is at least the threshold times precision or recall. An average over targets or predictions could not
    exceed recall or precision: theirs does. And a mean over charts with a match could not fall below the threshold.
    """
    rows = []
    for name in ("detection_precision_recall.csv", "detection_precision_recall_chart_design.csv"):
        with (PUBLISHED / name).open(encoding="utf-8", newline="") as handle:
            rows += list(csv.DictReader(handle))
    beyond = below = 0
    for row in rows:
        for threshold, suffix in ((0.5, "0_5"), (0.75, "0_75")):
            precision, recall, mean = (float(row[f"{name}_{suffix}"]) for name in ("precision", "recall", "mean_iou"))
            assert mean >= threshold * max(precision, recall) - 1e-12
            beyond += mean > max(precision, recall) + 1e-9
            below += mean < threshold
    assert beyond > 100
    assert below > 100
    (only_empty,) = [
        row
        for row in rows
        if (row["model"], row["prompt_strategy"], row.get("chart_design")) == ("gemini-2.5-flash", "few_shot", "21_9")
    ]
    assert float(only_empty["precision_0_75"]) == pytest.approx(15 / 103)  # the 15 charts without clusters, right
    assert float(only_empty["mean_iou_0_75"]) == pytest.approx(15 / 103)
