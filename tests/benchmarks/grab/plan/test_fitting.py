"""Series fitted to a value: the value is hit and the frame is kept."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.fitting import Frame, draw_fitted, spread_values
from snellen.benchmarks.grab.plan.measures import RANK_CORRELATIONS, STATISTICS, data_value
from snellen.benchmarks.grab.plan.shapes import SHAPE_FAMILIES

_TARGETS = {
    "data mean": (-8.0, 8.0),
    "median": (-8.0, 8.0),
    "minimum": (-9.0, 7.0),
    "maximum": (-7.0, 9.0),
    "data variance": (0.5, 30.0),
    "interquartile range": (0.5, 14.0),
    "range span": (2.0, 19.0),
    "domain length": (3.0, 19.0),
    "Pearson correlation": (-1.0, 1.0),
    "Spearman correlation": (-1.0, 1.0),
    "Kendall correlation": (-1.0, 1.0),
}


@given(
    seed=st.integers(0, 10_000),
    k=st.integers(1, 10),
    share=st.floats(0, 1),
    bounds=st.tuples(st.floats(-20, 20), st.floats(0.1, 20)),
)
def test_spread_values_have_the_mean_and_keep_the_bounds(
    seed: int, k: int, share: float, bounds: tuple[float, float]
) -> None:
    low, high = bounds[0], bounds[0] + bounds[1]
    target = low + share * (high - low)
    values = spread_values(np.random.default_rng(seed), k, target, low, high)
    assert len(values) == k
    assert values.mean() == pytest.approx(target, abs=1e-9)
    assert values.min() >= low - 1e-9
    assert values.max() <= high + 1e-9


def test_spread_values_differ() -> None:
    values = spread_values(np.random.default_rng(1), 10, 0.0, -9.0, 9.0)
    assert np.ptp(values) > 3
    assert len(set(values.tolist())) == 10


@pytest.mark.parametrize("property_", STATISTICS)
@given(seed=st.integers(0, 10_000), family=st.sampled_from(SHAPE_FAMILIES), n=st.integers(8, 12), share=st.floats(0, 1))
def test_the_target_is_hit_within_the_frame(property_: str, seed: int, family: str, n: int, share: float) -> None:
    low, high = _TARGETS[property_]
    target = low + share * (high - low)
    frame = Frame((-9.8, 9.8), (-9.8, 9.8), 0.35, 0.45, 0.1, 0.12)
    one = draw_fitted(np.random.default_rng(seed), property_, target, family, n, frame)
    if one is None:
        return
    within = 48 / (n * (n * n - 1)) if property_ == "Spearman correlation" else 2 / (n * (n - 1))
    assert data_value(property_, [one])[0] == pytest.approx(
        target, abs=within + 1e-9 if property_ in RANK_CORRELATIONS else 2e-5
    )
    assert max(abs(one.x).max(), abs(one.y).max()) <= 9.8 + 1e-6
    if property_ in RANK_CORRELATIONS:
        assert np.diff(np.sort(one.x)).min() >= 0.1 - 2e-6
        assert np.diff(np.sort(one.y)).min() >= 0.12 - 2e-6


def test_what_does_not_fit_is_none() -> None:
    frame = Frame((-1, 1), (-1, 1))
    rng = np.random.default_rng(0)
    assert draw_fitted(rng, "data mean", 5.0, "cloud", 9, frame) is None
    assert draw_fitted(rng, "range span", 5.0, "cloud", 9, frame) is None
    assert draw_fitted(rng, "domain length", 5.0, "cloud", 9, frame) is None
