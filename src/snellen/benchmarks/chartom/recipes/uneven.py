"""The time axis whose marks are equally far apart while the years are not: what grew for longest looks quickest."""

import random
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text, step_label
from snellen.benchmarks.chartom.layout import categories, chart, values_scale, years_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.recipes.over_years import axis_title, values_of
from snellen.benchmarks.chartom.scene import Cartesian, Line
from snellen.benchmarks.chartom.subjects import Series
from snellen.benchmarks.chartom.tempting import order_by

__all__ = ["line"]

_GAPS = (2, 3, 4, 5, 8, 10)
_SPAN = 26
"""Years at most: two of them are then wide enough for their labels."""
_RATES_APART = 1.3


def line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """In which interval did a quantity grow fastest per year?"""
    step = rng.choice(subject.steps)
    gaps, rises = _drawn_intervals(rng)
    last = 2024 - rng.randrange(4)
    years = [last - sum(gaps[place:]) for place in range(5)]
    heights = [1.0]
    for rise in rises:
        heights.append(heights[-1] + rise)
    labels, values = [str(year) for year in years], values_of(heights, step)
    data = {"label": labels, "x": years, "value": values}
    steps = list(pairwise(labels))
    looks = order_by({step_label(*each): rise for each, rise in zip(steps, rises, strict=True)})
    asked: dict[str, Any] = {"what": "step", "steps": [list(each) for each in steps], "per unit": True}
    question = f"Between which two neighbouring marks did the {subject.phrase} grow fastest per year?"
    color = rng.choice(COLORS)
    top = (int(heights[-1]) + 1) * step

    def drawn(to_scale: bool) -> Cartesian:
        x = years_scale(years) if to_scale else categories(labels, "Year")
        across = tuple(map(float, years)) if to_scale else tuple(map(float, range(5)))
        marks = Line(subject.title, tuple(labels), across, tuple(values), color)
        return chart(subject.title, x, values_scale(axis_title(subject.unit), 0, top, step), [marks], pair.renderer)

    about: dict[str, Any] = {
        "subject": subject.title,
        "data": data,
        "honest": drawn(True),
        "manipulated": drawn(False),
        "unit": subject.unit,
        "kind": "year",
        "drawing": {"distance of marks": "the same"},
    }
    if pair.answer_format == "multiple choice":
        return Draft(
            question=question,
            asked=asked,
            tempting=(looks[0],),
            options=options_of(rng, key_of(asked, data), looks),
            **about,
        )
    if pair.answer_format == "free text":
        return Draft(
            question=question + " Give the year in which this interval begins.",
            asked={**asked, "start": True},
            tempting=(looks[0].partition(" to ")[0],),
            answer_type="number",
            **about,
        )
    asked["what"] = "step ranking"
    rates = _rates(gaps, rises)
    order = order_by({step_label(*each): rate for each, rate in zip(steps, rates, strict=True)})
    return Draft(
        question=f"Compare how much the {subject.phrase} grew per year between neighbouring marks.",
        asked=asked,
        tempting=(ranking_text(looks),),
        options=shuffled(rng, looks, looks, order),
        answer_type="ranking",
        ranked="from fastest to slowest growth per year",
        **about,
    )


def _rates(gaps: list[int], rises: list[float]) -> list[float]:
    return [rise / gap for rise, gap in zip(rises, gaps, strict=True)]


def _drawn_intervals(rng: random.Random) -> tuple[list[int], list[float]]:
    """Four gaps in years and four rises in steps: rates are clearly apart, and so are rises, in another order."""
    while True:
        gaps = [rng.choice(_GAPS) for _ in range(4)]
        rises = rng.sample([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4], 4)
        rates = sorted(_rates(gaps, rises), reverse=True)
        if sum(gaps) > _SPAN or sum(rises) > 9 or len(set(gaps)) < 3:
            continue
        apart = all(fast / slow >= _RATES_APART for fast, slow in pairwise(rates))
        fastest = max(range(4), key=lambda place: rises[place] / gaps[place])
        if apart and rises[fastest] + 1 <= max(rises):
            return gaps, rises
