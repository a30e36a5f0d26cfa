"""Axes that run the other way: what rises looks as if it fell."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import TRENDS, key_of, number_text, ranking_text
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.recipes.over_years import halves_between, values_of, years_of
from snellen.benchmarks.chartom.recipes.truncated import bar_chart, line_chart
from snellen.benchmarks.chartom.scene import Cartesian, Line, Note
from snellen.benchmarks.chartom.subjects import Group, Series
from snellen.benchmarks.chartom.tempting import opposite_trend, order_by

__all__ = ["VALUE_TOLERANCE", "x_line", "y_bars", "y_line"]

VALUE_TOLERANCE = 0.05
_TOP = 10


def y_line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """A line whose y axis grows downwards: its trend, its highest year, or years from high to low."""
    step = rng.choice(subject.steps)
    years = years_of(rng, 6)
    labels = [str(year) for year in years]
    trend = rng.choice(TRENDS) if pair.answer_format == "multiple choice" else None
    heights = _trend_heights(rng, trend, 6) if trend else rng.sample(range(1, _TOP), 6)
    values = values_of(heights, step)
    data: dict[str, Any] = {"label": labels, "x": years, "value": values}
    asked: dict[str, Any]
    more: dict[str, Any]
    if trend:
        asked = {"what": "trend"}
        question = f"How did the {subject.phrase} change from {labels[0]} to {labels[-1]}?"
        key = key_of(asked, data)
        more = {"options": options_of(rng, key, TRENDS), "tempting": (opposite_trend(key),)}
    elif pair.answer_format == "free text":
        asked = {"what": "largest"}
        question = f"In which of the marked years was the {subject.phrase} highest?"
        tempting = min(zip(values, labels, strict=True))[1]
        more = {"tempting": (tempting,), "answer_type": "number", "kind": "year"}
    else:
        question = f"Compare the {subject.phrase} in four years."
        asked, more = _ranked(rng, labels, values)
    color = rng.choice(COLORS)

    def drawn(upside_down: bool) -> Cartesian:
        axis = (0, _TOP * step, step)
        return line_chart(subject, years, values, axis, color, pair.renderer, upside_down=upside_down)

    return _draft(subject.title, question, asked, data, (drawn(False), drawn(True)), subject.unit, more)


def y_bars(pair: Pair, rng: random.Random, subject: Group) -> Draft:
    """Bars that stand on the far end of an axis that grows downwards: the tallest is the smallest."""
    step = rng.choice(subject.steps)
    labels = rng.sample(subject.names, 5)
    values = values_of(rng.sample(range(1, _TOP), 5), step)
    data = {"label": labels, "value": values}
    more: dict[str, Any]
    if pair.answer_format == "ranking":
        question = f"Compare the values of four of the {_plural(subject.noun)}."
        asked, more = _ranked(rng, labels, values)
    else:
        asked = {"what": "largest"}
        question = f"Which {subject.noun} has the largest value?"
        tempting = min(zip(values, labels, strict=True))[1]
        more = {"tempting": (tempting,), "answer_type": "text"}
        if pair.answer_format == "multiple choice":
            rest = [name for name in labels if name not in (key_of(asked, data), tempting)]
            options = options_of(rng, key_of(asked, data), [tempting, *rng.sample(rest, 2)])
            more = {"options": options, "tempting": (tempting,)}
    color = rng.choice(COLORS)

    def drawn(upside_down: bool) -> Cartesian:
        axis = (0, _TOP * step, step)
        return bar_chart(subject, labels, values, axis, color, pair.renderer, upside_down=upside_down)

    return _draft(subject.title, question, asked, data, (drawn(False), drawn(True)), subject.unit, more)


def x_line(pair: Pair, rng: random.Random, subject: Series) -> Draft:
    """A line over years that run from right to left: its trend, its first value, or marked points in order of time."""
    step = rng.choice(subject.steps)
    years = years_of(rng, 6)
    labels = [str(year) for year in years]
    trend = rng.choice(TRENDS[:2])
    values = values_of(_trend_heights(rng, trend, 6), step)
    data: dict[str, Any] = {"label": labels, "x": years, "value": values}
    asked: dict[str, Any] = {"what": "trend"}
    more: dict[str, Any]
    marked: dict[str, int] = {}
    if pair.answer_format == "multiple choice":
        question = f"How did the {subject.phrase} change over the years shown?"
        more = {"options": options_of(rng, trend, TRENDS), "tempting": (opposite_trend(trend),)}
    elif pair.answer_format == "free text":
        asked = {"what": "first value"}
        question = f"What was the {subject.phrase} in the earliest of the marked years?"
        more = {
            "tempting": (number_text(values[-1]),),
            "answer_type": "number",
            "tolerance": VALUE_TOLERANCE,
        }
    else:
        names = list(shuffled(rng, "ABCD"))
        marked = dict(zip(names, sorted(rng.sample(range(6), 4)), strict=True))
        labels = [
            next((name for name, at in marked.items() if at == place), str(year)) for place, year in enumerate(years)
        ]
        data["label"] = labels
        asked = {"what": "time order", "among": sorted(names)}
        question = f"Four points of the {subject.phrase} are marked A, B, C and D. In which order were they measured?"
        backwards = ranking_text(names[::-1])
        options = shuffled(rng, names, names, names[::-1])
        more = {"options": options, "tempting": (backwards,), "answer_type": "ranking"}
        more["ranked"] = "from earliest to latest"
    color = rng.choice(COLORS)

    def drawn(backwards: bool) -> Cartesian:
        axis = (0, _TOP * step, step)
        scene = line_chart(subject, years, values, axis, color, pair.renderer, backwards=backwards)
        notes = [Note(name, float(years[at]), values[at], (0.0, -16.0), of=name) for name, at in marked.items()]
        marks = [replace(mark, points=tuple(labels)) for mark in scene.marks if isinstance(mark, Line)]
        return replace(scene, notes=tuple(notes), marks=tuple(marks))

    return _draft(subject.title, question, asked, data, (drawn(False), drawn(True)), subject.unit, more)


def _ranked(
    rng: random.Random, labels: Sequence[str], values: Sequence[float]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Four entries to rank by value, and the order upside down."""
    places = sorted(rng.sample(range(len(labels)), 4))
    height = {labels[place]: values[place] for place in places}
    order = order_by(height)
    options = shuffled(rng, order, order, order[::-1])
    more = {
        "options": options,
        "tempting": (ranking_text(order[::-1]),),
        "answer_type": "ranking",
        "ranked": "from largest to smallest value",
    }
    return {"what": "ranking", "among": list(options)}, more


def _trend_heights(rng: random.Random, trend: str, count: int) -> list[float]:
    """Heights in steps that follow a trend, at least half a step apart from point to point."""
    rising = sorted(rng.sample(halves_between(1, _TOP - 0.5), count))
    while max(b - a for a, b in pairwise(rising)) > 3 or rising[-1] - rising[0] < 4:
        rising = sorted(rng.sample(halves_between(1, _TOP - 0.5), count))
    if trend in TRENDS[:2]:
        return rising if trend == TRENDS[0] else rising[::-1]
    # The turn is in the middle, and both arms are long: every other height goes to the left.
    left, right = rising[::2], rising[1::2]
    up_and_down = [*left, *right[::-1]]
    return up_and_down if trend == TRENDS[2] else [*left[::-1], *right]


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "ch")) else "s")


def _draft(
    title: str,
    question: str,
    asked: dict[str, Any],
    data: dict[str, Any],
    scenes: tuple[Cartesian, Cartesian],
    unit: str,
    more: dict[str, Any],
) -> Draft:
    return Draft(
        subject=title,
        question=question,
        asked=asked,
        data=data,
        honest=scenes[0],
        manipulated=scenes[1],
        unit=unit,
        **more,
    )
