"""The regressions against the published figures, closed forms and a likelihood maximised by other means."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.stats import chi2, norm

from snellen.benchmarks.biy.analysis import adjusted_design_effects, design_cells, design_effects

CELLS = Path(__file__).parents[4].parent / "shared" / "data" / "biy" / "cluster_count_cells.csv"


@pytest.mark.skipif(not CELLS.exists(), reason="the recovered cells are not here")
def test_the_published_regression_comes_back() -> None:
    cells = pd.read_csv(CELLS).rename(columns={"chart_design": "design"})
    found = design_effects(cells)
    assert found is not None
    assert found.replies == 51156
    assert round(found.log_likelihood) == -32733
    assert round(found.null_log_likelihood) == -32777
    assert found.pseudo_r2 == pytest.approx(0.001339, abs=5e-7)
    assert (found.degrees, found.p < 0.001) == (14, True)
    terms: Any = found.terms.set_index("design")
    published = {
        "half_opacity": (1.12, 69.36),
        "16_9": (0.90, 64.45),
        "21_9": (0.82, 62.34),
        "random_colors": (0.81, 62.01),
    }
    for design, (ratio, accuracy) in published.items():
        assert terms.loc[design, "odds_ratio"] == pytest.approx(ratio, abs=0.005)
        assert terms.loc[design, "accuracy"] == pytest.approx(accuracy, abs=0.0051)  # 62.33499… prints as 62.34
    assert terms.loc["default", "accuracy"] == pytest.approx(66.94, abs=0.005)
    assert terms.loc["half_opacity", "difference"] == pytest.approx(2.42, abs=0.005)
    assert terms.loc["half_opacity", "p"] == pytest.approx(0.032, abs=0.0005)
    assert terms.loc["16_9", "p"] == pytest.approx(0.03, abs=0.005)
    assert (terms.loc[["21_9", "random_colors"], "p"] < 0.001).all()
    # No other design is significant at 5%, as the paper says; corrected for 14 tests two of the four are left.
    assert set(terms.index[terms["p"] < 0.05]) == set(published)
    assert set(terms.index[terms["p_holm"] < 0.05]) == {"21_9", "random_colors"}


def _cells() -> pd.DataFrame:
    return pd.DataFrame({"design": ["a", "default", "b"], "n": [80, 100, 120], "k": [60, 50, 90]})


def test_design_alone_is_a_table_of_counts_in_closed_form() -> None:
    found = design_effects(_cells())
    assert found is not None
    row: Any = found.terms.set_index("design").loc["a"]
    ratio, error = (60 / 20) / (50 / 50), np.sqrt(1 / 60 + 1 / 20 + 1 / 50 + 1 / 50)
    assert row["odds_ratio"] == pytest.approx(ratio, rel=1e-8)
    assert (row["low"], row["high"]) == pytest.approx(
        tuple(ratio * np.exp(sign * norm.ppf(0.975) * error) for sign in (-1, 1)), rel=1e-6
    )
    assert row["p"] == pytest.approx(2 * norm.sf(np.log(ratio) / error), rel=1e-6)
    likelihood = sum(k * np.log(k / n) + (n - k) * np.log(1 - k / n) for n, k in ((80, 60), (100, 50), (120, 90)))
    null = 200 * np.log(200 / 300) + 100 * np.log(100 / 300)
    assert (found.log_likelihood, found.null_log_likelihood) == pytest.approx((likelihood, null), rel=1e-10)
    assert found.p == pytest.approx(chi2.sf(2 * (likelihood - null), 2), rel=1e-8)
    both = sorted(found.terms["p"].dropna())
    assert sorted(found.terms["p_holm"].dropna()) == pytest.approx([2 * both[0], max(2 * both[0], both[1])])


def test_a_design_that_is_always_right_has_no_finite_estimate_and_spoils_no_other() -> None:
    cells = pd.concat([_cells(), pd.DataFrame({"design": ["never", "ever"], "n": [9, 7], "k": [0, 7]})])
    found, plain = design_effects(cells), design_effects(_cells())
    assert found is not None
    assert plain is not None
    terms: Any = found.terms.set_index("design")
    assert (terms.loc["never", "odds_ratio"], terms.loc["ever", "odds_ratio"]) == (0, np.inf)
    assert terms.loc[["never", "ever"], ["low", "high", "p", "p_holm"]].isna().all(axis=None)
    assert terms.loc["a", "odds_ratio"] == pytest.approx(plain.terms.set_index("design").loc["a", "odds_ratio"])
    assert found.log_likelihood == pytest.approx(plain.log_likelihood)


@pytest.mark.parametrize(
    "cells",
    [
        {"design": ["a", "b"], "n": [5, 5], "k": [2, 3]},
        {"design": ["default"], "n": [5], "k": [2]},
        {"design": ["default", "a"], "n": [5, 5], "k": [5, 2]},
        {"design": [], "n": [], "k": []},
    ],
)
def test_nothing_to_compare_gives_nothing(cells: dict[str, list[int]]) -> None:
    assert design_effects(pd.DataFrame(cells)) is None


def test_holm_is_as_statsmodels_has_it() -> None:
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    rng = np.random.default_rng(7)
    cells = pd.DataFrame({"design": ["default", *"abcdefgh"], "n": 200, "k": rng.integers(90, 130, 9)})
    found = design_effects(cells)
    assert found is not None
    p = found.terms["p"].dropna().to_numpy()
    assert found.terms["p_holm"].dropna().to_numpy() == pytest.approx(multipletests(p, method="holm")[1])


def _rows(seed: int, groups: int = 40) -> pd.DataFrame:
    """Replies whose log-odds are those of model, strategy and design, and of a group's own luck."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 1, groups)
    rows = [
        {"group_id": f"g{group}", "model": model, "condition": condition, "design": design,
         "right": float(rng.random() < 1 / (1 + np.exp(-(m + c + d + luck[group]))))}
        for group in range(groups)
        for model, m in (("one", 0.3), ("two", -0.9))
        for condition, c in (("zero-shot", 0.0), ("few-shot", 1.2))
        for design, d in (("default", 0.0), ("a", -0.7), ("b", 0.1))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_with_model_and_strategy_the_estimates_are_those_of_the_largest_likelihood() -> None:
    rows = _rows(1)
    found = adjusted_design_effects(rows, "right")
    assert found is not None
    columns = np.column_stack(
        [
            rows["design"] == "a",
            rows["design"] == "b",
            np.ones(len(rows)),
            rows["model"] == "two",
            rows["condition"] == "few-shot",
        ]
    ).astype(float)
    y = rows["right"].to_numpy()

    def unlikely(beta: np.ndarray) -> float:
        return float(np.sum(np.logaddexp(0, columns @ beta) - y * (columns @ beta)))

    best = minimize(unlikely, np.zeros(5), method="BFGS", options={"gtol": 1e-7})
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-6)
    terms: Any = found.terms.set_index("design")
    assert np.log(terms.loc[["a", "b"], "odds_ratio"].to_numpy(dtype=float)) == pytest.approx(best.x[:2], abs=1e-4)
    # The sandwich by hand: bread · Σ over groups of the outer products of summed scores · bread, CR1.
    p = 1 / (1 + np.exp(-columns @ best.x))
    bread = np.linalg.inv((columns * (p * (1 - p))[:, None]).T @ columns)
    sums = pd.DataFrame(columns * (y - p)[:, None]).groupby(rows["group_id"].to_numpy()).sum().to_numpy()
    n, k, groups = len(rows), 5, 40
    covariance = bread @ (sums.T @ sums) @ bread * groups / (groups - 1) * (n - 1) / (n - k)
    from scipy.stats import f, t

    error = np.sqrt(np.diag(covariance))[:2]
    reach = t.ppf(0.975, groups - 1) * error
    assert np.log(terms.loc[["a", "b"], "high"].to_numpy(dtype=float)) == pytest.approx(best.x[:2] + reach, abs=1e-3)
    assert terms.loc[["a", "b"], "p"].to_numpy(dtype=float) == pytest.approx(
        2 * t.sf(np.abs(best.x[:2]) / error, groups - 1), abs=1e-4
    )
    wald = best.x[:2] @ np.linalg.solve(covariance[:2, :2], best.x[:2]) / 2
    assert found.joint_p == pytest.approx(f.sf(wald, 2, groups - 1), abs=1e-5)
    assert (found.groups, found.degrees) == (40, 2)


def test_without_other_factors_it_is_the_first_regression_but_for_the_errors() -> None:
    rows = _rows(2).assign(model="one", condition="zero-shot")
    adjusted, plain = adjusted_design_effects(rows, "right"), design_effects(design_cells(rows, "right"))
    assert adjusted is not None
    assert plain is not None
    assert adjusted.log_likelihood == pytest.approx(plain.log_likelihood)
    assert adjusted.terms["odds_ratio"].to_numpy() == pytest.approx(plain.terms["odds_ratio"].to_numpy())
    alone = adjusted_design_effects(rows, "right", groups=None)
    assert alone is not None
    assert alone.terms["p"].dropna().to_numpy() == pytest.approx(plain.terms["p"].dropna().to_numpy(), rel=1e-6)


def test_a_model_that_is_never_right_is_left_out_and_named() -> None:
    rows = _rows(3)
    never = rows[rows["model"] == "one"].assign(model="never", right=0.0)
    with_it, without = (
        adjusted_design_effects(each, "right") for each in (pd.concat([rows, never], ignore_index=True), rows)
    )
    assert with_it is not None
    assert without is not None
    assert with_it.left_out == ("model never",)
    assert with_it.log_likelihood == pytest.approx(without.log_likelihood)
    assert with_it.terms["odds_ratio"].to_numpy() == pytest.approx(without.terms["odds_ratio"].to_numpy())


def test_replies_that_do_not_count_are_not_counted() -> None:
    rows = pd.DataFrame({"design": ["default"] * 4 + ["a"] * 2 + [None], "right": [1, 0, np.nan, 1, 1, 0, 1]})
    assert design_cells(rows, "right").to_dict("list") == {"design": ["a", "default"], "n": [2, 3], "k": [1, 2]}


def test_two_groups_are_too_few_to_test_all_designs_at_once() -> None:
    found = adjusted_design_effects(_rows(4, groups=2), "right")
    assert found is not None
    assert (found.groups, found.joint_p) == (2, None)
    assert adjusted_design_effects(_rows(5, groups=2).assign(group_id="g"), "right") is None
