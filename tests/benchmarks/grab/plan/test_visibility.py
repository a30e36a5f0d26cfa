"""What can be seen and what cannot, on curves laid out by hand."""

import pytest

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import Measure, Window
from snellen.benchmarks.grab.plan.visibility import distinguishable, ends_uncovered, fully_inside, marks_inside

WINDOW = Window((-10.0, 10.0), (-10.0, 10.0), 95.0, 95.0)
PIXEL = 1 / 95


def _level(height: float, start: float = -8.0, end: float = 8.0) -> Function:
    return Function("linear", (0.0, height), (start, end))


def _line(slope: float, height: float = 0.0) -> Function:
    return Function("linear", (slope, height), (-8.0, 8.0))


@pytest.mark.parametrize(
    ("f", "inside"),
    [
        (_level(0), True),
        (_level(9.9), True),
        (_level(10 - 2 * PIXEL), False),
        (_level(-10.5), False),
        (_level(0, -10.0, 3.0), False),
        (_level(0, -3.0, 10.0), False),
        (_line(1.5), False),
        (Function("quadratic", (1.0, 0.0, -10.2), (-3.0, 3.0)), False),
        (Function("quadratic", (1.0, 0.0, -9.8), (-3.0, 3.0)), True),
    ],
)
def test_a_curve_is_inside_when_ends_and_extremes_are(f: Function, inside: bool) -> None:
    assert fully_inside(f, WINDOW) is inside


@pytest.mark.parametrize(
    ("mark", "inside"),
    [((0.0, 0.0), True), ((10.0, -10.0), True), ((10.1, 0.0), False), ((0.0, -10.001), False)],
)
def test_marks_may_lie_on_the_frame_but_not_outside(mark: tuple[float, float], inside: bool) -> None:
    assert marks_inside(Measure((0.0,), (1.0,), (("end", 0.0, 0.0), ("end", *mark))), WINDOW) is inside


@pytest.mark.parametrize(
    ("functions", "apart"),
    [
        ([_level(1)], True),
        ([_level(1), _level(1)], False),
        ([_level(1), _level(1 + 5 * PIXEL)], False),
        ([_level(1), _level(1 + 12 * PIXEL)], True),
        # Steep neighbours are as near as their distance across, not as their distance in y.
        ([_line(4.0), _line(4.0, 12 * PIXEL)], False),
        ([_line(4.0), _line(4.0, 60 * PIXEL)], True),
        ([_line(1.0), _line(-1.0)], True),
        # A short curve on a long one: hidden when the long one is drawn later.
        ([_level(1, 0, 3), _level(1)], False),
        ([_level(1), _level(1, 0, 3)], True),
        # Covered by two later ones together, by neither alone.
        ([_level(1), _level(1, -8, -1.5), _level(1, 1.5, 8)], False),
        ([_level(1), _level(1, -8, -5), _level(1, 5, 8)], True),
        # Outside the frame nothing is seen.
        ([_level(12), _level(1)], False),
    ],
)
def test_curves_are_told_apart_where_half_of_each_shows(functions: list[Function], apart: bool) -> None:
    assert distinguishable(functions, WINDOW) is apart


def _ends(f: Function) -> Measure:
    return Measure((f.length,), (1.0,), tuple(("end", x, f.at(x)) for x in f.domain))


@pytest.mark.parametrize(
    ("functions", "uncovered"),
    [
        ([_level(1), _level(2)], True),
        # The later curve runs through the right end of the first.
        ([_level(1), Function("linear", (1.0, -7.0), (5.0, 9.0))], False),
        # It passes the end at 20 pixels.
        ([_level(1), Function("linear", (1.0, -7.3), (5.0, 9.0))], True),
        # It runs through the first curve's middle.
        ([_level(1), Function("linear", (1.0, 1.0), (-4.0, 4.0))], True),
        # It ends just short of the end.
        ([_level(1), _level(1, 8 + 4 * PIXEL, 9)], False),
        ([_level(1), _level(1, 8 + 14 * PIXEL, 9)], True),
        # Drawn earlier it covers nothing.
        ([Function("linear", (1.0, -7.0), (5.0, 9.0)), _level(1)], True),
    ],
)
def test_ends_are_covered_by_later_curves_alone(functions: list[Function], uncovered: bool) -> None:
    assert ends_uncovered(functions, [_ends(f) for f in functions], WINDOW) is uncovered


def test_only_ends_have_to_be_uncovered() -> None:
    crossing = Measure((8.0,), (1.0,), (("crossing", 8.0, 1.0),))
    through = Function("linear", (1.0, -7.0), (5.0, 9.0))
    assert ends_uncovered([_level(1), through], [crossing, crossing], WINDOW)
