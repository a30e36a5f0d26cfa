"""The y axis that is far wider than the data: a change looks like none."""

import random
from dataclasses import replace

from snellen.benchmarks.chartom.keys import UNCHANGED, change_text, key_of
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of
from snellen.benchmarks.chartom.recipes.over_years import values_of, years_of
from snellen.benchmarks.chartom.recipes.truncated import line_chart
from snellen.benchmarks.chartom.scene import Cartesian, Note
from snellen.benchmarks.chartom.subjects import Series
from snellen.benchmarks.chartom.tempting import UNCHANGED_SHARE, looks_unchanged

__all__ = ["PERCENT_TOLERANCE", "line"]

PERCENT_TOLERANCE = 0.1
_CHANGES = (10, 15, 20, 25, 30, 40)
_NICE = (1, 2, 5)


def line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """By what percentage did a quantity change? The two values are printed in both drawings."""
    step = rng.choice(subject.steps)
    first, percent = rng.choice(
        [
            (first, sign * percent)
            for first in (4, 5, 6, 8)
            for percent in _CHANGES
            for sign in (1, -1)
            if first * step * percent % 100 == 0
        ]
    )
    last = first * (1 + percent / 100)
    years = years_of(rng, 6)
    bends = [rng.uniform(-0.06, 0.06) * (last - first) for _ in range(4)]
    heights = [first, *(first + (last - first) * (n + 1) / 5 + bend for n, bend in enumerate(bends)), last]
    values = [round(value) if step > 1 else round(value, 2) for value in values_of(heights, step)]
    start, end = str(years[0]), str(years[-1])
    top = _top(values, step)
    color = rng.choice(COLORS)
    data = {"label": [str(year) for year in years], "x": years, "value": values}
    free = pair.answer_format == "free text"
    asked = {"what": "change", "from": start, "to": end, "in words": not free}
    if not looks_unchanged(min(values), max(values), 0, top[0]):
        raise AssertionError("the wide axis is not wide enough")
    question = f"How did the {subject.phrase} change from {start} to {end}?"
    if free:
        question = (
            f"By how many percent did the {subject.phrase} change from {start} to {end}? "
            "Give a whole number, with a minus sign for a fall."
        )
    options: tuple[str, ...] = ()
    if not free:
        others = [change_text(-percent), change_text(rng.choice((60, 80, 100)) * (1 if percent > 0 else -1))]
        options = options_of(rng, key_of(asked, data), [UNCHANGED, *others])

    def drawn(axis: tuple[float, float, float]) -> Cartesian:
        scene = line_chart(subject, years, values, axis, color, pair.renderer)
        notes = [
            Note(_printed(value), float(year), value, (0.0, -16.0), of=str(year))
            for year, value in ((years[0], values[0]), (years[-1], values[-1]))
        ]
        return replace(scene, notes=tuple(notes))

    return Draft(
        subject=subject.title,
        question=question,
        asked=asked,
        data=data,
        tempting=("0",) if free else (UNCHANGED,),
        honest=drawn((0, (int(max(heights)) + 2) * step, step)),
        manipulated=drawn((0, *top)),
        options=options,
        answer_type="number" if free else "choice",
        kind="percent",
        tolerance=PERCENT_TOLERANCE if free else 0.0,
        unit="percent" if free else subject.unit,
        drawing={"axis ends at": top[0], "changes under this share of the axis look like none": UNCHANGED_SHARE},
    )


def _top(values: list[float], step: float) -> tuple[float, float]:
    """End and step of an axis with ten gridlines on which all values lie within a 25th part."""
    least = max(25 * (max(values) - min(values)), 4 * max(values)) / 10
    size = next(
        nice * 10.0**power
        for power in range(-3, 9)
        for nice in _NICE
        if nice * 10.0**power >= least and nice * 10.0**power >= step
    )
    return 10 * size, size


def _printed(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")
