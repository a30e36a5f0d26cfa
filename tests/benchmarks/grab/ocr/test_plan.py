"""Planned questions on texts: records that fit, keys that the records give again, cells of any number of questions."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.ocr import KINDS, ocr_cells, plan_ocr_cell
from snellen.benchmarks.grab.ocr.asked import COLORS
from snellen.benchmarks.grab.plan import plan_cells, recompute_answer
from snellen.benchmarks.grab.scene import Points
from snellen.errors import SnellenError


@cache
def _plans() -> list[PlannedChart]:
    return [planned for cell in ocr_cells(75, extra=False) for planned in plan_ocr_cell(cell, 11)]


def test_every_chart_has_one_question_of_five_options_and_its_own_group() -> None:
    for planned in _plans():
        (question,) = planned.questions
        assert planned.source.group_id == planned.source.source_id == planned.chart.source_id
        assert question.chart_id == planned.chart.chart_id
        assert (question.task, question.answer_type, question.metadata["format"]) == ("ocr", "choice", "ocr")
        assert question.choices is not None
        assert len(question.choices) == 5
        assert question.answer in question.choices
        lines = [f"{letter}. {option}" for letter, option in zip("ABCDE", question.choices, strict=True)]
        assert "\n".join(lines) in question.text
        assert question.category in KINDS
    assert len({planned.chart.file_name for planned in _plans()}) == 75


def test_the_key_has_each_letter_equally_often() -> None:
    places = Counter(
        question.choices.index(str(question.answer))
        for planned in _plans()
        for question in planned.questions
        if question.choices
    )
    assert places == dict.fromkeys(range(5), 15)


def test_the_key_follows_from_the_records_and_changes_with_them() -> None:
    for planned in _plans():
        (question,) = planned.questions
        assert recompute_answer(question, planned.source, planned.chart) == question.answer
        assert question.choices is not None
        others = question.replaced(choices=[each for each in question.choices if each != question.answer])
        with pytest.raises(SnellenError, match="none of its options"):
            recompute_answer(others, planned.source, planned.chart)


def test_the_scene_shows_what_the_records_say() -> None:
    for planned in _plans():
        look, texts, legend = planned.scene.look, planned.chart.annotations["texts"], planned.scene.legend
        assert isinstance(texts, dict)
        assert look.title.replace("\n", " ") == texts["title"]
        for label, axis in ((look.x_label, "horizontal"), (look.y_label, "vertical")):
            assert label.replace("\n", " ") == texts[axis]["text"]  # type: ignore[index,call-overload]
        series = planned.source.data["series"]
        assert isinstance(series, list)
        for mark, each in zip(planned.scene.marks, series, strict=True):
            assert isinstance(each, dict)
            assert mark.x.tolist() == each["x"]
            assert mark.y.tolist() == each["y"]
            assert (mark.x >= look.x_limits[0]).all()
            assert (mark.x <= look.x_limits[1]).all()
            assert (mark.y >= look.y_limits[0]).all()
            assert (mark.y <= look.y_limits[1]).all()
        if legend is None:
            assert len(series) == 1
            continue
        assert [entry.name for entry in legend.entries] == [dict(each)["name"] for each in series if each]  # type: ignore[arg-type]
        stored = planned.chart.annotations["legend"]
        assert isinstance(stored, dict)
        for entry, record in zip(legend.entries, stored["entries"], strict=True):  # type: ignore[arg-type]
            assert planned.scene.marks[entry.mark].color == COLORS[str(record["color"])]  # type: ignore[index,call-overload]
        colors = [mark.color for mark in planned.scene.marks]
        assert len(set(colors)) == len(colors)


def test_markers_that_are_asked_for_are_drawn_and_differ() -> None:
    for planned in _plans():
        if planned.questions[0].property == "series of marker":
            assert all(isinstance(mark, Points) for mark in planned.scene.marks)
            markers = [mark.marker for mark in planned.scene.marks]
            assert len(set(markers)) == len(markers) >= 3


@pytest.mark.parametrize("number", [1, 19, 20, 21, 35, 10_000])
def test_any_number_of_questions(number: int) -> None:
    cells = ocr_cells(number, extra=True)
    assert sum(cell.charts for cell in cells) == number
    assert len({cell.key for cell in cells}) == len(cells)


def test_a_question_does_not_depend_on_how_many_there_are() -> None:
    (few,) = [list(plan_ocr_cell(cell, 4)) for cell in ocr_cells(3, extra=False)]
    many = list(plan_ocr_cell(ocr_cells(200, extra=False)[0], 4))
    for one, other in zip(few, many, strict=False):
        assert (one.source, one.chart, one.questions) == (other.source, other.chart, other.questions)


def test_presets_options_and_conditions() -> None:
    alone = plan_cells("ocr", 1, {})
    assert sum(cell.charts for cell in alone) == 35
    assert sum(cell.charts for cell in plan_cells("ocr", 1, {"task": ["ocr"]}, {"ocr": 50})) == 50
    assert {cell.parameters["split"] for cell in alone} == {"test"}
    beside = plan_cells("smoke", 1, {"task": ["properties"]}, {"ocr": 20})
    assert sum(cell.charts for cell in beside if cell.key.startswith("ocr-")) == 20
    assert sum(cell.charts for cell in beside) > 20
    only = plan_cells("smoke", 1, {"task": ["ocr"]}, {"ocr": 20})
    assert sum(cell.charts for cell in only) == 20
    assert {cell.parameters["split"] for cell in only} == {"extra"}
    legends = plan_cells("ocr", 1, {"category": ["legend"]})
    found = {
        question.category for cell in legends for planned in plan_ocr_cell(cell, 1) for question in planned.questions
    }
    assert found == {"Legend"}
    assert sum(cell.charts for cell in plan_cells("ocr", 1, {"property": ["title number"]}, {"ocr": 80})) == 10


@pytest.mark.parametrize(
    ("preset", "only", "options", "match"),
    [
        ("ocr", {"complexity": ["1"]}, {}, "no field 'complexity' here"),
        ("ocr", {"task": ["properties"]}, {}, "no task is called 'properties'"),
        ("paper", {"category": ["legend"]}, {}, "no category is called 'legend'"),
        ("ocr", {}, {"multiple_choice": True}, "of its own"),
        ("smoke", {}, {"ocr": 1_000_000}, "100,000"),
    ],
)
def test_what_cannot_be_asked(preset: str, only: dict[str, list[str]], options: dict[str, object], match: str) -> None:
    with pytest.raises(SnellenError, match=match):
        plan_cells(preset, 1, only, options)


def test_an_edited_legend_gives_no_answer() -> None:
    planned = next(each for each in _plans() if each.questions[0].property == "series of color")
    chart = planned.chart.model_copy(update={"annotations": {**planned.chart.annotations, "legend": {"entries": []}}})
    with pytest.raises(SnellenError, match="can't be computed"):
        recompute_answer(planned.questions[0], planned.source, chart)


def test_the_benchmark_draws_and_answers_them() -> None:
    planned = _plans()[1]
    drawing = BENCHMARK.draw(planned)
    assert drawing.image.startswith(b"\x89PNG")
    assert BENCHMARK.draw(planned).image == drawing.image
    values = BENCHMARK.facet_values(planned.questions[0], planned.chart, planned.source)
    assert values["format"] == "ocr"
    assert np.isfinite(planned.scene.marks[0].y).all()
