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

_UNNAMED = 8
"""Points that nobody asks about."""
_LETTER = 9.0
"""Pixels that a letter of a name takes at most, on average."""

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
    labels = [*names, *(f"unnamed {number + 1}" for number in range(_UNNAMED))]
    while True:
        x, all_heights = _scattered(rng, subject, heights)
        values = [round(height * step, 6) for height in all_heights]
        honest, manipulated = (
            _scatterplot(pair, subject, (labels, x, values), len(names), (step, color), log=log)
            for log in (False, True)
        )
        if _names_are_clear(honest) and _names_are_clear(manipulated):
            break
    data = {"label": labels, "x": x, "value": values}
    if ranking:
        question = f"Compare by how much the {subject.measure} rises from one named {subject.noun} to another."
        scenes = {False: honest, True: manipulated}
        return _step_draft(rng, subject.title, question, data, list(pairwise(names)), scenes.__getitem__, subject.unit)
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
        scenes=(honest, manipulated),
        unit=subject.unit,
        drawing={"axis begins at": step / 10},
    )


def _scatterplot(
    pair: Pair,
    subject: PointCloud,
    table: tuple[list[str], list[float], list[float]],
    named: int,
    look: tuple[float, str],
    *,
    log: bool,
) -> Cartesian:
    """The first `named` points have their names beside them: to the right, and to the left near the end."""
    (labels, x, values), (step, color), wide = table, look, subject.high - subject.low
    notes = []
    for name, at, value in zip(labels[:named], x, values, strict=False):
        if at < subject.low + 0.8 * wide:
            notes.append(Note(name, at, value, (11.0, 0.0), "left", of=name))
        else:
            notes.append(Note(name, at, value, (-11.0, 0.0), "right", of=name))
    ticks = tuple(round(subject.low + wide * number / 10, 6) for number in range(11))
    across = Scale(subject.across, subject.low, subject.high, ticks, tuple(f"{tick:g}" for tick in ticks))
    marks = Dots(tuple(labels), tuple(x), tuple(values), color)
    y = _scale(subject.unit, step, log)
    return chart(subject.title, across, y, [marks], pair.renderer, notes=tuple(notes))


def _scattered(rng: random.Random, subject: PointCloud, heights: Sequence[int]) -> tuple[list[float], list[float]]:
    """Places across and heights in steps, the named points first; the unnamed are on half steps."""
    count = len(heights) + _UNNAMED
    slots = rng.sample(range(count), count)
    shares = [0.06 + 0.86 * (slot + rng.uniform(0.2, 0.8)) / count for slot in slots]
    x = [round(subject.low + share * (subject.high - subject.low), 2) for share in shares]
    return x, [*map(float, heights), *(rng.randint(2, 19) / 2 for _ in range(_UNNAMED))]


def _names_are_clear(scene: Cartesian) -> bool:
    """Whether no name touches another point than its own, or another name."""
    axes, boxes = scene.axes, []
    points = next(mark for mark in scene.marks if isinstance(mark, Dots))
    across, down = axes["x"].to_pixels(points.x).tolist(), axes["y"].to_pixels(points.y).tolist()
    for note in scene.notes:
        x = float(axes["x"].to_pixels(note.x)) + note.shift[0]
        left = x if note.anchor == "left" else x - _LETTER * len(note.text)
        boxes.append((note.of, left, float(axes["y"].to_pixels(note.y)), left + _LETTER * len(note.text)))
    for of, left, y, right in boxes:
        for name, at, level in zip(points.names, across, down, strict=True):
            if name != of and left - 8 < at < right + 8 and abs(level - y) < 15:
                return False
        for other, start, level, end in boxes:
            if other != of and start < right + 6 and left < end + 6 and abs(level - y) < 17:
                return False
    return True


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
