"""The logarithmic y axis, read as if it were linear."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text, step_label
from snellen.benchmarks.chartom.layout import categories, chart, log_scale, values_scale, years_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, shuffled
from snellen.benchmarks.chartom.recipes.over_years import axis_title, years_of
from snellen.benchmarks.chartom.recipes.ratios import ratio_draft
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Dots, Line, Note, Scale
from snellen.benchmarks.chartom.subjects import Group, PointCloud, Series
from snellen.benchmarks.chartom.tempting import linear_reading, order_by

__all__ = ["bars", "line", "scatter"]

_RATIOS = ((1, 2), (1, 3), (1, 4), (1, 6), (1, 8), (1, 10), (2, 3), (2, 4), (2, 6), (2, 8), (2, 10), (3, 6), (4, 6))
"""Heights in tenths of the axis' end: A and B, all at labelled gridlines of both axes."""
_LOGS_APART = 0.06
"""Of two drawn steps, in decades: 11 pixels."""

Drawer = Callable[[bool], Cartesian]


def line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """A line: the ratio of two years, or years from step to step by how much was added."""
    step = float(rng.choice(subject.steps))
    ranking = pair.answer_format == "ranking"
    if ranking:
        heights: Sequence[int] = rng.choice(_ladders())
    else:
        a, b = rng.choice(_RATIOS)
        inner = sorted(rng.sample([*range(a, b + 1)] * 3, 3))
        heights = (a, *inner, b)
    years = years_of(rng, len(heights))
    labels, values = [str(year) for year in years], [height * step for height in heights]
    color = rng.choice(COLORS)

    def drawn(log: bool) -> Cartesian:
        marks = Line(subject.title, tuple(labels), tuple(map(float, years)), tuple(values), color)
        return chart(subject.title, years_scale(years), _scale(subject.unit, step, log), [marks], pair.renderer)

    data = {"label": labels, "x": years, "value": values}
    if ranking:
        question = f"Compare how much was added to the {subject.phrase} from each mark to the next."
        return _step_draft(rng, subject.title, question, data, list(pairwise(labels)), drawn, subject.unit)
    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large was the {subject.phrase} in {labels[-1]} as in {labels[0]}?",
        low=labels[0],
        high=labels[-1],
        data=data,
        drawn=linear_reading(values[0], values[-1], step / 10),
        scenes=(drawn(False), drawn(True)),
        unit=subject.unit,
        drawing={"axis begins at": step / 10},
    )


def bars(pair: Pair, rng: random.Random, subject: Group) -> Draft:
    """Bars: the ratio of two, or pairs of bars by their difference."""
    step = float(rng.choice(subject.steps))
    color = rng.choice(COLORS)
    ranking = pair.answer_format == "ranking"
    heights = rng.choice(_ladders()) if ranking else (*rng.choice(_RATIOS), rng.randint(1, 9), rng.randint(1, 9))
    names = rng.sample(subject.names, 4)
    height = dict(zip(names, heights, strict=True))
    labels = rng.sample(names, 4)
    values = [height[name] * step for name in labels]

    def drawn(log: bool) -> Cartesian:
        places = [float(place) for place in range(4)]
        left, right = tuple(x - 0.33 for x in places), tuple(x + 0.33 for x in places)
        marks = Boxes(tuple(labels), left, right, tuple(values), step / 10 if log else 0, color)
        return chart(
            subject.title,
            categories(labels, axis_title(subject.noun)),
            _scale(subject.unit, step, log),
            [marks],
            pair.renderer,
        )

    data = {"label": labels, "value": values}
    if ranking:
        question = f"Compare by how much the value rises from one {subject.noun} to another."
        return _step_draft(rng, subject.title, question, data, list(pairwise(names)), drawn, subject.unit)
    low, high = names[:2]
    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large is the value of {high} as that of {low}?",
        low=low,
        high=high,
        data=data,
        drawn=linear_reading(height[low] * step, height[high] * step, step / 10),
        scenes=(drawn(False), drawn(True)),
        unit=subject.unit,
        drawing={"axis begins at": step / 10},
    )


def scatter(pair: Pair, rng: random.Random, subject: PointCloud) -> Draft:
    """Named points among unnamed ones: the ratio of two, or steps between them by how high they are."""
    step = float(rng.choice(subject.steps))
    color = rng.choice(COLORS)
    ranking = pair.answer_format == "ranking"
    heights = rng.choice(_ladders()) if ranking else rng.choice(_RATIOS)
    names = rng.sample(subject.names, len(heights))
    places = _spread(rng, len(heights) + 8)
    wide = subject.high - subject.low
    x = [round(subject.low + share * wide, 2) for share in places]
    others = _others(rng, x[: len(heights)], heights, x[len(heights) :], wide)
    all_heights = [*map(float, heights), *others]
    labels = [*names, *(f"unnamed {n + 1}" for n in range(len(others)))]
    x, values = x[: len(labels)], [round(height * step, 6) for height in all_heights]
    data = {"label": labels, "x": x, "value": values}

    def drawn(log: bool) -> Cartesian:
        marks = Dots(tuple(labels), tuple(x), tuple(values), color)
        # Names stand to the right of their points, and to the left near the end.
        notes = []
        for name, at, value in zip(names, x, values, strict=False):
            if at < subject.low + 0.8 * wide:
                notes.append(Note(name, at, value, (11.0, 0.0), "left", of=name))
            else:
                notes.append(Note(name, at, value, (-11.0, 0.0), "right", of=name))
        ticks = tuple(round(subject.low + wide * n / 10, 6) for n in range(11))
        across = Scale(subject.across, subject.low, subject.high, ticks, tuple(f"{tick:g}" for tick in ticks))
        y = _scale(subject.unit, step, log)
        return chart(subject.title, across, y, [marks], pair.renderer, notes=tuple(notes))

    if ranking:
        question = f"Compare by how much the {subject.measure} rises from one named {subject.noun} to another."
        return _step_draft(rng, subject.title, question, data, list(pairwise(names)), drawn, subject.unit)
    low, high = names
    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large is the {subject.measure} of {high} as that of {low}?",
        low=low,
        high=high,
        data=data,
        drawn=linear_reading(values[0], values[1], step / 10),
        scenes=(drawn(False), drawn(True)),
        unit=subject.unit,
        drawing={"axis begins at": step / 10},
    )


def _scale(unit: str, step: float, log: bool) -> Scale:
    if log:
        return log_scale(axis_title(unit), step / 10, 10 * step)
    return values_scale(axis_title(unit), 0, 10 * step, step)


def _step_draft(
    rng: random.Random,
    title: str,
    question: str,
    data: Mapping[str, Any],
    steps: list[tuple[str, str]],
    drawn: Drawer,
    unit: str,
) -> Draft:
    """Steps to rank by their differences; on the logarithmic axis they look as large as their ratios are."""
    value = dict(zip(map(str, data["label"]), map(float, data["value"]), strict=True))
    looks = order_by({step_label(*step): math.log(value[step[1]] / value[step[0]]) for step in steps})
    asked = {"what": "step ranking", "steps": [list(step) for step in steps]}
    order = order_by({step_label(*step): value[step[1]] - value[step[0]] for step in steps})
    assert key_of(asked, data) == ranking_text(order)
    return Draft(
        subject=title,
        question=question,
        asked=asked,
        data=data,
        tempting=(ranking_text(looks),),
        honest=drawn(False),
        manipulated=drawn(True),
        options=shuffled(rng, looks, looks, order),
        ranked="from largest to smallest rise",
        answer_type="ranking",
        unit=unit,
        drawing={"a step looks as large as": "the logarithm of its ratio"},
    )


@cache
def _ladders() -> tuple[tuple[int, ...], ...]:
    """Four rising heights whose three differences are distinct, and drawn in an order with another first."""
    found = []
    for heights in combinations(range(1, 11), 4):
        rises = [b - a for a, b in pairwise(heights)]
        logs = [math.log10(b / a) for a, b in pairwise(heights)]
        apart = all(abs(one - other) >= _LOGS_APART for one, other in combinations(logs, 2))
        if len(set(rises)) == 3 and apart and rises.index(max(rises)) != logs.index(max(logs)):
            found.append(heights)
    return tuple(found)


def _spread(rng: random.Random, count: int) -> list[float]:
    """Shares of the axis' length, far enough apart for markers."""
    slots = rng.sample(range(count), count)
    return [0.06 + 0.86 * (slot + rng.uniform(0.2, 0.8)) / count for slot in slots]


def _others(
    rng: random.Random, x: Sequence[float], heights: Sequence[int], places: Sequence[float], wide: float
) -> list[float]:
    """Heights of unnamed points that keep away from the named ones and their names, on both axes."""
    found = []
    for place in places:
        near = [h for at, h in zip(x, heights, strict=True) if abs(at - place) < 0.16 * wide]
        choices = [
            h / 2 for h in range(2, 20) if all(abs(math.log10(h / 2 / n)) > 0.12 and abs(h / 2 - n) >= 1 for n in near)
        ]
        found.append(rng.choice(choices or [1.0]))
    return found
