"""Other drawings of a question: the same data, text and answer, as answerable as the first, and another picture."""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.grab.checked import checked
from tests.benchmarks.grab.drawn import drawn_from

from snellen.benchmark import Cell, PlannedChart
from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.looks import to_pixels
from snellen.errors import SnellenError

SEED = 11
KEYS = (
    "properties-median-c0",
    "properties-gradient-c0",
    "properties-number-of-points-c0",
    "properties-number-of-series-c0",
    "properties-stationary-points-c0",
    "properties-equation-sine-c0",
    "functions-minimum-c8",
    "functions-gradient-c3",
    "functions-net-area-c4",
    "series-maximum-c6",
    "series-spearman-correlation-c8",
    "transforms-gradient-c5",
    "transforms-total-area-c4",
)


@cache
def cells(redraws: int) -> dict[str, Cell]:
    options = {"redraw": redraws} if redraws else {}
    return {cell.key: cell for cell in BENCHMARK.cells("paper", SEED, {}, options)}


@cache
def planned(key: str, redraws: int) -> list[PlannedChart]:
    """The first question of a cell with its redraws."""
    cell = cells(redraws)[key]
    first = Cell(key, 1 + redraws, {**cell.parameters, "places": cell.parameters["places"][:1]})
    return list(BENCHMARK.plan(first, SEED))


def dumped(chart: PlannedChart) -> str:
    records: list[Any] = [chart.source, chart.chart, *chart.questions]
    return json.dumps([record.model_dump(mode="json") for record in records]) + repr(chart.scene)


@pytest.mark.parametrize("key", KEYS)
def test_a_redraw_asks_the_same_of_another_picture(key: str) -> None:
    first, *others = planned(key, 2)
    question = first.questions[0]
    assert len(others) == 2
    assert len({dumped(chart) for chart in (first, *others)}) == 3
    for number, other in enumerate(others, 1):
        again = other.questions[0]
        assert other.source is first.source
        assert again.question_id == again.chart_id == other.chart.chart_id == f"{question.question_id}-r{number}"
        assert other.chart.source_id == question.chart_id
        assert other.chart.file_name != first.chart.file_name
        assert (again.text, again.answer, again.precision) == (question.text, question.answer, question.precision)
        assert (again.task, again.split) == (f"{question.task}-redrawn", "extra")
        assert again.metadata == {**question.metadata, "redraw": number}
        assert other.chart.metadata["redraw"] == number
        assert other.curation == {}
        assert again.margin is not None
        assert again.margin >= 0.5
        colors = [[mark.color for mark in chart.scene.marks] for chart in (first, other)]
        assert all(one != another for one, another in zip(*colors, strict=True))


@pytest.mark.parametrize("key", KEYS)
def test_a_redraw_is_as_answerable_by_the_independent_checks(key: str) -> None:
    found = checked(drawn_from(planned(key, 2)[1]))
    assert found.agrees, found.derived
    assert found.changed == ()
    assert found.faults == ()


@pytest.mark.parametrize("key", KEYS)
def test_its_evidence_lies_where_its_own_axes_put_it(key: str) -> None:
    first, other, _ = planned(key, 2)
    marks: Any = other.chart.annotations["evidence"]
    before: Any = first.chart.annotations["evidence"]
    if "gradient" not in key:  # a line's visible ends are the frame's too
        assert [(mark["x"], mark["y"]) for mark in marks] == [(mark["x"], mark["y"]) for mark in before]
        assert [mark["pixel"] for mark in marks] != [mark["pixel"] for mark in before] or not marks
    pixels = to_pixels(other.scene.look, [mark["x"] for mark in marks], [mark["y"] for mark in marks])
    assert np.abs(pixels - np.array([mark["pixel"] for mark in marks]).reshape(-1, 2)).max(initial=0) < 1e-3
    plot = other.chart.plot
    assert plot is not None
    assert all(plot.left <= x <= plot.right and plot.top <= y <= plot.bottom for x, y in pixels)


def test_a_redraw_depends_on_nothing_else() -> None:
    for key in KEYS[:3]:
        assert [dumped(chart) for chart in planned(key, 1)] == [dumped(chart) for chart in planned(key, 3)[:2]]
        assert dumped(planned(key, 0)[0]) == dumped(planned(key, 3)[0])


def test_every_chart_is_counted_and_all_answers_can_be_recomputed() -> None:
    assert sum(cell.charts for cell in cells(2).values()) == 3 * sum(cell.charts for cell in cells(0).values())
    for key in KEYS:
        for chart in planned(key, 2):
            question = chart.questions[0]
            assert BENCHMARK.answer(question, chart.source, chart.chart) == question.answer


def test_only_whole_numbers_are_numbers_of_redraws() -> None:
    with pytest.raises(SnellenError, match="--redraw"):
        BENCHMARK.cells("paper", SEED, {}, {"redraw": 1.5})


@pytest.mark.slow
def test_every_redraw_of_a_small_set_is_answerable() -> None:
    for cell in BENCHMARK.cells("smoke", SEED, {}, {"redraw": 3}):
        for chart in BENCHMARK.plan(cell, SEED):
            found = checked(drawn_from(chart))
            assert not found.problems, found
