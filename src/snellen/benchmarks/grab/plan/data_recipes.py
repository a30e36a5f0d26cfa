"""Recipes for questions on the statistics of data points: series fitted to the value that the curator aims at."""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.looks import (
    Style,
    fixed_look,
    fixed_style,
    pixels_per_unit,
    sampled_look,
    sampled_style,
)
from snellen.benchmarks.grab.plan.counting import points_recipe, series_count_recipe
from snellen.benchmarks.grab.plan.data_answers import DATA_ANSWERS
from snellen.benchmarks.grab.plan.draft import Draft, Recipe, Request
from snellen.benchmarks.grab.plan.fitting import CORRELATIONS, LEVELS, Frame, draw_fitted, spread_values
from snellen.benchmarks.grab.plan.measures import (
    RANK_CORRELATIONS,
    STATISTICS,
    data_sensitivity,
    data_value,
    needed_points,
)
from snellen.benchmarks.grab.plan.ranks import rank_margin
from snellen.benchmarks.grab.plan.separation import closest, diameter, in_pixels, inside, placed_apart
from snellen.benchmarks.grab.plan.series import Series, series_to_data
from snellen.benchmarks.grab.plan.shapes import ORDERED_FAMILIES, SHAPE_FAMILIES
from snellen.benchmarks.grab.scene import Look, Points, Scene

__all__ = ["DATA_ANSWERS", "DATA_RECIPES", "MARK_DISTANCE", "series_draft", "single_series_draft"]

Floats = NDArray[np.float64]

MARK_DISTANCE = 1.1
"""How many diameters apart the centres of two marks are at least, of one series or of two: none hides another."""
_SMALLEST_MARK = 8.0
"""Pixels: the least diameter of a mark in sampled looks, so that its colour and place can be seen."""
_RANK_GAP = 12.0
"""Pixels between two points of a series in either axis where ranks are asked for, in the fixed look."""
_RANK_GAP_SHARE = 0.012
"""The same as a share of the data's extent, in sampled looks."""
_LARGEST_PEARSON = 0.998
"""Pearson's r of ±1 exactly has no first-order sensitivity, so its margin would mean nothing."""


def series_recipe(rng: np.random.Generator, request: Request) -> Draft | None:
    """Complexity + 1 series of one family in the fixed look, whose mean property is the target."""
    look, frame = _fixed_frame()
    k = request.complexity + 1
    mark = diameter(look, fixed_style(0).size)
    family = SHAPE_FAMILIES[int(rng.integers(len(SHAPE_FAMILIES)))]
    ranked = request.property in RANK_CORRELATIONS
    n = int(rng.integers(8, 13 - k // 4)) if ranked else int(rng.integers(5, 13 - k // 3))
    targets = spread_values(rng, k, _within(request), *_bounds(request.property, request.target, frame))
    placed: list[Series] = []
    positions: list[Floats] = []
    carry = 0.0
    for target in targets.tolist():
        wanted = min(1.0, max(-1.0, target + carry)) if ranked else target
        one = placed_apart(
            partial(draw_fitted, rng, request.property, wanted, family, n, frame),
            look,
            positions,
            own=MARK_DISTANCE * mark,
            other=MARK_DISTANCE * mark,
        )
        if one is None:
            return None
        placed.append(one)
        positions.append(in_pixels(look, one.x, one.y))
        if ranked:
            # Ranks reach a target only about; the next series makes up for it.
            carry += target - data_value(request.property, [one])[0]
    styles = [fixed_style(index) for index in range(k)]
    return series_draft(request, look, placed, styles, family, targets.tolist())


def properties_recipe(rng: np.random.Generator, request: Request) -> Draft | None:
    """One series in a sampled look, whose property is the target."""
    family = SHAPE_FAMILIES[int(rng.integers(len(SHAPE_FAMILIES)))]
    ranked = request.property in RANK_CORRELATIONS
    n = int(rng.integers(8, 21 if ranked else 31)) if request.property in CORRELATIONS else int(rng.integers(6, 31))
    target = _within(request)
    one = draw_fitted(rng, request.property, target, family, n, _sampled_frame(rng, request))
    return None if one is None else single_series_draft(rng, request, one, family, [target])


def single_series_draft(
    rng: np.random.Generator, request: Request, one: Series, family: str, targets: list[float]
) -> Draft | None:
    """One series in a newly sampled look; None where its marks would run into each other or the frame."""
    n = len(one)
    x_extent, y_extent = (float(one.x.min()), float(one.x.max())), (float(one.y.min()), float(one.y.max()))
    look = sampled_look(rng, x_extent, y_extent, y_label="y")
    style = sampled_style(rng, look, "points", n)
    style = replace(style, size=max(style.size, _SMALLEST_MARK * 72 / look.dpi))
    if closest(in_pixels(look, one.x, one.y)) < MARK_DISTANCE * diameter(look, style.size):
        return None
    joined = family in ORDERED_FAMILIES and rng.random() < 0.4
    return series_draft(request, look, [one], [style], family, targets, joined=joined)


def series_draft(
    request: Request,
    look: Look,
    series: list[Series],
    styles: list[Style],
    family: str,
    targets: list[float],
    *,
    joined: bool = False,
) -> Draft | None:
    """Series in a look and one style each, asked for `request.property`; None where a mark crosses the frame."""
    marks = tuple(
        Points(one.x, one.y, style.color, style.marker, style.size, "-" if joined else None, style.size / 4)
        for one, style in zip(series, styles, strict=True)
    )
    if not all(inside(look, points) for points in marks):
        return None
    scale = pixels_per_unit(look)
    values = data_value(request.property, series)
    ranked = request.property in RANK_CORRELATIONS
    return Draft(
        scene=Scene(look, marks),
        values=values,
        sensitivities=(data_sensitivity(request.property, series, scale),),
        evidence=needed_points(request.property, series),
        kind=family,
        parameters={"family": family, "n_points": len(series[0]), "targets": [round(target, 6) for target in targets]},
        data=series_to_data(series),
        margin=rank_margin(request.property, series, values[0], request.precision, scale) if ranked else None,
    )


def _within(request: Request) -> float:
    """The target, brought within what the property can be."""
    if request.property == "Pearson correlation":
        return min(_LARGEST_PEARSON, max(-_LARGEST_PEARSON, request.target))
    if request.property in RANK_CORRELATIONS:
        return min(1.0, max(-1.0, request.target))
    return request.target


def _bounds(property_: str, target: float, frame: Frame) -> tuple[float, float]:
    """Between which values one series of several may lie."""
    low, high = frame.y
    if property_ in CORRELATIONS:
        most = _LARGEST_PEARSON if property_ == "Pearson correlation" else 1.0
        return -most, most
    if property_ in LEVELS:
        return low + (1.5 if property_ == "maximum" else 0.2), high - (1.5 if property_ == "minimum" else 0.2)
    most = {"data variance": 34.0, "interquartile range": 16.5}.get(property_, high - low)
    return 0.3 * target, most


@cache
def _fixed_frame() -> tuple[Look, Frame]:
    """The fixed look, and the part of its axes where a mark lies inside as a whole."""
    look = fixed_look("y")
    scale = pixels_per_unit(look)[0]
    room = (diameter(look, fixed_style(0).size) / 2 + 2) / scale
    edges = (look.x_limits[0] + room, look.x_limits[1] - room)
    return look, Frame(edges, edges, 0.35, 0.45, _RANK_GAP / scale, _RANK_GAP / scale)


def _sampled_frame(rng: np.random.Generator, request: Request) -> Frame:
    """Extents of the data that suit the target: any place and length that an axis may have."""
    property_, target = request.property, request.target
    x_length, y_length = (float(math.exp(rng.uniform(math.log(8), math.log(100)))) for _ in range(2))
    if property_ == "domain length":
        x_length = target
    if property_ in ("interquartile range", "range span"):
        y_length = target if property_ == "range span" else 3 * target
    x_low, y_low = (float(rng.uniform(-60, 60)) - length / 2 for length in (x_length, y_length))
    if property_ == "minimum":
        y_low = target
    elif property_ == "maximum":
        y_low = target - y_length
    elif property_ == "median":
        y_low = target - y_length * float(rng.uniform(0.35, 0.65))
    return Frame(
        (x_low, x_low + x_length),
        (y_low, y_low + y_length),
        gap_x=_RANK_GAP_SHARE * x_length,
        gap_y=_RANK_GAP_SHARE * y_length,
    )


_PROPERTIES_STATISTICS = tuple(name for name in STATISTICS if name not in ("data mean", "data variance"))

DATA_RECIPES: Mapping[tuple[str, str], Recipe] = {
    **{("series", name): series_recipe for name in STATISTICS},
    **{("properties", name): properties_recipe for name in _PROPERTIES_STATISTICS},
    ("properties", "number of points"): points_recipe,
    ("properties", "number of series"): series_count_recipe,
}
"""By task and property. Each takes a generator and a request whose target is what the value is fitted to."""
