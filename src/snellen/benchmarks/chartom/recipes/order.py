"""Years that do not stand in their order: what is drawn rises, whatever happened."""

import random
from itertools import pairwise

from snellen.benchmarks.chartom.keys import TRENDS, key_of
from snellen.benchmarks.chartom.layout import categories, chart, values_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of
from snellen.benchmarks.chartom.recipes.over_years import axis_title, values_of, years_of
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Line
from snellen.benchmarks.chartom.subjects import Series

__all__ = ["years"]

_COUNT = 6


def years(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """The trend over the years, or how often it fell; the manipulated twin sorts the years by their values."""
    step = rng.choice(subject.steps)
    shown = years_of(rng, _COUNT)
    heights = rng.sample(range(1, 10), _COUNT)
    free = pair.answer_format == "free text"
    if not free:
        rising = sorted(heights)
        heights = rng.choice((rising[::-1], [*rising[::2], *rising[1::2][::-1]], [*rising[::2][::-1], *rising[1::2]]))
    while free and sum(b < a for a, b in pairwise(heights)) < 2:
        rng.shuffle(heights)
    labels, values = [str(year) for year in shown], values_of(heights, step)
    data = {"label": labels, "x": shown, "value": values}
    asked = {"what": "falls" if free else "trend"}
    color = rng.choice(COLORS)

    def drawn(order: list[int]) -> Cartesian:
        names, tops = tuple(labels[place] for place in order), tuple(values[place] for place in order)
        y = values_scale(axis_title(subject.unit), 0, 10 * step, step)
        x = tuple(map(float, range(_COUNT)))
        if pair.chart_type == "bar":
            sides = tuple(place - 0.33 for place in x), tuple(place + 0.33 for place in x)
            return chart(
                subject.title, categories(names, "Year"), y, [Boxes(names, *sides, tops, 0, color)], pair.renderer
            )
        return chart(
            subject.title, categories(names, "Year"), y, [Line(subject.title, names, x, tops, color)], pair.renderer
        )

    in_time, by_value = list(range(_COUNT)), sorted(range(_COUNT), key=lambda place: values[place])
    question = f"How did the {subject.phrase} change from {labels[0]} to {labels[-1]}, in order of time?"
    if free:
        question = (
            f"From one of the years shown to the next in time, how often did the {subject.phrase} fall? "
            "Give a whole number."
        )
    return Draft(
        subject=subject.title,
        question=question,
        asked=asked,
        data=data,
        tempting=("0",) if free else (TRENDS[0],),
        honest=drawn(in_time),
        manipulated=drawn(by_value),
        options=() if free else options_of(rng, key_of(asked, data), TRENDS),
        answer_type="number" if free else "choice",
        kind="count" if free else "quantity",
        unit=subject.unit,
        drawing={"order drawn": [labels[place] for place in by_value]},
    )
