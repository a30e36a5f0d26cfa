"""Each property of one function after a list of operations, in closed form, with its sensitivity.

Every operation keeps the axes' directions, so the whole list stretches, turns by quarter turns, mirrors and shifts.
An area is asked only where the transformed curve is again the graph of a function of x.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Measure, Window
from snellen.benchmarks.grab.plan.operations import Affine

__all__ = ["TRANSFORM_MEASURES", "transformed_extents"]


@dataclass(frozen=True, slots=True)
class _Box:
    """The extent of the curve that becomes x' or y': its ends as (value, mark), and the shift that is added."""

    low: tuple[float, tuple[str, float, float]]
    high: tuple[float, tuple[str, float, float]]
    scale: float
    shift: float

    @property
    def length(self) -> float:
        """The length after the operations."""
        return (self.high[0] - self.low[0]) * abs(self.scale)

    @property
    def image(self) -> tuple[tuple[float, tuple[str, float, float]], tuple[float, tuple[str, float, float]]]:
        ends = [(self.scale * value + self.shift, mark) for value, mark in (self.low, self.high)]
        return (ends[0], ends[1]) if self.scale > 0 else (ends[1], ends[0])


def transformed_extents(f: Function, m: Affine) -> tuple[float, float]:
    """The lengths of the transformed curve in x and in y."""
    across, down = _boxes(f, m)
    return across.length, down.length


def _boxes(f: Function, m: Affine) -> tuple[_Box, _Box]:
    (x0, y0), (x1, y1) = f.extremes

    def kind(x: float) -> str:
        return "end" if x in f.domain else "extreme"

    low, high = f.domain
    in_x = ((low, ("end", low, f.at(low))), (high, ("end", high, f.at(high))))
    in_y = ((y0, (kind(x0), x0, y0)), (y1, (kind(x1), x1, y1)))
    to_x, to_y = m.scales
    if m.swaps:
        return _Box(*in_y, to_x, m.e), _Box(*in_x, to_y, m.f)
    return _Box(*in_x, to_x, m.e), _Box(*in_y, to_y, m.f)


def _length(box: _Box, pixels: float) -> Measure:
    (_, first), (_, second) = box.image
    return Measure((box.length,), (2 * abs(box.scale) / pixels,), (first, second))


def _domain_length(f: Function, m: Affine, w: Window) -> Measure:
    return _length(_boxes(f, m)[0], _pixels(w))


def _range_span(f: Function, m: Affine, w: Window) -> Measure:
    return _length(_boxes(f, m)[1], _pixels(w))


def _minimum(f: Function, m: Affine, w: Window) -> Measure:
    box = _boxes(f, m)[1]
    value, mark = box.image[0]
    return Measure((value,), (abs(box.scale) / _pixels(w),), (mark,))


def _maximum(f: Function, m: Affine, w: Window) -> Measure:
    box = _boxes(f, m)[1]
    value, mark = box.image[1]
    return Measure((value,), (abs(box.scale) / _pixels(w),), (mark,))


def _gradient(f: Function, m: Affine, w: Window) -> Measure:
    plain = FUNCTION_MEASURES["gradient"](f, w)
    slope, (to_x, to_y) = plain.values[0], m.scales
    if m.swaps:
        factor = to_y / to_x
        return Measure((factor / slope,), (abs(factor) / slope**2 * plain.sensitivities[0],), plain.marks)
    factor = to_y / to_x
    return Measure((factor * slope,), (abs(factor) * plain.sensitivities[0],), plain.marks)


def _net_area(f: Function, m: Affine, w: Window) -> Measure:
    pieces = _pieces(f, m, split=False)
    return _area(sum(pieces), f, m, w)


def _total_area(f: Function, m: Affine, w: Window) -> Measure:
    pieces = _pieces(f, m, split=True)
    return _area(sum(abs(piece) for piece in pieces), f, m, w)


TRANSFORM_MEASURES: dict[str, Callable[[Function, Affine, Window], Measure]] = {
    "domain length": _domain_length,
    "range span": _range_span,
    "minimum": _minimum,
    "maximum": _maximum,
    "gradient": _gradient,
    "net area": _net_area,
    "total area": _total_area,
}


def _pieces(f: Function, m: Affine, *, split: bool) -> list[float]:
    """The signed areas between the transformed curve and the x axis, cut at its zeros if `split`."""
    to_x, to_y = m.scales
    if not m.swaps:
        g = f.stretched(to_y).shifted(m.f)
        cuts = (g.domain[0], *(g.roots if split else ()), g.domain[1])
        return [abs(to_x) * g.integral(a, b) for a, b in pairwise(cuts)]
    if f.stationary_points:
        raise ValueError("the transformed curve is not the graph of a function of x")
    zero = -m.f / to_y
    low, high = f.domain
    cuts = (low, zero, high) if split and low < zero < high else (low, high)
    # x' runs with y and y' with x, so the area is that of (to_y·x + f) over the values of the curve, by parts.
    rising = 1.0 if (f.at(high) - f.at(low)) * to_x > 0 else -1.0

    def height(x: float) -> float:
        return (to_y * x + m.f) * f.at(x)

    return [rising * to_x * (height(b) - height(a) - to_y * f.integral(a, b)) for a, b in pairwise(cuts)]


def _area(value: float, f: Function, m: Affine, w: Window) -> Measure:
    pixels, (to_x, to_y) = _pixels(w), m.scales
    heights = [abs(to_y * (x if m.swaps else f.at(x)) + m.f) for x in f.domain]
    sensitivity = (abs(to_x * to_y) * f.arc_length + abs(to_x) * sum(heights)) / pixels
    return Measure((value,), (sensitivity,), tuple(("end", x, f.at(x)) for x in f.domain))


def _pixels(w: Window) -> float:
    if w.pixels_x != w.pixels_y:
        raise ValueError("transforms are asked in a look with equal units on both axes")
    return w.pixels_x
