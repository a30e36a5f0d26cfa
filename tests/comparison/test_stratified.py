"""Stratified differences against Welch's test, published values, closed forms, and a second method."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from snellen.comparison import Sample, mantel_haenszel, stratified_difference
from snellen.statistics import clustered_standard_error

_SCORES = st.lists(st.floats(0, 1).map(lambda value: round(value, 3)), min_size=3, max_size=30)


def _one_stratum(scores: Any) -> Sample:
    return Sample(scores, [0] * len(scores), list(range(len(scores))))


@given(_SCORES, _SCORES)
def test_one_stratum_without_repeats_is_welchs_test(one: list[float], other: list[float]) -> None:
    found = stratified_difference(_one_stratum([*one, 0.25, 0.5]), _one_stratum([*other, 0.25, 0.75]))
    expected: Any = stats.ttest_ind([*one, 0.25, 0.5], [*other, 0.25, 0.75], equal_var=False)
    assert found.interval == "t"
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)
    assert found.degrees == pytest.approx(expected.df)
    low, high = expected.confidence_interval()
    assert (found.low, found.high) == pytest.approx((max(-1.0, low), min(1.0, high)), abs=1e-9)


@pytest.mark.parametrize(
    ("right", "n", "right_second", "n_second", "low", "high"),
    [(56, 70, 48, 80, 0.0524, 0.3339), (10, 10, 0, 10, 0.6075, 1.0)],
)
def test_newcombes_interval_is_that_of_newcombe_1998(
    right: int, n: int, right_second: int, n_second: int, low: float, high: float
) -> None:
    # His method 10 in table II; the effective size here is n less one where answers differ, and n where none does.
    def sample(x: int, size: int) -> Sample:
        return _one_stratum([1.0] * x + [0.0] * (size - x))

    found = stratified_difference(sample(right, n), sample(right_second, n_second))
    assert found.interval == "newcombe"
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.003)


def test_strata_are_weighted_as_in_the_first_set_and_what_one_lacks_is_left_out() -> None:
    # Stratum 0: 0.5 and 0.25; stratum 1: 1 and 0.5; stratum 2 in the first alone.
    first = Sample([1, 0, 1, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 2], list("abcdefg"))
    second = Sample([1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 1], list("hijklm"))
    found = stratified_difference(first, second)
    assert found.difference == pytest.approx(4 / 6 * 0.25 + 2 / 6 * 0.5)
    assert [stratum.weight for stratum in found.strata] == pytest.approx([4 / 6, 2 / 6, 0])
    # Variances by hand: (4/6)²·(1/12 + 3/48) + (2/6)²·(0 + 1/4).
    assert found.standard_error**2 == pytest.approx((4 / 6) ** 2 * (1 / 12 + 3 / 48) + (2 / 6) ** 2 * 0.25)


def test_the_variance_is_clustered_within_strata_and_across_them() -> None:
    rng = np.random.default_rng(1)
    scores, groups = rng.random(60), rng.integers(0, 12, 60)
    alone = stratified_difference(Sample(scores, [0] * 60, groups), Sample(scores, [0] * 60, groups))
    assert alone.standard_error == pytest.approx(math.sqrt(2) * clustered_standard_error(scores, groups))
    # Two strata that hold the same scores of the same groups say nothing more than one.
    twice = Sample(np.tile(scores, 2), np.repeat([0, 1], 60), np.tile(groups, 2))
    both = stratified_difference(twice, twice)
    assert both.standard_error == pytest.approx(alone.standard_error)
    apart = Sample(np.tile(scores, 2), np.repeat([0, 1], 60), np.concatenate([groups, groups + 100]))
    assert stratified_difference(apart, apart).standard_error == pytest.approx(alone.standard_error / math.sqrt(2))


def test_where_all_scores_are_the_same_the_interval_still_has_a_width() -> None:
    none = _one_stratum([0.0] * 20)
    found = stratified_difference(none, none)
    assert (found.difference, found.p) == (0, 1)
    # Wilson's upper end of 0 of 20 is z²/(20 + z²).
    assert (found.low, found.high) == pytest.approx((-0.1611, 0.1611), abs=1e-4)
    assert stratified_difference(_one_stratum([1.0] * 20), none).p < 1e-6


def test_too_few_groups_give_a_difference_alone() -> None:
    found = stratified_difference(Sample([1, 0], [0, 0], ["a", "a"]), Sample([1, 1], [0, 0], ["b", "c"]))
    assert found.difference == -0.5
    assert math.isnan(found.low)
    assert math.isnan(found.p)


def test_no_common_stratum_and_unequal_lengths_are_mistakes() -> None:
    with pytest.raises(ValueError, match="no stratum"):
        stratified_difference(Sample([1], [0], [0]), Sample([1], [1], [0]))
    with pytest.raises(ValueError, match="one length"):
        stratified_difference(Sample([1, 2], [0], [0]), Sample([1], [0], [0]))


_TABLES = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
        lambda n: st.tuples(st.integers(0, n[0]), st.just(n[0]), st.integers(0, n[1]), st.just(n[1]))
    ),
    min_size=2,
    max_size=8,
)


@given(_TABLES)
def test_the_test_of_mantel_and_haenszel_is_statsmodels(rows: list[tuple[int, int, int, int]]) -> None:
    from statsmodels.stats.contingency_tables import StratifiedTable  # type: ignore[import-untyped]

    columns = [np.array(column) for column in zip(*rows, strict=True)]
    x1, n1, x2, n2 = columns
    found = mantel_haenszel(x1, n1, x2, n2)
    assert found.difference == pytest.approx(np.average(x1 / n1 - x2 / n2, weights=n1 * n2 / (n1 + n2)), abs=1e-12)
    if ((x1 + x2 > 0) & (x1 + x2 < n1 + n2)).any():
        tables = [np.array([[a, n - a], [b, m - b]], dtype=float) for a, n, b, m in rows]
        with np.errstate(all="ignore"):
            expected: Any = StratifiedTable(tables).test_null_odds()
        assert found.p == pytest.approx(float(expected.pvalue), abs=1e-9)
    else:
        assert math.isnan(found.p)


def test_one_table_has_the_plain_risk_difference_with_its_usual_variance() -> None:
    found = mantel_haenszel([30], [100], [20], [100])
    error = math.sqrt(0.3 * 0.7 / 100 + 0.2 * 0.8 / 100)
    assert found.difference == pytest.approx(0.1)
    assert (found.high - found.low) / 2 / 1.96 == pytest.approx(error, rel=2e-3)
    assert math.isnan(mantel_haenszel([0], [5], [0], [5]).p)
    assert math.isnan(mantel_haenszel([], [], [], []).difference)


def test_both_methods_agree_on_equal_sets_without_repeats() -> None:
    rng = np.random.default_rng(4)
    strata = np.repeat(np.arange(20), 30)
    scores = [(rng.random(600) < 0.1 + 0.02 * strata).astype(float) for _ in range(2)]
    first, second = (Sample(each, strata, np.arange(600)) for each in scores)
    found = stratified_difference(first, second)
    counts = [np.bincount(strata, weights=each) for each in scores]
    other = mantel_haenszel(counts[0], [30] * 20, counts[1], [30] * 20)
    assert other.difference == pytest.approx(found.difference)
    assert (other.low, other.high) == pytest.approx((found.low, found.high), abs=0.003)
    assert other.p == pytest.approx(found.p, abs=0.02)
