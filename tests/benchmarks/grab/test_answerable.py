"""A question can be answered from its picture: answers survive displaced marks, and what is needed is seen."""

import dataclasses

import numpy as np
import pytest
from tests.benchmarks.grab import legible
from tests.benchmarks.grab.checked import Checked, duplicates
from tests.benchmarks.grab.displaced import DISPLACEMENT, changed_answers
from tests.benchmarks.grab.drawn import DrawnChart
from tests.benchmarks.grab.readings import readings_of
from tests.benchmarks.grab.rivals import nearest_rival

from snellen.benchmarks.grab.scene import Curve, Points


def test_answers_survive_displaced_marks(smoke_checks: list[Checked]) -> None:
    for row in smoke_checks:
        assert not row.changed, (row.question_id, row.answer, row.margin)


def test_what_is_needed_is_seen(smoke_checks: list[Checked]) -> None:
    for row in smoke_checks:
        assert not row.faults, row.question_id


def test_no_question_twice(smoke_checks: list[Checked]) -> None:
    assert not duplicates(smoke_checks)
    assert duplicates([*smoke_checks, smoke_checks[0]])


def test_evidence_is_on_what_is_drawn(smoke_charts: list[DrawnChart]) -> None:
    """Each recorded mark lies on its polyline (an end, an extreme, a crossing, …) or on its point."""
    for chart in smoke_charts:
        for mark in chart.chart.annotations["evidence"]:  # type: ignore[union-attr]
            drawn = chart.marks[mark["index"]]  # type: ignore[call-overload, index]
            place = np.array(mark["pixel"])  # type: ignore[call-overload, index]
            start, step = drawn[:-1], np.diff(drawn, axis=0)
            length = np.maximum((step**2).sum(axis=1), 1e-12)
            along = np.clip(((place - start) * step).sum(axis=1) / length, 0, 1)
            away = np.linalg.norm(start + along[:, None] * step - place, axis=1).min()
            assert away < 0.05, (chart.question.question_id, mark, away)


class TestTheCheckItself:
    """It finds what is wrong where something is."""

    def test_displacement_finds_a_close_boundary(self, smoke_charts: list[DrawnChart]) -> None:
        """Moved until its value is a third of a pixel from where it rounds to another integer, an answer changes."""
        tried = 0
        for chart in smoke_charts:
            question = chart.question
            if question.task != "properties" or question.property not in ("median", "minimum", "maximum"):
                continue
            _, (reading,) = readings_of(chart)
            per_pixel = abs(chart.to_data(np.array([[0.0, 0.0], [0.0, 1.0]]))[:, 1] @ [-1, 1])
            value = reading.value(reading.marks)
            shift = (np.floor(value) + 0.5 - value) / per_pixel - DISPLACEMENT * 0.7
            moved = tuple(mark - [0, shift] for mark in chart.marks)
            plot = chart.plot
            if all((mark[:, 1] >= plot.top).all() and (mark[:, 1] <= plot.bottom).all() for mark in moved):
                tried += 1
                assert changed_answers(dataclasses.replace(chart, marks=moved), np.random.default_rng(0))
        assert tried >= 3

    def test_rival_of_a_line(self, smoke_charts: list[DrawnChart]) -> None:
        """The nearest other line is a step up or down, or one more or less of gradient: both known exactly."""
        (chart,) = [c for c in smoke_charts if "equation-linear" in c.question.question_id]
        _, distance = nearest_rival(chart)
        ends = chart.to_data(chart.marks[0][[0, -1]])
        pixels = np.abs(np.diff(chart.marks[0][[0, -1]], axis=0)[0])
        up = pixels[1] / abs(ends[1, 1] - ends[0, 1])
        tilt = 1 / np.hypot(1, pixels[1] / pixels[0])
        steps = [max(abs(m * ends[:, 0] + c)) for m in range(-3, 4) for c in range(-3, 4) if (m, c) != (0, 0)]
        assert distance == pytest.approx(min(steps) * up * tilt, rel=1e-6)

    def test_hidden_point(self, smoke_charts: list[DrawnChart]) -> None:
        (chart,) = [c for c in smoke_charts if c.question.question_id.startswith("grab-series-median")][:1]
        first, *others = chart.scene.marks
        assert isinstance(first, Points)
        cover = dataclasses.replace(first, x=first.x[:1], y=first.y[:1], color="#123456", size=first.size * 1.5)
        scene = dataclasses.replace(chart.scene, marks=(first, *others, cover))
        assert legible.least_shown(_drawn_again(chart, scene)) == 0

    def test_hidden_curve(self, smoke_charts: list[DrawnChart]) -> None:
        (chart,) = [c for c in smoke_charts if c.question.question_id.startswith("grab-functions-minimum")]
        first, *others = chart.scene.marks
        assert isinstance(first, Curve)
        scene = dataclasses.replace(chart.scene, marks=(first, *others, dataclasses.replace(first, color="#123456")))
        assert legible.least_shown(_drawn_again(chart, scene)) < 0.05

    def test_colors(self) -> None:
        assert legible.color_distance("#ffffff", "#000000") == pytest.approx(100, abs=0.01)
        # Sharma, Wu and Dalal's table is of CIEDE2000; for 1976 the primaries' Lab values are well known.
        assert legible.color_distance("#ff0000", "#00ff00") == pytest.approx(170.58, abs=0.05)
        assert legible.color_distance("#1f77b4", "#2077b4") < 1


def _drawn_again(chart: DrawnChart, scene: object) -> DrawnChart:
    from snellen.benchmarks.grab.draw import draw_with_vertices
    from snellen.benchmarks.grab.scene import Scene

    assert isinstance(scene, Scene)
    image, marks = draw_with_vertices(scene)
    return dataclasses.replace(chart, scene=scene, image=image, marks=marks)
