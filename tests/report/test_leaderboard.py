"""Leaderboards: figures worked out by hand, floors and published rows beside them, protocols to switch to."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snellen.benchmark import benchmark_names, find_benchmark
from snellen.dataset import Dataset
from snellen.exhibits import RanksModels
from snellen.published import published_biy, published_grab
from snellen.replies import Reply
from snellen.report.decide import decide_data
from snellen.report.floors import Floors, find_floors
from snellen.report.leaderboard import leaderboards
from snellen.report.runs import Asked, read_runs
from snellen.report.trade_off import trade_off_plots
from snellen.scoring import score_replies

MakeRun = Callable[..., Path]

PRICES = {"dear": 0.004, "cheap": 0.001, "wasteful": 0.006}


@pytest.fixture
def asked(tiny_dataset: Dataset, tmp_path: Path) -> Asked:
    """Twelve questions to three models: `dear` has one wrong, `cheap` three, and `wasteful` three at a higher price."""
    runs = []
    for model, wrong in (("dear", 1), ("cheap", 3), ("wasteful", 3)):
        said = [
            Reply(
                question.question_id,
                model,
                "wrong" if number < wrong else question.answer,
                input_tokens=100,
                output_tokens=20,
                cost=PRICES[model],
            )
            for number, question in enumerate(tiny_dataset.questions())
        ]
        score_replies(tiny_dataset, said, tmp_path / model)
        runs.append(tmp_path / model)
    (one,) = read_runs(runs)
    return one


def _rows(one: Asked, protocol: str, floors: Floors | None = None) -> dict[str, dict[str, Any]]:
    boards = {each.column: table for each, table in leaderboards(one, floors or find_floors(one))}
    rows: Any = boards[protocol].frame.to_dict("records")
    return {row["model"]: row for row in rows}


def test_scores_by_task_with_what_a_question_takes(asked: Asked) -> None:
    rows = _rows(asked, "exact")
    assert list(rows)[:3] == ["dear", "cheap", "wasteful"]
    assert rows["dear"]["all_tasks"] == pytest.approx(100 * 11 / 12)
    assert rows["cheap"]["all_tasks"] == pytest.approx(75)
    assert rows["dear"]["all_tasks_n"] == 12
    assert rows["cheap"]["properties"] == pytest.approx(40)  # the first five questions are the task's
    assert rows["cheap"]["properties_n"] == 5
    assert rows["cheap"]["series"] == 100
    assert rows["dear"]["all_tasks_low"] < rows["dear"]["all_tasks"] < rows["dear"]["all_tasks_high"]
    assert rows["dear"]["cost_a_question"] == pytest.approx(0.004)
    assert rows["dear"]["input_tokens_a_question"] == 100
    assert "seconds_a_question" not in rows["dear"]  # nobody has measured them


def test_floors_and_published_rows_stand_beside_and_are_marked(asked: Asked) -> None:
    rows = _rows(asked, "exact")
    assert rows["chance, worked out"]["floor"]
    assert "in-sample, worked out" not in rows  # it has learned on this very dataset
    for model in published_grab().main_rows():
        row = rows[model.model]
        assert row["published"]
        assert row["all_tasks"] == pytest.approx(model.overall, abs=0.051)
        assert row["series"] == pytest.approx((model.tasks or {})["series"], abs=0.051)
        assert row["series_n"] == 490
    order = [(row["floor"], row["published"]) for row in rows.values()]
    assert order == sorted(order, key=lambda marks: marks[0] + 2 * marks[1])
    # published figures are of one protocol, and are shown under no other
    assert not any(row["published"] for row in _rows(asked, "tolerant").values())


def test_protocols_without_a_score_are_left_out(asked: Asked) -> None:
    boards = [protocol.column for protocol, _ in leaderboards(asked, Floors({}, None))]
    assert boards == ["exact", "prefix", "tolerant", "parameters"]


@pytest.mark.parametrize("name", ["grab", "biy", "chartom"])
def test_protocols_are_scorers_and_published_scores_are_of_them(name: str) -> None:
    benchmark = find_benchmark(name)
    assert name in benchmark_names()
    assert isinstance(benchmark, RanksModels)
    columns = [protocol.column for protocol in benchmark.protocols]
    assert columns[0] == benchmark.headline
    assert set(columns) <= set(benchmark.score_columns)
    assert len(columns) == len(set(columns))
    scores = benchmark.published_scores()
    assert {each.column for each in scores} <= set(columns)
    assert all(0 <= each.score <= 1 for each in scores)
    assert len({(each.model, each.column, each.task) for each in scores}) == len(scores)


def test_published_scores_of_biy_are_the_values_that_strict_scores_are_compared_with() -> None:
    benchmark = find_benchmark("biy")
    assert isinstance(benchmark, RanksModels)
    found = {(each.model, each.task): each.score for each in benchmark.published_scores()}
    published = published_biy()
    assert len(found) == len(published.results)
    row = next(row for row in published.of("cluster_bboxes") if row.strategy == "zero-shot")
    label = f"{published.name(row.model)} (zero-shot)"
    assert found[label, "cluster_bboxes"] == row.figures["recall_iou75"]


def test_people_on_calvi_are_both_kinds_of_items_together() -> None:
    benchmark = find_benchmark("chartom")
    assert isinstance(benchmark, RanksModels)
    (both,) = [each for each in benchmark.published_scores() if each.model == "people on CALVI" and each.task is None]
    assert both.n == 60
    assert both.score == pytest.approx((45 * (1 - 0.666) + 15 * (1 - 0.339)) / 60)


def test_the_front_has_the_models_that_no_other_beats(asked: Asked) -> None:
    plots = dict(trade_off_plots(asked))
    assert list(plots) == ["cost", "tokens"]
    (values,) = plots["cost"].specification["datasets"].values()
    assert {row["model"]: row["front"] for row in values} == {"dear": True, "cheap": True, "wasteful": False}
    assert {row["model"]: row["amount"] for row in values} == pytest.approx(PRICES)
    json.dumps(plots["cost"].specification, allow_nan=False)


def test_the_box_has_what_recommend_says_and_what_it_needs_to_say_it_again(asked: Asked) -> None:
    told = decide_data(asked)
    assert told["by"] == "cost"
    assert told["reason"].startswith("dear scores highest")
    labels = [part["label"] for part in told["parts"]]
    assert labels[0] == "all questions"
    assert "task: properties" in labels
    candidates = {each["label"]: each for each in told["parts"][0]["candidates"]}
    assert candidates["dear"]["best"]
    assert candidates["cheap"]["behind"] == pytest.approx(100 * 2 / 12)
    assert candidates["cheap"]["behind_low"] < candidates["cheap"]["behind"] < candidates["cheap"]["behind_high"]
    assert candidates["cheap"]["cost"] == 0.001
    assert candidates["cheap"]["time"] is None
    json.dumps(told, allow_nan=False)
