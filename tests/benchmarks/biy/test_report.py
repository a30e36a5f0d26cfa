"""The exhibits of BIY on made-up results: both protocols, floors and published rows beside each other."""

import json
from typing import Any

import altair
import pandas as pd
import pytest
from tests.benchmarks.biy.made_up import made_up

from snellen.benchmarks.biy.report import exhibits
from snellen.exhibits import Exhibit, Plot, Table
from snellen.published import published_biy

STRATEGIES = (("zero-shot", 0), ("one-shot", 1), ("few-shot", 6))


def _tables(results: pd.DataFrame) -> dict[str, Any]:
    return {exhibit.name: exhibit.frame for exhibit in exhibits(results) if isinstance(exhibit, Table)}


@pytest.fixture(scope="module")
def results() -> pd.DataFrame:
    return made_up(models=("one", "two"), strategies=STRATEGIES, samples=16)


@pytest.fixture(scope="module")
def shown(results: pd.DataFrame) -> list[Exhibit]:
    return exhibits(results)


@pytest.fixture(scope="module")
def tables(shown: list[Exhibit]) -> dict[str, Any]:
    return {exhibit.name: exhibit.frame for exhibit in shown if isinstance(exhibit, Table)}


def test_scores_stand_under_both_protocols_with_the_floors(results: pd.DataFrame, tables: dict[str, Any]) -> None:
    frame = tables["scores"]
    there = results[(results["task"] == "cluster_count") & (results["model"] == "two")]
    there = there[there["strategy"] == "few-shot"]
    row: Any = frame.set_index(["task", "model", "condition"]).loc[("cluster_count", "two", "few-shot")]
    assert row["strict"] == pytest.approx(100 * there["strict"].mean())
    assert row["paper"] == pytest.approx(100 * there["paper"].mean())
    assert row["non_empty"] == pytest.approx(100 * there.loc[there["n_true"] > 0, "strict"].mean())
    floors = frame[frame["floor"]]
    assert set(floors["task"]) == set(results["task"])
    # Samples 0, 3, …, 15 of sixteen have nothing to find.
    assert floors.loc[floors["model"] == "always nothing", "strict"].to_numpy() == pytest.approx(100 * 6 / 16)


def test_every_plot_is_valid_and_names_the_protocol(shown: list[Exhibit]) -> None:
    plots = {exhibit.name: exhibit.specification for exhibit in shown if isinstance(exhibit, Plot)}
    assert {"accuracy-plot", "recall-plot", "design-effects-plot", "examples-plot", "published-accuracy-plot"} <= set(
        plots
    )
    for specification in plots.values():
        json.dumps(specification, allow_nan=False, default=lambda value: value.item())
        altair.Chart.from_dict(dict(specification))
    panels = plots["accuracy-plot"]["facet"]["sort"]
    assert panels == [
        f"{task} counting · {protocol}"
        for task in ("cluster", "outlier")
        for protocol in ("paper", "strict", "strict, non-empty")
    ]
    kinds = {row["kind"] for row in plots["published-recall-plot"]["data"]["values"]}
    assert kinds == {"measured", "published"}


def test_published_figures_are_marked(tables: dict[str, Any]) -> None:
    for name, published in (
        ("published-counting", 60),
        ("published-detection", 30),
        ("published-identification", 60),
        ("published-consistency", 60),
        ("published-validity", 10),
        ("published-designs", 5 * 15),
    ):
        frame = tables[name]
        assert frame["published"].sum() == published, name
        assert (~frame["published"].astype(bool)).any()
    located: Any = tables["published-identification"].set_index(["task", "model", "condition"])
    row = located.loc[("outlier_points", "Flash", "few-shot")]
    assert (row["recall_10px"], row["found_recall_10px"]) == (
        pytest.approx(65.01, abs=0.005),
        pytest.approx(3.45, abs=0.005),
    )


def test_the_regressions_stand_beside_the_published_one(tables: dict[str, Any]) -> None:
    fits: Any = tables["design-fits"].set_index(["task", "protocol", "fit"])
    published = fits.loc[("cluster_count", "paper", "published, design alone")]
    assert round(published["log_likelihood"]) == published_biy().regression.log_likelihood
    assert published["published"]
    mine = fits.loc[("outlier_count", "strict", "with model and strategy, clustered by group")]
    assert (mine["replies"], mine["groups"]) == (16 * 3 * 2 * 3, 8)
    effects = tables["design-effects"]
    assert set(effects["protocol"]) == {"paper", "strict"}


@pytest.mark.slow
def test_planted_odds_ratios_come_back() -> None:
    results = made_up(samples=400, right=0.6, odds={"half_opacity": 2.0, "random_colors": 0.5}, seed=3)
    results = results.assign(group_id=results["source_id"])
    effects: Any = _tables(results)["design-effects"].set_index(["task", "fit", "protocol", "design"])
    for fit in ("design alone, as in the paper", "with model and strategy, clustered by group"):
        for design, ratio in (("half_opacity", 2.0), ("random_colors", 0.5)):
            row = effects.loc[("cluster_count", fit, "paper", design)]
            assert row["low"] < ratio < row["high"]
            assert row["p_holm"] < 0.05


@pytest.mark.slow
def test_examples_are_compared_where_their_number_varies() -> None:
    results = made_up(samples=6, strategies=(("zero-shot", 0), ("one-shot", 1), ("few-shot", 1), ("few-shot", 6)))
    frame = _tables(results)["examples"]
    assert sorted(set(frame["n_examples"])) == [0, 1, 6]
    # With few-shot of one example, one-shot stays out: it is another example.
    assert set(frame["replies"]) == {6 * 3}
    assert frame["input_tokens"].tolist() == [800 + 700 * n for n in frame["n_examples"]]
    assert "examples" not in _tables(made_up(samples=3))


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_models_that_are_always_right_or_always_invalid_have_a_report(rate: float) -> None:
    tables = _tables(made_up(samples=4, right=1.0, invalid=rate))
    assert tables["scores"].loc[~tables["scores"]["floor"], "strict"].tolist() == [100 * (1 - rate)] * 5
    assert "design-fits" not in tables


@pytest.mark.slow
def test_readers_without_eyes_are_floors_and_in_no_regression(results: pd.DataFrame) -> None:
    blind = made_up(models=("snellen/blind",), samples=16, right=0.3)
    tables = _tables(pd.concat([results, blind], ignore_index=True))
    assert tables["scores"].set_index("model").loc["snellen/blind", "floor"].all()
    replies = tables["design-fits"].set_index("protocol").loc["strict", "replies"]
    assert set(replies) == {16 * 3 * 2 * 3}


def test_one_task_one_design_one_reply_and_nothing_at_all() -> None:
    one = made_up(samples=1, designs=("default",))
    for task in ("cluster_bboxes", "outlier_count"):
        assert "scores" in _tables(one[one["task"] == task])
    assert exhibits(one.iloc[:0]) == []
    words = one.iloc[:1].assign(task="relationship", n_true=None, released_number=None, released_error=None)
    assert "scores" in _tables(pd.concat([one, words], ignore_index=True))
    assert _tables(words)["scores"]["replies"].tolist() == [1]
