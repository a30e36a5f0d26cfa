"""Estimates against published intervals, another implementation, and simulated people whose rates are known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep  # type: ignore[import-untyped]

from snellen.benchmarks.chartom.hmi_estimates import (
    correlation_of_shares,
    difference_interval,
    excess,
    noise_of,
    share,
)

PUBLISHED = {
    (56, 70, 48, 80): (0.0524, 0.3339),
    (9, 10, 3, 10): (0.1705, 0.8090),
    (6, 7, 2, 7): (0.0582, 0.8062),
    (5, 56, 0, 29): (-0.0381, 0.1926),
    (0, 10, 0, 20): (-0.1611, 0.2775),
    (0, 10, 0, 10): (-0.2775, 0.2775),
    (10, 10, 0, 20): (0.6791, 1.0),
    (10, 10, 0, 10): (0.6075, 1.0),
}
"""Newcombe, Statistics in Medicine 17 (1998) 873–890, table II, method 10."""


@pytest.mark.parametrize("counts", PUBLISHED)
def test_intervals_of_differences_as_published(counts: tuple[int, int, int, int]) -> None:
    assert difference_interval(*counts) == pytest.approx(PUBLISHED[counts], abs=6e-5)


COUNTS = st.tuples(st.integers(0, 60), st.integers(1, 60)).map(lambda pair: (min(pair), max(pair[1], 1)))


@given(COUNTS, COUNTS)
def test_intervals_of_differences_as_another_implementation(one: tuple[int, int], two: tuple[int, int]) -> None:
    expected = confint_proportions_2indep(*one, *two, method="newcomb", compare="diff")
    assert difference_interval(*one, *two) == pytest.approx(expected, abs=1e-9)


@given(COUNTS, COUNTS, st.floats(-1, 1))
def test_an_interval_holds_its_difference(one: tuple[int, int], two: tuple[int, int], correlation: float) -> None:
    low, high = difference_interval(*one, *two, correlation)
    difference = one[0] / one[1] - two[0] / two[1]
    assert -1 <= low <= difference + 1e-12
    assert difference - 1e-12 <= high <= 1
    other = difference_interval(*two, *one, correlation)
    assert (-other[1], -other[0]) == pytest.approx((low, high), abs=1e-12)


def simulated(
    random: np.random.Generator, rates: tuple[float, float], n: int, shared: float
) -> tuple[dict[str, bool], ...]:
    """Simulated people: n a chart, a part of them the same, whose two answers hang together."""
    both = round(shared * n)
    luck = random.random(2 * n - both)
    fresh = random.random(2 * n - both)
    again = random.random(2 * n - both) < 0.5
    first = {str(person): bool(luck[person] < rates[0]) for person in range(n)}
    second_luck = np.where(again, luck, fresh)
    second = {str(person): bool(second_luck[person] < rates[1]) for person in range(n - both, 2 * n - both)}
    return first, second


@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("rates", [(0.7, 0.3), (0.4, 0.35), (0.9, 0.1)])
def test_simulated_people_of_known_rates_lie_in_their_intervals(rates: tuple[float, float], shared: float) -> None:
    random = np.random.default_rng(round(100 * rates[0] + shared))
    runs, covered, errors, squares, told = 1500, 0, 0.0, [], []
    for _ in range(runs):
        found = excess(*simulated(random, rates, 60, shared))
        truth = rates[0] - rates[1]
        covered += found.low <= truth <= found.high
        errors += found.value
        squares.append((found.value - truth) ** 2)
        told.append(found.standard_error)
    # 95 % but for the noise of 1500 runs and what such intervals miss by.
    assert covered / runs == pytest.approx(0.95, abs=0.02)
    if rates != (0.4, 0.35):  # where the floor is never reached
        assert errors / runs == pytest.approx(rates[0] - rates[1], abs=0.01)
        assert math.sqrt(np.mean(squares)) == pytest.approx(np.mean(told), rel=0.06)


@pytest.mark.parametrize("rate", [0.05, 0.34, 0.67, 0.95])
def test_shares_of_simulated_people_lie_in_their_intervals(rate: float) -> None:
    random = np.random.default_rng(round(100 * rate))
    found = [share(int(hits), 85) for hits in random.binomial(85, rate, 4000)]
    assert np.mean([each.low <= rate <= each.high for each in found]) == pytest.approx(0.95, abs=0.025)
    off = np.mean([abs(each.value - rate) for each in found])
    assert noise_of([each.standard_error for each in found]) == pytest.approx(off, rel=0.06)


def test_the_floor_holds_both_ends() -> None:
    found = excess(
        {str(person): person < 5 for person in range(50)}, {f"x{person}": person < 40 for person in range(50)}
    )
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)
    assert (found.n, found.n_honest) == (50, 50)


def test_the_same_answers_to_both_have_no_excess_and_little_doubt() -> None:
    answers = {str(person): person % 3 == 0 for person in range(60)}
    found = excess(answers, answers)
    assert found.value == 0
    # By Wilson's ends, which are not as far from a third on both sides: (u − p) − (p − l) = z²(1 − 2p)/(n + z²).
    assert found.high == pytest.approx(1.959964**2 / 3 / (60 + 1.959964**2), abs=1e-6)
    assert found.standard_error == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("both", [0, 10, 25, 40])
def test_the_correlation_of_shares_of_simulated_people(both: int) -> None:
    random = np.random.default_rng(both)
    n_first, n_second, runs = 40, 50, 20_000
    base = random.random((runs, both)) < 0.5
    first_shared, second_shared = (
        base,
        np.where(random.random((runs, both)) < 0.7, base, random.random((runs, both)) < 0.5),
    )
    first = first_shared.sum(1) + (random.random((runs, n_first - both)) < 0.5).sum(1)
    second = second_shared.sum(1) + (random.random((runs, n_second - both)) < 0.5).sum(1)
    expected = np.corrcoef(first, second)[0, 1]
    told = [
        correlation_of_shares(first_shared[run].tolist(), second_shared[run].tolist(), n_first, n_second)
        for run in range(2000)
    ]
    assert np.mean(told) == pytest.approx(expected, abs=0.03)


def test_nobody_has_no_value() -> None:
    with pytest.raises(ValueError, match="someone"):
        share(0, 0)
    with pytest.raises(ValueError, match="each of the twins"):
        excess({}, {"a": True})
    with pytest.raises(ValueError, match="both sides"):
        difference_interval(0, 0, 1, 2)
    assert math.isnan(noise_of([]))
