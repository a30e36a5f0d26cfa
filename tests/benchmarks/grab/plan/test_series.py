"""Series: what is stored is exactly what is drawn."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.series import Series, series_from_data, series_to_data

_COORDINATES = st.lists(st.floats(-1000, 1000), min_size=1, max_size=20)


@given(_COORDINATES)
def test_stored_data_come_back_bit_for_bit(values: list[float]) -> None:
    one = Series.rounded(values, values[::-1], "cloud", r=0.5)
    (back,) = series_from_data(json.loads(json.dumps(series_to_data([one]))))
    assert np.array_equal(back.x, one.x)
    assert np.array_equal(back.y, one.y)


@given(_COORDINATES)
def test_coordinates_have_six_decimals_and_no_negative_zero(values: list[float]) -> None:
    one = Series.rounded(values, values)
    assert np.allclose(one.x, values, rtol=0, atol=5.01e-7)
    assert all(float(f"{value:.6f}") == value for value in one.x)
    assert not np.signbit(one.x[one.x == 0]).any()


def test_length_and_origin() -> None:
    one = Series.rounded([1, 2, 3], [4, 5, 6], "trend", slope=2)
    assert (len(one), one.family, dict(one.parameters)) == (3, "trend", {"slope": 2})


def test_data_without_series_are_an_error() -> None:
    with pytest.raises(KeyError):
        series_from_data({"functions": []})
