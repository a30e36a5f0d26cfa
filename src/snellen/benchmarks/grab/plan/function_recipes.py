"""Recipes of the Functions task: up to ten functions of one family in the fixed look, the mean of a property asked."""

import math
from collections.abc import Callable

import numpy as np

from snellen.benchmarks.grab.looks import fixed_look, fixed_style, pixels_per_unit
from snellen.benchmarks.grab.plan.curve_shapes import SHAPED_FAMILIES, log_uniform, shaped, spread
from snellen.benchmarks.grab.plan.draft import Draft, Evidence, Recipe, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Measure, Window, visible_segment
from snellen.benchmarks.grab.plan.visibility import distinguishable, ends_uncovered, fully_inside, marks_inside
from snellen.benchmarks.grab.scene import Curve, Look, Scene

__all__ = ["EDGE", "FIXED_WINDOW", "FUNCTION_RECIPES", "curve_of", "evidence_of", "window_of"]

EDGE = 9.7
"""Values and domains of the fixed look end here, so that every needed mark is clear of the frame at 10."""
FIXED_WINDOW = Window((-10.0, 10.0), (-10.0, 10.0), 95.0, 95.0)

_AREA_FAMILIES = ("linear", "quadratic", "cubic", "sine")
_SHORTEST = 2.5
_ATTEMPTS = 8

Builder = Callable[[np.random.Generator, float, str], "Function | None"]


def window_of(look: Look) -> Window:
    """The window of a look."""
    across, down = pixels_per_unit(look)
    return Window(look.x_limits, look.y_limits, across, down)


def curve_of(f: Function, index: int) -> Curve:
    """A function in the fixed look, its colour by its index."""
    style = fixed_style(index)
    x, y = f.vertices
    return Curve(x, y, style.color, style.width, style.line_style)


def evidence_of(measures: list[Measure]) -> tuple[Evidence, ...]:
    """The marks that the answer needs, of all functions in order."""
    return tuple(Evidence(kind, i, x, y) for i, m in enumerate(measures) for kind, x, y in m.marks)


def _domain_around(
    rng: np.random.Generator, low: float, high: float, reach: float = EDGE
) -> tuple[float, float] | None:
    """A random domain that holds low to high and stays within ±reach."""
    if low < -reach or high > reach:
        return None
    return rng.uniform(-reach, low), rng.uniform(high, reach)


def _domain_of(rng: np.random.Generator, length: float, reach: float = EDGE) -> tuple[float, float]:
    start = rng.uniform(-reach, reach - length)
    return start, start + length


def _x_intercept(rng: np.random.Generator, value: float, _: str) -> Function | None:
    slope = rng.choice((-1, 1)) * log_uniform(rng, 0.3, 5)
    domain = _domain_around(rng, value - 1.2, value + 1.2, 10.0)
    return Function("linear", (slope, -slope * value), domain) if domain else None


def _y_intercept(rng: np.random.Generator, value: float, _: str) -> Function | None:
    slope = rng.choice((-1, 1)) * log_uniform(rng, 0.1, 4)
    domain = _domain_around(rng, -1.2, 1.2, 10.0)
    return Function("linear", (slope, value), domain) if domain else None


def _gradient(rng: np.random.Generator, value: float, _: str) -> Function | None:
    x, y = rng.uniform(-6, 6, 2)
    domain = _domain_around(rng, x - 1.0, x + 1.0, 10.0)
    line = Function("linear", (value, y - value * x), domain) if domain else None
    if line is None:
        return None
    segment = visible_segment(line, FIXED_WINDOW)
    if segment is None or (segment[1] - segment[0]) * math.hypot(1, value) < 3:
        return None
    return line


def _stationary_point(rng: np.random.Generator, value: float, _: str) -> Function | None:
    steepness = log_uniform(rng, 0.08, 2.5)
    reach = math.sqrt(1.2 / steepness)
    domain = _domain_around(rng, value - reach, value + reach, 10.0)
    if domain is None:
        return None
    a = steepness * rng.choice((-1, 1))
    return Function("quadratic", (a, -2 * a * value, a * value * value + rng.uniform(-8, 8)), domain)


def _sine(rng: np.random.Generator, amplitude: float, period: float, shift: float) -> Function | None:
    longest = 2 * 9.95
    shortest = max(1.1 * period, 2.0) if 1.1 * period < longest else 1.01 * period
    if shortest > longest:
        return None
    length = rng.uniform(shortest, min(longest, max(3.2 * period, shortest)))
    rate = 2 * math.pi / period
    angle = rng.uniform(0, 2 * math.pi)
    f = Function("sine", (amplitude, rate, angle, shift), _domain_of(rng, length, 9.95))
    return f if len(f.stationary_points) >= 2 else None


def _period(rng: np.random.Generator, value: float, _: str) -> Function | None:
    amplitude = rng.uniform(1.0, 6.0)
    return _sine(rng, amplitude, value, rng.uniform(amplitude - 9.6, 9.6 - amplitude))


def _amplitude(rng: np.random.Generator, value: float, _: str) -> Function | None:
    return _sine(rng, value, rng.uniform(2.5, 12), rng.uniform(value - 9.8, 9.8 - value))


def _vertical_shift(rng: np.random.Generator, value: float, _: str) -> Function | None:
    return _sine(rng, rng.uniform(0.7, 9.8 - abs(value)), rng.uniform(2.5, 12), value)


def _bell(rng: np.random.Generator, location: float, deviation: float) -> Function | None:
    domain = _domain_around(rng, location - 1.3 * deviation, location + 1.3 * deviation)
    # The tails of a narrow bell say nothing: the domain ends within four deviations.
    if domain is None:
        return None
    low, high = max(domain[0], location - 4 * deviation), min(domain[1], location + 4 * deviation)
    return Function("bell", (rng.uniform(2.0, 9.4), location, deviation, 0.0), (low, high))


def _function_mean(rng: np.random.Generator, value: float, _: str) -> Function | None:
    widest = min(2.6, (EDGE - abs(value)) / 1.3)
    return _bell(rng, value, rng.uniform(0.4, widest)) if widest > 0.45 else None


def _function_variance(rng: np.random.Generator, value: float, _: str) -> Function | None:
    deviation = math.sqrt(value)
    room = EDGE - 1.3 * deviation
    return _bell(rng, rng.uniform(-room, room), deviation) if room > 0 else None


def _minimum(rng: np.random.Generator, value: float, family: str) -> Function | None:
    if EDGE - value < 0.7:
        return None
    return shaped(rng, family, _any_domain(rng), value, value + rng.uniform(0.6, EDGE - value))


def _maximum(rng: np.random.Generator, value: float, family: str) -> Function | None:
    if value + EDGE < 0.7:
        return None
    return shaped(rng, family, _any_domain(rng), value - rng.uniform(0.6, value + EDGE), value)


def _range_span(rng: np.random.Generator, value: float, family: str) -> Function | None:
    low = rng.uniform(-EDGE, EDGE - value)
    return shaped(rng, family, _any_domain(rng), low, low + value)


def _domain_length(rng: np.random.Generator, value: float, family: str) -> Function | None:
    low, high = _any_domain(rng)
    return shaped(rng, family, _domain_of(rng, value), low, high)


def _net_area(rng: np.random.Generator, value: float, family: str) -> Function | None:
    length = rng.uniform(max(_SHORTEST, abs(value) / 8.5), 2 * EDGE)
    level = value / length
    f = shaped(rng, family, _domain_of(rng, length), 0.0, rng.uniform(0.8, 2 * EDGE - abs(level)))
    return f.shifted(level - f.net_area / f.length)


def _total_area(rng: np.random.Generator, value: float, family: str) -> Function | None:
    length = rng.uniform(max(_SHORTEST, value / 8.5), 2 * EDGE)
    f = shaped(rng, family, _domain_of(rng, length), 0.0, 1.0).shifted(-rng.uniform(-0.6, 1.6))
    return f.stretched(value / f.total_area)


def _any_domain(rng: np.random.Generator) -> tuple[float, float]:
    return _domain_of(rng, rng.uniform(_SHORTEST, 2 * EDGE))


# For each property: the families it is asked of, how to build one function with the value, the interval that single
# values stay in, how far they spread around the mean, and whether the whole curve must be inside the frame.
_PLANS: dict[str, tuple[tuple[str, ...], Builder, float, float, float, bool]] = {
    "x-intercept": (("linear",), _x_intercept, -8.7, 8.7, 6.0, False),
    "y-intercept": (("linear",), _y_intercept, -9.4, 9.4, 7.0, False),
    "gradient": (("linear",), _gradient, -9.4, 9.4, 5.0, False),
    "stationary point": (("quadratic",), _stationary_point, -9.0, 9.0, 6.0, False),
    "period": (("sine",), _period, 1.6, 18.6, 5.0, True),
    "amplitude": (("sine",), _amplitude, 0.4, 9.5, 3.0, True),
    "vertical shift": (("sine",), _vertical_shift, -8.9, 8.9, 5.0, True),
    "minimum": (SHAPED_FAMILIES, _minimum, -9.6, 8.9, 6.0, True),
    "maximum": (SHAPED_FAMILIES, _maximum, -8.9, 9.6, 6.0, True),
    "range span": (SHAPED_FAMILIES, _range_span, 0.7, 19.2, 6.0, True),
    "domain length": (SHAPED_FAMILIES, _domain_length, 1.4, 19.2, 6.0, True),
    "function mean": (("bell",), _function_mean, -9.0, 9.0, 6.0, True),
    "function variance": (("bell",), _function_variance, 0.15, 22.0, 4.0, True),
    "net area": (_AREA_FAMILIES, _net_area, -130.0, 130.0, 45.0, True),
    "total area": (_AREA_FAMILIES, _total_area, 1.5, 130.0, 35.0, True),
}


def _recipe(name: str) -> Recipe:
    families, build, low, high, reach, whole_curve = _PLANS[name]

    def recipe(rng: np.random.Generator, request: Request) -> Draft | None:
        if not low <= request.target <= high:
            return None
        family = str(rng.choice(families))
        functions, measures = [], []
        for value in spread(rng, request.target, request.complexity + 1, low, high, reach):
            made = _one(rng, name, build, float(value), family, whole_curve)
            if made is None:
                return None
            functions.append(made[0])
            measures.append(made[1])
        if not distinguishable(functions, FIXED_WINDOW) or not ends_uncovered(functions, measures, FIXED_WINDOW):
            return None
        count = len(functions)
        return Draft(
            scene=Scene(fixed_look("f(x)"), tuple(curve_of(f, i) for i, f in enumerate(functions))),
            values=(sum(m.values[0] for m in measures) / count,),
            sensitivities=(sum(m.sensitivities[0] for m in measures) / count,),
            evidence=evidence_of(measures),
            kind=family,
            parameters={"family": family},
            data={"functions": [f.as_data() for f in functions]},
        )

    return recipe


def _one(
    rng: np.random.Generator, name: str, build: Builder, value: float, family: str, whole_curve: bool
) -> tuple[Function, Measure] | None:
    for _ in range(_ATTEMPTS):
        built = build(rng, value, family)
        if built is None:
            continue
        f = built.rounded()
        if whole_curve and not fully_inside(f, FIXED_WINDOW):
            continue
        measure = FUNCTION_MEASURES[name](f, FIXED_WINDOW)
        if marks_inside(measure, FIXED_WINDOW):
            return f, measure
    return None


FUNCTION_RECIPES: dict[tuple[str, str], Recipe] = {("functions", name): _recipe(name) for name in _PLANS}
