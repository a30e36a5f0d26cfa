"""A picture so tall and narrow that a change looks steep."""

import random

from snellen.benchmarks.chartom.keys import change_text, key_of, number_text
from snellen.benchmarks.chartom.layout import chart, values_scale, years_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of
from snellen.benchmarks.chartom.recipes.over_years import axis_title, values_of, years_of
from snellen.benchmarks.chartom.recipes.wide import PERCENT_TOLERANCE
from snellen.benchmarks.chartom.scene import Cartesian, Line
from snellen.benchmarks.chartom.subjects import Series
from snellen.benchmarks.chartom.tempting import slope_impression

__all__ = ["line"]

_SIZES = (760, 500), (340, 840)
"""Honest and tall, in pixels."""
_HEIGHTS = ((5, 6), (5, 7), (8, 10), (8, 6), (8, 7), (10, 8), (10, 7), (4, 5), (6, 9), (4, 6), (10, 6))
"""First and last value in steps; changes are exact or round to whole percents that leave no doubt."""
_APART = 18
"""Points of a hundred between the key and the tempting answer, at least."""


def line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """By what percentage did a quantity change?"""
    step = rng.choice(subject.steps)
    years = years_of(rng, 4)
    labels = [str(year) for year in years]
    color = rng.choice(COLORS)

    def drawn(values: list[float], size: tuple[int, int]) -> Cartesian:
        marks = Line(subject.title, tuple(labels), tuple(map(float, years)), tuple(values), color)
        y = values_scale(axis_title(subject.unit), 0, 11 * step, step)
        return chart(subject.title, years_scale(years), y, [marks], pair.renderer, width=size[0], height=size[1])

    while True:
        first, last = rng.choice(_HEIGHTS)
        between = [first + (last - first) * n / 3 for n in (1, 2)]
        values = values_of([first, *(round(2 * height) / 2 for height in between), last], step)
        tall = drawn(values, _SIZES[1])
        (left, right), (low, high) = (
            tall.axes[name].to_pixels(ends).tolist()
            for name, ends in (("x", [years[0], years[-1]]), ("y", [values[0], values[-1]]))
        )
        impression = 5 * round(slope_impression(low - high, right - left) / 5)
        change = 100 * (last - first) / first
        if abs(impression - change) >= _APART and abs(impression) <= 95:
            break
    free = pair.answer_format == "free text"
    data = {"label": labels, "x": years, "value": values}
    asked = {"what": "change", "from": labels[0], "to": labels[-1], "in words": not free}
    options: tuple[str, ...] = ()
    if not free:
        others = [change_text(-change), change_text(-impression)]
        options = options_of(rng, key_of(asked, data), [change_text(impression), *others])
    question = f"How did the {subject.phrase} change from {labels[0]} to {labels[-1]}?"
    if free:
        question = (
            f"By how many percent did the {subject.phrase} change from {labels[0]} to {labels[-1]}? "
            "Give a number, with a minus sign for a fall."
        )
    return Draft(
        subject=subject.title,
        question=question,
        asked=asked,
        data=data,
        tempting=(number_text(impression) if free else change_text(impression),),
        honest=drawn(values, _SIZES[0]),
        manipulated=tall,
        options=options,
        answer_type="number" if free else "choice",
        kind="percent",
        tolerance=PERCENT_TOLERANCE if free else 0.0,
        unit="percent" if free else subject.unit,
        drawing={"from first to last point in pixels": [round(right - left, 1), round(low - high, 1)]},
    )
