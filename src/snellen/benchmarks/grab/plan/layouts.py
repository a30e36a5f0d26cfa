"""The data of a question laid out once more, in another look, with evidence and sensitivities measured anew."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.looks import MARKERS, SERIES_COLORS, Style, sampled_look, sampled_style
from snellen.benchmarks.grab.plan.counting import CLEARANCE, COUNTED_DISTANCE, SMALLEST_MARK, closest_of_different
from snellen.benchmarks.grab.plan.data_recipes import MARK_DISTANCE, series_draft, single_series_draft
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import FUNCTION_MEASURES, Window
from snellen.benchmarks.grab.plan.function_recipes import evidence_of, window_of
from snellen.benchmarks.grab.plan.operations import compose
from snellen.benchmarks.grab.plan.separation import closest, diameter, footprint, in_pixels, inside
from snellen.benchmarks.grab.plan.series import Series, series_from_data
from snellen.benchmarks.grab.plan.shapes import ORDERED_FAMILIES
from snellen.benchmarks.grab.plan.single_recipes import single_draft
from snellen.benchmarks.grab.plan.transform_measures import TRANSFORM_MEASURES
from snellen.benchmarks.grab.plan.visibility import distinguishable, ends_uncovered, marks_inside
from snellen.benchmarks.grab.scene import Curve, Look, Points, Scene
from snellen.benchmarks.grab.varied_looks import varied_look, varied_styles

__all__ = ["laid_out_again"]

Floats = NDArray[np.float64]

_SMALLEST_SIZE = 3.0
"""Points: no marker is drawn smaller."""
_FIXED_LINE = 2.0 * 300 / 72
"""The width in pixels of a curve in the fixed look, for which the rules of visibility are made."""


def laid_out_again(rng: np.random.Generator, draft: Draft, request: Request) -> Draft | None:
    """The draft's data in another look: sampled anew for the Properties task, else a variation of the fixed look.

    Values and answer are the draft's; scene, evidence, sensitivities and margin are new. None where this look does not
    show what the question needs: marks outside the axes, too close to each other, or covered. `request.target` is
    not used.
    """
    if "functions" in draft.data:
        functions = [Function.from_data(item) for item in draft.data["functions"]]
        if request.task == "properties":
            return single_draft(rng, request.property, functions[0])
        return _functions(rng, draft, request, functions)
    series = series_from_data(draft.data)
    if request.property == "number of points":
        return _counted_points(rng, draft, series[0])
    if request.property == "number of series":
        return _counted_series(rng, draft, series)
    if request.task == "properties":
        return single_series_draft(rng, request, series[0], draft.kind, draft.parameters["targets"])
    return _series(rng, draft, request, series)


def _functions(rng: np.random.Generator, draft: Draft, request: Request, functions: Sequence[Function]) -> Draft | None:
    look, styles = varied_look(rng, "f(x)"), varied_styles(rng, len(functions))
    window = window_of(look)
    if request.task == "transforms":
        measures = [TRANSFORM_MEASURES[request.property](functions[0], compose(draft.operations), window)]
    else:
        measures = [FUNCTION_MEASURES[request.property](f, window) for f in functions]
    if not all(marks_inside(measure, window) for measure in measures):
        return None
    seen = _in_line_widths(window, diameter(look, styles[0].width))
    if not distinguishable(functions, seen) or not ends_uncovered(functions, measures, seen):
        return None
    curves = []
    for f, style in zip(functions, styles, strict=True):
        x, y = f.vertices
        curves.append(Curve(x, y, style.color, style.width, style.line_style))
    return replace(
        draft,
        scene=Scene(look, tuple(curves)),
        sensitivities=(sum(m.sensitivities[0] for m in measures) / len(measures),),
        evidence=evidence_of(measures),
    )


def _in_line_widths(window: Window, line: float) -> Window:
    """The window in pixels of which a line of `line` pixels is as wide as one of the fixed look."""
    scale = _FIXED_LINE / line
    return replace(window, pixels_x=window.pixels_x * scale, pixels_y=window.pixels_y * scale)


def _series(rng: np.random.Generator, draft: Draft, request: Request, series: Sequence[Series]) -> Draft | None:
    look, styles = varied_look(rng, "y"), varied_styles(rng, len(series))
    gap = closest(np.concatenate([in_pixels(look, one.x, one.y) for one in series]))
    mark, circle = diameter(look, styles[0].size), footprint(look, styles[0].size, styles[0].marker)
    if gap < max(MARK_DISTANCE * mark, circle):
        return None
    return series_draft(request, look, list(series), styles, draft.kind, draft.parameters["targets"])


def _counted_points(rng: np.random.Generator, draft: Draft, one: Series) -> Draft | None:
    look = sampled_look(rng, _extent([one.x]), _extent([one.y]), y_label="y")
    style = sampled_style(rng, look, "points", len(one))
    gap = closest(in_pixels(look, one.x, one.y))

    def fits(size: float) -> bool:
        mark, circle = diameter(look, size), footprint(look, size, style.marker)
        return gap >= max(COUNTED_DISTANCE * mark, circle + CLEARANCE)

    size = next((size for size in _sizes(style, _SMALLEST_SIZE) if fits(size)), None)
    if size is None:
        return None
    points = Points(one.x, one.y, style.color, style.marker, size)
    margin = (gap - footprint(look, size, style.marker)) / 2
    return _counted(draft, look, (points,), margin)


def _counted_series(rng: np.random.Generator, draft: Draft, series: Sequence[Series]) -> Draft | None:
    look = sampled_look(rng, _extent([s.x for s in series]), _extent([s.y for s in series]), y_label="y")
    k = len(series)
    style = sampled_style(rng, look, "points", 2 * sum(map(len, series)))
    colors = rng.permutation(SERIES_COLORS)[:k].tolist()
    own_marker = k > 6 or rng.random() < 0.6
    markers = np.resize(rng.permutation(MARKERS), k).tolist() if own_marker else [style.marker] * k
    line = "-" if draft.kind in ORDERED_FAMILIES and rng.random() < 0.6 else None
    places = [in_pixels(look, one.x, one.y) for one in series]
    gap = closest(np.concatenate(places))

    def circle(size: float) -> float:
        return max(footprint(look, size, marker) for marker in markers)

    least = SMALLEST_MARK * 72 / look.dpi
    size = next((size for size in _sizes(style, least) if gap >= circle(size) + CLEARANCE), None)
    if size is None:
        return None
    marks = tuple(
        Points(one.x, one.y, color, marker, size, line, size / 4)
        for one, color, marker in zip(series, colors, markers, strict=True)
    )
    return _counted(draft, look, marks, ((closest_of_different(places) if k > 1 else gap) - circle(size)) / 2)


def _counted(draft: Draft, look: Look, marks: tuple[Points, ...], margin: float) -> Draft | None:
    if not all(inside(look, points) for points in marks):
        return None
    return replace(draft, scene=Scene(look, marks), margin=margin)


def _sizes(style: Style, least: float) -> list[float]:
    """Marker sizes from the style's own down to the least, half a point apart."""
    first = max(style.size, least)
    return [*np.arange(first, least, -0.5).tolist(), least]


def _extent(values: Sequence[Floats]) -> tuple[float, float]:
    together = np.concatenate(values)
    return float(together.min()), float(together.max())
