"""Measures of functions: values from densely sampled curves, sensitivities from marks that are really moved."""

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.cells import TaskCell, paper_cells
from snellen.benchmarks.grab.plan.curve_shapes import shaped
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Measure, Window, visible_segment

WINDOW = Window((-12.0, 14.0), (-9.0, 11.0), 53.0, 81.0)
Points = NDArray[np.float64]
"""Marks in data units, one a row."""

LINE = Function("linear", (-0.7, 1.2), (-6.0, 9.0))
STEEP = Function("linear", (5.5, -3.0), (-11.0, 12.0))
PARABOLA = Function("quadratic", (0.3, -1.2, -2.0), (-3.0, 7.0))
CUBIC = Function("cubic", (0.05, -0.15, -1.2, 1.0), (-4.0, 6.0))
SINE = Function("sine", (3.0, 1.3, -1.1, 0.5), (-5.0, 8.0))
BELL = Function("bell", (6.0, 1.5, 1.7, 0.0), (-4.0, 6.5))

# Each property: functions to measure, and how it is read off its marks once they are known.
READ: dict[str, tuple[tuple[Function, ...], Callable[[Points, Function], NDArray[np.float64] | float]]] = {
    "x-intercept": ((LINE, STEEP), lambda p, _: p[0, 0]),
    "y-intercept": ((LINE, STEEP), lambda p, _: p[0, 1]),
    "gradient": ((LINE, STEEP), lambda p, _: (p[1, 1] - p[0, 1]) / (p[1, 0] - p[0, 0])),
    "stationary point": ((PARABOLA,), lambda p, _: p[0, 0]),
    "stationary points": ((CUBIC,), lambda p, _: p[:, 0]),
    "period": ((SINE,), lambda p, f: 2 * (p[1, 0] - p[0, 0]) / (_turns(f) - 1)),
    "amplitude": ((SINE,), lambda p, _: (p[1, 1] - p[0, 1]) / 2),
    "vertical shift": ((SINE,), lambda p, _: (p[1, 1] + p[0, 1]) / 2),
    # The rising crossing of the midline, the midline itself read off the extremes.
    "phase shift": (
        (SINE,),
        lambda p, f: p[0, 0] + ((p[1, 1] + p[2, 1]) / 2 - f.coefficients[3]) / (f.coefficients[0] * f.coefficients[1]),
    ),
    "minimum": ((LINE, PARABOLA, CUBIC, SINE, BELL), lambda p, _: p[0, 1]),
    "maximum": ((LINE, PARABOLA, CUBIC, SINE, BELL), lambda p, _: p[0, 1]),
    "range span": ((LINE, PARABOLA, CUBIC, SINE, BELL), lambda p, _: p[1, 1] - p[0, 1]),
    "domain length": ((LINE, PARABOLA, BELL), lambda p, _: p[1, 0] - p[0, 0]),
    "function mean": ((BELL,), lambda p, _: p[0, 0]),
    "peak location": ((BELL,), lambda p, _: p[0, 0]),
    "function variance": ((BELL,), lambda p, _: ((p[1, 0] - p[0, 0]) / 2) ** 2),
}
CASES = [(name, f) for name, (functions, _) in READ.items() for f in functions]
AREAS = [(name, f) for name in ("net area", "total area") for f in (LINE, PARABOLA, CUBIC, SINE, BELL)]


def _turns(f: Function) -> int:
    y = f(np.linspace(*f.domain, 20_001))
    return int((np.diff(np.sign(np.diff(y))) != 0).sum())


def _sampled(name: str, f: Function) -> float | tuple[float, ...]:
    """The property of the curve, measured on 200,001 points of it."""
    x = np.linspace(*f.domain, 200_001)
    y = f(x)
    rising = np.flatnonzero(np.diff(np.sign(np.diff(y))) != 0) + 1
    match name:
        case "x-intercept":
            return float(x[np.abs(y).argmin()])
        case "y-intercept":
            return float(np.interp(0.0, x, y))
        case "gradient":
            return float(np.polyfit(x, y, 1)[0])
        case "stationary point" | "stationary points":
            return tuple(float(at) for at in x[rising])
        case "period":
            return float(2 * np.diff(x[rising]).mean())
        case "amplitude":
            return float(np.ptp(y) / 2)
        case "vertical shift":
            return float((y.min() + y.max()) / 2)
        case "phase shift":
            middle = (y.min() + y.max()) / 2
            upward = x[1:][(y[:-1] < middle) & (y[1:] >= middle)]
            return float(upward[upward >= 0][0])
        case "minimum":
            return float(y.min())
        case "maximum":
            return float(y.max())
        case "range span":
            return float(np.ptp(y))
        case "domain length":
            return float(np.ptp(x))
        case "function mean" | "peak location":
            return float(x[y.argmax()])
        case "function variance":
            # The inflections of a bell are one deviation from its peak.
            slope = np.gradient(y, x)
            return float(((x[slope.argmin()] - x[slope.argmax()]) / 2) ** 2)
        case "net area":
            return float(np.trapezoid(y, x))
        case _:
            return float(np.trapezoid(np.abs(y), x))


@pytest.mark.parametrize(("name", "f"), CASES + AREAS)
def test_values_are_those_of_the_sampled_curve(name: str, f: Function) -> None:
    measured = FUNCTION_MEASURES[name](f, WINDOW).values
    assert measured == pytest.approx(np.atleast_1d(_sampled(name, f)), abs=3e-4)


@pytest.mark.parametrize(("name", "f"), CASES)
def test_sensitivities_are_what_moving_each_mark_by_a_pixel_changes(name: str, f: Function) -> None:
    measure = FUNCTION_MEASURES[name](f, WINDOW)
    marks = np.array([[x, y] for _, x, y in measure.marks])
    read = READ[name][1]
    assert measure.values == pytest.approx(np.atleast_1d(read(marks, f)))
    step = 1e-3
    total = np.zeros(len(measure.values))
    for i in range(len(marks)):
        worst = np.zeros(len(measure.values))
        for turn in np.linspace(0, 2 * math.pi, 361):
            moved = marks.copy()
            moved[i] += step * np.array([math.cos(turn) / WINDOW.pixels_x, math.sin(turn) / WINDOW.pixels_y])
            worst = np.maximum(worst, np.abs(np.atleast_1d(read(moved, f)) - measure.values) / step)
        total += worst
    assert measure.sensitivities == pytest.approx(total, rel=2e-3)


@pytest.mark.parametrize(("name", "f"), AREAS)
def test_the_sensitivity_of_an_area_is_what_moving_its_outline_by_a_pixel_adds(name: str, f: Function) -> None:
    step = 1e-2
    x = np.linspace(*f.domain, 20_001)
    curve = np.column_stack([x * WINDOW.pixels_x, f(x) * WINDOW.pixels_y])
    along = np.gradient(curve, axis=0)
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    strip = np.concatenate([curve, (curve + step * normal)[::-1]])
    added = abs(float((strip[:, 0] * np.roll(strip[:, 1], -1) - strip[:, 1] * np.roll(strip[:, 0], -1)).sum())) / 2
    added += sum(step * abs(f.at(end)) * WINDOW.pixels_y for end in f.domain)
    expected = added / step / (WINDOW.pixels_x * WINDOW.pixels_y)
    assert FUNCTION_MEASURES[name](f, WINDOW).sensitivities == pytest.approx((expected,), rel=5e-3)


@pytest.mark.parametrize(("name", "f"), CASES + AREAS)
def test_marks_lie_on_the_curve_and_say_what_they_are(name: str, f: Function) -> None:
    low, high = visible_segment(f, WINDOW) or f.domain if f.family == "linear" else f.domain
    for kind, x, y in FUNCTION_MEASURES[name](f, WINDOW).marks:
        assert y == pytest.approx(f.at(x), abs=1e-9)
        assert kind in {"end", "extreme", "crossing", "inflection"}
        if kind == "end":
            assert x in (*f.domain, low, high)
        else:
            assert f.domain[0] < x < f.domain[1]
        if kind == "extreme":
            assert abs(float(f.slope(x))) < 1e-9


def test_there_is_a_measure_for_every_property_of_functions() -> None:
    def of_functions(cell: TaskCell) -> bool:
        return cell.subject == "function"

    assert {cell.property for cell in filter(of_functions, paper_cells())} == set(FUNCTION_MEASURES)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (Function("linear", (1.0, 0.0), (-20.0, 20.0)), (-9.0, 11.0)),
        (Function("linear", (-2.0, 0.0), (-20.0, 20.0)), (-5.5, 4.5)),
        (Function("linear", (0.0, 3.0), (-20.0, 5.0)), (-12.0, 5.0)),
        (Function("linear", (0.0, 12.0), (-20.0, 5.0)), None),
        (Function("linear", (1.0, 40.0), (-12.0, 14.0)), None),
        (Function("linear", (1.0, 0.0), (-3.0, 2.0)), (-3.0, 2.0)),
    ],
)
def test_a_line_is_seen_where_it_is_in_the_window(line: Function, expected: tuple[float, float] | None) -> None:
    segment = visible_segment(line, WINDOW)
    assert segment == (pytest.approx(expected) if expected else None)


def test_a_phase_shift_is_at_least_0_and_less_than_a_period() -> None:
    for angle in (-20.0, -1.0, 0.0, 1.0, 6.0, 30.0):
        measure = FUNCTION_MEASURES["phase shift"](Function("sine", (2.0, 1.3, angle, 0.0), (-1, 9)), WINDOW)
        (shift,) = measure.values
        assert 0 <= shift < 2 * math.pi / 1.3
        assert math.sin(1.3 * shift + angle) == pytest.approx(0, abs=1e-9)
        assert math.cos(1.3 * shift + angle) > 0


def test_a_phase_shift_is_not_defined_for_a_mirrored_sine() -> None:
    with pytest.raises(ValueError, match="a > 0"):
        FUNCTION_MEASURES["phase shift"](Function("sine", (-2.0, 1.0, 0.0, 0.0), (0.0, 9.0)), WINDOW)


def test_a_line_outside_the_window_has_no_gradient_to_read() -> None:
    with pytest.raises(ValueError, match="outside"):
        FUNCTION_MEASURES["gradient"](Function("linear", (0.0, 12.0), (0.0, 9.0)), WINDOW)


@pytest.mark.parametrize("family", ["linear", "quadratic", "cubic", "sine", "bell"])
def test_total_areas_add_up_over_pieces(family: str) -> None:
    """The area of the whole is the sum over parts of the domain, wherever it is cut."""
    f = shaped(np.random.default_rng(5), family, (-7.0, 5.0), -4.0, 6.0)
    parts = [Function(family, f.coefficients, cut) for cut in pairwise((-7.0, -2.2, 0.0, 3.1, 5.0))]

    def value(name: str, of: Function) -> float:
        measure: Measure = FUNCTION_MEASURES[name](of, WINDOW)
        return measure.values[0]

    for name in ("net area", "total area"):
        assert value(name, f) == pytest.approx(math.fsum(value(name, part) for part in parts), abs=1e-9)
