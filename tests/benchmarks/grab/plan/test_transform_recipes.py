"""Recipes of transforms: the target after the operations is met, and half a pixel leaves the answer as it is."""

from collections.abc import Iterator

import numpy as np
import pytest

from snellen.benchmarks.grab.looks import fixed_look
from snellen.benchmarks.grab.plan.answers import answers_of
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_recipes import FIXED_WINDOW
from snellen.benchmarks.grab.plan.operations import compose
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES, transformed_extents
from snellen.benchmarks.grab.plan.transform_recipes import LARGEST_ANSWER, TRANSFORM_RECIPES
from snellen.benchmarks.grab.plan.visibility import fully_inside

NAMES = sorted(name for _, name in TRANSFORM_RECIPES)
CELLS = {(cell.property, cell.complexity): cell for cell in paper_cells() if cell.task == "transforms"}


def _drafts(name: str, levels: tuple[int, ...] = (0, 1, 5, 9)) -> Iterator[tuple[Request, Draft]]:
    for level in levels:
        for precision in (1.0,) if "area" in name else (1.0, 0.1):
            answers = answers_of(CELLS[name, level], precision)
            for place in (len(answers) // 5, 3 * len(answers) // 4):
                for draw in range(12):
                    rng = np.random.default_rng([NAMES.index(name), level, place, draw])
                    target = answers[place] + 0.1 * precision
                    request = Request("transforms", name, "function", precision, level, target)
                    draft = TRANSFORM_RECIPES["transforms", name](rng, request)
                    if draft is not None:
                        yield request, draft
                        break


def test_every_property_of_transforms_has_a_recipe() -> None:
    assert {name for name, _ in CELLS} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_drafts_hold_their_promises(name: str) -> None:
    met = 0
    for request, draft in _drafts(name):
        met += 1
        assert len(draft.operations) == request.complexity
        f, m = Function.from_data(draft.data["functions"][0]), compose(draft.operations)
        assert len(draft.data["functions"]) == len(draft.scene.marks) == 1
        assert draft.scene.look == fixed_look("f(x)")
        assert draft.values == TRANSFORM_MEASURES[name](f, m, FIXED_WINDOW).values
        assert draft.values == pytest.approx((request.target,), abs=1e-6)
        assert abs(draft.values[0]) <= LARGEST_ANSWER
        assert min(transformed_extents(f, m)) >= 1
        if name != "gradient":
            assert fully_inside(f, FIXED_WINDOW)
        for mark in draft.evidence:
            assert max(abs(mark.x), abs(mark.y)) <= 10 + 1e-9
    assert met >= 7


@pytest.mark.parametrize("name", ["minimum", "maximum", "range span", "domain length"])
def test_operations_are_drawn_so_that_scale_property_and_precision_fit(name: str) -> None:
    for request, draft in _drafts(name):
        assert draft.sensitivities[0] * 0.5 <= request.precision / 2


def test_areas_are_asked_where_the_image_is_the_graph_of_a_function() -> None:
    swapped = 0
    for name in ("net area", "total area"):
        for _, draft in _drafts(name, (5, 6, 7, 8, 9)):
            f = Function.from_data(draft.data["functions"][0])
            if compose(draft.operations).swaps:
                swapped += 1
                slopes = f.slope(np.linspace(*f.domain, 501))
                assert (slopes > 0).all() or (slopes < 0).all()
    assert swapped


def test_lists_that_change_axes_occur_for_every_property() -> None:
    for name in NAMES:
        assert {compose(draft.operations).swaps for _, draft in _drafts(name, (3, 5, 7, 9))} == {True, False}
