"""Seeds as text, and tables learned from planned datasets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmark import Cell, PlannedChart
from snellen.benchmarks.grab import BENCHMARK
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError
from snellen.readers.knowledge import load_knowledge
from snellen.readers.learning import learn_table, parse_seeds


@pytest.mark.parametrize(
    ("text", "seeds"),
    [("7", [7]), ("1001-1004", [1001, 1002, 1003, 1004]), ("5, 1-3,2", [1, 2, 3, 5]), ("0-0", [0])],
)
def test_seeds_are_numbers_and_ranges(text: str, seeds: list[int]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize("text", ["", "a", "3-", "-3", "5-2", "1,,2", "1.5", "0-99999999", "²"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(SnellenError, match="seed"):
        parse_seeds(text)


@given(st.text(max_size=30))
def test_any_text_is_seeds_or_refused(text: str) -> None:
    try:
        seeds = parse_seeds(text)
    except SnellenError:
        return
    assert seeds == sorted(set(seeds))
    assert seeds


def planned(cells: dict[str, list[Question]]) -> Iterator[tuple[Cell, list[PlannedChart]]]:
    for key, questions in cells.items():
        source = Source(source_id=key, group_id=key, kind="linear")
        chart = Chart(chart_id=key, source_id=key, file_name=f"{key}.png", width=1, height=1)
        yield Cell(key, 1), [PlannedChart(source, chart, tuple(questions), None)]


def test_a_table_counts_the_answers_of_every_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def question(name: str, answer: str | None) -> Question:
        return Question(
            question_id=name, chart_id=name, benchmark="grab", task="t", category="c", property="p",
            text="How many?", answer=answer, answer_type="number", precision=1.0,
        )  # fmt: skip

    answers: dict[int, dict[str, list[Question]]] = {
        7: {"a": [question("1", "4"), question("2", "5")], "b": [question("3", "4"), question("4", None)]},
        8: {"a": [question("1", "4"), question("2", "-6")]},
    }

    def plan(cell: Cell, seed: int) -> Iterator[PlannedChart]:
        return iter(next(made for one, made in planned(answers[seed]) if one.key == cell.key))

    monkeypatch.setattr(BENCHMARK, "cells", lambda preset, seed, only: [cell for cell, _ in planned(answers[seed])])
    monkeypatch.setattr(BENCHMARK, "plan", plan)
    out = tmp_path / "table.json"
    learned = learn_table("grab", seeds=[7, 8], preset="paper", out=out, jobs=1)
    assert load_knowledge(out) == learned
    known = learned.templates["How many?"]
    assert (known.answer, known.count, known.n) == ("4", 3, 5)
    assert (known.slots[0].low, known.slots[0].high) == (-6, 5)
    assert learned.command == "snellen learn grab --seeds 7-8 --preset paper"
    assert (learned.seeds, learned.questions, learned.benchmark_version) == ([7, 8], 5, BENCHMARK.version)


def test_without_seeds_or_with_an_unknown_preset_nothing_is_learned() -> None:
    with pytest.raises(SnellenError, match="seeds"):
        learn_table("grab", seeds=[], preset="paper")
    with pytest.raises(SnellenError, match="preset"):
        learn_table("grab", seeds=[1], preset="enormous")


def test_a_folder_in_place_of_the_file_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="is a folder; name the file"):
        learn_table("grab", seeds=[1], preset="paper", out=tmp_path)
