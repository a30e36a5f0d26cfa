"""Intervals against published values, SciPy, and forms that can be worked out by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, sem, t

from snellen.statistics import accuracy_by, clustered_standard_error, wilson_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_values_of_newcombe_1998(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson_interval(successes, trials)
    assert np.round(found, 4).tolist() == [low, high]


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.5, 0.999))
def test_wilson_is_scipys(pair: tuple[int, int], confidence: float) -> None:
    expected = binomtest(*pair).proportion_ci(confidence, method="wilson")
    low, high = wilson_interval(*pair, confidence)
    assert float(low) == pytest.approx(expected.low, abs=1e-10)
    assert float(high) == pytest.approx(expected.high, abs=1e-10)
    assert 0 <= low <= pair[0] / pair[1] <= high <= 1


def test_wilson_takes_arrays_and_says_nothing_without_trials() -> None:
    low, high = wilson_interval([0, 5, 10, 0], [10, 10, 10, 0])
    assert low[0] == 0.0
    assert high[2] == 1.0
    assert low[1] == pytest.approx(1 - high[1])
    assert np.isnan([low[3], high[3]]).all()


@pytest.mark.parametrize(("successes", "trials"), [(-1, 3), (4, 3)])
def test_wilson_refuses_impossible_counts(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson_interval(successes, trials)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_groups_of_one_give_the_usual_standard_error(scores: list[float]) -> None:
    assert clustered_standard_error(scores, range(len(scores))) == pytest.approx(float(sem(scores)), abs=1e-12)


@given(st.integers(1, 6).flatmap(lambda m: st.lists(st.lists(st.floats(0, 1), min_size=m, max_size=m), min_size=2)))
def test_groups_of_one_size_give_the_standard_error_of_their_means(clusters: list[list[float]]) -> None:
    groups = np.repeat(np.arange(len(clusters)), len(clusters[0]))
    expected = float(sem(np.mean(clusters, axis=1)))
    assert clustered_standard_error(np.ravel(clusters), groups) == pytest.approx(expected, abs=1e-12)


def test_clustered_error_is_the_cr1_sandwich_of_a_regression_on_a_constant() -> None:
    random = np.random.default_rng(7)
    groups = random.integers(0, 23, 400)
    scores = (random.random(400) < 0.3 + 0.02 * groups).astype(float)
    design = np.ones((400, 1))
    bread = np.linalg.inv(design.T @ design)
    residuals = scores - (design @ (bread @ design.T @ scores))
    meat = np.zeros((1, 1))
    for group in np.unique(groups):
        moment = design[groups == group].T @ residuals[groups == group]
        meat += np.outer(moment, moment)
    n_groups = np.unique(groups).size
    correction = n_groups / (n_groups - 1) * (400 - 1) / (400 - 1)
    expected = math.sqrt((correction * bread @ meat @ bread).item())
    assert clustered_standard_error(scores, groups) == pytest.approx(expected, rel=1e-12)


def test_clustered_error_needs_two_groups_and_one_length() -> None:
    assert math.isnan(clustered_standard_error([1, 0], ["a", "a"]))
    assert math.isnan(clustered_standard_error([], []))
    with pytest.raises(ValueError, match="one length"):
        clustered_standard_error([1, 0], ["a"])


def _frame(rows: list[tuple[object, str, str, float | None]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["task", "group_id", "outcome", "exact"])


def test_accuracy_of_independent_rows_is_wilsons() -> None:
    rows: list[tuple[object, str, str, float | None]] = [("a", f"g{i}", "answered", float(i < 15)) for i in range(148)]
    rows += [("b", f"h{i}", "unparsed", 0.0) for i in range(20)]
    table = accuracy_by(_frame(rows[::-1]), ["task"], "exact")
    assert list(table.columns) == ["task", "n", "answered", "score", "low", "high", "interval"]
    assert table["task"].tolist() == ["a", "b"]
    assert table["n"].tolist() == [148, 20]
    assert table["answered"].tolist() == [148, 0]
    assert table["interval"].tolist() == ["wilson", "wilson"]
    assert table["low"].round(4).tolist() == [0.0624, 0.0]
    assert table["high"].round(4).tolist() == [0.1605, 0.1611]


def test_rows_that_repeat_their_group_count_once() -> None:
    once = [("a", f"g{i}", "answered", float(i < 30)) for i in range(100)]
    tenfold = accuracy_by(_frame([row for row in once for _ in range(10)]), [], "exact").iloc[0]
    # SE² of 100 means has the factor 100/99; Korn's and Graubard's for few groups is of t with 999 and 99 degrees.
    effective = 99 * (t.ppf(0.975, 999) / t.ppf(0.975, 99)) ** 2
    low, high = wilson_interval(0.3 * effective, effective)
    assert tenfold["n"] == 1000
    assert tenfold["interval"] == "wilson, clustered"
    assert tenfold["low"] == pytest.approx(float(low))
    assert tenfold["high"] == pytest.approx(float(high))


def test_only_failures_in_few_groups_are_no_proof() -> None:
    row = accuracy_by(_frame([("a", f"g{i % 20}", "answered", 0.0) for i in range(200)]), ["task"], "exact").iloc[0]
    assert (row["score"], row["low"]) == (0.0, 0.0)
    assert round(row["high"], 4) == 0.1611


def test_shares_have_a_t_interval() -> None:
    scores = [0.5, 0.75, 1.0, 0.25, 0.5]
    row = accuracy_by(_frame([("a", f"g{i}", "answered", x) for i, x in enumerate(scores)]), ["task"], "exact").iloc[0]
    expected = t.interval(0.95, len(scores) - 1, loc=np.mean(scores), scale=sem(scores))
    assert row["interval"] == "t, clustered"
    assert (row["low"], row["high"]) == pytest.approx(expected)


def test_rows_without_a_score_are_not_counted_and_missing_labels_are() -> None:
    rows: list[tuple[object, str, str, float | None]] = [
        ("a", "g", "no_key", None),
        ("b", "h", "answered", 1.0),
        (None, "i", "answered", 0.0),
    ]
    table = accuracy_by(_frame(rows), ["task"], "exact")
    assert table["n"].tolist() == [0, 1, 1]
    assert table["score"].isna().tolist() == [True, False, False]
    assert table["low"].isna().tolist() == [True, False, False]


def test_an_empty_table_and_an_absent_column() -> None:
    empty = _frame([]).astype({"exact": float})
    assert accuracy_by(empty, ["task"], "exact").empty
    assert accuracy_by(empty, [], "exact")["n"].tolist() == [0]
    with pytest.raises(KeyError):
        accuracy_by(empty, ["colour"], "exact")


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("uvwxyz"), st.sampled_from([0.0, 0.5, 1.0]))))
def test_cells_agree_with_a_cell_alone(rows: list[tuple[str, str, float]]) -> None:
    frame = _frame([(task, group, "answered", score) for task, group, score in rows]).astype({"exact": float})
    table = accuracy_by(frame, ["task"], "exact")
    for place, task in enumerate(sorted({row[0] for row in rows})):
        alone = accuracy_by(frame[frame["task"] == task], [], "exact").iloc[0]
        together = table.iloc[place].drop("task")
        assert together["n"] == alone["n"]
        for name in ("score", "low", "high"):
            assert together[name] == pytest.approx(alone[name], nan_ok=True)
        inside = 0 <= alone["low"] <= alone["score"] <= alone["high"] <= 1
        assert inside or math.isnan(alone["low"])
