"""Planned charts: records that fit together, evidence where the picture has it, nothing that tells the answer."""

import re
from collections import Counter

import pytest

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.plan import plan_cell, plan_cells
from snellen.benchmarks.grab.scene import Curve, Points


def test_every_chart_has_its_own_source_and_one_question(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        (question,) = planned.questions
        assert planned.chart.source_id == planned.source.source_id
        assert question.chart_id == planned.chart.chart_id
        assert planned.source.group_id == planned.source.source_id
        assert question.benchmark == "grab"
        assert planned.chart.sha256 is None
    for ids in (
        [planned.chart.chart_id for planned in smoke_plans],
        [planned.chart.file_name for planned in smoke_plans],
        [planned.source.source_id for planned in smoke_plans],
    ):
        assert len(set(ids)) == len(ids)


def test_answer_types(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        question = planned.questions[0]
        expected = {"equation": "equation", "stationary points": "list"}.get(question.property, "number")
        assert question.answer_type == expected
        assert (str(question.answer)[0] in "[y") == (expected != "number")


def test_evidence_lies_where_the_recorded_axes_put_it_inside_the_plot(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        plot, evidence = planned.chart.plot, planned.chart.annotations["evidence"]
        assert plot is not None
        assert isinstance(evidence, list)
        assert evidence or planned.questions[0].property == "equation"
        for mark in evidence:
            assert isinstance(mark, dict)
            x, y = planned.chart.to_pixels([float(str(mark["x"]))], [float(str(mark["y"]))])[0]
            assert mark["pixel"] == pytest.approx([x, y], abs=1e-3)
            assert plot.left - 1e-3 <= x <= plot.right + 1e-3
            assert plot.top - 1e-3 <= y <= plot.bottom + 1e-3
            assert 0 <= int(str(mark["index"])) < len(planned.scene.marks)


def test_the_complexity_is_what_the_spec_says_it_is(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        question = planned.questions[0]
        if question.task in ("functions", "series"):
            assert len(planned.scene.marks) == int(question.complexity or 0) + 1
            kind = Curve if question.task == "functions" else Points
            assert all(isinstance(mark, kind) for mark in planned.scene.marks)
        if question.task == "transforms":
            operations = question.metadata["operations"]
            assert isinstance(operations, list)
            assert len(operations) == question.complexity
            assert len(question.text.splitlines()) == (len(operations) + 2 if operations else 1)


def test_the_fixed_look_is_that_of_three_tasks(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        fixed = planned.questions[0].task != "properties"
        assert planned.chart.metadata["look"] == ("fixed" if fixed else "sampled")
        if fixed:
            assert (planned.chart.width, planned.chart.height) == (2251, 2171)
            assert [axis.domain for axis in planned.chart.axes] == [(-10, 10), (-10, 10)]


def test_file_names_are_opaque(smoke_plans: list[PlannedChart]) -> None:
    for planned in smoke_plans:
        assert re.fullmatch(r"[0-9a-f]{20}\.png", planned.chart.file_name)


def test_a_cell_of_a_smaller_preset_is_a_part_of_its_paper_cell() -> None:
    only = {"task": ["functions"], "property": ["gradient"], "complexity": ["2"]}
    (whole,) = [list(plan_cell(cell, 5)) for cell in plan_cells("paper", 5, only)]
    (part,) = [list(plan_cell(cell, 5)) for cell in plan_cells("lite", 5, only)]
    records = [(planned.source, planned.chart, planned.questions) for planned in whole]
    assert 0 < len(part) < len(whole) == 5
    assert all((planned.source, planned.chart, planned.questions) in records for planned in part)
    assert Counter(question.precision for planned in whole for question in planned.questions) == {1.0: 3, 0.1: 2}
    assert whole[0].curation["kept"] == 5
    assert not whole[1].curation
