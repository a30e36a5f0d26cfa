"""The exhibits of GRAB on results whose figures are worked out by hand."""

import json
from functools import cache
from typing import Any

import altair
import pandas as pd
import pytest

from snellen.benchmarks.grab.report import exhibits
from snellen.exhibits import Exhibit, Plot, Table
from snellen.published import published_grab

# Wilson's 95% interval in percent, by hand with z = 1.959964: (p + z²/2n ± z√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
FIVE_OF_TEN = (23.66, 76.34)
NONE_OF_TEN = (0.00, 27.75)


def _results(models: tuple[str, ...] = ("one", "two")) -> pd.DataFrame:
    """Per model ten questions a task of the paper's four; model `one` has the first five of each right, `two` none."""
    rows = []
    for model in models:
        for task, category, name, complex_ in (
            ("properties", "Counting", "number of points", False),
            ("functions", "Range", "range span", True),
            ("series", "Correlation", "Pearson correlation", True),
            ("transforms", "Extrema", "minimum", True),
        ):
            for number in range(10):
                right = model == "one" and number < 5
                rows.append(
                    {
                        "model": model,
                        "settings": "{}",
                        "benchmark": "grab",
                        "dataset_fingerprint": "f",
                        "question_id": f"{task}-{number}",
                        "group_id": f"{task}-{number}",
                        "strategy": "zero-shot",
                        "n_examples": 0,
                        "repeat": 0,
                        "task": task,
                        "category": category,
                        "property": name,
                        "precision": 0.1 if task == "series" else 1.0,
                        "complexity": number if complex_ else 0,
                        "margin": 1.0 + number,
                        "format": "single-answer",
                        "redraw": 0,
                        "outcome": ("error" if number == 9 else "unparsed" if number == 8 else "answered"),
                        "exact": float(right),
                        "prefix": float(right or number == 5),
                        "tolerant": float(right or number in (5, 6)),
                        "parameters": None,
                        "extracted_large": None,
                        "extracted_small": None,
                        "judged": None,
                    }
                )
    frame = pd.DataFrame(rows)
    whole = dict.fromkeys(("complexity", "n_examples", "repeat", "redraw"), "Int64")
    shares = dict.fromkeys(("parameters", "extracted_large", "extracted_small", "judged"), "float64")
    return frame.astype({**whole, **shares})


@cache
def _exhibits_of(*models: str) -> list[Exhibit]:
    """The exhibits of the models' results, made once: fitting trends takes seconds."""
    return exhibits(_results(models))


def _tables_of(*models: str) -> dict[str, pd.DataFrame]:
    return {exhibit.name: exhibit.frame.copy() for exhibit in _exhibits_of(*models) if isinstance(exhibit, Table)}


def _tables(results: pd.DataFrame) -> dict[str, pd.DataFrame]:
    return {exhibit.name: exhibit.frame for exhibit in exhibits(results) if isinstance(exhibit, Table)}


def test_overall_and_by_task() -> None:
    frame = _tables_of("one", "two")["overall"]
    assert list(dict.fromkeys(frame["task"])) == ["all tasks", "properties", "functions", "series", "transforms"]
    row = frame[(frame["model"] == "one") & (frame["task"] == "series")].iloc[0]
    assert (row["n"], row["accuracy"]) == (10, 50.0)
    assert (row["low"], row["high"]) == pytest.approx(FIVE_OF_TEN, abs=0.005)
    assert [row[name] for name in ("answered", "unparsed", "refused", "error")] == [8, 1, 0, 1]
    row = frame[(frame["model"] == "two") & (frame["task"] == "series")].iloc[0]
    assert (row["low"], row["high"]) == pytest.approx(NONE_OF_TEN, abs=0.005)
    row = frame[(frame["model"] == "one") & (frame["task"] == "all tasks")].iloc[0]
    assert (row["n"], row["accuracy"]) == (40, 50.0)


def test_protocols_stand_side_by_side() -> None:
    frame = _tables_of("one", "two")["protocols"].set_index(["model", "task"])
    row: Any = frame.loc[("one", "all tasks")]
    assert (row["exact"], row["prefix"], row["tolerant"]) == (50.0, 60.0, 70.0)
    assert row["exact_low"] < 50 < row["exact_high"]
    assert "parameters" not in frame


def test_the_share_of_parameters_is_over_equations_alone() -> None:
    results = _results()
    results.loc[(results["task"] == "properties") & (results["complexity"] == 0), "parameters"] = 0.5
    results.loc[results["task"] != "properties", "parameters"] = float("nan")
    frame = _tables(results)["protocols"].set_index(["model", "task"])
    assert frame.loc[("one", "all tasks"), "parameters"] == 50.0
    assert frame.loc[("one", "all tasks"), "equations"] == 10
    assert frame.loc[("one", "series"), "equations"] == 0


def test_complexity_leaves_properties_out() -> None:
    tables = _tables_of("one", "two")
    frame = tables["complexity"].set_index(["model", "complexity"])
    assert set(frame["n"]) == {3}
    assert frame.loc[("one", 4), "accuracy"] == 100.0
    assert frame.loc[("one", 5), "accuracy"] == 0.0
    assert set(tables["complexity-task"]["task"]) == {"functions", "series", "transforms"}


def test_precision_is_named_in_words() -> None:
    frame = _tables_of("one")["precision"].set_index("precision")
    assert frame["n"].to_dict() == {"one decimal (0.1)": 10, "integer (1)": 30}


def test_published_rows_stand_beside_and_are_marked() -> None:
    tables = _tables_of("one", "two")
    frame = tables["published-tasks"]
    assert frame["published"].sum() == 20
    assert len(frame) == 22
    best = frame[frame["model"] == "Claude 3.5 Sonnet"].iloc[0]
    assert (best["overall"], best["properties"], best["transforms"]) == (21.7, 41.8, 10.0)
    # 471 of 2170 are right: Wilson's interval is 20.02 to 23.49 percent.
    assert (best["low"], best["high"]) == pytest.approx((20.02, 23.49), abs=0.01)
    mine = frame[frame["model"] == "one"].iloc[0]
    assert not mine["published"]
    assert [mine[task] for task in published_grab().task_questions] == [50.0] * 4
    categories = tables["published-categories"].set_index("model")
    assert categories.loc["one", "Counting"] == 50.0
    assert categories["Trigonometric"].isna()["one"]
    assert categories.loc["GPT-4o", "Counting"] == 30.0


def test_readers_without_eyes_are_floors() -> None:
    shown = exhibits(_results(("snellen/blind", "one")))
    table = next(exhibit for exhibit in shown if isinstance(exhibit, Table) and exhibit.name == "overall")
    assert table.frame.groupby("model")["floor"].all().to_dict() == {"snellen/blind": True, "one": False}
    assert "snellen/blind" not in table.note
    without = next(exhibit for exhibit in _exhibits_of("one") if exhibit.name == "overall")
    assert "snellen eval DATASET --model snellen/blind" in without.note


def test_settings_of_one_model_stay_apart() -> None:
    warm = _results(("one",)).assign(settings='{"temperature":1}', exact=0.0)
    frame = _tables(pd.concat([_results(("one",)), warm], ignore_index=True))["overall"]
    total = frame[frame["task"] == "all tasks"].set_index("model")["accuracy"]
    assert total.to_dict() == {"one": 50.0, "one (temperature 1)": 0.0}


def test_repeats_are_clustered_by_question() -> None:
    """Asked twice with the same replies, ten questions are still ten: the interval is as wide as without the repeat."""
    once = _results(("one",))
    twice = pd.concat([once, once.assign(repeat=1)], ignore_index=True).astype({"repeat": "Int64"})
    row = _tables(twice)["overall"].set_index("task").loc["series"]
    assert row["n"] == 20
    low, high = FIVE_OF_TEN
    assert row["high"] - row["low"] == pytest.approx(high - low, rel=0.1)


def test_every_exhibit_names_protocol_and_interval_and_every_plot_is_vega_lite() -> None:
    shown = _exhibits_of("one", "two")
    assert len({exhibit.name for exhibit in shown}) == len(shown)
    for exhibit in shown:
        assert "interval" in exhibit.note.lower()
        if isinstance(exhibit, Plot):
            assert json.dumps(exhibit.specification, allow_nan=False)
            altair.Chart.from_dict(dict(exhibit.specification))


def test_results_without_a_key_have_no_exhibits() -> None:
    results = _results().assign(exact=float("nan"), prefix=float("nan"), tolerant=float("nan"), outcome="no_key")
    assert exhibits(results) == []


def test_one_question_is_enough() -> None:
    assert exhibits(_results(("one",)).head(1))
