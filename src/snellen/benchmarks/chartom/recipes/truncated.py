"""The y axis that does not begin at zero: a ratio looks larger than it is."""

import math
import random
from collections.abc import Sequence

from snellen.benchmarks.chartom.layout import categories, chart, values_scale, years_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft
from snellen.benchmarks.chartom.recipes.over_years import axis_title, halves_between, values_of, years_of
from snellen.benchmarks.chartom.recipes.ratios import ratio_draft
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Line, Renderer
from snellen.benchmarks.chartom.subjects import Group, Series
from snellen.benchmarks.chartom.tempting import drawn_ratio

__all__ = ["bar_chart", "bars", "line", "line_chart"]

_HEIGHTS = (
    *((4, 5, 3), (4, 6, 3), (5, 6, 4), (5, 7, 4), (5, 8, 4), (8, 10, 7), (8, 12, 7), (8, 12, 6), (10, 11, 9)),
    *((10, 12, 9), (10, 13, 9), (10, 14, 8), (10, 14, 9), (10, 12, 8), (5, 7, 3), (8, 14, 6), (10, 15, 8)),
)
"""Steps of the axis: A, B, and where the truncated axis begins. Ratios are exact to two decimals."""


def bars(pair: Pair, rng: random.Random, subject: Group) -> Draft:
    """Items side by side: B is how many times A?"""
    step = rng.choice(subject.steps)
    a, b, base = rng.choice(_HEIGHTS)
    labels = rng.sample(subject.names, 4)
    heights = [float(a), float(b), *rng.sample(halves_between(base + 1, b + 1, a, b), 2)]
    low, high = labels[:2]
    order = rng.sample(range(4), 4)
    labels, values = [labels[place] for place in order], values_of([heights[place] for place in order], step)
    color, top = rng.choice(COLORS), (math.floor(max(heights)) + 1) * step

    def drawn(start: float) -> Cartesian:
        return bar_chart(subject, labels, values, (start, top, step), color, pair.renderer)

    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large is the value of {high} as that of {low}?",
        low=low,
        high=high,
        data={"label": labels, "value": values},
        drawn=drawn_ratio(a * step, b * step, base * step),
        scenes=(drawn(0), drawn(base * step)),
        unit=subject.unit,
        drawing={"axis begins at": base * step},
    )


def line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """A quantity over years: in one year it was how many times what it was in another?"""
    step = rng.choice(subject.steps)
    a, b, base = rng.choice(_HEIGHTS)
    years = years_of(rng, 6)
    ends = [rng.choice((0, 1)), rng.choice((4, 5))]
    heights = [float(rng.choice(halves_between(base + 1, b + 1))) for _ in years]
    rng.shuffle(ends)
    heights[ends[0]], heights[ends[1]] = a, b
    labels, values = [str(year) for year in years], values_of(heights, step)
    low, high = labels[ends[0]], labels[ends[1]]
    color, top = rng.choice(COLORS), (math.floor(max(heights)) + 1) * step

    def drawn(start: float) -> Cartesian:
        return line_chart(subject, years, values, (start, top, step), color, pair.renderer)

    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large was the {subject.phrase} in {high} as in {low}?",
        low=low,
        high=high,
        data={"label": labels, "x": years, "value": values},
        drawn=drawn_ratio(a * step, b * step, base * step),
        scenes=(drawn(0), drawn(base * step)),
        unit=subject.unit,
        drawing={"axis begins at": base * step},
    )


def bar_chart(
    subject: Group,
    labels: Sequence[str],
    values: Sequence[float],
    axis: tuple[float, float, float],
    color: str,
    renderer: Renderer,
    *,
    upside_down: bool = False,
) -> Cartesian:
    """Bars on an axis given as start, end and step; upside down they stand on its far end, which is below."""
    start, top, step = axis
    y = values_scale(axis_title(subject.unit), start, top, step, reversed=upside_down)
    places = [float(place) for place in range(len(labels))]
    left, right = tuple(place - 0.33 for place in places), tuple(place + 0.33 for place in places)
    marks = Boxes(tuple(labels), left, right, tuple(values), top if upside_down else start, color)
    return chart(subject.title, categories(labels, axis_title(subject.noun)), y, [marks], renderer)


def line_chart(
    subject: Series,
    years: Sequence[int],
    values: Sequence[float],
    axis: tuple[float, float, float],
    color: str,
    renderer: Renderer,
    *,
    upside_down: bool = False,
    backwards: bool = False,
) -> Cartesian:
    """A line over years to scale, on an axis given as start, end and step."""
    y = values_scale(axis_title(subject.unit), *axis, reversed=upside_down)
    marks = Line(subject.title, tuple(map(str, years)), tuple(map(float, years)), tuple(values), color)
    return chart(subject.title, years_scale(years, reversed=backwards), y, [marks], renderer)
