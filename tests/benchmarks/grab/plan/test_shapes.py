"""Shapes: what every family promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.shapes import ORDERED_FAMILIES, SHAPE_FAMILIES, draw_shape


@pytest.mark.parametrize("family", SHAPE_FAMILIES)
@given(seed=st.integers(0, 10_000), n=st.integers(3, 40))
def test_shapes_are_normalised_and_sorted(family: str, seed: int, n: int) -> None:
    shape = draw_shape(np.random.default_rng(seed), family, n)
    assert len(shape.t) == len(shape.z) == n
    assert (shape.t[0], shape.t[-1]) == (pytest.approx(-1), pytest.approx(1))
    assert (np.diff(shape.t) >= 0).all()
    assert shape.z.mean() == pytest.approx(0, abs=1e-9)
    assert shape.z.std() == pytest.approx(1)


def test_the_same_stream_gives_the_same_shape() -> None:
    for family in SHAPE_FAMILIES:
        one, two = (draw_shape(np.random.default_rng(5), family, 9) for _ in range(2))
        assert np.array_equal(one.t, two.t)
        assert np.array_equal(one.z, two.z)


def test_families_that_lines_may_join_have_distinct_positions() -> None:
    assert set(SHAPE_FAMILIES) > ORDERED_FAMILIES
    for family in ORDERED_FAMILIES:
        assert (np.diff(draw_shape(np.random.default_rng(1), family, 12).t) > 0).all()


def test_trends_correlate_and_clusters_gather() -> None:
    rng = np.random.default_rng(2)
    trends = [draw_shape(rng, "trend", 40) for _ in range(50)]
    assert min(abs(np.corrcoef(shape.t, shape.z)[0, 1]) for shape in trends) > 0.7
    gaps = [np.diff(draw_shape(rng, "clusters", 40).t).max() for _ in range(50)]
    even = [np.diff(draw_shape(rng, "scatter", 40).t).max() for _ in range(50)]
    assert np.median(gaps) > 2 * np.median(even)


def test_an_unknown_family_is_an_error() -> None:
    with pytest.raises(KeyError):
        draw_shape(np.random.default_rng(0), "spiral", 9)
