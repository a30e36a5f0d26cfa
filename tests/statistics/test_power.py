"""Power against statsmodels, simulation, and what it must be by its meaning."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.comparison import Sample, stratified_difference
from snellen.statistics import detectable_gap, power_of


@given(st.floats(0.001, 0.3), st.floats(0.001, 0.3), st.floats(0.8, 0.99))
def test_power_is_statsmodels(gap: float, error: float, confidence: float) -> None:
    from statsmodels.stats.power import NormalIndPower  # type: ignore[import-untyped]

    # With deviation 1 and n in both sets the error is √(2/n): an effect of gap/error · √(2/n).
    expected = NormalIndPower().power(gap / error * math.sqrt(2 / 50), 50, 1 - confidence, 1.0, "two-sided")
    assert power_of(gap, error, confidence) == pytest.approx(float(expected), abs=1e-9)


@given(st.floats(1e-4, 0.5), st.floats(0.5, 0.99))
def test_the_smallest_gap_has_the_power_it_is_named_for(error: float, power: float) -> None:
    assert power_of(detectable_gap(error, power), error) == pytest.approx(power, abs=1e-4)


def test_without_a_gap_power_is_the_level_and_without_an_error_nothing() -> None:
    assert power_of(0.0, 0.1) == pytest.approx(0.05)
    assert math.isnan(power_of(0.1, 0.0))
    assert math.isnan(power_of(0.1, math.nan))


@pytest.mark.slow
@pytest.mark.parametrize("gap", [0.0, 0.03, 0.05, 0.08])
def test_power_is_how_often_a_gap_is_found(gap: float) -> None:
    rng = np.random.default_rng(7)
    strata = np.repeat(np.arange(40), 20)
    share = 0.1 + 0.01 * strata
    found, told, covered = [], [], []
    for _ in range(1500):
        first, second = ((rng.random(800) < each).astype(float) for each in (share + gap, share))
        result = stratified_difference(Sample(first, strata, np.arange(800)), Sample(second, strata, np.arange(800)))
        found.append(result.p < 0.05)
        told.append(power_of(gap, result.standard_error))
        covered.append(result.low <= gap <= result.high)
    error = math.sqrt(0.25 / 1500)
    assert np.mean(found) == pytest.approx(np.mean(told), abs=3.5 * error)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.025)
