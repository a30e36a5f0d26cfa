"""Functions made to measure: their domain, their lowest and highest value, and values around a mean."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.curve_shapes import SHAPED_FAMILIES, log_uniform, shaped, spread, whole


@settings(max_examples=40)
@given(
    st.integers(0, 2**32), st.sampled_from(SHAPED_FAMILIES), st.floats(-30, 20), st.floats(2, 40), st.floats(0.5, 100)
)
def test_a_shape_spans_its_box(seed: int, family: str, start: float, length: float, height: float) -> None:
    f = shaped(np.random.default_rng(seed), family, (start, start + length), start, start + height)
    assert f.family == family
    assert f.domain == (start, start + length)
    values = f(np.linspace(*f.domain, 4001))
    assert values.min() == pytest.approx(start, abs=2e-5 * height + 1e-6)
    assert values.max() == pytest.approx(start + height, abs=2e-5 * height + 1e-6)


def test_an_unknown_family_has_no_shape() -> None:
    with pytest.raises(ValueError, match="spline"):
        shaped(np.random.default_rng(1), "spline", (0, 1), 0, 1)


def test_both_ways_up_occur() -> None:
    rng = np.random.default_rng(1)
    signs = {shaped(rng, "quadratic", (0, 5), -1, 1).coefficients[0] > 0 for _ in range(30)}
    assert signs == {True, False}


@given(st.integers(0, 2**32), st.floats(0, 1), st.integers(1, 10), st.floats(0.5, 8))
def test_spread_values_have_their_mean_and_stay_in_their_interval(
    seed: int, share: float, count: int, reach: float
) -> None:
    low, high = -9.0, 7.0
    mean = low + share * (high - low)
    values = spread(np.random.default_rng(seed), mean, count, low, high, reach)
    assert len(values) == count
    assert values.mean() == pytest.approx(mean, abs=1e-9)
    assert values.min() >= low - 1e-9
    assert values.max() <= high + 1e-9
    assert np.abs(values - mean).max() <= 2 * reach


def test_spread_values_differ() -> None:
    assert np.ptp(spread(np.random.default_rng(1), 0.0, 5, -9, 9, 4.0)) > 1


@given(st.integers(0, 2**32))
def test_draws_stay_in_their_bounds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert 0.2 <= log_uniform(rng, 0.2, 8) <= 8
    assert whole(rng, -2, 3) in range(-2, 4)


def test_whole_numbers_include_both_ends() -> None:
    rng = np.random.default_rng(1)
    assert {whole(rng, 1, 3) for _ in range(60)} == {1, 2, 3}
