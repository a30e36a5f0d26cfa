"""The properties of a curve as GRAB's questions define them, measured on what was traced."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from snellen.readers.pixels.curves import Curve
from snellen.readers.pixels.operations import Operation, applied
from snellen.readers.pixels.picture import Floats, UnreadableError

__all__ = ["FAMILIES_OF", "measure_curve", "measure_transformed"]

_STEPS = 4000

FAMILIES_OF: dict[str, tuple[str, ...]] = {
    "gradient": ("linear",),
    "peak location": ("bell",),
    "function variance": ("bell",),
    "period": ("sine",),
    "amplitude": ("sine",),
    "phase shift": ("sine",),
    "vertical shift": ("sine",),
}
"""The family that a property says a curve is of; a curve of any other property may be of any."""


def measure_curve(name: str, curve: Curve) -> tuple[float, ...]:
    """The property of one curve: one number, or two for both stationary points.

    Raises UnreadableError where the curve has no such property.
    """
    if name in _OF_POINTS:
        return (_OF_POINTS[name](*_points(curve)),)
    if name in ("stationary point", "stationary points"):
        found = _zeros(curve.slope, curve.start, curve.end)
        wanted = 1 if name == "stationary point" else 2
        if len(found) < wanted:
            # What is seen may end short of it: under another curve, or at the frame.
            beyond = (curve.end - curve.start) / 2
            found = _zeros(curve.slope, curve.start - beyond, curve.end + beyond)
        if len(found) < wanted:
            raise UnreadableError(f"no {name}")
        return tuple(found[:wanted])
    return (_OF_CURVE[name](curve),)


def measure_transformed(name: str, curve: Curve, operations: Sequence[Operation]) -> float:
    """The property of the curve after the operations. Raises UnreadableError for one that is not asked so."""
    x, y = applied(operations, *_points(curve))
    if name not in _OF_POINTS:
        raise UnreadableError(f"no {name} of a transformed curve")
    return _OF_POINTS[name](x, y)


def _points(curve: Curve) -> tuple[Floats, Floats]:
    x = np.linspace(curve.start, curve.end, _STEPS + 1)
    inner = _zeros(curve.slope, curve.start, curve.end)
    x = np.sort(np.concatenate([x, np.array(inner)]))
    return x, curve(x)


def _gradient(x: Floats, y: Floats) -> float:
    return float((y[-1] - y[0]) / (x[-1] - x[0])) if x[-1] != x[0] else math.inf


def _net_area(x: Floats, y: Floats) -> float:
    """From the left end to the right end."""
    area = float(np.sum((y[1:] + y[:-1]) / 2 * np.diff(x)))
    return area if x[-1] >= x[0] else -area


def _total_area(x: Floats, y: Floats) -> float:
    first, second = y[:-1], y[1:]
    size = np.abs(first) + np.abs(second)
    # Between two points on different sides of the axis stand two triangles.
    crossed = np.divide(first**2 + second**2, size, out=np.zeros_like(size), where=size > 0)
    mean = np.where(first * second < 0, crossed, size) / 2
    return float(np.sum(mean * np.abs(np.diff(x))))


_OF_POINTS: dict[str, Callable[[Floats, Floats], float]] = {
    "minimum": lambda _, y: float(y.min()),
    "maximum": lambda _, y: float(y.max()),
    "range span": lambda _, y: float(np.ptp(y)),
    "domain length": lambda x, _: float(np.ptp(x)),
    "gradient": _gradient,
    "net area": _net_area,
    "total area": _total_area,
}


def _x_intercept(curve: Curve) -> float:
    found = _zeros(curve, curve.start, curve.end)
    if found:
        return found[0]
    # A straight line may be seen short of the axis.
    slope = float(curve.slope((curve.start + curve.end) / 2))
    if curve.fitted.family != "linear" or slope == 0:
        raise UnreadableError("no x-intercept")
    return curve.start - float(curve(curve.start)) / slope


def _bell(curve: Curve) -> tuple[float, float]:
    """Location and variance in the axes' units."""
    fitted = curve.fitted
    _, m, s, _ = fitted.parameters
    location = float(curve.axes.x.values(fitted.middle + m * fitted.half + curve.left))
    return location, (s * fitted.half * curve.axes.x.per_pixel) ** 2


def sine_parameters(curve: Curve) -> tuple[float, float, float, float]:
    """a, b, c, d of a·sin(bx + c) + d in the axes' units, with a > 0, b > 0 and 0 ≤ c < 2π."""
    fitted, x, y = curve.fitted, curve.axes.x, curve.axes.y
    a, b, c, d = fitted.parameters
    rate = b / (fitted.half * x.per_pixel)
    angle = c - b * (x.origin / x.per_pixel + curve.left + fitted.middle) / fitted.half
    a *= y.per_pixel
    if rate < 0:
        a, rate, angle = -a, -rate, -angle
    if a < 0:
        a, angle = -a, angle + math.pi
    return a, rate, angle % (2 * math.pi), float(y.values(d + curve.top))


def _phase_shift(curve: Curve) -> float:
    _, rate, angle, _ = sine_parameters(curve)
    return (-angle / rate) % (2 * math.pi / rate)


_OF_CURVE: dict[str, Callable[[Curve], float]] = {
    "x-intercept": _x_intercept,
    "y-intercept": lambda curve: float(curve(0.0)),
    "peak location": lambda curve: _bell(curve)[0],
    "function variance": lambda curve: _bell(curve)[1],
    "period": lambda curve: 2 * math.pi / sine_parameters(curve)[1],
    "amplitude": lambda curve: sine_parameters(curve)[0],
    "vertical shift": lambda curve: sine_parameters(curve)[3],
    "phase shift": _phase_shift,
}


def _zeros(f: Callable[[Floats], Floats], low: float, high: float) -> list[float]:
    """Where a function is zero between two places: sign changes on a fine grid, each then halved down."""
    x = np.linspace(low, high, _STEPS + 1)
    signs = np.sign(f(x))
    found = [float(x[i]) for i in np.flatnonzero(signs == 0)]
    places = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    a, b, at_a = x[places], x[places + 1], signs[places]
    for _ in range(50):
        middle = (a + b) / 2
        left = np.sign(f(middle)) == at_a
        a, b = np.where(left, middle, a), np.where(left, b, middle)
    return sorted([*found, *((a + b) / 2).tolist()])
