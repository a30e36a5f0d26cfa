"""The matching against one found by trying every way, over very many cases, and against other ways to compute it."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import hypot
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp

from snellen.benchmarks.biy.measures import match_boxes, match_points
from snellen.benchmarks.biy.measures.matching import match_many_boxes, match_many_points

Number = Any  # Fraction for boxes, float for points
Item = tuple[int, ...]

FEW_AND_MANY = [1000, pytest.param(20_000, marks=pytest.mark.slow)]
_SAME = 1e-10


def iou_by_hand(one: Item, other: Item) -> Fraction:
    """Exact, from whole corners."""
    if one == other:
        return Fraction(1)
    across = max(min(one[2], other[2]) - max(one[0], other[0]), 0)
    down = max(min(one[3], other[3]) - max(one[1], other[1]), 0)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    union = sum(areas) - across * down
    return Fraction(across * down, union) if union else Fraction(0)


def tried(costs: Sequence[Sequence[Number]], threshold: Number) -> tuple[Number, int]:
    """Of all one-to-one matchings the least cost, a forgone match costing the threshold, then the most pairs.

    Every target is left alone or given each free prediction in turn. Cost: Σ(cost − threshold) over matched pairs.
    """

    def better(one: tuple[Number, int], other: tuple[Number, int]) -> bool:
        if abs(one[0] - other[0]) > _SAME:
            return bool(one[0] < other[0])
        return one[1] > other[1]

    @cache
    def best(target: int, taken: int) -> tuple[Number, int]:
        if target == len(costs):
            return 0, 0
        found = best(target + 1, taken)
        for prediction, cost in enumerate(costs[target]):
            if cost <= threshold and not taken >> prediction & 1:
                rest = best(target + 1, taken | 1 << prediction)
                candidate = rest[0] + cost - threshold, rest[1] + 1
                if better(candidate, found):
                    found = candidate
        return found

    return best(0, 0)


def random_boxes(stream: random.Random, pool: list[Item]) -> list[Item]:
    """Up to five boxes on a coarse grid, so that ties, duplicates and boxes without an area are common."""
    boxes = list[Item]()
    for _ in range(stream.choice([0, 1, 1, 2, 3, 4, 5])):
        if pool and stream.random() < 0.7:  # near another, or the same
            box = [number + stream.choice([0, 0, 0, -1, 1, 2]) for number in stream.choice(pool)]
        else:
            box = [stream.randrange(12) for _ in range(4)]
        left, top, right, bottom = box
        boxes.append((min(left, right), min(top, bottom), max(left, right), max(top, bottom)))
        pool.append(boxes[-1])
    return boxes


def random_points(stream: random.Random, pool: list[Item]) -> list[Item]:
    points = list[Item]()
    for _ in range(stream.choice([0, 1, 1, 2, 3, 4, 5])):
        if pool and stream.random() < 0.7:
            x, y = stream.choice(pool)
            points.append((x + stream.choice([0, 3, 6, -8, 10, 4]), y + stream.choice([0, 4, 8, -6, 0, -3])))
        else:
            points.append((stream.randrange(40), stream.randrange(40)))
        pool.append(points[-1])
    return points


def cases(
    draw: Callable[[random.Random, list[Item]], list[Item]], seed: int, number: int
) -> list[tuple[list[Item], list[Item]]]:
    stream = random.Random(seed)
    drawn = []
    for _ in range(number):
        pool = list[Item]()
        drawn.append((draw(stream, pool), draw(stream, pool)))
    return drawn


def split(charts: np.ndarray, number: int) -> list[np.ndarray]:
    """The places of each chart's pairs."""
    order = np.argsort(charts, kind="stable")
    return np.split(order, np.searchsorted(charts[order], np.arange(1, number)))


@pytest.mark.parametrize("number", FEW_AND_MANY)
@pytest.mark.parametrize("iou", [0.5, 0.75])
def test_boxes_in_random_cases(iou: float, number: int) -> None:
    drawn = cases(random_boxes, 1, number)
    pairs = match_many_boxes([each for each, _ in drawn], [each for _, each in drawn], iou)
    kinds = {"none": 0, "some": 0, "forgone": 0}
    for (targets, predictions), places in zip(drawn, split(pairs.chart, number), strict=True):
        exact = [[1 - iou_by_hand(target, prediction) for prediction in predictions] for target in targets]
        cost, most = tried(exact, 1 - Fraction(iou))
        rows, columns = pairs.target[places], pairs.prediction[places]
        assert len({*rows}) == len({*columns}) == len(rows) == most
        chosen = [exact[row][column] for row, column in zip(rows, columns, strict=True)]
        assert sum(chosen) - most * (1 - Fraction(iou)) == cost
        np.testing.assert_allclose(pairs.quality[places], [float(1 - each) for each in chosen], rtol=1e-12)
        worth = sum(each <= 1 - iou for row in exact for each in row)
        kinds["none" if not most else "some" if worth == most else "forgone"] += 1
    assert min(kinds.values()) > number / 40


@pytest.mark.parametrize("number", FEW_AND_MANY)
@pytest.mark.parametrize("distance", [10, 20])
def test_points_in_random_cases(distance: int, number: int) -> None:
    drawn = cases(random_points, 2, number)
    pairs = match_many_points([each for each, _ in drawn], [each for _, each in drawn], distance)
    for (targets, predictions), places in zip(drawn, split(pairs.chart, number), strict=True):
        costs = [[hypot(x - a, y - b) for a, b in predictions] for x, y in targets]
        cost, most = tried(costs, distance)
        rows, columns = pairs.target[places], pairs.prediction[places]
        assert len({*rows}) == len({*columns}) == len(rows) == most
        chosen = [costs[row][column] for row, column in zip(rows, columns, strict=True)]
        assert sum(chosen) - most * distance == pytest.approx(cost, abs=1e-9)
        np.testing.assert_allclose(pairs.quality[places] * distance, chosen, atol=1e-9)


def padded_square(cost: np.ndarray, threshold: float) -> float:
    """The least cost by the assignment on the square matrix padded with the threshold, as a forgone match costs."""
    n, m = cost.shape
    square = np.full((n + m, n + m), float(threshold))
    square[:n, :m] = cost
    return float(square[linear_sum_assignment(square)].sum() - threshold * (n + m))


def by_integer_programming(cost: np.ndarray, threshold: float) -> float:
    """The least cost by a solver of another kind: a pair is taken or not, each target and prediction once at most."""
    n, m = cost.shape
    once = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])
    found = milp(
        (cost - threshold).ravel(),
        integrality=np.ones(n * m),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(once, ub=1),
    )
    assert found.fun is not None
    return float(found.fun)


@pytest.mark.parametrize("seed", range(60))
def test_other_ways_to_compute_it_give_the_same_cost(seed: int) -> None:
    stream = np.random.default_rng(seed)
    targets, predictions = (
        stream.uniform(0, 60, (stream.integers(1, 14), 2)),
        stream.uniform(0, 60, (stream.integers(1, 14), 2)),
    )
    cost = np.hypot(*(targets[:, None] - predictions[None]).transpose(2, 0, 1))
    for distance in (3.0, 10.0, 20.0, 200.0):
        found = match_points(targets, predictions, distance=distance)
        ours = float((found.quality * distance - distance).sum())
        assert ours == pytest.approx(padded_square(cost, distance), abs=1e-6)
        assert ours == pytest.approx(by_integer_programming(cost, distance), abs=1e-6)


def test_least_cost_may_mean_fewer_pairs() -> None:
    """One match at distance 0 saves 10; two at 9 would save 2."""
    found = match_points([[0, 0], [0, 9]], [[0, 0], [0, -9]], distance=10)
    assert found.pairs.tolist() == [[0, 0]]
    assert (found.missed.tolist(), found.extra.tolist()) == ([1], [1])


def test_a_pair_at_the_threshold_is_matched_and_one_beyond_is_not() -> None:
    assert len(match_points([[0, 0]], [[6, 8]], distance=10).pairs) == 1
    assert len(match_points([[0, 0]], [[6, 8.001]], distance=10).pairs) == 0
    assert len(match_points([[0.1, 0]], [[10.1, 0]], distance=10).pairs) == 1
    assert len(match_boxes([[0, 0, 4, 1]], [[0, 0, 3, 1]], iou=0.75).pairs) == 1
    assert len(match_boxes([[0, 0, 4, 1]], [[0, 0, 2.999, 1]], iou=0.75).pairs) == 0
    assert len(match_boxes([[0, 0, 10, 1]], [[0, 0, 7, 1]], iou=0.7).pairs) == 1


def test_a_duplicate_is_matched_once() -> None:
    found = match_boxes([[0, 0, 4, 4]], [[0, 0, 4, 4]] * 3, iou=0.5)
    assert (len(found.pairs), len(found.extra)) == (1, 2)


def test_boxes_without_area() -> None:
    assert match_boxes([[1, 1, 1, 5]], [[1, 1, 1, 5]], iou=0.75).quality.tolist() == [1.0]
    assert len(match_boxes([[1, 1, 1, 5]], [[1, 1, 1, 6]], iou=0.5).pairs) == 0
    assert len(match_boxes([[1, 1, 1, 5]], [[0, 1, 2, 5]], iou=0.5).pairs) == 0


def test_an_ellipse_for_a_plot_that_is_not_square() -> None:
    assert len(match_points([[0, 0]], [[19, 0]], distance=(20, 5)).pairs) == 1
    assert len(match_points([[0, 0]], [[0, 6]], distance=(20, 5)).pairs) == 0
    pairs = match_many_points([[[0, 0]]] * 2, [[[0, 6]]] * 2, [[20, 5], [5, 20]])
    assert pairs.chart.tolist() == [1]
    assert pairs.quality.tolist() == pytest.approx([0.3])


def test_numbers_however_large() -> None:
    assert len(match_boxes([[0, 0, 600, 600]], [[-1e300, -1e300, 1e300, 1e300]], iou=0.5).pairs) == 0
    assert len(match_points([[0, 0]], [[1e308, -1e308]], distance=20).pairs) == 0


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        match_points([[0, bad]], [[0, 0]], distance=10)
    with pytest.raises(ValueError, match="above 0"):
        match_points([[0, 0]], [[0, 0]], distance=bad)


def test_mistakes_of_the_caller() -> None:
    with pytest.raises(ValueError, match="threshold"):
        match_boxes([[0, 0, 1, 1]], [[0, 0, 1, 1]], iou=0)
    with pytest.raises(ValueError, match="above 0"):
        match_points([[0, 0]], [[0, 0]], distance=0)
    with pytest.raises(ValueError, match="charts"):
        match_many_boxes([[[0, 0, 1, 1]]], [], 0.5)


points = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6)


@given(targets=points, predictions=points, seed=st.integers(0, 999))
def test_neither_order_nor_other_charts_matter(targets: list[Item], predictions: list[Item], seed: int) -> None:
    alone = match_points(targets, predictions, distance=10)
    ours, theirs = (
        random.Random(seed).sample(targets, len(targets)),
        random.Random(seed).sample(predictions, len(predictions)),
    )
    shuffled = match_points(ours, theirs, distance=10)
    assert len(alone.pairs) == len(shuffled.pairs)
    assert alone.quality.sum() == pytest.approx(shuffled.quality.sum(), abs=1e-8)
    among = match_many_points([[[5, 5]], targets, []], [[[5, 5], [6, 6]], predictions, [[1, 1]]], 10)
    here = among.chart == 1
    assert np.stack([among.target[here], among.prediction[here]], axis=1).tolist() == alone.pairs.tolist()
    swapped = match_points(predictions, targets, distance=10)
    assert len(swapped.pairs) == len(alone.pairs)


@given(targets=points, predictions=points)
def test_pairs_missed_and_extra_are_everything(targets: list[Item], predictions: list[Item]) -> None:
    found = match_points(targets, predictions, distance=10)
    assert sorted([*found.pairs[:, 0], *found.missed]) == list(range(len(targets)))
    assert sorted([*found.pairs[:, 1], *found.extra]) == list(range(len(predictions)))


def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = cases(random_points, 3, 500)
    ours, theirs = [each for each, _ in drawn], [each for _, each in drawn]
    whole = match_many_points(ours, theirs, 10)
    monkeypatch.setattr("snellen.benchmarks.biy.measures.matching._MOST_AT_ONCE", 7)
    parts = match_many_points(ours, theirs, 10)
    for name in ("chart", "target", "prediction", "quality"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name))
