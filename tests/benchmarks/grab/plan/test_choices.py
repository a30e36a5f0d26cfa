"""Questions with options as they are planned: one right option, four wrong ones of its form, each with its name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab import plan
from snellen.benchmarks.grab.plan import recompute_answer
from snellen.benchmarks.grab.plan.answers import answers_of
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.errors import SnellenError
from snellen.readers.offered import Offer, offer_of

PROPERTIES = (
    "gradient",
    "amplitude",
    "stationary points",
    "equation",
    "median",
    "net area",
    "Pearson correlation",
    "number of series",
    "function variance",
)
ONLY = {"property": PROPERTIES, "complexity": ("0", "3")}


@pytest.fixture(scope="module")
def planned() -> list[PlannedChart]:
    """Some properties of every task, one question a cell and precision, with options."""
    return list(_planned(ONLY, multiple_choice=True))


def _planned(only: Mapping[str, Sequence[str]], *, multiple_choice: bool) -> Iterator[PlannedChart]:
    with pytest.MonkeyPatch.context() as patch:
        cut = {key: replace(cell, counts=dict.fromkeys(cell.counts, 1)) for key, cell in plan._table().items()}
        patch.setattr(plan, "_table", lambda: cut)
        yield from _cut_cells(only, {"multiple_choice": multiple_choice}, seed=4)


def _cut_cells(only: Mapping[str, Sequence[str]], options: Mapping[str, bool], seed: int) -> Iterator[PlannedChart]:
    for cell in plan.plan_cells("paper", seed, only, options):
        places = list(range(len(plan._table()[cell.key].counts)))
        yield from plan.plan_cell(replace(cell, parameters={**cell.parameters, "places": places}), seed)


def test_the_second_question_varies_the_first(planned: list[PlannedChart]) -> None:
    assert {chart.questions[0].property for chart in planned} == set(PROPERTIES)
    for chart in planned:
        single, offered = chart.questions
        assert offered.question_id == f"{single.question_id}-choice"
        assert offered.parent_id == single.question_id
        assert offered.task == f"{single.task}-choice"
        assert (single.split, offered.split) == ("test", "extra")
        assert offered.answer_type == "choice"
        assert offered.metadata["format"] == "multiple-choice"
        same = ("chart_id", "category", "property", "answer", "precision", "complexity", "margin")
        assert all(getattr(single, name) == getattr(offered, name) for name in same)


def test_options_are_five_texts_of_one_form_and_the_letter_follows_the_place(planned: list[PlannedChart]) -> None:
    for chart in planned:
        question = chart.questions[1]
        choices, answer = question.choices or [], str(question.answer)
        assert len(set(choices)) == 5
        assert choices.count(answer) == 1
        assert offer_of(question.text) == Offer("choice", tuple(choices))
        forms = {(text.count("."), text.count("x"), text.count(","), text.count("[")) for text in choices}
        assert len(forms) == 1
        assert not any(text in ("-0", "-0.0") for text in choices)


def test_every_wrong_option_has_a_name(planned: list[PlannedChart]) -> None:
    for chart in planned:
        question = chart.questions[1]
        names = question.metadata["misreadings"]
        assert isinstance(names, list)
        assert [name is None for name in names] == [text == question.answer for text in question.choices or ()]
        assert all(name is None or (isinstance(name, str) and ";" not in name) for name in names)


def test_options_are_possible_answers(planned: list[PlannedChart]) -> None:
    cells = {(cell.task, cell.property, cell.complexity): cell for cell in paper_cells()}
    for chart in planned:
        single, offered = chart.questions
        if single.answer_type != "number":
            continue
        cell = cells[single.task, single.property, int(single.complexity or 0)]
        possible = answers_of(cell, float(single.precision or 1))
        low, high = min(*possible, float(str(single.answer))), max(*possible, float(str(single.answer)))
        assert all(low <= float(text) <= high for text in offered.choices or ())
        if single.property in ("amplitude", "function variance", "number of series", "data variance"):
            assert all(float(text) > 0 for text in offered.choices or ())


def test_the_key_is_what_the_source_gives(planned: list[PlannedChart]) -> None:
    for chart in planned:
        question = chart.questions[1]
        assert recompute_answer(question, chart.source, chart.chart) == question.answer
        lacking = question.replaced(choices=["no", "option", "of", "these", "fits"])
        with pytest.raises(SnellenError, match="options"):
            recompute_answer(lacking, chart.source, chart.chart)


def test_options_do_not_change_the_question_without_them(planned: list[PlannedChart]) -> None:
    only = {"task": ["functions"], "property": ["gradient"], "complexity": ["0", "3"]}
    plain = list(_planned(only, multiple_choice=False))
    asked = ("functions", "gradient")
    offered = [chart for chart in planned if (chart.questions[0].task, chart.questions[0].property) == asked]
    assert len(plain) >= 2
    assert [chart.questions for chart in plain] == [chart.questions[:1] for chart in offered]
    assert [(chart.source, chart.chart) for chart in plain] == [(chart.source, chart.chart) for chart in offered]
