"""Measures against independent computations: SciPy, statsmodels, simulation, and the published people of CALVI."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

from snellen.benchmarks.chartom.floors import mind_predictions
from snellen.benchmarks.chartom.measures import (
    clustered_mean,
    coverage,
    error_at_worst,
    group_medians,
    label_noise,
    mean_absolute_error,
    paired_difference,
    pearson,
    spearman,
)
from snellen.published import published_chartom

CALVI = Path(__file__).parents[3].parent / "shared" / "data" / "calvi" / "calvi.json"
NAN = float("nan")
shares = st.integers(0, 20).map(lambda number: number / 20)


def test_a_clustered_mean_is_the_sandwich_of_a_regression_on_a_constant() -> None:
    rng = np.random.default_rng(1)
    groups = rng.integers(0, 12, 60)
    values = rng.random(60) + 0.3 * groups
    fit = OLS(values, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}, use_t=True
    )
    found = clustered_mean(values, groups)
    # statsmodels also multiplies by (n − 1)/(n − 1) for one parameter, which is 1.
    low, high = fit.conf_int()[0]
    assert (found.mean, found.low, found.high) == pytest.approx((fit.params[0], low, high))
    assert found.n == 60


def test_pairs_are_scipys_paired_t_test() -> None:
    rng = np.random.default_rng(2)
    honest, manipulated = rng.random(30), rng.random(30)
    values = np.concatenate([honest, manipulated])
    kinds, pairs = np.repeat([0, 1], 30), np.tile(np.arange(30), 2)
    order = rng.permutation(60)
    found = paired_difference(values[order], kinds[order], pairs[order])
    expected = stats.ttest_rel(honest, manipulated).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert [found.n, found.mean] == pytest.approx([30, (honest - manipulated).mean()])


def test_pairs_without_a_twin_and_values_that_are_missing_are_left_out() -> None:
    found = paired_difference([1, 0, 1, NAN, 1, 0.5], [0, 1, 0, 1, 0, 1], ["a", "a", "b", "b", "c", "c"])
    assert [found.n, found.mean] == pytest.approx([2, 0.75])


def test_nothing_is_divided_by_nothing() -> None:
    for found in (clustered_mean([], []), clustered_mean([NAN], ["a"]), paired_difference([], [], [])):
        assert found.n == 0
        assert np.isnan([found.mean, found.low, found.high]).all()
    empty = [mean_absolute_error([], []), error_at_worst([], []), coverage([]), label_noise([], [])]
    empty += [pearson([], []), spearman([], []), mean_absolute_error([NAN], [0.5]), label_noise([0.5], [NAN])]
    assert np.isnan(empty).all()
    assert len(group_medians([], [])) == 0
    assert mind_predictions([], []) == {"always 0.5": []}


@given(st.lists(st.tuples(shares, shares), min_size=3, max_size=20))
def test_correlations_are_scipys(pairs: list[tuple[float, float]]) -> None:
    p, h = (list(values) for values in zip(*pairs, strict=True))
    if len(set(p)) == 1 or len(set(h)) == 1:
        assert np.isnan([pearson(p, h), spearman(p, h)]).all()
        return
    assert pearson(p, h) == pytest.approx(stats.pearsonr(p, h).statistic, abs=1e-9)
    assert spearman(p, h) == pytest.approx(stats.spearmanr(p, h).statistic, abs=1e-9)


@given(st.lists(st.tuples(st.one_of(shares, st.just(NAN)), shares), min_size=1, max_size=20))
def test_errors_against_a_plain_loop(pairs: list[tuple[float, float]]) -> None:
    p, h = (list(values) for values in zip(*pairs, strict=True))
    read = [abs(one - other) for one, other in pairs if one == one]
    worst = [abs(one - other) if one == one else max(other, 1 - other) for one, other in pairs]
    assert error_at_worst(p, h) == pytest.approx(sum(worst) / len(worst))
    assert coverage(p) == pytest.approx(len(read) / len(pairs))
    if read:
        assert mean_absolute_error(p, h) == pytest.approx(sum(read) / len(read))
        assert mean_absolute_error(p, h) <= error_at_worst(p, h) + 1e-12 or len(read) < len(pairs)


@given(st.lists(shares, min_size=1, max_size=15), st.lists(shares, min_size=1, max_size=5))
def test_no_constant_is_better_than_the_best(people: list[float], constants: list[float]) -> None:
    found = mind_predictions(people, [NAN] * len(people))
    assert set(found) == {"always 0.5", "the best constant"}
    best = mean_absolute_error(found["the best constant"], people)
    assert all(best <= mean_absolute_error([each] * len(people), people) + 1e-12 for each in constants)


@pytest.mark.parametrize(("share", "n"), [(0.0, 5), (1.0, 5), (0.5, 1), (0.37, 81), (0.8, 92), (2 / 3, 3)])
def test_label_noise_is_the_mean_deviation_of_a_binomial(share: float, n: int) -> None:
    k = np.arange(n + 1)
    expected = float(np.sum(stats.binom.pmf(k, n, share) * np.abs(k / n - share)))
    assert label_noise([share], [n]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.skipif(not CALVI.is_file(), reason="the items of CALVI are not here")
def test_the_floors_of_calvi() -> None:
    items = json.loads(CALVI.read_text(encoding="utf-8"))
    people = [item["error_rate"] for item in items]
    manipulated = [float(item["misleader"] != "N/A") for item in items]
    published = published_chartom().calvi
    found = {
        name: mean_absolute_error(predicted, people)
        for name, predicted in mind_predictions(people, manipulated).items()
    }
    assert found == pytest.approx(dict(published.floors), abs=5e-4)
    assert label_noise(people, [item["human_n"] for item in items]) == pytest.approx(published.noise, abs=5e-4)
    for name, kind in (("manipulated", 1), ("honest", 0)):
        rates = [rate for rate, is_kind in zip(people, manipulated, strict=True) if is_kind == kind]
        assert len(rates) == published.items[name]
        assert np.mean(rates) == pytest.approx(published.error_rate[name], abs=5e-4)
    numbers = [item["human_n"] for item in items]
    assert (min(numbers), max(numbers)) == (published.people["least"], published.people["most"])
