"""The table of cells: the published counts, in sum and cell by cell."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from snellen.benchmarks.grab.plan.cells import CATEGORIES, LEVELS, TASKS, TaskCell, paper_cells

PUBLISHED = Path(__file__).parents[5] / "shared/data/grab/grab.json"

# Category → questions in Properties, Functions, Series, Transforms: the published 2170, counted.
TABLE = {
    "Measures of Spread": (120, 50, 200, 0),
    "Extrema": (60, 100, 100, 100),
    "Range": (60, 100, 100, 100),
    "Intercepts and Gradients": (90, 150, 0, 50),
    "Trigonometric": (120, 150, 0, 0),
    "Stationary Points": (60, 100, 0, 0),
    "Area Bounded": (30, 60, 0, 60),
    "Correlation": (30, 0, 90, 0),
    "Counting": (60, 0, 0, 0),
    "Functions": (30, 0, 0, 0),
}
# Task → questions at precision 1, 0.1 and 10.
PRECISIONS = {
    "properties": (600, 30, 30),
    "functions": (491, 219, 0),
    "series": (262, 228, 0),
    "transforms": (222, 88, 0),
}
A_LEVEL = {"functions": 71, "series": 49, "transforms": 31}

_OPERATION_LINE = re.compile(r"^\d+\. .*\n", re.MULTILINE)
_FORMATS = {"as an integer.": 1.0, "to 1 decimal place.": 0.1, "to the nearest 10.": 10.0}
# What the published questions ask, where it is not the property's name or that with "value" after it.
_PUBLISHED_NAMES = {
    "location of the peak": "peak location",
    "stationary point x-coordinate": "stationary point",
    "two stationary points": "stationary points",
    "How many points": "number of points",
    "How many series": "number of series",
    "net area": "net area",
    "total area": "total area",
    "Pearson": "Pearson correlation",
    "Spearman": "Spearman correlation",
    "Kendall": "Kendall correlation",
    "data mean": "data mean",
    "function mean": "function mean",
}


def _questions(**wanted: str) -> int:
    cells = [cell for cell in paper_cells() if all(getattr(cell, name) == value for name, value in wanted.items())]
    return sum(sum(cell.counts.values()) for cell in cells)


def test_there_are_2170_questions_in_the_published_order_of_tasks() -> None:
    assert _questions() == 2170
    assert list(dict.fromkeys(cell.task for cell in paper_cells())) == list(TASKS)
    assert [_questions(task=task) for task in TASKS] == [660, 710, 490, 310]


@pytest.mark.parametrize("category", TABLE)
def test_each_category_of_each_task_has_its_published_count(category: str) -> None:
    assert tuple(_questions(task=task, category=category) for task in TASKS) == TABLE[category]
    assert sum(TABLE[category]) == _questions(category=category)


def test_the_categories_are_those_of_the_table() -> None:
    assert set(CATEGORIES) == set(TABLE)
    names = [name for names in CATEGORIES.values() for name in names]
    assert len(names) == len(set(names))
    assert {cell.property for cell in paper_cells()} == set(names)


@pytest.mark.parametrize("task", TASKS)
def test_precisions_split_as_published(task: str) -> None:
    split: Counter[float] = Counter()
    for cell in paper_cells():
        if cell.task == task:
            split.update(cell.counts)
    assert tuple(split[precision] for precision in (1.0, 0.1, 10.0)) == PRECISIONS[task]
    assert set(split) <= {1.0, 0.1, 10.0}


@pytest.mark.parametrize("task", A_LEVEL)
def test_every_level_has_as_many_questions(task: str) -> None:
    a_level: Counter[int] = Counter()
    for cell in paper_cells():
        if cell.task == task:
            a_level[cell.complexity] += sum(cell.counts.values())
    assert a_level == dict.fromkeys(range(LEVELS), A_LEVEL[task])


def test_properties_have_level_0_alone() -> None:
    assert {cell.complexity for cell in paper_cells() if cell.task == "properties"} == {0}


def test_nearest_ten_is_asked_of_the_areas_of_properties_alone() -> None:
    assert {(cell.task, cell.category) for cell in paper_cells() if 10.0 in cell.counts} == {
        ("properties", "Area Bounded")
    }


def test_every_correlation_has_one_decimal() -> None:
    assert all(set(cell.counts) == {0.1} for cell in paper_cells() if cell.category == "Correlation")


def test_keys_are_unique_and_fit_for_a_file_name() -> None:
    keys = [cell.key for cell in paper_cells()]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9-]{1,60}", key) for key in keys)


def test_cells_are_not_empty() -> None:
    assert all(cell.counts and min(cell.counts.values()) > 0 for cell in paper_cells())


def test_before_counts_the_lower_levels_that_draw_on_the_same_answers() -> None:
    counted: Counter[tuple[str, str, float]] = Counter()
    for cell in paper_cells():
        for precision in cell.counts:
            assert cell.before.get(precision, 0) == counted[cell.task, cell.property, precision], cell.key
        if cell.task == "properties" or (cell.task == "transforms" and cell.complexity == 0):
            continue
        for precision, count in cell.counts.items():
            counted[cell.task, cell.property, precision] += count


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published questions are not here")
def test_every_cell_has_the_published_number_of_questions() -> None:
    published = Counter(_published_cell(entry) for entry in json.loads(PUBLISHED.read_text()).values())
    ours: Counter[tuple[str, str, str, str, float, int]] = Counter()
    for cell in paper_cells():
        for precision, count in cell.counts.items():
            ours[_key(cell, precision)] += count
    assert ours == published


def _key(cell: TaskCell, precision: float) -> tuple[str, str, str, str, float, int]:
    return cell.task, cell.category, cell.property, cell.subject, precision, cell.complexity


def _published_cell(entry: dict[str, str | int]) -> tuple[str, str, str, str, float, int]:
    text = _OPERATION_LINE.sub("", str(entry["question"]))
    task = {"function": "functions", "transform": "transforms"}.get(str(entry["task"]), str(entry["task"]))
    precision = next((value for ending, value in _FORMATS.items() if text.endswith(ending)), 1.0)
    subject = "data" if task == "series" or "of the data" in text or "How many" in text else "function"
    name = next((ours for theirs, ours in _PUBLISHED_NAMES.items() if theirs in text), None)
    if "equation" in text:
        name, subject = "equation", _form(text)
    if name is None:
        known = [name for names in CATEGORIES.values() for name in names]
        (name,) = [name for name in known if re.search(rf"\b{name} (value )?of|x-value of the {name} of", text)] or [""]
    if name == "" and "variance" in text:
        name = "data variance" if subject == "data" else "function variance"
    return task, str(entry["category"]), name, subject, precision, int(entry["complexity"])


def _form(text: str) -> str:
    if "sin" in text:
        return "sine"
    return next(
        (form for form, power in {"quartic": "^4", "cubic": "^3", "quadratic": "^2"}.items() if power in text), "linear"
    )
