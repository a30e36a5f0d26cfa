"""The answers of questions on data: on their grid, many, and for every recipe."""

import pytest

from snellen.benchmarks.grab.plan.data_answers import DATA_ANSWERS
from snellen.benchmarks.grab.plan.data_recipes import DATA_RECIPES


def test_every_recipe_has_answers() -> None:
    assert {(task, property_) for task, property_, _ in DATA_ANSWERS} == set(DATA_RECIPES)


@pytest.mark.parametrize("template", sorted(DATA_ANSWERS))
def test_answers_are_ascending_on_the_grid_and_many(template: tuple[str, str, float]) -> None:
    answers, step = DATA_ANSWERS[template], template[2]
    assert list(answers) == sorted(set(answers))
    assert all(abs(answer / step - round(answer / step)) < 1e-9 for answer in answers)
    assert not any(str(answer) == "-0.0" for answer in answers)
    assert len(answers) >= 12


def test_counts_are_those_of_the_paper() -> None:
    assert DATA_ANSWERS["properties", "number of series", 1.0] == tuple(range(1, 13))
    assert DATA_ANSWERS["properties", "number of points", 1.0] == tuple(range(15, 97))
