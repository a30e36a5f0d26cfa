"""From units of a thousandth of the image to its pixels."""

from fractions import Fraction
from math import floor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.replies import many_to_pixels, to_pixels


def test_by_hand() -> None:
    boxes = to_pixels([(200.0, 30.0, 300.0, 50.0)], (613, 641), False)
    np.testing.assert_allclose(boxes, [[122.6, 19.23, 183.9, 32.05]])
    np.testing.assert_array_equal(to_pixels([(200.0, 30.0, 300.0, 50.0)], (613, 641), True), [[122, 19, 183, 32]])


@given(st.integers(-3000, 3000), st.integers(1, 3000))
def test_truncation_is_towards_zero_and_exact(unit: int, size: int) -> None:
    exact = Fraction(unit * size, 1000)
    whole = floor(exact) if exact >= 0 else -floor(-exact)
    assert to_pixels([(float(unit), float(unit))], (size, size), True).tolist() == [[whole, whole]]


def test_not_clipped_to_the_image_and_never_overflowing() -> None:
    assert to_pixels([(-500.0, 2000.0)], (600, 600), True).tolist() == [[-300, 1200]]
    far = to_pixels([(1e308, -1e308)], (600, 600), True)
    assert np.isfinite(far).all()
    assert far[0, 0] > 1e6 > -1e6 > far[0, 1]


def test_many_are_as_one_by_one() -> None:
    values = [[(1.0, 2.0)], None, [], [(3.0, 4.0), (5.0, 6.0)]]
    sizes = [(100, 200), (300, 300), (300, 300), (500, 1000)]
    many = many_to_pixels(values, np.array(sizes), True, 2)
    assert [each.shape for each in many] == [(1, 2), (0, 2), (0, 2), (2, 2)]
    for value, size, found in zip(values, sizes, many, strict=True):
        np.testing.assert_array_equal(found, to_pixels(value or [], size, True, 2))
    assert many_to_pixels([], np.empty((0, 2)), True, 4) == []
