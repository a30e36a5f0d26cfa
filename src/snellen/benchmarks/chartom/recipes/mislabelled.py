"""Marks whose sizes are not those of their labels; the question is about the labels."""

import random
from dataclasses import replace
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text
from snellen.benchmarks.chartom.layout import categories, chart, printed, values_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.recipes.over_years import axis_title, values_of
from snellen.benchmarks.chartom.recipes.pies import flat_pie
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Note, Scene
from snellen.benchmarks.chartom.subjects import Group, Whole
from snellen.benchmarks.chartom.tempting import order_by

__all__ = ["bars", "pie"]

_FIFTHS = ((8, 13, 19, 26, 34), (9, 14, 18, 25, 34), (7, 13, 20, 28, 32), (10, 14, 19, 24, 33))
"""Shares in percent, all of them clearly apart."""


def bars(pair: Pair, rng: random.Random, subject: Group) -> Draft:
    """Bars without an axis, their values printed on them; the manipulated ones are drawn in another order of size."""
    step = rng.choice(subject.steps)
    names = rng.sample(subject.names, 4)
    values = values_of(rng.sample(range(2, 11), 4), step)
    sizes = _in_another_order(rng, values)
    color = rng.choice(COLORS)
    y = values_scale("", 0, 11 * step, step, grid=False, shown=False)
    x = tuple(map(float, range(4)))

    def drawn(heights: list[float]) -> Cartesian:
        marks = Boxes(tuple(names), tuple(p - 0.33 for p in x), tuple(p + 0.33 for p in x), tuple(heights), 0, color)
        notes = [
            Note(printed(value, step), place, height, (0.0, -14.0), of=name)
            for name, place, value, height in zip(names, x, values, heights, strict=True)
        ]
        title = f"{subject.title} ({subject.unit})"
        return chart(title, categories(names, axis_title(subject.noun)), y, [marks], pair.renderer, notes=tuple(notes))

    return _draft(
        pair, rng, subject.title, subject.noun, (names, values), sizes, (drawn(values), drawn(sizes)), subject.unit
    )


def pie(pair: Pair, rng: random.Random, subject: Whole) -> Draft:
    """A pie whose printed shares belong to other slices than those that were drawn from them."""
    names = rng.sample(subject.names, 5)
    shares = [float(share) for share in rng.sample(rng.choice(_FIFTHS), 5)]
    sizes = _in_another_order(rng, shares)
    labels = [f"{share:g}%" for share in shares]
    colors, start = rng.sample(COLORS, 5), rng.uniform(250, 290)
    honest = flat_pie(subject.title, names, shares, labels, colors, round(start, 2))
    scenes = honest, replace(honest, drawn=tuple(sizes))
    return _draft(pair, rng, subject.title, subject.noun, (names, shares), sizes, scenes, "percent")


def _in_another_order(rng: random.Random, values: list[float]) -> list[float]:
    """The same sizes dealt out anew: the largest value is drawn smallest or next to it, another is drawn largest."""
    while True:
        sizes = rng.sample(values, len(values))
        largest = values.index(max(values))
        if sorted(values).index(sizes[largest]) <= 1:
            return sizes


def _draft(
    pair: Pair,
    rng: random.Random,
    title: str,
    noun: str,
    table: tuple[list[str], list[float]],
    sizes: list[float],
    scenes: tuple[Scene, Scene],
    unit: str,
) -> Draft:
    names, values = table
    data = {"label": names, "value": values}
    looks, order = (order_by(dict(zip(names, each, strict=True))) for each in (sizes, values))
    about: dict[str, Any] = {
        "subject": title,
        "data": data,
        "honest": scenes[0],
        "manipulated": scenes[1],
        "unit": unit,
        "drawing": {"drawn sizes": dict(zip(names, sizes, strict=True))},
    }
    if pair.answer_format == "ranking":
        return Draft(
            question=f"{title}: compare the printed values.",
            asked={"what": "ranking", "among": names},
            tempting=(ranking_text(looks),),
            options=shuffled(rng, names, looks, order),
            answer_type="ranking",
            ranked="from largest to smallest printed value",
            **about,
        )
    asked = {"what": "largest"}
    question = f"{title}: by the printed values, which {noun} is largest?"
    if pair.answer_format == "free text":
        return Draft(question=question, asked=asked, tempting=(looks[0],), answer_type="text", **about)
    options = options_of(rng, key_of(asked, data), names)
    return Draft(question=question, asked=asked, tempting=(looks[0],), options=options, **about)
