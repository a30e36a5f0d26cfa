"""The exhibits of complexity on replies with a planted trend, and on those of which no trend can be had."""

import math
from collections.abc import Callable
from typing import Any

import altair
import numpy as np
import pandas as pd
import pytest

from snellen.benchmarks.grab.complexity import ALL, covariate_frame, precision_frame, trend_frame
from snellen.benchmarks.grab.report_complexity import complexity_exhibits
from snellen.exhibits import Plot, Table

_EACH = {"functions": 71, "series": 49, "transforms": 31}


def results(
    right: Callable[[str, int, float, float, np.random.Generator], float], model: str = "planted", seed: int = 3
) -> pd.DataFrame:
    """The paper's 151 questions a level, a third of them to one decimal; `right` gives the chance of being right."""
    random = np.random.default_rng(seed)
    rows = []
    for task, count in _EACH.items():
        for level in range(10):
            for number in range(count):
                precision = 0.1 if number % 3 == 0 else 1.0
                margin = float(np.exp(random.normal()))
                name = f"{task}-{level}-{number}"
                rows.append(
                    {
                        "model": model,
                        "settings": "{}",
                        "strategy": "zero-shot",
                        "n_examples": 0,
                        "question_id": name,
                        "group_id": name,
                        "task": task,
                        "precision": precision,
                        "complexity": level,
                        "margin": margin,
                        "outcome": "answered",
                        "exact": float(random.random() < right(task, level, precision, margin, random)),
                    }
                )
    return pd.DataFrame(rows).astype({"complexity": "Int64"})


def planted(task: str, level: int, precision: float, margin: float, _: np.random.Generator) -> float:
    linear = 0.6 - 0.3 * level - (0.9 if precision == 0.1 else 0) + 0.5 * math.log2(margin)
    return 1 / (1 + math.exp(-linear + (1.0 if task == "transforms" else 0)))


def row(frame: pd.DataFrame, **where: Any) -> Any:
    for name, value in where.items():
        frame = frame[frame[name] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def test_planted_effects_are_found() -> None:
    graded = results(planted)
    trends = trend_frame(graded)
    fitted = row(trends, task=ALL, levels="0–9", fit="with margin and precision")
    assert fitted["low"] <= math.exp(-0.3) <= fitted["high"]
    assert fitted["n"] == 1510
    assert fitted["p"] < 1e-6
    alone = row(trends, task=ALL, levels="0–9", fit="complexity alone")
    assert alone["change_high"] < 0
    assert alone["at_first"] - alone["at_last"] == pytest.approx(-alone["change"])
    terms = covariate_frame(graded)
    about = {"task": ALL, "fit": "with margin and precision"}
    margin, decimal = (
        row(terms, term="margin, per doubling", **about),
        row(terms, term="one decimal against integer", **about),
    )
    assert margin["low"] <= math.exp(0.5) <= margin["high"]
    assert decimal["low"] <= math.exp(-0.9) <= decimal["high"] < 1
    assert set(trends["task"]) == {ALL, *_EACH}


def test_a_fall_up_to_three_and_no_more_is_told_apart() -> None:
    trends = trend_frame(results(lambda task, level, *_: 0.1 + 0.15 * (3 - min(level, 3))))
    early, late = row(trends, levels="0–3"), row(trends, levels="4–9")
    assert early["high"] < 1
    assert early["p"] < 0.001
    assert late["low"] < 1 < late["high"]
    assert (early["n"], late["n"]) == (604, 906)


def test_a_model_that_is_never_right_has_no_trend_and_it_is_said() -> None:
    shown = list(complexity_exhibits(results(lambda *_: 0.0)))
    trends = next(exhibit for exhibit in shown if exhibit.name == "complexity-trend")
    assert isinstance(trends, Table)
    assert set(trends.frame["about"]) == {"none right: no trend can be fitted"}
    assert trends.frame["odds_ratio"].isna().all()
    assert "complexity-trend-plot" not in {exhibit.name for exhibit in shown}


def test_a_model_that_is_right_at_level_0_alone_has_a_penalised_fit() -> None:
    trends = trend_frame(results(lambda task, level, *_: float(level == 0)))
    one = row(trends, task="functions", fit="complexity alone")
    assert one["method"] == "penalised (Firth)"
    assert 0 < one["odds_ratio"] < one["high"] < 1
    # From 4 on nothing is right.
    assert row(trends, levels="4–9")["about"] == "none right: no trend can be fitted"


def test_decimals_against_integers() -> None:
    frame = precision_frame(results(lambda task, level, precision, *_: float(precision == 1.0)))
    all_three = row(frame, task=ALL)
    assert (all_three["integer"], all_three["decimal"], all_three["difference"]) == (100.0, 0.0, -100.0)
    assert all_three["integer_n"] + all_three["decimal_n"] == 1510
    assert all_three["low"] == pytest.approx(-100)
    assert -100 < all_three["high"] < -98
    assert list(frame["task"]) == [ALL, *_EACH]


def test_the_panels_are_valid_and_floors_stand_last() -> None:
    both = pd.concat([results(lambda *_: 0.1, "snellen/blind"), results(planted)], ignore_index=True)
    shown = {exhibit.name: exhibit for exhibit in complexity_exhibits(both)}
    plots = [exhibit for exhibit in shown.values() if isinstance(exhibit, Plot)]
    assert len(plots) == 4
    for plot in plots:
        altair.Chart.from_dict(dict(plot.specification))
    panels = shown["complexity-plot"]
    assert isinstance(panels, Plot)
    facet = panels.specification["facet"]
    assert facet["column"]["sort"] == ["planted", "snellen/blind (floor)"]
    assert facet["row"]["sort"] == ["all three tasks", "each task"]
    points = panels.specification["data"]["values"]
    assert len(points) == 2 * (10 + 3 * 10)
    above = [point for point in points if point["row"] == "all three tasks"]
    assert {point["n"] for point in above} == {151}


def test_the_band_is_wilsons() -> None:
    graded = results(planted)
    shown = {exhibit.name: exhibit for exhibit in complexity_exhibits(graded)}
    table = shown["complexity"]
    assert isinstance(table, Table)
    first = row(table.frame, complexity=0)
    k, n, z = float(graded.loc[graded["complexity"] == 0, "exact"].sum()), 151, 1.959964
    p = k / n
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    assert (first["low"], first["high"]) == pytest.approx((100 * (centre - half), 100 * (centre + half)), abs=1e-4)


def test_without_graded_questions_there_is_nothing() -> None:
    graded = results(planted)
    assert list(complexity_exhibits(graded.assign(task="properties"))) == []
    assert list(complexity_exhibits(graded.assign(exact=np.nan))) == []
