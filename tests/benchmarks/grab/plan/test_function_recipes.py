"""Recipes of several functions in the fixed look: their mean is the target, and each can be seen."""

from collections.abc import Iterator

import numpy as np
import pytest

from snellen.benchmarks.grab.looks import SERIES_COLORS, fixed_look
from snellen.benchmarks.grab.plan.answers import answers_of
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES
from snellen.benchmarks.grab.plan.function_recipes import FIXED_WINDOW, FUNCTION_RECIPES
from snellen.benchmarks.grab.plan.visibility import distinguishable, ends_uncovered, fully_inside
from snellen.benchmarks.grab.scene import Curve

NAMES = sorted(name for _, name in FUNCTION_RECIPES)
CELLS = {cell.property: cell for cell in paper_cells() if cell.task == "functions" and cell.complexity == 4}
CLIPPED = {"x-intercept", "y-intercept", "gradient", "stationary point"}
"""Asked of marks, not of the whole curve: the frame may cut it."""


def _drafts(name: str, complexities: tuple[int, ...] = (0, 3, 9)) -> Iterator[tuple[int, float, Draft]]:
    answers = answers_of(CELLS[name], 1.0)
    for complexity in complexities:
        for place in (len(answers) // 4, len(answers) // 2, 3 * len(answers) // 4):
            for draw in range(6):
                rng = np.random.default_rng([NAMES.index(name), complexity, place, draw])
                target = answers[place] + 0.2
                request = Request("functions", name, "function", 1.0, complexity, target)
                draft = FUNCTION_RECIPES["functions", name](rng, request)
                if draft is not None:
                    yield complexity, target, draft
                    break


def test_every_property_of_functions_has_a_recipe() -> None:
    assert set(CELLS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_drafts_hold_their_promises(name: str) -> None:
    met = 0
    for complexity, target, draft in _drafts(name):
        met += 1
        functions = [Function.from_data(stored) for stored in draft.data["functions"]]
        assert len(functions) == complexity + 1
        assert {f.family for f in functions} == {draft.kind}
        measures = [FUNCTION_MEASURES[name](f, FIXED_WINDOW) for f in functions]
        assert draft.values == pytest.approx((np.mean([m.values[0] for m in measures]),))
        assert draft.values == pytest.approx((target,), abs=1e-6)
        assert draft.sensitivities == pytest.approx((np.mean([m.sensitivities[0] for m in measures]),))
        assert distinguishable(functions, FIXED_WINDOW)
        assert ends_uncovered(functions, measures, FIXED_WINDOW)
        if name not in CLIPPED:
            assert all(fully_inside(f, FIXED_WINDOW) for f in functions)
        for mark in draft.evidence:
            assert -10 <= mark.x <= 10
            assert -10 - 1e-9 <= mark.y <= 10 + 1e-9
            assert functions[mark.index].at(mark.x) == pytest.approx(mark.y, abs=1e-9)
        assert {mark.index for mark in draft.evidence} == set(range(complexity + 1))
    assert met >= 8


@pytest.mark.parametrize("name", NAMES)
def test_functions_have_colours_of_their_own_in_the_fixed_look(name: str) -> None:
    for complexity, _, draft in _drafts(name, (6,)):
        assert draft.scene.look == fixed_look("f(x)")
        curves = [mark for mark in draft.scene.marks if isinstance(mark, Curve)]
        assert [curve.color for curve in curves] == list(SERIES_COLORS[: complexity + 1])
        assert all(curve.style == "-" for curve in curves)


def test_single_values_differ_around_the_mean() -> None:
    for name in NAMES:
        for _, _, draft in _drafts(name, (5,)):
            functions = [Function.from_data(stored) for stored in draft.data["functions"]]
            values = [FUNCTION_MEASURES[name](f, FIXED_WINDOW).values[0] for f in functions]
            assert np.ptp(values) > 0.2


def test_targets_out_of_reach_come_to_nothing() -> None:
    for name in NAMES:
        request = Request("functions", name, "function", 1.0, 2, 1000.0)
        assert FUNCTION_RECIPES["functions", name](np.random.default_rng(1), request) is None


def test_several_families_are_asked_where_the_property_allows_it() -> None:
    kinds = {name: {draft.kind for _, _, draft in _drafts(name)} for name in NAMES}
    assert all(len(kinds[name]) >= 3 for name in ("minimum", "maximum", "range span", "domain length", "net area"))
    assert kinds["gradient"] == kinds["x-intercept"] == kinds["y-intercept"] == {"linear"}
    assert kinds["function mean"] == kinds["function variance"] == {"bell"}
    assert kinds["period"] == kinds["amplitude"] == kinds["vertical shift"] == {"sine"}
