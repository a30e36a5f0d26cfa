"""Recipes for questions that count: points of one series, and series of one figure."""

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.looks import (
    MARKERS,
    SERIES_COLORS,
    sampled_look,
    sampled_style,
)
from snellen.benchmarks.grab.plan.draft import Draft, Request
from snellen.benchmarks.grab.plan.fitting import Frame, draw_fitted
from snellen.benchmarks.grab.plan.measures import needed_points
from snellen.benchmarks.grab.plan.separation import (
    closest,
    diameter,
    footprint,
    in_pixels,
    inside,
    placed_apart,
    scattered,
)
from snellen.benchmarks.grab.plan.series import Series, series_to_data
from snellen.benchmarks.grab.plan.shapes import ORDERED_FAMILIES, SHAPE_FAMILIES, draw_shape
from snellen.benchmarks.grab.scene import Points, Scene

__all__ = [
    "CLEARANCE",
    "COUNTED_DISTANCE",
    "SMALLEST_MARK",
    "closest_of_different",
    "points_recipe",
    "series_count_recipe",
]

COUNTED_DISTANCE = 1.25
"""How many diameters the centres of two counted marks are apart at least."""
CLEARANCE = 2.0
"""Pixels between the circles around two counted marks, whatever their diameter."""
SMALLEST_MARK = 7.0
"""Pixels: the least diameter of a mark whose colour tells one series from another."""


def points_recipe(rng: np.random.Generator, request: Request) -> Draft | None:
    """One series of as many points as the target in a sampled look, none touching another.

    The margin is the displacement at which the circles around the two closest marks touch when both move towards each
    other: beyond it two marks may merge into one.
    """
    n = round(request.target)
    family = SHAPE_FAMILIES[int(rng.integers(len(SHAPE_FAMILIES)))]
    x_extent, y_extent = _extent(rng), _extent(rng)
    look = sampled_look(rng, x_extent, y_extent, y_label="y")
    style = sampled_style(rng, look, "points", n)
    shape = draw_shape(rng, family, 5 * n)
    x = _stretched(shape.t, x_extent)
    y = _stretched(shape.z, y_extent)
    order = rng.permutation(5 * n)
    x, y = x[order], y[order]
    mark, circle = diameter(look, style.size), footprint(look, style.size, style.marker)
    chosen = scattered(in_pixels(look, x, y), n, max(COUNTED_DISTANCE * mark, circle + CLEARANCE))
    if chosen is None:
        return None
    one = Series.rounded(x[chosen], y[chosen], family)
    points = Points(one.x, one.y, style.color, style.marker, style.size)
    if not inside(look, points):
        return None
    return Draft(
        scene=Scene(look, (points,)),
        values=(float(n),),
        sensitivities=(0.0,),
        evidence=needed_points(request.property, [one]),
        kind=family,
        parameters={"family": family, "n_points": n},
        data=series_to_data([one]),
        margin=(closest(in_pixels(look, one.x, one.y)) - circle) / 2,
    )


def series_count_recipe(rng: np.random.Generator, request: Request) -> Draft | None:
    """As many series as the target in a sampled look, each of its own colour, mostly of its own marker too.

    The margin is the displacement at which the circles around the two closest marks of different series touch: up to
    it every mark of every series is seen as a whole.
    """
    k = round(request.target)
    family = SHAPE_FAMILIES[int(rng.integers(len(SHAPE_FAMILIES)))]
    n = int(rng.integers(5, 10))
    x_extent, y_extent = _extent(rng), _extent(rng)
    look = sampled_look(rng, x_extent, y_extent, y_label="y")
    style = sampled_style(rng, look, "points", 2 * k * n)
    size = max(style.size, SMALLEST_MARK * 72 / look.dpi)
    colors = rng.permutation(SERIES_COLORS)[:k].tolist()
    own_marker = k > 6 or rng.random() < 0.6
    markers = np.resize(rng.permutation(MARKERS), k).tolist() if own_marker else [style.marker] * k
    circle = max(footprint(look, size, marker) for marker in markers)
    series: list[Series] = []
    taken: list[NDArray[np.float64]] = []
    frame = Frame(x_extent, y_extent, fill_y=0.3)
    for _ in range(k):
        length = float(rng.uniform(0.4, 1.0)) * (x_extent[1] - x_extent[0])
        one = placed_apart(
            partial(draw_fitted, rng, "domain length", length, family, n, frame),
            look,
            taken,
            own=circle + CLEARANCE,
            other=circle + CLEARANCE,
        )
        if one is None:
            return None
        series.append(one)
        taken.append(in_pixels(look, one.x, one.y))
    line = "-" if family in ORDERED_FAMILIES and rng.random() < 0.6 else None
    marks = tuple(
        Points(one.x, one.y, color, marker, size, line, size / 4)
        for one, color, marker in zip(series, colors, markers, strict=True)
    )
    if not all(inside(look, points) for points in marks):
        return None
    return Draft(
        scene=Scene(look, marks),
        values=(float(k),),
        sensitivities=(0.0,),
        evidence=needed_points(request.property, series),
        kind=family,
        parameters={"family": family, "n_points": n},
        data=series_to_data(series),
        margin=(closest_of_different(taken) - circle) / 2 if k > 1 else (closest(taken[0]) - circle) / 2,
    )


def closest_of_different(series: list[NDArray[np.float64]]) -> float:
    """The smallest distance between marks of two different series, each in pixels, shape (n, 2)."""
    return min(closest(one, np.concatenate(series[:index])) for index, one in enumerate(series) if index)


def _extent(rng: np.random.Generator) -> tuple[float, float]:
    """An interval that an axis may show: any place, any length."""
    length = float(math.exp(rng.uniform(math.log(8), math.log(100))))
    low = float(rng.uniform(-60, 60)) - length / 2
    return low, low + length


def _stretched(values: NDArray[np.float64], extent: tuple[float, float]) -> NDArray[np.float64]:
    low, high = float(values.min()), float(values.max())
    return np.asarray(extent[0] + (values - low) * ((extent[1] - extent[0]) / (high - low)))
