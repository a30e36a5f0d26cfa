"""Recipes of one function in a sampled look: the target is met, and all that the answer needs is in the picture."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from snellen.benchmarks.grab.plan.answers import EXACT_PROPERTIES
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.single_recipes import SINGLE_RECIPES
from snellen.benchmarks.grab.scene import Curve

NAMES = sorted(name for _, name in SINGLE_RECIPES)
TARGETS = {
    "net area": (-180.0, 0.0, 240.0),
    "total area": (30.0, 180.0, 440.0),
    "range span": (4.0, 30.0, 97.0),
    "domain length": (3.0, 17.0, 60.0),
    "period": (2.0, 9.0, 30.0),
    "amplitude": (1.0, 13.0, 40.0),
    "phase shift": (1.0, 7.0, 24.0),
    "function variance": (1.0, 12.0, 30.0),
}
DRAWS = 4


def _drafts(name: str) -> Iterator[tuple[float, Draft]]:
    for place, target in enumerate(TARGETS.get(name, (-15.0, 0.0, 11.0))):
        for draw in range(DRAWS):
            rng = np.random.default_rng([NAMES.index(name), place, draw])
            subject = ("linear", "cubic", "sine", "quartic")[draw] if name == "equation" else "function"
            draft = SINGLE_RECIPES["properties", name](
                rng, Request("properties", name, subject, 10.0 if "area" in name else 1.0, 0, target)
            )
            if draft is not None:
                yield target, draft


def _function(draft: Draft) -> Function:
    (stored,) = draft.data["functions"]
    return Function.from_data(stored)


def test_every_property_of_one_function_has_a_recipe() -> None:
    cells = [cell for cell in paper_cells() if cell.task == "properties" and cell.subject != "data"]
    assert {cell.property for cell in cells} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_most_draws_come_to_something(name: str) -> None:
    assert len(list(_drafts(name))) >= 0.75 * 3 * DRAWS


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("equation", "stationary points")])
def test_the_target_is_met(name: str) -> None:
    for target, draft in _drafts(name):
        assert draft.values == pytest.approx((target,), abs=1e-6)
        assert draft.sensitivities[0] > 0
        assert draft.evidence


def test_exact_properties_come_out_on_whole_numbers() -> None:
    for name in EXACT_PROPERTIES & set(NAMES):
        for target, draft in _drafts(name):
            assert abs(draft.values[0] - target) < 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_curve_and_every_mark_are_in_the_picture(name: str) -> None:
    for _, draft in _drafts(name):
        look, (curve,) = draft.scene.look, draft.scene.marks
        assert isinstance(curve, Curve)
        f = _function(draft)
        np.testing.assert_array_equal(curve.x, f.vertices[0])
        assert (curve.x[0], curve.x[-1]) == f.domain
        assert look.x_limits[0] < curve.x.min() <= curve.x.max() < look.x_limits[1]
        assert look.y_limits[0] < curve.y.min() <= curve.y.max() < look.y_limits[1]
        for mark in draft.evidence:
            assert look.x_limits[0] <= mark.x <= look.x_limits[1]
            assert look.y_limits[0] <= mark.y <= look.y_limits[1]
            assert f.domain[0] <= mark.x <= f.domain[1]
        assert draft.kind == f.family == draft.parameters["family"]


@pytest.mark.parametrize("name", ["x-intercept", "net area", "total area", "y-intercept", "phase shift", "equation"])
def test_the_axis_that_is_asked_about_is_shown(name: str) -> None:
    for _, draft in _drafts(name):
        look = draft.scene.look
        if name not in ("y-intercept", "phase shift"):
            assert look.y_limits[0] <= 0 <= look.y_limits[1]
        if name in ("y-intercept", "phase shift", "equation"):
            assert look.x_limits[0] <= 0 <= look.x_limits[1]


@pytest.mark.parametrize("name", ["minimum", "maximum", "range span", "domain length", "net area", "total area"])
def test_curves_whose_ends_are_needed_are_drawn_solid(name: str) -> None:
    assert all(mark.style == "-" for _, draft in _drafts(name) for mark in draft.scene.marks if isinstance(mark, Curve))


def test_other_curves_are_drawn_in_several_styles() -> None:
    styles = {mark.style for _, draft in _drafts("gradient") for mark in draft.scene.marks if isinstance(mark, Curve)}
    assert len(styles) > 1


def test_a_sine_shows_its_highest_and_its_lowest_point() -> None:
    for name in ("period", "amplitude", "vertical shift", "phase shift"):
        for _, draft in _drafts(name):
            f = _function(draft)
            (_, low), (_, high) = f.extremes
            a, _, _, d = f.coefficients
            assert (low, high) == pytest.approx((d - abs(a), d + abs(a)))


def test_a_phase_shift_is_a_rising_crossing_on_the_curve_well_inside_one_period() -> None:
    for target, draft in _drafts("phase shift"):
        f = _function(draft)
        a, rate, _, midline = f.coefficients
        assert a > 0
        assert f.domain[0] < 0 < target < f.domain[1]
        assert f.at(target) == pytest.approx(midline, abs=1e-8 * a)
        assert float(f.slope(target)) > 0
        assert 1 <= target <= 2 * math.pi / rate - 1 + 1e-9


def test_two_stationary_points_are_whole_and_in_order() -> None:
    for _, draft in _drafts("stationary points"):
        first, second = draft.values
        assert first < second
        assert (first, second) == pytest.approx((round(first), round(second)), abs=1e-7)
        assert len(draft.sensitivities) == 2


def test_equations_come_with_their_answer_and_margin() -> None:
    for _, draft in _drafts("equation"):
        assert draft.answer is not None
        assert draft.answer.startswith("y = ")
        assert draft.margin is not None
        assert draft.margin > 0
        assert draft.values == ()
