"""Five options for every question (section 4.7 of the paper)."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.choice_wording import choice_text
from snellen.benchmarks.grab.plan.answers import answers_of, stream
from snellen.benchmarks.grab.plan.cells import TaskCell
from snellen.benchmarks.grab.plan.choice_blocks import OPTIONS, Answers
from snellen.benchmarks.grab.plan.choice_equations import (
    equation_block,
    equation_misreading,
    pair_block,
    pair_misreading,
)
from snellen.benchmarks.grab.plan.choice_values import FACTORS, block_of, steps_of, value_misreading
from snellen.benchmarks.grab.plan.curate import Candidate, canonical
from snellen.benchmarks.grab.plan.draft import Draft
from snellen.benchmarks.grab.plan.equations import equation_text
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_recipes import window_of
from snellen.benchmarks.grab.plan.misreadings import (
    Misreading,
    data_misreadings,
    function_misreadings,
    tick_misreadings,
)
from snellen.benchmarks.grab.plan.series import series_from_data
from snellen.benchmarks.grab.plan.transform_misreadings import missed_factors, transform_misreadings
from snellen.dataset import Question

__all__ = ["with_choices"]

Options = dict[str, str | None]
"""The text of each option, and what misreading it is; None for the key."""

_FACTOR_NAMES = {
    "amplitude": ("range for amplitude", "half the amplitude"),
    "period": ("two periods for one", "half a period for one"),
}


def with_choices(planned: PlannedChart, candidate: Candidate, seed: int) -> PlannedChart:
    """The chart with a second question: the same with five options.

    It varies the chart's first question: `<id>-choice` of the task `<task>-choice`, outside the test split. Its answer
    is the text of the right option; `metadata["misreadings"]` says of every option what misreading it is, None for the
    key. The options are a matter of the seed and the question alone.
    """
    question = planned.questions[0]
    rng = stream(seed, "choices", question.question_id)
    drawn = _options(rng, question, candidate)
    order = rng.permutation(OPTIONS)
    choices, misreadings = ([list(column)[place] for place in order] for column in (drawn, drawn.values()))
    offered = question.replaced(
        question_id=f"{question.question_id}-choice",
        split="extra",
        task=f"{question.task}-choice",
        text=choice_text(question.text, choices),
        choices=choices,
        answer_type="choice",
        parent_id=question.question_id,
        metadata={**question.metadata, "format": "multiple-choice", "misreadings": misreadings},
    )
    return dataclasses.replace(planned, questions=(*planned.questions, offered))


def _options(rng: np.random.Generator, question: Question, candidate: Candidate) -> Options:
    """The key and four wrong answers, in no order."""
    if question.property == "equation":
        return _equations(rng, candidate.draft)
    if question.property == "stationary points":
        first, second = json.loads(candidate.answer)
        return _pairs(rng, (int(first), int(second)))
    return _numbers(rng, question, candidate)


def _equations(rng: np.random.Generator, draft: Draft) -> Options:
    stored: Any = draft.data["functions"]
    f = Function.from_data(stored[0])

    def text(parameters: Sequence[float]) -> str:
        return equation_text(Function(f.family, tuple(float(each) for each in parameters), f.domain))

    others = [each for each in equation_block(rng, f.family, f.coefficients) if each != f.coefficients]
    options: Options = {text(f.coefficients): None}
    for place in rng.choice(len(others), OPTIONS - 1, replace=False):
        options[text(others[place])] = equation_misreading(f.coefficients, others[place])
    return options


def _pairs(rng: np.random.Generator, key: tuple[int, int]) -> Options:
    others = [each for each in pair_block(rng, key) if each != key]
    options: Options = {_pair_text(key): None}
    for place in rng.choice(len(others), OPTIONS - 1, replace=False):
        options[_pair_text(others[place])] = pair_misreading(key, others[place])
    return options


def _pair_text(pair: tuple[int, int]) -> str:
    return f"[{pair[0]}, {pair[1]}]"


def _numbers(rng: np.random.Generator, question: Question, candidate: Candidate) -> Options:
    precision = candidate.precision
    key = steps_of(float(candidate.answer), precision)
    known = [(each, steps_of(each.value, precision)) for each in _misreadings(question, candidate.draft)]
    factors = _factors(question, candidate.draft)
    spacing = [steps for each, steps in known if each.spaces]
    block = block_of(rng, key, _answers(question, precision, key), spacing, factors)
    others = [step for step in block if step != key]
    named = [(each.name, steps) for each, steps in known]
    factor_names = _FACTOR_NAMES.get(question.property, ("a factor missed", "a factor missed"))
    options: Options = {candidate.answer: None}
    for place in rng.choice(len(others), OPTIONS - 1, replace=False):
        step = others[place]
        options[canonical(step * precision, precision)] = value_misreading(key, step, named, factors, factor_names)
    return options


def _answers(question: Question, precision: float, key: int) -> Answers:
    """The possible answers of the question's template in steps; where the key is none of them, up to the key."""
    subject = str(question.metadata["subject"])
    complexity = question.complexity or 0
    cell = TaskCell(question.task, question.category, question.property, subject, complexity, {}, {}, "")
    possible = answers_of(cell, precision)
    low, high = steps_of(possible[0], precision), steps_of(possible[-1], precision)
    return Answers(min(low, key), max(high, key))


def _factors(question: Question, draft: Draft) -> list[int]:
    if question.task == "transforms":
        return missed_factors(draft.operations) if question.property not in ("minimum", "maximum") else []
    return [FACTORS[question.property]] if question.property in FACTORS else []


def _misreadings(question: Question, draft: Draft) -> list[Misreading]:
    """The wrong answers that the question invites, before rounding; the first of equal ones names them."""
    data: Any = draft.data
    if "series" in data:
        series = series_from_data(data)
        found, count = data_misreadings(question.property, series), len(series)
    else:
        functions = [Function.from_data(each) for each in data["functions"]]
        count = len(functions)
        if question.task == "transforms":
            return transform_misreadings(question.property, functions[0], draft.operations)
        found = function_misreadings(question.property, functions, window_of(draft.scene.look))
    look = draft.scene.look
    return found + tick_misreadings(look.x_ticks, look.y_ticks, question.property, draft.values[0], count)
