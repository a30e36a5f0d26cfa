"""Each property of one function: its exact value, how far it moves with the marks it is read from, and those marks.

Sensitivities are first-order: the sum, over the marks that the answer needs, of the largest change that a displacement
of that mark by one pixel in any direction makes (an area: its whole outline by one pixel along its normal).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from snellen.benchmarks.grab.plan.families import Function

__all__ = ["FUNCTION_MEASURES", "Measure", "Window", "visible_segment"]


@dataclass(frozen=True, slots=True)
class Window:
    """The axes' rectangle in data units and how many pixels a unit has on each axis."""

    x: tuple[float, float]
    y: tuple[float, float]
    pixels_x: float
    pixels_y: float


@dataclass(frozen=True, slots=True)
class Measure:
    """Values, their sensitivities in units per pixel, and the marks (kind, x, y) needed."""

    values: tuple[float, ...]
    sensitivities: tuple[float, ...]
    marks: tuple[tuple[str, float, float], ...]


def visible_segment(line: Function, window: Window) -> tuple[float, float] | None:
    """The x interval in which a linear function is drawn inside the window, or None where it is not."""
    low, high = max(line.domain[0], window.x[0]), min(line.domain[1], window.x[1])
    slope, offset = line.coefficients
    if abs(slope) > 1e-12:
        edges = sorted((edge - offset) / slope for edge in window.y)
        low, high = max(low, edges[0]), min(high, edges[1])
    elif not window.y[0] <= offset <= window.y[1]:
        return None
    return (low, high) if low < high else None


def _x_intercept(f: Function, w: Window) -> Measure:
    root = f.roots[0]
    return Measure((root,), (1 / w.pixels_x,), (("crossing", root, 0.0),))


def _y_intercept(f: Function, w: Window) -> Measure:
    value = f.at(0.0)
    return Measure((value,), (1 / w.pixels_y,), (("crossing", 0.0, value),))


def _gradient(f: Function, w: Window) -> Measure:
    segment = visible_segment(f, w)
    if segment is None:
        raise ValueError("the line is outside the window")
    slope = f.coefficients[0]
    each = math.hypot(1 / w.pixels_y, slope / w.pixels_x) / (segment[1] - segment[0])
    return Measure((slope,), (2 * each,), tuple(("end", x, f.at(x)) for x in segment))


def _stationary_points(f: Function, w: Window) -> Measure:
    points = f.stationary_points
    return Measure(points, (1 / w.pixels_x,) * len(points), tuple(("extreme", x, f.at(x)) for x in points))


def _period(f: Function, w: Window) -> Measure:
    extremes = f.stationary_points
    first, last, halves = extremes[0], extremes[-1], len(extremes) - 1
    marks = (("extreme", first, f.at(first)), ("extreme", last, f.at(last)))
    return Measure((2 * math.pi / abs(f.coefficients[1]),), (4 / halves / w.pixels_x,), marks)


def _amplitude(f: Function, w: Window) -> Measure:
    return Measure((abs(f.coefficients[0]),), (1 / w.pixels_y,), _both_extremes(f))


def _vertical_shift(f: Function, w: Window) -> Measure:
    return Measure((f.coefficients[3],), (1 / w.pixels_y,), _both_extremes(f))


def _phase_shift(f: Function, w: Window) -> Measure:
    a, rate, angle, midline = f.coefficients
    if a < 0 or rate < 0:
        raise ValueError("the phase shift is defined for a > 0 and b > 0")
    shift = (-angle / rate) % (2 * math.pi / rate)
    # The crossing is found on a midline that is itself read off the extremes.
    sensitivity = 1 / w.pixels_x + 1 / (w.pixels_y * abs(a * rate))
    return Measure((shift,), (sensitivity,), (("crossing", shift, midline), *_both_extremes(f)))


def _minimum(f: Function, w: Window) -> Measure:
    x, y = f.extremes[0]
    return Measure((y,), (1 / w.pixels_y,), ((_kind(f, x), x, y),))


def _maximum(f: Function, w: Window) -> Measure:
    x, y = f.extremes[1]
    return Measure((y,), (1 / w.pixels_y,), ((_kind(f, x), x, y),))


def _range_span(f: Function, w: Window) -> Measure:
    (x0, y0), (x1, y1) = f.extremes
    return Measure((y1 - y0,), (2 / w.pixels_y,), ((_kind(f, x0), x0, y0), (_kind(f, x1), x1, y1)))


def _domain_length(f: Function, w: Window) -> Measure:
    return Measure((f.length,), (2 / w.pixels_x,), tuple(("end", x, f.at(x)) for x in f.domain))


def _location(f: Function, w: Window) -> Measure:
    location = f.coefficients[1]
    return Measure((location,), (1 / w.pixels_x,), (("extreme", location, f.at(location)),))


def _bell_variance(f: Function, w: Window) -> Measure:
    _, location, deviation, _ = f.coefficients
    places = (location - deviation, location + deviation)
    marks = tuple(("inflection", x, f.at(x)) for x in places)
    return Measure((deviation**2,), (2 * deviation / w.pixels_x,), marks)


def _net_area(f: Function, w: Window) -> Measure:
    return Measure((f.net_area,), (_outline(f, w),), tuple(("end", x, f.at(x)) for x in f.domain))


def _total_area(f: Function, w: Window) -> Measure:
    marks = tuple(("end", x, f.at(x)) for x in f.domain) + tuple(("crossing", x, 0.0) for x in f.roots)
    return Measure((f.total_area,), (_outline(f, w),), marks)


FUNCTION_MEASURES: dict[str, Callable[[Function, Window], Measure]] = {
    "x-intercept": _x_intercept,
    "y-intercept": _y_intercept,
    "gradient": _gradient,
    "stationary point": _stationary_points,
    "stationary points": _stationary_points,
    "period": _period,
    "amplitude": _amplitude,
    "phase shift": _phase_shift,
    "vertical shift": _vertical_shift,
    "minimum": _minimum,
    "maximum": _maximum,
    "range span": _range_span,
    "domain length": _domain_length,
    "function mean": _location,
    "peak location": _location,
    "function variance": _bell_variance,
    "net area": _net_area,
    "total area": _total_area,
}


def _both_extremes(f: Function) -> tuple[tuple[str, float, float], ...]:
    low, high = f.extremes
    return (("extreme", *low), ("extreme", *high))


def _kind(f: Function, x: float) -> str:
    return "end" if x in f.domain else "extreme"


def _outline(f: Function, w: Window) -> float:
    x, y = f.vertices
    length = float(np.hypot(np.diff(x) * w.pixels_x, np.diff(y) * w.pixels_y).sum())
    sides = sum(abs(f.at(end)) for end in f.domain)
    return length / (w.pixels_x * w.pixels_y) + sides / w.pixels_x
