"""Twins and the scorer agree: a key is right, a tempting answer is wrong and misled, however each is put."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.benchmarks.chartom.by_size import answer_by_size
from tests.benchmarks.chartom.planned import planned_pairs
from tests.benchmarks.chartom.visible import Visible

from snellen.benchmarks.chartom import BENCHMARK
from snellen.benchmarks.chartom.ask import option_letter
from snellen.dataset import Question


def facts(seed: int) -> Iterator[Question]:
    for honest, _ in planned_pairs(seed):
        yield honest.questions[0]


def forms(question: Question, answer: str) -> list[str]:
    """An answer as it is, and as a letter or in a sentence."""
    if question.answer_type == "choice":
        assert question.choices is not None
        letter = option_letter(question.choices.index(answer))
        return [letter, f"{letter}.", f"The answer is {letter}. {answer}", answer]
    if question.answer_type == "ranking":
        return [answer, answer.strip("[]").replace('"', "")]
    return [answer, f"**{answer}**"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_keys_are_right_and_tempting_answers_misled(seed: int) -> None:
    for question in facts(seed):
        wrong: Any = (question.answer_data or {})["tempting"]
        for answer, right in ((question.answer, 1.0), (wrong[0], 0.0)):
            assert answer is not None
            for reply in forms(question, answer):
                score = BENCHMARK.score(question, reply)
                found = (score.outcome, score.columns["fact"], score.columns["misled"])
                assert found == ("answered", right, 1 - right), (question.question_id, reply, question.answer)


def test_a_reader_of_sizes_is_misled_by_manipulated_charts_and_not_by_honest_ones() -> None:
    misled: dict[bool, list[float]] = {True: [], False: []}
    for pair in planned_pairs(1):
        for planned in pair:
            if planned.chart.metadata["chart_type"] != "map":
                question = planned.questions[0]
                score = BENCHMARK.score(question, answer_by_size(question, Visible(planned.chart)))
                misled[bool(planned.chart.metadata["manipulated"])].append(score.columns["misled"] or 0.0)
    assert sum(misled[True]) / len(misled[True]) > 0.98
    assert sum(misled[False]) == 0


def test_rises_and_falls_are_told_apart_where_a_change_is_asked() -> None:
    asked = [
        question
        for seed in (1, 2, 3)
        for question in facts(seed)
        if question.answer_type == "number" and "chang" in question.text
    ]
    assert len(asked) > 5
    for question in asked:
        size = str(question.answer).lstrip("-")
        falls = str(question.answer).startswith("-")
        for reply, right in (
            (f"It fell by {size}%", falls),
            (f"{size}% higher", not falls),
            (f"a decrease of {size}%", falls),
        ):
            assert BENCHMARK.score(question, reply).columns["fact"] == float(right), (
                question.text,
                question.answer,
                reply,
            )
