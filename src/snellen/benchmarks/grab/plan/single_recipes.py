"""Recipes of the Properties task that ask of one function, in a sampled look, its value fitted to the target."""

import math
from collections.abc import Callable

import numpy as np

from snellen.benchmarks.grab.looks import sampled_look, sampled_style
from snellen.benchmarks.grab.plan.curve_shapes import SHAPED_FAMILIES, log_uniform, shaped, whole
from snellen.benchmarks.grab.plan.draft import Draft, Recipe, Request
from snellen.benchmarks.grab.plan.equations import equation_margin, equation_text, random_equation
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES
from snellen.benchmarks.grab.plan.function_recipes import evidence_of, window_of
from snellen.benchmarks.grab.scene import Curve, Look, Scene

__all__ = ["SINGLE_RECIPES", "single_draft"]

Builder = Callable[[np.random.Generator, float], Function]

_AREA_FAMILIES = ("linear", "quadratic", "cubic", "sine")
_Y_ZERO_NEEDED = {"x-intercept", "net area", "total area"}
_X_ZERO_NEEDED = {"y-intercept", "phase shift"}
_SOLID = {
    "minimum",
    "maximum",
    "range span",
    "domain length",
    "net area",
    "total area",
    "amplitude",
    "vertical shift",
    "phase shift",
}
"""Asked of the ends or the height of an extreme: drawn solid, since a dash may leave a gap just there."""


def single_draft(rng: np.random.Generator, name: str, f: Function) -> Draft:
    """One function in a newly sampled look, asked for the property `name`, "equation" included."""
    if name == "equation":
        return _equation_draft(rng, f)
    look, curve = _picture(rng, f, y_zero=name in _Y_ZERO_NEEDED, x_zero=name in _X_ZERO_NEEDED, solid=name in _SOLID)
    measure = FUNCTION_MEASURES[name](f, window_of(look))
    return Draft(
        scene=Scene(look, (curve,)),
        values=measure.values,
        sensitivities=measure.sensitivities,
        evidence=evidence_of([measure]),
        kind=f.family,
        parameters={"family": f.family},
        data={"functions": [f.as_data()]},
    )


def _x_intercept(rng: np.random.Generator, value: float) -> Function:
    half = log_uniform(rng, 5, 20)
    slope = _sign(rng) * log_uniform(rng, 0.2, 8)
    ends = (value - half * rng.uniform(0.2, 1), value + half * rng.uniform(0.2, 1))
    return Function("linear", (slope, -slope * value), ends)


def _y_intercept(rng: np.random.Generator, value: float) -> Function:
    half = log_uniform(rng, 4, 15)
    slope = _sign(rng) * log_uniform(rng, 0.2, 8)
    return Function("linear", (slope, value), (-half * rng.uniform(0.2, 1), half * rng.uniform(0.2, 1)))


def _gradient(rng: np.random.Generator, value: float) -> Function:
    start, length = rng.uniform(-15, 5), log_uniform(rng, 6, 20)
    offset = rng.uniform(-20, 20)
    return Function("linear", (value, offset), (start, start + length))


def _stationary_point(rng: np.random.Generator, value: float) -> Function:
    half = log_uniform(rng, 3, 14)
    steepness = log_uniform(rng, 5, 60) / half**2 * _sign(rng)
    ends = (value - half * rng.uniform(0.5, 1), value + half * rng.uniform(0.5, 1))
    offset = steepness * value**2 + rng.uniform(-30, 30)
    return Function("quadratic", (steepness, -2 * steepness * value, offset), ends)


def _sine(
    rng: np.random.Generator, amplitude: float, period: float, shift: float, phase: float | None = None
) -> Function:
    rate = 2 * math.pi / period
    length = period * rng.uniform(1.2, 3.0)
    start = rng.uniform(-length, 0.0)
    if phase is not None:
        # The crossing that the question asks for must be on the curve.
        start = rng.uniform(-0.6, -0.05) * period
        length = max(length, phase - start + 0.4 * period)
    angle = rng.uniform(0, 2 * math.pi) if phase is None else -rate * phase
    return Function("sine", (amplitude, rate, angle, shift), (start, start + length))


def _period(rng: np.random.Generator, value: float) -> Function:
    return _sine(rng, log_uniform(rng, 1, 30), value, rng.uniform(-20, 20))


def _amplitude(rng: np.random.Generator, value: float) -> Function:
    return _sine(rng, value, log_uniform(rng, 3, 25), whole(rng, -20, 20))


def _vertical_shift(rng: np.random.Generator, value: float) -> Function:
    return _sine(rng, log_uniform(rng, 2, 30), log_uniform(rng, 3, 25), value)


def _phase_shift(rng: np.random.Generator, value: float) -> Function:
    # At least a unit away from 0 and from a whole period, where the smallest shift would jump.
    period = max(value * rng.uniform(1.15, 3.0), value + 1.5, 3.0)
    return _sine(rng, log_uniform(rng, 2, 20), period, rng.uniform(-10, 10), value)


def _bell(rng: np.random.Generator, location: float, deviation: float) -> Function:
    left, right = rng.uniform(2.0, 4.0, 2)
    ends = (location - left * deviation, location + right * deviation)
    return Function("bell", (log_uniform(rng, 1, 40), location, deviation, 0.0), ends)


def _peak_location(rng: np.random.Generator, value: float) -> Function:
    return _bell(rng, value, log_uniform(rng, 1, 6))


def _function_variance(rng: np.random.Generator, value: float) -> Function:
    return _bell(rng, rng.uniform(-15, 15), math.sqrt(value))


def _minimum(rng: np.random.Generator, value: float) -> Function:
    return shaped(rng, _family(rng), _any_domain(rng), value, value + log_uniform(rng, 8, 60))


def _maximum(rng: np.random.Generator, value: float) -> Function:
    return shaped(rng, _family(rng), _any_domain(rng), value - log_uniform(rng, 8, 60), value)


def _range_span(rng: np.random.Generator, value: float) -> Function:
    low = rng.uniform(-50, 50)
    return shaped(rng, _family(rng), _any_domain(rng), low, low + value)


def _domain_length(rng: np.random.Generator, value: float) -> Function:
    start, low = rng.uniform(-30, 20), rng.uniform(-30, 20)
    return shaped(rng, _family(rng), (start, start + value), low, low + log_uniform(rng, 5, 40))


def _net_area(rng: np.random.Generator, value: float) -> Function:
    f = shaped(rng, str(rng.choice(_AREA_FAMILIES)), _any_domain(rng), 0.0, log_uniform(rng, 8, 50))
    return f.shifted((value - f.net_area) / f.length)


def _total_area(rng: np.random.Generator, value: float) -> Function:
    f = shaped(rng, str(rng.choice(_AREA_FAMILIES)), _any_domain(rng), 0.0, 1.0).shifted(-rng.uniform(-0.4, 1.2))
    return f.stretched(value / f.total_area)


_BUILDERS: dict[str, Builder] = {
    "x-intercept": _x_intercept,
    "y-intercept": _y_intercept,
    "gradient": _gradient,
    "stationary point": _stationary_point,
    "period": _period,
    "amplitude": _amplitude,
    "phase shift": _phase_shift,
    "vertical shift": _vertical_shift,
    "peak location": _peak_location,
    "function variance": _function_variance,
    "minimum": _minimum,
    "maximum": _maximum,
    "range span": _range_span,
    "domain length": _domain_length,
    "net area": _net_area,
    "total area": _total_area,
}


def _recipe(name: str) -> Recipe:
    build = _BUILDERS[name]

    def recipe(rng: np.random.Generator, request: Request) -> Draft | None:
        f = build(rng, request.target).rounded()
        if f.family == "sine" and len(f.stationary_points) < 2:
            return None
        return single_draft(rng, name, f)

    return recipe


def _stationary_pair(rng: np.random.Generator, _: Request) -> Draft | None:
    first, second = sorted(rng.choice(np.arange(-12, 13), 2, replace=False).tolist())
    gap = second - first
    shape = Function("cubic", (1 / 3, -(first + second) / 2, first * second, 0.0), (first, second))
    a = log_uniform(rng, 8, 60) / (gap**3 / 6) * _sign(rng)
    ends = (first - gap * rng.uniform(0.3, 0.6), second + gap * rng.uniform(0.3, 0.6))
    f = Function("cubic", shape.stretched(a).coefficients, ends).shifted(rng.uniform(-20, 20)).rounded()
    return single_draft(rng, "stationary points", f)


def _equation(rng: np.random.Generator, request: Request) -> Draft | None:
    return single_draft(rng, "equation", random_equation(rng, request.subject))


def _equation_draft(rng: np.random.Generator, f: Function) -> Draft:
    look, curve = _picture(rng, f, y_zero=True, x_zero=True)
    return Draft(
        scene=Scene(look, (curve,)),
        values=(),
        sensitivities=(),
        evidence=(),
        kind=f.family,
        parameters={"family": f.family},
        data={"functions": [f.as_data()]},
        answer=equation_text(f),
        margin=equation_margin(f, window_of(look)),
    )


SINGLE_RECIPES: dict[tuple[str, str], Recipe] = {
    **{("properties", name): _recipe(name) for name in _BUILDERS},
    ("properties", "stationary points"): _stationary_pair,
    ("properties", "equation"): _equation,
}


def _picture(
    rng: np.random.Generator, f: Function, *, y_zero: bool, x_zero: bool, solid: bool = False
) -> tuple[Look, Curve]:
    (_, low), (_, high) = f.extremes
    x_extent, y_extent = f.domain, (low, high)
    if y_zero:
        y_extent = (min(low, 0.0), max(high, 0.0))
    if x_zero:
        x_extent = (min(x_extent[0], 0.0), max(x_extent[1], 0.0))
    look = sampled_look(rng, x_extent, y_extent, y_label="f(x)")
    style = sampled_style(rng, look, "curve")
    x, y = f.vertices
    return look, Curve(x, y, style.color, style.width, "-" if solid else style.line_style)


def _any_domain(rng: np.random.Generator) -> tuple[float, float]:
    start = rng.uniform(-20, 10)
    return start, start + log_uniform(rng, 5, 25)


def _family(rng: np.random.Generator) -> str:
    return str(rng.choice(SHAPED_FAMILIES))


def _sign(rng: np.random.Generator) -> int:
    return int(rng.choice((-1, 1)))
