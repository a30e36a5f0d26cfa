"""The logistic regression of `snellen.trends` on a published example."""

import math

import pytest
from scipy.stats import chi2

from snellen.trends import logistic_trend

# Space shuttle flights before Challenger: temperature in °F, and whether O-rings showed thermal distress. Dalal,
# Fowlkes and Hoadley, JASA 84 (1989) 945–957; Agresti, Categorical Data Analysis, has the fit.
TEMPERATURES = [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58]
DISTRESS = [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1]


def test_the_o_rings_have_the_published_slope() -> None:
    found = logistic_trend(DISTRESS, TEMPERATURES, range(23))
    assert round(math.log(found.level.odds_ratio), 4) == -0.2322
    # Likelihood ratio 7.95 with one degree of freedom.
    assert found.likelihood_p == pytest.approx(chi2.sf(7.952, 1), rel=1e-3)
