"""Values made to correlate, against SciPy."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from snellen.benchmarks.grab.plan.correlated import correlated, rank_correlated, spaced
from snellen.benchmarks.grab.plan.shapes import SHAPE_FAMILIES, Shape, draw_shape

_FAMILIES = st.sampled_from(SHAPE_FAMILIES)


@given(seed=st.integers(0, 10_000), family=_FAMILIES, n=st.integers(4, 30), r=st.floats(-1, 1))
def test_pearson_is_exact(seed: int, family: str, n: int, r: float) -> None:
    shape = draw_shape(np.random.default_rng(seed), family, n)
    z = correlated(shape, r)
    assume(z is not None)
    assert z is not None
    assert np.corrcoef(shape.t, z)[0, 1] == pytest.approx(r, abs=1e-9)


def test_a_perfect_line_leaves_nothing_to_mix() -> None:
    t = np.linspace(-1, 1, 9)
    assert correlated(Shape(t, t / t.std()), 0.5) is None


@given(seed=st.integers(0, 10_000), family=_FAMILIES, n=st.integers(6, 20), target=st.floats(-1, 1))
def test_kendall_comes_as_near_as_pairs_allow(seed: int, family: str, n: int, target: float) -> None:
    rng = np.random.default_rng(seed)
    shape = draw_shape(rng, family, n)
    z = rank_correlated(rng, "Kendall correlation", shape, target)
    assume(z is not None and len(set(z)) == n and len(set(shape.t)) == n)
    assert z is not None
    assert abs(float(stats.kendalltau(shape.t, z)[0]) - target) <= 2 / (n * (n - 1)) + 1e-9


def test_spearman_comes_near() -> None:
    misses = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        n, target = int(rng.integers(8, 21)), float(rng.uniform(-1, 1))
        shape = draw_shape(rng, SHAPE_FAMILIES[seed % len(SHAPE_FAMILIES)], n)
        z = rank_correlated(rng, "Spearman correlation", shape, target)
        if z is not None:
            step = 12 / (n * (n * n - 1))
            misses.append(abs(float(stats.spearmanr(shape.t, z)[0]) - target) / step)
    assert len(misses) > 250
    assert np.quantile(misses, 0.95) <= 1
    assert max(misses) <= 4


@given(st.lists(st.floats(0, 10), min_size=3, max_size=20), st.floats(0.001, 0.2))
def test_spaced_values_keep_order_ends_and_distance(values: list[float], gap: float) -> None:
    before = np.asarray(values)
    moved = spaced(before, gap)
    if moved is None:
        assert np.ptp(before) <= gap * (len(values) - 1)
        return
    assert np.diff(np.sort(moved)).min() >= gap - 1e-9
    assert (moved.min(), moved.max()) == (pytest.approx(before.min()), pytest.approx(before.max()))
    assert (np.argsort(moved) == np.argsort(before, kind="stable")).all()
