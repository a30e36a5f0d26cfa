"""Rank correlations against SciPy, and margins that no moves of the marks break."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from snellen.benchmarks.grab.plan.measures import RANK_CORRELATIONS
from snellen.benchmarks.grab.plan.ranks import kendall, rank_margin, spearman
from snellen.benchmarks.grab.plan.series import Series

_VALUES = st.integers(-4, 4)


def _scipy(property_: str, one: Series) -> float:
    if property_ == "Kendall correlation":
        return float(stats.kendalltau(one.x, one.y)[0])
    return float(stats.spearmanr(one.x, one.y)[0])


@given(st.lists(st.tuples(_VALUES, _VALUES), min_size=3, max_size=15))
def test_coefficients_are_scipys_ties_included(points: list[tuple[int, int]]) -> None:
    x, y = np.asarray(points, dtype=np.float64).T
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert np.isnan(kendall(x, y))
        assert np.isnan(spearman(x, y))
        return
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y)[0], abs=1e-12)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y)[0], abs=1e-12)


@pytest.mark.parametrize("property_", RANK_CORRELATIONS)
def test_margin_of_a_line_of_four_is_half_its_gap(property_: str) -> None:
    # One swap lowers tau from 1 to 2/3 and rho from 1 to 0.8; points 10 pixels apart swap after 5 each.
    one = Series.rounded([0, 1, 2, 3], [0, 2, 4, 6])
    assert rank_margin(property_, [one], 1.0, 0.1, (10, 5)) == pytest.approx(5)


def test_a_swap_that_leaves_the_answer_does_not_count() -> None:
    # Ten series: one swap moves the mean tau by 1/15, from 1 to 0.93; in each of the other nine a swap needs 20 pixels.
    wide = Series.rounded([0, 4, 8, 12], [0, 4, 8, 12])
    narrow = Series.rounded([0, 1, 8, 12], [0, 4, 8, 12])
    assert rank_margin("Kendall correlation", [narrow, *[wide] * 9], 1.0, 0.1, (10, 10)) == pytest.approx(20)
    assert rank_margin("Kendall correlation", [narrow], 1.0, 0.1, (10, 10)) == pytest.approx(5)


@pytest.mark.parametrize("property_", RANK_CORRELATIONS)
def test_a_value_on_a_boundary_has_no_margin(property_: str) -> None:
    one = Series.rounded([0, 1, 2, 3], [0, 2, 4, 6])
    assert rank_margin(property_, [one], 0.25, 0.1, (10, 10)) == 0


@pytest.mark.parametrize("property_", RANK_CORRELATIONS)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), k=st.integers(1, 2), n=st.integers(4, 7))
def test_moves_below_the_margin_never_change_the_answer(property_: str, seed: int, k: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    series = [Series.rounded(*rng.uniform(0, 10, (2, n))) for _ in range(k)]

    def answer(all_series: list[Series]) -> int:
        return round(float(np.mean([_scipy(property_, one) for one in all_series])) / 0.1)

    value = float(np.mean([_scipy(property_, one) for one in series]))
    margin = rank_margin(property_, series, value, 0.1, (20.0, 30.0))
    for _ in range(25):
        moved = []
        for one in series:
            # Every mark goes as far as it may: these are the moves that turn most pairs.
            angle = rng.choice(np.arange(8), n) * np.pi / 4
            reach = 0.999 * margin
            moved.append(Series(one.x + reach * np.cos(angle) / 20, one.y + reach * np.sin(angle) / 30))
        assert answer(moved) == answer(series)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_some_move_just_beyond_the_margin_changes_kendall_where_one_swap_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one = Series.rounded(*rng.uniform(0, 10, (2, 5)))
    value = float(stats.kendalltau(one.x, one.y)[0])  # One swap of five points moves tau by 0.2.
    margin = rank_margin("Kendall correlation", [one], value, 0.1, (10, 10))
    first, second = np.triu_indices(5, 1)
    gaps = np.minimum(np.abs(one.x[first] - one.x[second]), np.abs(one.y[first] - one.y[second]))
    assert margin == pytest.approx(10 * gaps.min() / 2)
