"""Agreement over drawings: closed forms, simulation, and statsmodels as a second method."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from snellen.benchmarks.grab.redraw_agreement import (
    chance_corrected,
    expected_by_luck,
    pair_agreement,
    question_correlation,
    ratio_interval,
    same_everywhere,
    wrong_pairs,
)
from snellen.statistics import clustered_standard_error


@given(st.lists(st.lists(st.integers(-1, 3), min_size=3, max_size=3), min_size=1, max_size=20))
def test_pairs_are_counted_one_by_one(values: list[list[int]]) -> None:
    right = [[int(value == 1) for value in row] for row in values]
    pairs = ((0, 1), (0, 2), (1, 2))
    expected = [sum(row[i] == row[j] >= 0 for i, j in pairs) / 3 for row in values]
    assert pair_agreement(values).tolist() == pytest.approx(expected)
    assert same_everywhere(values).tolist() == [share == 1 for share in expected]
    same, both = wrong_pairs(values, right)
    assert both.tolist() == [sum(row[i] != 1 and row[j] != 1 for i, j in pairs) for row in values]
    assert same.tolist() == [sum(row[i] == row[j] >= 0 and row[i] != 1 for i, j in pairs) for row in values]


def test_one_drawing_has_no_pairs() -> None:
    assert np.isnan(pair_agreement([[1], [2]])).all()


def test_a_ratio_of_ones_is_a_clustered_mean() -> None:
    rng = np.random.default_rng(2)
    scores, groups = rng.random(40), rng.integers(0, 9, 40)
    ratio, low, high = ratio_interval(scores, np.ones(40), groups)
    reach = stats.t.ppf(0.975, len(set(groups.tolist())) - 1) * clustered_standard_error(scores, groups)
    assert (ratio, low, high) == pytest.approx((scores.mean(), scores.mean() - reach, scores.mean() + reach))
    assert all(math.isnan(value) for value in ratio_interval([0, 0], [0, 0], [1, 2]))
    # Questions without a wrong pair change nothing.
    assert ratio_interval([1, 0, 0], [2, 1, 0], [1, 2, 3]) == ratio_interval([1, 0], [2, 1], [1, 2])


def test_agreement_beyond_chance() -> None:
    distinct = [[3 * q, 3 * q, 3 * q] for q in range(10)]
    assert chance_corrected(distinct, ["a"] * 10) == 1
    assert math.isnan(chance_corrected([[5, 5]] * 10, ["a"] * 10))
    assert math.isnan(chance_corrected([[5, 5], [4, 4]], ["a", "b"]))
    # Always 5 to one property and 4 to the other: no more than chance, though answers differ over properties.
    assert math.isnan(chance_corrected([[5, 5]] * 4 + [[4, 4]] * 4, ["a"] * 4 + ["b"] * 4))
    # By hand: P_o = 1/2; of the four pairs across questions (1,1), (1,1), (2,1), (2,1) half agree: P_e = 1/2.
    assert chance_corrected([[1, 2], [1, 1]], ["a", "a"]) == pytest.approx((0.5 - 0.5) / 0.5)


def test_answers_that_tell_nothing_of_each_other_agree_by_chance_alone() -> None:
    rng = np.random.default_rng(3)
    assert chance_corrected(rng.integers(0, 5, (4000, 4)), ["a"] * 4000) == pytest.approx(0, abs=0.01)


def test_without_gaps_it_is_fleiss_kappa_for_many_questions() -> None:
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa  # type: ignore[import-untyped]

    rng = np.random.default_rng(5)
    truth = rng.integers(0, 4, 3000)
    values = np.where(rng.random((3000, 3)) < 0.6, truth[:, None], rng.integers(0, 4, (3000, 3)))
    expected = fleiss_kappa(aggregate_raters(values)[0])
    assert chance_corrected(values, ["a"] * 3000) == pytest.approx(expected, abs=1e-3)


def test_luck_and_sight_are_told_apart() -> None:
    rng = np.random.default_rng(6)
    luck = (rng.random((5000, 4)) < 0.3).astype(int)
    assert question_correlation(luck) == pytest.approx(0, abs=0.02)
    everywhere, some, nowhere = expected_by_luck(luck, ["a"] * 5000)
    assert everywhere == pytest.approx(0.3**4, abs=0.003)
    assert nowhere == pytest.approx(0.7**4, abs=0.02)
    assert everywhere + some + nowhere == pytest.approx(1)
    sight = np.repeat(rng.random((5000, 1)) < 0.3, 4, axis=1).astype(int)
    assert question_correlation(sight) == pytest.approx(1)
    # A question's own probability, uniform on 0..1: the correlation is var(p)/(E p (1 − E p)) = (1/12)/(1/4).
    mixed = (rng.random((20000, 3)) < rng.random((20000, 1))).astype(int)
    assert question_correlation(mixed) == pytest.approx(1 / 3, abs=0.02)
    assert math.isnan(question_correlation([[0, 0], [0, 0]]))


def test_luck_is_a_mixture_over_strata_and_small_ones_go_together() -> None:
    right = [[1, 1]] * 10 + [[0, 0]] * 10 + [[1, 0]] * 5
    names = ["a"] * 10 + ["b"] * 10 + ["c", "d", "e", "f", "g"]
    assert expected_by_luck(right, names) == pytest.approx(((10 + 5 / 4) / 25, (5 / 2) / 25, (10 + 5 / 4) / 25))
