"""Question texts: one for every template and no two alike, complete, and silent on answers."""

import re
from itertools import product

import numpy as np
import pytest

from snellen.benchmarks.grab.ask import template
from snellen.benchmarks.grab.plan.cells import TaskCell, paper_cells
from snellen.benchmarks.grab.plan.equations import EQUATION_FORMS
from snellen.benchmarks.grab.plan.operations import Operation, draw_operations
from snellen.benchmarks.grab.plan.wording import question_text

CELLS = list(paper_cells())
OPERATIONS = draw_operations(np.random.default_rng(3), 9)
ENDINGS = {
    1.0: "Round to the nearest integer. Reply with the number alone.",
    0.1: "Round to 1 decimal place and write that decimal even if it is 0. Reply with the number alone.",
    10.0: "Round to the nearest 10. Reply with the number alone.",
}


def _operations(cell: TaskCell) -> tuple[Operation, ...]:
    return OPERATIONS[: cell.complexity] if cell.task == "transforms" else ()


def _text(cell: TaskCell, precision: float) -> str:
    return question_text(cell.task, cell.property, cell.subject, precision, _operations(cell))


TEXTS = {(cell.key, precision): _text(cell, precision) for cell in CELLS for precision in cell.counts}


def test_one_template_is_one_text_and_the_other_way_round() -> None:
    """Task, property, subject, precision, and whether there are operations: no more and no less."""
    kinds: dict[tuple[object, ...], set[str]] = {}
    for cell in CELLS:
        for precision in cell.counts:
            transformed = cell.task == "transforms" and cell.complexity > 0
            kind = (cell.task, cell.property, cell.subject, precision, transformed)
            kinds.setdefault(kind, set()).add(template(TEXTS[cell.key, precision]))
    assert all(len(texts) == 1 for texts in kinds.values())
    assert len({text for texts in kinds.values() for text in texts}) == len(kinds)


def test_a_template_leaves_out_the_operations_and_nothing_else() -> None:
    one, other = draw_operations(np.random.default_rng(1), 4), draw_operations(np.random.default_rng(2), 7)
    for name, precision in product(("minimum", "gradient", "net area"), (1.0, 0.1)):
        texts = [question_text("transforms", name, "function", precision, listed) for listed in (one, other)]
        assert template(texts[0]) == template(texts[1])
        for text, listed in zip(texts, (one, other), strict=True):
            lines = [line for line in text.splitlines() if line not in template(text).splitlines()]
            assert lines == [f"{n}. {operation.text};" for n, operation in enumerate(listed, 1)]
    untouched = [text for (key, _), text in TEXTS.items() if not key.startswith("transforms")]
    assert all(template(text) == text for text in untouched)


def test_every_text_ends_with_the_form_of_its_answer() -> None:
    for cell in CELLS:
        for precision in cell.counts:
            text = TEXTS[cell.key, precision]
            if cell.property == "equation":
                assert text.endswith("Reply with the equation alone.")
            elif cell.property == "stationary points":
                assert text.endswith(
                    "Round each to the nearest integer. Reply with the list alone, in the form [x1, x2] with x1 < x2."
                )
            elif cell.property in ("number of points", "number of series"):
                assert text.endswith(
                    (" in the figure. Reply with the number alone.", "its own. Reply with the number alone.")
                )
            else:
                assert text.endswith(ENDINGS[precision])


def test_texts_are_clean() -> None:
    for text in TEXTS.values():
        assert text == text.strip()
        assert "  " not in text
        assert ".." not in text
        assert "−" not in text
        assert not re.search(r"\d\.0\b", text)


# Where two readers could take the question differently, the text says which reading is meant.
CONVENTIONS = {
    "phase shift": "a > 0, b > 0 and h at least 0 and less than one period",
    "function variance": r"y = c·exp(-(x - m)^2 / (2v))",
    "function mean": r"y = c·exp(-(x - m)^2 / (2v))",
    "data variance": "population variance",
    "interquartile range": "the first is at position (n - 1)/4 and the third at 3(n - 1)/4",
    "median": "mean of the middle two",
    "vertical shift": "midline",
    "amplitude": "half the difference between",
    "range span": "largest y minus the smallest y",
    "domain length": "largest x minus the smallest x",
    "Kendall correlation": "tau",
    "Spearman correlation": "rank",
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_conventions_are_stated_where_they_matter(name: str) -> None:
    texts = [text for cell in CELLS for p in cell.counts if cell.property == name and (text := TEXTS[cell.key, p])]
    assert texts
    assert all(CONVENTIONS[name] in text for text in texts)


def test_areas_say_which_sign_the_part_below_the_axis_has() -> None:
    for cell in CELLS:
        for precision in cell.counts:
            text = TEXTS[cell.key, precision]
            if cell.property == "net area":
                assert "area below the x-axis counts as negative" in text
            if cell.property == "total area":
                assert "area below the x-axis counts as positive too" in text


def test_extremes_are_of_what_is_drawn_with_points_or_curve_named() -> None:
    for cell in CELLS:
        if cell.property in ("minimum", "maximum"):
            for precision in cell.counts:
                assert ("points" if cell.subject == "data" else "curve") in TEXTS[cell.key, precision]


def test_the_mean_of_several_is_asked_as_the_mean_of_each() -> None:
    for cell in CELLS:
        if cell.task in ("functions", "series"):
            things = "functions" if cell.task == "functions" else "data series"
            for precision in cell.counts:
                text = TEXTS[cell.key, precision]
                one = things.removesuffix("s") if things == "functions" else things
                assert text.startswith(f"For every {one} in the figure, find ")
                assert f"The answer is the mean of these values over the {things}." in text


def test_an_equation_is_asked_in_its_form_with_every_coefficient() -> None:
    for form, shape in EQUATION_FORMS.items():
        text = question_text("properties", "equation", form, 1.0)
        assert shape in text
        assert "also 1 and 0" in text
        assert ("a > 0, b > 0 and c from 0 to 6" in text) == (form == "sine")


def test_operations_are_applied_in_the_listed_order_to_the_whole_curve() -> None:
    text = question_text("transforms", "net area", "function", 1.0, OPERATIONS)
    assert "one after another in the listed order" in text
    assert "the transformed curve" in text
    assert "transform" not in question_text("transforms", "net area", "function", 1.0)


def test_no_text_depends_on_an_answer() -> None:
    """Numbers in a text are those of conventions and operations, the same for every question of the template."""
    allowed = {"0", "1", "2", "3", "4", "6", "10"}
    for text in TEXTS.values():
        assert set(re.findall(r"\d+", template(text))) <= allowed
