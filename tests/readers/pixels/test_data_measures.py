"""Properties of points beside NumPy's and SciPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from snellen.readers.pixels.data_measures import measure_points
from snellen.readers.pixels.picture import UnreadableError

values = st.lists(st.integers(-50, 50), min_size=3, max_size=30)


@given(values, st.integers(0, 1000))
def test_correlations_are_those_of_scipy(y: list[int], seed: int) -> None:
    x = np.random.default_rng(seed).integers(-20, 20, len(y)).astype(float)
    at = np.array(y, dtype=float)
    if np.ptp(x) == 0 or np.ptp(at) == 0:
        return
    assert measure_points("Pearson correlation", x, at) == pytest.approx(stats.pearsonr(x, at).statistic, abs=1e-9)
    assert measure_points("Spearman correlation", x, at) == pytest.approx(stats.spearmanr(x, at).statistic, abs=1e-9)
    assert measure_points("Kendall correlation", x, at) == pytest.approx(stats.kendalltau(x, at).statistic, abs=1e-9)


@given(values)
def test_spread_and_level_are_those_of_numpy_and_scipy(y: list[int]) -> None:
    at = np.array(y, dtype=float)
    x = np.arange(len(at))[::-1].astype(float)
    assert measure_points("data variance", x, at) == pytest.approx(np.var(at))
    assert measure_points("interquartile range", x, at) == pytest.approx(stats.iqr(at))
    assert measure_points("median", x, at) == pytest.approx(np.median(at))
    assert measure_points("domain length", x, at) == len(at) - 1


def test_what_points_do_not_have_is_unreadable() -> None:
    with pytest.raises(UnreadableError):
        measure_points("gradient", np.arange(3.0), np.arange(3.0))
    with pytest.raises(UnreadableError):
        measure_points("median", np.empty(0), np.empty(0))
