"""Families of functions fitted to traced points."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from snellen.readers.pixels.families import best_fit, fit_family

Floats = NDArray[np.float64]

CURVES: dict[str, Callable[[Floats], Floats]] = {
    "linear": lambda x: 20 + 0.7 * x,
    "quadratic": lambda x: 400 - 0.004 * (x - 310) ** 2,
    "cubic": lambda x: 300 + 8e-6 * (x - 250) ** 3 - 0.5 * (x - 250),
    "sine": lambda x: 250 + 180 * np.sin(x / 37 + 1.1),
    "bell": lambda x: 480 - 400 * np.exp(-((x - 330) ** 2) / (2 * 55**2)),
    "quartic": lambda x: 200 + 9e-8 * (x - 200) ** 4 - 0.006 * (x - 320) ** 2,
}


@pytest.mark.parametrize("family", CURVES)
def test_the_family_is_found_and_goes_through_the_points_in_spite_of_gaps_and_strays(family: str) -> None:
    rng = np.random.default_rng(5)
    x = np.arange(40.5, 560)
    x = x[(x < 200) | (x > 260)]
    truth = CURVES[family]
    y = truth(x) + rng.normal(0, 0.05, len(x))
    strays = rng.choice(len(x), 12, replace=False)
    y[strays] += rng.choice([-9, 14], 12)
    found = best_fit(x, y)
    assert found is not None
    assert found.family == family
    all_x = np.linspace(40.5, 560, 300)
    assert found(all_x) == pytest.approx(truth(all_x), abs=0.1)
    assert found.slope(all_x) == pytest.approx((truth(all_x + 1e-4) - truth(all_x - 1e-4)) / 2e-4, abs=0.02)


def test_too_few_points_have_no_fit() -> None:
    assert fit_family("linear", np.arange(3.0), np.arange(3.0)) is None
    assert best_fit(np.empty(0), np.empty(0)) is None
