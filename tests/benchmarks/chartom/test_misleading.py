"""Who goes by drawn sizes gives the tempting answer on every manipulated chart, and the key on honest ones."""

import json
import math
from itertools import pairwise
from typing import Any

import pytest
from tests.benchmarks.chartom.by_size import answer_by_size
from tests.benchmarks.chartom.planned import planned_pairs
from tests.benchmarks.chartom.visible import Visible

from snellen.benchmark import PlannedChart
from snellen.benchmarks.chartom.draw import draw
from snellen.dataset import Question


def seen(planned: PlannedChart) -> Visible:
    chart = planned.chart
    if chart.metadata["chart_type"] == "map":
        chart = chart.model_copy(update={"annotations": dict(draw(planned).annotations)})
    return Visible(chart)


def about_equal(question: Question, one: str, other: str) -> bool:
    """Whether two answers are the same, numbers to one part in a hundred: sizes are in hundredths of a pixel."""
    if question.answer_type == "number" and (question.answer_data or {})["tolerance"]:
        return math.isclose(float(one), float(other), rel_tol=0.01, abs_tol=0.01)
    return one == other


def tempting(question: Question) -> str:
    found: Any = (question.answer_data or {})["tempting"]
    (only,) = found
    return str(only)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_sizes_say_the_tempting_answer_on_manipulated_charts(seed: int) -> None:
    for _, manipulated in planned_pairs(seed):
        fact = manipulated.questions[0]
        read = answer_by_size(fact, seen(manipulated))
        assert about_equal(fact, read, tempting(fact)), (fact.question_id, fact.metadata["question"], read)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_sizes_say_the_key_on_honest_charts(seed: int) -> None:
    for honest, _ in planned_pairs(seed):
        fact = honest.questions[0]
        if fact.property == "aspect ratio":
            continue  # an angle says no percentage, whatever the picture's shape: what it says depends on the shape
        read = answer_by_size(fact, seen(honest))
        assert fact.answer is not None
        assert about_equal(fact, read, fact.answer), (fact.question_id, fact.metadata["question"], read)


@pytest.mark.parametrize("seed", range(1, 20))
def test_the_tempting_answer_is_clearly_another(seed: int) -> None:
    for honest, _ in planned_pairs(seed):
        fact = honest.questions[0]
        key, wrong = fact.answer, tempting(fact)
        assert key is not None
        assert key != wrong
        if fact.answer_type == "choice":
            assert fact.choices is not None
            assert {key, wrong} <= set(fact.choices)
        elif fact.answer_type == "ranking":
            assert sorted(json.loads(key)) == sorted(json.loads(wrong)) == sorted(fact.choices or [])
            assert json.loads(key)[0] != json.loads(wrong)[0]
            assert fact.choices not in (json.loads(key), json.loads(wrong))
        elif fact.answer_type == "number":
            tolerance = (fact.answer_data or {})["tolerance"]
            assert isinstance(tolerance, float)
            assert abs(float(wrong) - float(key)) > 1.5 * tolerance * abs(float(key)), (fact.question_id, key, wrong)


@pytest.mark.parametrize("seed", range(1, 20))
def test_ratios_to_choose_from_are_at_least_10_percent_apart(seed: int) -> None:
    for honest, _ in planned_pairs(seed):
        choices = honest.questions[0].choices or []
        if choices and all(choice.endswith(" times") for choice in choices):
            ratios = sorted(float(choice.removesuffix(" times")) for choice in choices)
            assert len(ratios) == 4
            assert all(above / below >= 1.0999 for below, above in pairwise(ratios)), choices
