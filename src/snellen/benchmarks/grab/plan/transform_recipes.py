"""Recipes of the Transforms task: one function in the fixed look, a list of operations, a property of the result.

The operations are drawn first, then the function that gives the target after them; lists under which it could not be
read off the picture surely enough, or would leave the frame, are drawn again.
"""

from collections.abc import Callable

import numpy as np

from snellen.benchmarks.grab.looks import fixed_look
from snellen.benchmarks.grab.plan.curve_shapes import SHAPED_FAMILIES, shaped
from snellen.benchmarks.grab.plan.draft import Draft, Recipe, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import visible_segment
from snellen.benchmarks.grab.plan.function_recipes import EDGE, FIXED_WINDOW, curve_of, evidence_of
from snellen.benchmarks.grab.plan.operations import Affine, compose, draw_operations
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES, transformed_extents
from snellen.benchmarks.grab.plan.visibility import fully_inside, marks_inside
from snellen.benchmarks.grab.scene import Scene

__all__ = ["LARGEST_ANSWER", "TRANSFORM_RECIPES"]

LARGEST_ANSWER = 3200.0
_SMALLEST_EXTENT = 1.0
_OPERATION_LISTS = 200
_LENGTHS = (1.2, 2 * EDGE)
_AREA_FAMILIES = ("linear", "quadratic", "cubic", "sine")
_PIXELS = FIXED_WINDOW.pixels_x

Interval = tuple[float, float]
Builder = Callable[[np.random.Generator, float, Affine, float], "Function | None"]
"""From a generator, the target, the map and the largest sensitivity allowed to a function that gives the target."""


def _any_interval(rng: np.random.Generator) -> Interval:
    return _placed(rng, rng.uniform(2.0, _LENGTHS[1]))


def _placed(rng: np.random.Generator, length: float) -> Interval:
    start = rng.uniform(-EDGE, EDGE - length)
    return start, start + length


def _shape(rng: np.random.Generator, domain: Interval, values: Interval) -> Function:
    return shaped(rng, str(rng.choice(SHAPED_FAMILIES)), domain, *values)


def _with_length(in_y: bool) -> Builder:
    """A curve whose transformed extent, in y' or in x', is the target."""

    def build(rng: np.random.Generator, target: float, m: Affine, most: float) -> Function | None:
        scale = abs(m.scales[1 if in_y else 0])
        length = target / scale
        if not _LENGTHS[0] <= length <= _LENGTHS[1] or 2 * scale / _PIXELS > most:
            return None
        pinned = _placed(rng, length)
        return _shape(rng, _any_interval(rng), pinned) if in_y != m.swaps else _shape(rng, pinned, _any_interval(rng))

    return build


def _with_extreme(lowest: bool) -> Builder:
    """A curve whose transformed minimum or maximum is the target."""

    def build(rng: np.random.Generator, target: float, m: Affine, most: float) -> Function | None:
        scale = m.scales[1]
        place = (target - m.f) / scale
        if abs(place) > EDGE or abs(scale) / _PIXELS > most:
            return None
        from_below = lowest == (scale > 0)
        room = EDGE - place if from_below else place + EDGE
        if room < 1.5:
            return None
        length = rng.uniform(1.2, room)
        pinned = (place, place + length) if from_below else (place - length, place)
        return _shape(rng, pinned, _any_interval(rng)) if m.swaps else _shape(rng, _any_interval(rng), pinned)

    return build


def _gradient(rng: np.random.Generator, target: float, m: Affine, _: float) -> Function | None:
    to_x, to_y = m.scales
    if m.swaps and target == 0:
        return None
    slope = to_y / to_x / target if m.swaps else target * to_x / to_y
    if abs(slope) > 9.4 or (m.swaps and abs(slope) < 0.1):
        return None
    x, y = rng.uniform(-6, 6, 2)
    line = Function("linear", (slope, y - slope * x), (rng.uniform(-10, x - 1), rng.uniform(x + 1, 10)))
    segment = visible_segment(line, FIXED_WINDOW)
    if segment is None or (segment[1] - segment[0]) * float(np.hypot(1.0, slope)) < 3:
        return None
    return line


def _with_area(name: str) -> Builder:
    """A curve with the target area after the operations: shifted up or down, or stretched where x and y swap."""

    def build(rng: np.random.Generator, target: float, m: Affine, most: float) -> Function | None:
        if abs(m.scales[0] * m.scales[1]) * 4.0 / _PIXELS > most:
            return None
        f = shaped(rng, str(rng.choice(_AREA_FAMILIES)), _any_interval(rng), *_any_interval(rng))
        if m.swaps:
            f = _monotone_piece(rng, f)
            if f.length < 2.0:
                return None
            area = TRANSFORM_MEASURES[name](f, m, FIXED_WINDOW).values[0]
            return f.stretched(target / area) if area * target > 0 else None
        (_, low), (_, high) = f.extremes
        return _shifted_to(f, m, name, target, (-EDGE - low, EDGE - high), rng)

    return build


def _shifted_to(
    f: Function, m: Affine, name: str, target: float, room: Interval, rng: np.random.Generator
) -> Function | None:
    """The function moved up or down, within the room, to the target area, by bisection; None where that is too far."""

    def excess(shift: float) -> float:
        return TRANSFORM_MEASURES[name](f.shifted(shift), m, FIXED_WINDOW).values[0] - target

    start, end = rng.uniform(*room), float(rng.choice(room))
    at_start, at_end = excess(start), excess(end)
    if at_start * at_end > 0:
        return None
    for _ in range(50):
        middle = (start + end) / 2
        at_middle = excess(middle)
        if at_start * at_middle <= 0:
            end = middle
        else:
            start, at_start = middle, at_middle
    return f.shifted((start + end) / 2)


def _monotone_piece(rng: np.random.Generator, f: Function) -> Function:
    cuts = (f.domain[0], *f.stationary_points, f.domain[1])
    index = int(rng.integers(len(cuts) - 1))
    # A hair off the turning points, where rounding could put one inside.
    inset = 1e-6 * f.length
    return Function(f.family, f.coefficients, (cuts[index] + inset, cuts[index + 1] - inset))


_BUILDERS: dict[str, Builder] = {
    "domain length": _with_length(in_y=False),
    "range span": _with_length(in_y=True),
    "minimum": _with_extreme(lowest=True),
    "maximum": _with_extreme(lowest=False),
    "gradient": _gradient,
    "net area": _with_area("net area"),
    "total area": _with_area("total area"),
}


def _recipe(name: str) -> Recipe:
    build, measure = _BUILDERS[name], TRANSFORM_MEASURES[name]

    def recipe(rng: np.random.Generator, request: Request) -> Draft | None:
        # A value in the middle of its rounding interval must bear half a pixel.
        most = request.precision
        for _ in range(_OPERATION_LISTS if request.complexity else 1):
            operations = draw_operations(rng, request.complexity)
            m = compose(operations)
            built = build(rng, request.target, m, most)
            if built is not None:
                break
        else:
            return None
        if built is None:
            return None
        f = built.rounded()
        if name != "gradient" and not fully_inside(f, FIXED_WINDOW):
            return None
        found = measure(f, m, FIXED_WINDOW)
        extents = transformed_extents(f, m)
        if min(extents) < _SMALLEST_EXTENT:
            return None
        if abs(found.values[0]) > LARGEST_ANSWER or not marks_inside(found, FIXED_WINDOW):
            return None
        return Draft(
            scene=Scene(fixed_look("f(x)"), (curve_of(f, 0),)),
            values=found.values,
            sensitivities=found.sensitivities,
            evidence=evidence_of([found]),
            kind=f.family,
            parameters={"family": f.family},
            data={"functions": [f.as_data()]},
            operations=operations,
        )

    return recipe


TRANSFORM_RECIPES: dict[tuple[str, str], Recipe] = {("transforms", name): _recipe(name) for name in _BUILDERS}
