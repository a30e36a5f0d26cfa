"""Logistic trends against closed forms, a maximum found by SciPy, a sandwich written out, and simulation."""

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import norm, t

from snellen.trends import Estimate, difference_interval, is_separated, logistic_trend

Floats = NDArray[np.float64]


def by_scipy(design: Floats, y: Floats) -> Floats:
    def negative(b: Floats) -> float:
        return float(np.sum(np.logaddexp(0, design @ b) - y * (design @ b)))

    def slope(b: Floats) -> Floats:
        return np.asarray(design.T @ (1 / (1 + np.exp(-(design @ b))) - y))

    return np.asarray(minimize(negative, np.zeros(design.shape[1]), jac=slope, method="BFGS", tol=1e-10).x)


def sandwich(design: Floats, y: Floats, b: Floats, groups: NDArray[Any]) -> Floats:
    share = 1 / (1 + np.exp(-(design @ b)))
    bread = np.linalg.inv((design * (share * (1 - share))[:, None]).T @ design)
    scores = design * (y - share)[:, None]
    sums = np.array([scores[groups == group].sum(axis=0) for group in np.unique(groups)])
    n, k, count = len(y), design.shape[1], len(sums)
    return np.asarray(bread @ (sums.T @ sums) @ bread * count / (count - 1) * (n - 1) / (n - k))


def drawn(seed: int, n: int = 600) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    levels = random.integers(0, 10, n)
    factor = random.choice(["functions", "series", "transforms"], n)
    margin = random.normal(size=n)
    groups = random.integers(0, n // 3, n)
    effect = {"functions": 0.3, "series": 0.0, "transforms": -0.5}
    shared = random.normal(scale=0.7, size=n // 3)[groups]
    linear = 0.4 - 0.2 * levels + 0.3 * margin + np.array([effect[name] for name in factor]) + shared
    right = (random.random(n) < 1 / (1 + np.exp(-linear))).astype(float)
    return {"right": right, "levels": levels, "groups": groups, "factor": factor, "covariates": {"margin": margin}}


@pytest.mark.parametrize("seed", range(4))
def test_the_fit_is_the_maximum_with_the_sandwich_by_group(seed: int) -> None:
    data = drawn(seed)
    found = logistic_trend(**data)
    x, y = data["levels"].astype(float), data["right"]
    columns = [x, np.ones(len(y)), data["factor"] == "series", data["factor"] == "transforms"]
    design = np.column_stack([*columns, data["covariates"]["margin"]]).astype(float)
    b = by_scipy(design, y)
    covariance = sandwich(design, y, b, data["groups"])
    error, free = math.sqrt(covariance[0, 0]), len(np.unique(data["groups"])) - 1
    assert found.method == "likelihood"
    assert (found.n, found.right, found.groups) == (600, int(y.sum()), free + 1)
    assert math.log(found.level.odds_ratio) == pytest.approx(b[0], abs=1e-5)
    reach = float(t.ppf(0.975, free)) * error
    assert math.log(found.level.low) == pytest.approx(b[0] - reach, abs=1e-4)
    assert math.log(found.level.high) == pytest.approx(b[0] + reach, abs=1e-4)
    assert found.level.p == pytest.approx(2 * float(t.sf(abs(b[0] / error), free)), rel=1e-2)
    assert found.covariates is not None
    assert math.log(found.covariates["margin"].odds_ratio) == pytest.approx(b[-1], abs=1e-5)
    shares = []
    for level in (0.0, 9.0):
        there = design.copy()
        there[:, 0] = level
        shares.append(float(np.mean(1 / (1 + np.exp(-(there @ b))))))
    assert (found.first.value, found.last.value) == pytest.approx(tuple(shares), abs=1e-5)
    assert found.change.value == pytest.approx(shares[1] - shares[0], abs=1e-5)
    assert found.first.low < found.first.value < found.first.high
    assert found.change.low < found.change.value < found.change.high


@given(st.tuples(*[st.integers(1, 30)] * 4))
@settings(max_examples=30)
def test_of_two_levels_it_is_the_table_of_four_cells(cells: tuple[int, int, int, int]) -> None:
    a, b, c, d = cells
    found = logistic_trend([1] * a + [0] * b + [1] * c + [0] * d, [0] * (a + b) + [1] * (c + d), range(sum(cells)))
    assert found.level.odds_ratio == pytest.approx((c * b) / (d * a), rel=1e-6)
    assert found.first.value == pytest.approx(a / (a + b), abs=1e-7)
    assert found.last.value == pytest.approx(c / (c + d), abs=1e-7)
    # Woolf's variance of a log odds ratio, with the sandwich's factor for groups and parameters.
    n = sum(cells)
    woolf = math.sqrt((1 / a + 1 / b + 1 / c + 1 / d) * n / (n - 1) * (n - 1) / (n - 2))
    reach = float(t.ppf(0.975, n - 1)) * woolf
    assert math.log(found.level.high) == pytest.approx(math.log(found.level.odds_ratio) + reach, rel=1e-5, abs=1e-6)


def test_repeats_tell_nothing_new() -> None:
    data = drawn(1)
    once = logistic_trend(**data)
    doubled: dict[str, Any] = {name: np.repeat(data[name], 2) for name in ("right", "levels", "groups", "factor")}
    twice = logistic_trend(**doubled, covariates={"margin": np.repeat(data["covariates"]["margin"], 2)})
    assert twice.level.odds_ratio == pytest.approx(once.level.odds_ratio, rel=1e-6)
    assert twice.level.high == pytest.approx(once.level.high, rel=2e-3)


@pytest.mark.parametrize(("right", "said"), [([0] * 6, "none right"), ([1] * 6, "all right"), ([], "no replies")])
def test_what_cannot_be_fitted_is_said(right: list[int], said: str) -> None:
    found = logistic_trend(right, range(len(right)), range(len(right)))
    assert found.method == "none"
    assert found.note == f"{said}: no trend can be fitted"
    assert math.isnan(found.level.odds_ratio)


def test_one_level_and_one_group_cannot_be_fitted() -> None:
    assert logistic_trend([0, 1], [3, 3], [1, 2]).note == "one level alone: no trend can be fitted"
    assert logistic_trend([0, 1, 0, 1], [0, 1, 2, 3], [1] * 4).note == "one group alone: no trend can be fitted"


def test_a_task_without_right_answers_is_left_out_and_counts_as_wrong() -> None:
    right, levels = [1, 0, 1, 1, 0, 0, 1, 0], [0, 0, 1, 1, 2, 2, 3, 3]
    alone = logistic_trend(right, levels, range(8))
    both = logistic_trend([*right, *[0] * 8], levels * 2, range(16), factor=["a"] * 8 + ["b"] * 8)
    assert both.left_out == ("b (none right)",)
    assert both.level.odds_ratio == pytest.approx(alone.level.odds_ratio)
    assert both.first.value == pytest.approx(alone.first.value / 2)
    assert both.change.value == pytest.approx(alone.change.value / 2)


def test_a_covariate_that_does_not_vary_is_left_out() -> None:
    data = drawn(2)
    found = logistic_trend(**{**data, "covariates": {"margin": np.ones(600)}})
    assert found.left_out == ("margin (says nothing more)",)
    assert found.covariates == {}


def penalised(design: Floats, y: Floats, b: Floats) -> float:
    share = 1 / (1 + np.exp(-(design @ b)))
    information = (design * (share * (1 - share))[:, None]).T @ design
    return float(np.sum(y * np.log(share) + (1 - y) * np.log1p(-share)) + 0.5 * np.linalg.slogdet(information)[1])


def _unlikely(design: Floats, y: Floats, b: Floats) -> float:
    return -penalised(design, y, b)


def _held(slope: float, design: Floats, y: Floats, free: Floats) -> float:
    return -penalised(design, y, np.array([slope, free[0]]))


def test_separated_replies_have_firths_fit() -> None:
    x, y = np.array([0.0, 1, 2, 3, 4, 5, 6, 7]), np.array([1.0, 1, 1, 0, 0, 0, 0, 0])
    found = logistic_trend(y, x, range(8))
    assert found.method == "penalised"
    assert "Firth" in found.note
    design = np.column_stack([x, np.ones(8)])
    best = minimize(partial(_unlikely, design, y), np.zeros(2), method="Nelder-Mead")
    assert math.log(found.level.odds_ratio) == pytest.approx(best.x[0], abs=1e-3)
    # The ends are where the best penalised likelihood with the slope held is χ²(0.95; 1)/2 = 1.9207 lower.
    for end in (found.level.low, found.level.high):
        slope = math.log(end)
        held = minimize(partial(_held, slope, design, y), np.array([5.0]), method="Nelder-Mead")
        assert -best.fun + held.fun == pytest.approx(1.9207, abs=1e-3)
    assert found.level.low < found.level.odds_ratio < found.level.high < 1
    assert found.change.value < 0
    assert math.isnan(found.change.low)


def test_firths_slope_of_two_levels_adds_half_to_each_cell() -> None:
    # Saturated: the penalised fit is the log odds ratio with 1/2 added to each cell (Firth 1993, section 3).
    a, b, c, d = 5, 3, 0, 8
    found = logistic_trend([1] * a + [0] * b + [0] * d, [0] * (a + b) + [1] * (c + d), range(16))
    assert found.method == "penalised"
    assert found.level.odds_ratio == pytest.approx((c + 0.5) * (b + 0.5) / ((d + 0.5) * (a + 0.5)), rel=1e-4)


def test_separation_is_seen() -> None:
    ones = np.ones(6)
    assert is_separated(np.column_stack([ones, np.arange(6)]), [0, 0, 0, 1, 1, 1])
    assert is_separated(np.column_stack([ones, [0, 1, 2, 2, 3, 4]]), [0, 0, 0, 1, 1, 1])  # but for one level
    assert not is_separated(np.column_stack([ones, np.arange(6)]), [0, 0, 1, 0, 1, 1])


def test_what_is_no_data_is_refused() -> None:
    with pytest.raises(ValueError, match="one length"):
        logistic_trend([1, 0], [1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="0 or 1"):
        logistic_trend([0.5, 0], [1, 2], [1, 2])


# Newcombe 1998, table II, method 10, examples (a), (c), (f): p1 − p2 of 56/70 and 48/80, 6/7 and 2/7, 5/56 and 0/29.
@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((48, 80), (56, 70), 0.0524, 0.3339), ((2, 7), (6, 7), 0.0582, 0.8062), ((0, 29), (5, 56), -0.0381, 0.1926)],
)
def test_differences_have_newcombes_interval(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    def wilson(k: int, n: int) -> Estimate:
        z, p = float(norm.ppf(0.975)), k / n
        half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        return Estimate(p, (p + z**2 / (2 * n) - half) / (1 + z**2 / n), (p + z**2 / (2 * n) + half) / (1 + z**2 / n))

    found = difference_interval(wilson(*first), wilson(*second))
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.slow
def test_intervals_cover_what_was_planted() -> None:
    """Groups of three share an effect: 95% intervals by group must hold the slope in about 95% of 400 draws.

    With the effect of the group in it the slope of the mean share is flatter than the planted one, by the factor
    1/√(1 + 0.346·σ²) (Zeger, Liang and Albert, Biometrics 44 (1988) 1049–1060).
    """
    sigma, inside, flat = 0.8, 0, 0
    slope = -0.25 / math.sqrt(1 + (16 * math.sqrt(3) / (15 * math.pi)) ** 2 * sigma**2)
    for seed in range(400):
        random = np.random.default_rng(seed)
        levels = np.repeat(random.integers(0, 10, 300), 3)
        shared = np.repeat(random.normal(scale=sigma, size=300), 3)
        y = (random.random(900) < 1 / (1 + np.exp(-(0.3 - 0.25 * levels + shared)))).astype(float)
        groups = np.repeat(np.arange(300), 3)
        fit = logistic_trend(y, levels, groups)
        inside += fit.level.low <= math.exp(slope) <= fit.level.high
        none = (random.random(900) < 0.2).astype(float)
        flat += logistic_trend(none, levels, groups).level.p < 0.05
    # Binomial(400, 0.95) is within 366 to 392 but for one time in 500; Binomial(400, 0.05) likewise.
    assert 366 <= inside <= 392
    assert 8 <= flat <= 34


@pytest.mark.parametrize("seed", range(12))
def test_nearly_all_right_with_many_covariates_has_ordered_ends(seed: int) -> None:
    """One mistake in 66 replies is separated by several covariates: profiles are flat and steep in turns."""
    rng = np.random.default_rng(seed)
    right = np.ones(66)
    right[rng.integers(0, 66)] = 0
    levels = np.repeat(np.arange(11), 6)
    covariates = {"series": rng.integers(1, 12, 66), "margin": np.exp(rng.normal(0, 3, 66)), "points": levels**2 + 1.0}
    found = logistic_trend(right, levels, range(66), covariates=covariates)
    assert found.method in ("penalised", "likelihood")
    if found.method == "penalised":
        assert found.covariates is not None
        for term in (found.level, *found.covariates.values()):
            assert term.low <= term.odds_ratio <= term.high
