"""The key can be had from what is visible, in both drawings of every pair."""

import math

import pytest
from tests.benchmarks.chartom.planned import planned_pairs
from tests.benchmarks.chartom.reader import answer
from tests.benchmarks.chartom.visible import Visible

from snellen.benchmark import PlannedChart
from snellen.benchmarks.chartom.draw import draw
from snellen.benchmarks.chartom.pairs import pairs
from snellen.dataset import Question


def agrees(question: Question, read: str) -> bool:
    """Whether a reading is the key, to a tenth of the tolerance where it is a number."""
    assert question.answer is not None
    tolerance = (question.answer_data or {})["tolerance"]
    assert isinstance(tolerance, float)
    if question.answer_type == "number" and tolerance:
        return math.isclose(float(read), float(question.answer), rel_tol=tolerance / 10)
    return read == question.answer


def check(planned: PlannedChart, *, draws: bool) -> None:
    fact = planned.questions[0]
    chart, image = planned.chart, None
    if draws:
        drawing = draw(planned)
        image = drawing.image
        chart = chart.model_copy(update={"annotations": {**chart.annotations, **drawing.annotations}})
    read = answer(fact, Visible(chart, image))
    assert agrees(fact, read), (chart.chart_id, fact.metadata["question"], fact.answer, read)


@pytest.mark.parametrize("number", range(len(pairs(extended=True))), ids=[f"pair {n + 1}" for n in range(80)])
def test_the_key_is_read_off_both_pictures(number: int) -> None:
    for planned in planned_pairs(1)[number]:
        check(planned, draws=True)


@pytest.mark.parametrize("seed", range(2, 12))
def test_the_key_is_read_off_marks_and_labels(seed: int) -> None:
    for pair in planned_pairs(seed):
        for planned in pair:
            if planned.chart.metadata["chart_type"] != "map":
                check(planned, draws=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_the_key_is_read_off_the_pictures_of_other_seeds(seed: int) -> None:
    for pair in planned_pairs(seed):
        for planned in pair:
            check(planned, draws=True)
