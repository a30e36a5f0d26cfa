"""Paired differences against SciPy, statsmodels, a published table and forms that can be worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from snellen.statistics import clustered_standard_error, paired_difference, wilson_interval


def test_bonett_and_price_as_published() -> None:
    # Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014) 2850–2875: 1 and 7 of 21 children differ.
    found = paired_difference([1] * 2 + [0] * 19, [1] + [0] + [1] * 7 + [0] * 12, range(21))
    assert (round(found.difference, 3), round(found.low, 3), round(found.high, 3)) == (-0.286, -0.508, -0.013)
    assert found.interval == "bonett-price"


def test_single_pairs_without_adjustment_are_students() -> None:
    first, second = [0.5, 0.75, 0.25, 0.5, 1.0], [0.25, 0.5, 0.5, 0.0, 0.5]
    found = paired_difference(first, second, range(5))
    expected = stats.ttest_rel(first, second).confidence_interval()
    assert [found.low, found.high] == pytest.approx([expected.low, expected.high])
    assert found.interval == "t, clustered"


def test_the_clustered_error_is_that_of_a_regression() -> None:
    from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

    rng = np.random.default_rng(2)
    groups = rng.integers(0, 17, 200)
    first = np.clip(rng.random(200) + 0.02 * groups, 0, 1)
    second = rng.random(200)
    fit = OLS(first - second, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    found = paired_difference(first, second, groups)
    assert found.standard_error == pytest.approx(fit.bse[0])
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]))


def test_differences_are_clustered_by_group() -> None:
    first, second = [1, 1, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0]
    sums = np.array([4 / 3, -1 / 3, -1 / 3, -1 / 3, -1 / 3])  # of the differences less their mean: a has two replies
    reach = stats.t.ppf(0.975, 4) * np.sqrt(5 / 4 * np.sum(sums**2)) / 6
    together = paired_difference(first, second, list("aabcde"), adjusted=False)
    assert together.low == pytest.approx(max(1 / 3 - reach, -1))
    assert together.high == pytest.approx(min(1 / 3 + reach, 1))
    assert (together.n, together.groups) == (6, 5)


def test_where_no_reply_differs_the_interval_is_not_a_point() -> None:
    found = paired_difference([1, 0, 1], [1, 0, 1], ["a", "b", "b"], adjusted=False)
    assert found.difference == 0
    assert found.high == -found.low == pytest.approx(float(wilson_interval(0, 2)[1]))
    adjusted = paired_difference([1, 0, 1], [1, 0, 1], ["a", "b", "b"])
    # Two groups that do not differ: (0 + 1)/(2 + 2) on both sides.
    assert adjusted.high == -adjusted.low == pytest.approx(stats.norm.ppf(0.975) * np.sqrt(0.5 / 4))


def test_pairs_that_repeat_their_group_count_once() -> None:
    first, second = [1] * 30 + [0] * 70, [1] * 20 + [0] * 75 + [1] * 5
    once = paired_difference(first, second, range(100))
    tenfold = paired_difference(np.repeat(first, 10), np.repeat(second, 10), np.repeat(np.arange(100), 10))
    assert tenfold.standard_error == pytest.approx(once.standard_error)
    assert tenfold.high - tenfold.low == pytest.approx(once.high - once.low, rel=0.03)
    assert tenfold.interval == "bonett-price, clustered"


def test_too_little_says_nothing() -> None:
    empty = paired_difference([np.nan], [1.0], ["a"])
    assert (empty.n, empty.interval) == (0, "none")
    assert all(np.isnan([empty.difference, empty.low, empty.high]))
    one_group = paired_difference([1, 0], [0, 0], ["a", "a"])
    assert one_group.difference == 0.5
    assert all(np.isnan([one_group.standard_error, one_group.low, one_group.high]))
    with pytest.raises(ValueError, match="one length"):
        paired_difference([1], [1, 0], ["a", "b"])


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 1.0]), st.integers(0, 5)), min_size=1),
    st.booleans(),
)
def test_the_difference_lies_in_its_interval_and_turns_round(
    triples: list[tuple[float, float, int]], adjusted: bool
) -> None:
    first, second, groups = (list(each) for each in zip(*triples, strict=True))
    found = paired_difference(first, second, groups, adjusted=adjusted)
    other = paired_difference(second, first, groups, adjusted=adjusted)
    assert found.difference == pytest.approx(np.mean(first) - np.mean(second))
    if not np.isnan(found.low):
        assert -1 <= found.low <= found.difference + 1e-12
        assert found.difference - 1e-12 <= found.high <= 1
        assert [other.low, other.high] == pytest.approx([-found.high, -found.low])
    if len(set(groups)) > 1:
        gaps = np.subtract(first, second)
        assert found.standard_error == pytest.approx(clustered_standard_error(gaps, groups))
