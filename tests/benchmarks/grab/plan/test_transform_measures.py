"""Measures after operations: the curve is sampled, moved point by point with a plain matrix, and measured again."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.curve_shapes import shaped
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import Window
from snellen.benchmarks.grab.plan.operations import Affine, Operation, compose, draw_operations
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES, transformed_extents

WINDOW = Window((-10.0, 10.0), (-10.0, 10.0), 95.0, 95.0)
PIXELS = 95.0
Points = NDArray[np.float64]

READ: dict[str, Callable[[Points], float]] = {
    "domain length": lambda p: float(np.ptp(p[:, 0])),
    "range span": lambda p: float(np.ptp(p[:, 1])),
    "minimum": lambda p: float(p[:, 1].min()),
    "maximum": lambda p: float(p[:, 1].max()),
    "gradient": lambda p: float((p[-1, 1] - p[0, 1]) / (p[-1, 0] - p[0, 0])),
    "net area": lambda p: _trapezoid(p, p[:, 1]),
    "total area": lambda p: _trapezoid(p, np.abs(p[:, 1])),
}


def _trapezoid(p: Points, heights: NDArray[np.float64]) -> float:
    """From the left end to the right end, whichever way the points run."""
    return float(np.trapezoid(heights, p[:, 0]) * np.sign(p[-1, 0] - p[0, 0]))


def _moved(points: Points, m: Affine) -> Points:
    return np.asarray(points @ np.array([[m.a, m.c], [m.b, m.d]]) + np.array([m.e, m.f]))


def _sampled(f: Function, n: int = 40_001) -> Points:
    x = np.linspace(*f.domain, n)
    return np.column_stack([x, f(x)])


def _case(seed: int, name: str) -> tuple[Function, Affine]:
    """A function and operations that the property is asked of; for areas the image is the graph of a function."""
    rng = np.random.default_rng(seed)
    m = compose(draw_operations(rng, int(rng.integers(0, 10))))
    family = "linear" if name == "gradient" else str(rng.choice(["linear", "quadratic", "cubic", "sine"]))
    ends = np.sort(rng.uniform(-9, 9, (2, 2)), axis=1) + np.array([0.0, 0.7])
    f = shaped(rng, family, tuple(ends[0]), *ends[1])
    if m.swaps and f.stationary_points:
        cuts = (f.domain[0], *f.stationary_points, f.domain[1])
        longest = int(np.diff(cuts).argmax())
        inset = 1e-6 * f.length
        f = Function(f.family, f.coefficients, (cuts[longest] + inset, cuts[longest + 1] - inset))
    return f, m


@settings(max_examples=20)
@pytest.mark.parametrize("name", READ)
@given(seed=st.integers(0, 2**32))
def test_values_are_those_of_the_moved_points(name: str, seed: int) -> None:
    f, m = _case(seed, name)
    (value,) = TRANSFORM_MEASURES[name](f, m, WINDOW).values
    image = _moved(_sampled(f), m)
    scale = np.ptp(image, axis=0).max() + np.abs(image).max()
    tolerance = 1e-5 * scale * (np.ptp(image[:, 0]) if "area" in name else 1)
    if name == "gradient":
        tolerance = 1e-9 * max(1.0, abs(value))
    assert value == pytest.approx(READ[name](image), abs=max(tolerance, 1e-9))


@settings(max_examples=12)
@pytest.mark.parametrize("name", [name for name in READ if "area" not in name])
@given(seed=st.integers(0, 2**32))
def test_sensitivities_are_what_moving_each_mark_by_a_pixel_changes(name: str, seed: int) -> None:
    f, m = _case(seed, name)
    measure = TRANSFORM_MEASURES[name](f, m, WINDOW)
    marks = np.array([[x, y] for _, x, y in measure.marks])
    value, step = READ[name](_moved(marks, m)), 1e-4
    assert measure.values[0] == pytest.approx(value, rel=1e-9, abs=1e-9)
    total = 0.0
    turns = np.linspace(0, 2 * math.pi, 181)
    for i in range(len(marks)):
        changes = []
        for turn in turns:
            moved = marks.copy()
            moved[i] += step / PIXELS * np.array([math.cos(turn), math.sin(turn)])
            changes.append(abs(READ[name](_moved(moved, m)) - value) / step)
        total += max(changes)
    assert measure.sensitivities[0] == pytest.approx(total, rel=5e-3)


@settings(max_examples=12)
@pytest.mark.parametrize("name", ["net area", "total area"])
@given(seed=st.integers(0, 2**32))
def test_the_sensitivity_of_an_area_is_what_moving_its_outline_by_a_pixel_adds(name: str, seed: int) -> None:
    f, m = _case(seed, name)
    step = 1e-2 / PIXELS
    curve = _sampled(f, 8001)
    along = np.gradient(curve, axis=0)
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    strip = _moved(np.concatenate([curve, (curve + step * normal)[::-1]]), m)
    added = abs(float((strip[:, 0] * np.roll(strip[:, 1], -1) - strip[:, 1] * np.roll(strip[:, 0], -1)).sum())) / 2
    # The sides of the transformed area move by what a step of the end of the drawn curve becomes in x'.
    ends = _moved(curve[[0, -1]], m)
    reach = max(abs(m.a), abs(m.b)) * step
    added += float(np.abs(ends[:, 1]).sum()) * reach
    expected = added / (step * PIXELS)
    assert TRANSFORM_MEASURES[name](f, m, WINDOW).sensitivities[0] == pytest.approx(expected, rel=1e-2)


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_extents_are_those_of_the_moved_points(seed: int) -> None:
    f, m = _case(seed, "minimum")
    image = _moved(_sampled(f), m)
    assert transformed_extents(f, m) == pytest.approx(np.ptp(image, axis=0), rel=1e-5)


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_marks_are_on_the_drawn_curve_not_on_its_image(seed: int) -> None:
    for name in READ:
        f, m = _case(seed, name)
        for kind, x, y in TRANSFORM_MEASURES[name](f, m, WINDOW).marks:
            assert kind in {"end", "extreme"}
            assert y == pytest.approx(f.at(x), abs=1e-9)
            assert f.domain[0] <= x <= f.domain[1] or name == "gradient"


def test_a_quarter_turn_of_a_half_parabola_by_hand() -> None:
    """y = x² on 0..2, turned by 90 degrees: (x, y) → (−y, x), so x' is −4..0 and y' = √−x'."""
    f = Function("quadratic", (1.0, 0.0, 0.0), (1e-9, 2.0))
    turned = compose([Operation("rotation", 90.0)])
    values = {name: TRANSFORM_MEASURES[name](f, turned, WINDOW).values[0] for name in READ if name != "gradient"}
    assert values == pytest.approx(
        {
            "domain length": 4.0,
            "range span": 2.0,
            "minimum": 0.0,
            "maximum": 2.0,
            "net area": 16 / 3,
            "total area": 16 / 3,
        },
        abs=1e-6,
    )


def test_areas_above_and_below_after_a_move_by_hand() -> None:
    """y = x on 0..4 moved down by 1 and stretched by 3 in x: triangles of 0.5 below and 4.5 above, three times."""
    f = Function("linear", (1.0, 0.0), (0.0, 4.0))
    m = compose([Operation("translation in y", -1.0), Operation("scale in x", 3.0)])
    assert TRANSFORM_MEASURES["net area"](f, m, WINDOW).values == pytest.approx((12.0,))
    assert TRANSFORM_MEASURES["total area"](f, m, WINDOW).values == pytest.approx((15.0,))


def test_the_published_reading_of_a_list_of_operations() -> None:
    """Operations about the origin, one after another, rotations counter-clockwise: a worked chain."""
    f = Function("linear", (0.5, 1.0), (-2.0, 4.0))
    operations = [
        Operation("rotation", 270.0),  # (x, y) → (y, −x): from (0, 2) to (3, −4)
        Operation("scale in y", 2.0),  # (0, 4) to (3, −8)
        Operation("reflection in the line x=k", 1.0),  # (2, 4) to (−1, −8)
        Operation("translation in y", -3.0),  # (2, 1) to (−1, −11)
        Operation("reflection in the line y=-x"),  # (−1, −2) to (11, 1)
    ]
    m = compose(operations)
    expected = {"minimum": -2.0, "maximum": 1.0, "range span": 3.0, "domain length": 12.0, "gradient": 0.25}
    measured = {name: TRANSFORM_MEASURES[name](f, m, WINDOW).values[0] for name in expected}
    assert measured == pytest.approx(expected)


def test_an_area_of_what_is_no_function_of_x_is_refused() -> None:
    turned = compose([Operation("rotation", 90.0)])
    with pytest.raises(ValueError, match="function of x"):
        TRANSFORM_MEASURES["net area"](Function("quadratic", (1.0, 0.0, 0.0), (-1.0, 2.0)), turned, WINDOW)


def test_unequal_units_are_refused() -> None:
    with pytest.raises(ValueError, match="equal units"):
        TRANSFORM_MEASURES["minimum"](
            Function("linear", (1.0, 0.0), (0.0, 1.0)), compose([]), Window((0, 1), (0, 1), 10.0, 20.0)
        )


def test_there_is_a_measure_for_every_property_of_transforms() -> None:
    assert {cell.property for cell in paper_cells() if cell.task == "transforms"} == set(TRANSFORM_MEASURES)
