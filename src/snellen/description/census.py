"""What a dataset holds, counted in one pass over its questions and one over its charts."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from snellen.dataset import Dataset, Question

__all__ = ["Census", "Group", "take_census"]

Group = tuple[str, str, float | None]
"""Task, property and precision."""


@dataclass
class Census:
    """Questions counted by task, category, property and precision, by task and complexity, and by task and split.

    Those of the split `extra`, which vary or add to the set (multiple choice, labels, redraws), are in `extra` by task
    and category, and in `splits`, and nowhere else. Charts are counted by generator, design and scale, and by
    manipulation, chart type and whether they are manipulated, where they have them; `sizes` by width and height in
    pixels. `answers` counts the answers of each group by their text, `kinds` says of what type they are, `margins`
    lists them in pixels, `places` counts by task where among its options the right one stands, from 0.
    """

    questions: Counter[tuple[str, str, str, float | None]] = field(default_factory=Counter)
    complexity: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    splits: Counter[tuple[str, str]] = field(default_factory=Counter)
    extra: Counter[tuple[str, str]] = field(default_factory=Counter)
    charts: Counter[tuple[str, str, float]] = field(default_factory=Counter)
    twins: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    sizes: Counter[tuple[int, int]] = field(default_factory=Counter)
    answers: dict[Group, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    kinds: dict[Group, str] = field(default_factory=dict)
    margins: dict[Group, list[float]] = field(default_factory=lambda: defaultdict(list))
    places: dict[str, Counter[tuple[int, int]]] = field(default_factory=lambda: defaultdict(Counter))
    without_key: int = 0


def take_census(dataset: Dataset) -> Census:
    """Count the questions and charts of a dataset, one at a time."""
    census = Census()
    for question in dataset.questions():
        census.splits[question.task, question.split] += 1
        if question.choices and question.answer in question.choices:
            place = question.choices.index(question.answer)
            census.places[question.task][place, len(question.choices)] += 1
        if question.split == "extra":
            census.extra[question.task, question.category] += 1
        else:
            _count(census, question)
    for chart in dataset.charts():
        about: dict[str, Any] = chart.metadata
        census.sizes[chart.width, chart.height] += 1
        if "design" in about and "scale" in about:
            census.charts[str(about.get("generator")), str(about["design"]), float(str(about["scale"]))] += 1
        if {"manipulation", "chart_type", "manipulated"} <= about.keys():
            kind = "manipulated" if about["manipulated"] else "honest"
            census.twins[str(about["manipulation"]), str(about["chart_type"]), kind] += 1
    return census


def _count(census: Census, question: Question) -> None:
    census.questions[question.task, question.category, question.property, question.precision] += 1
    census.complexity[question.task, question.complexity] += 1
    group = (question.task, question.property, question.precision)
    if question.answer is None:
        census.without_key += 1
    else:
        census.answers[group][question.answer] += 1
        census.kinds[group] = question.answer_type
    if question.margin is not None:
        census.margins[group].append(question.margin)
