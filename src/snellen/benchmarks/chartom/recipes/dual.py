"""Two y axes of different steps: the smaller quantity is drawn higher."""

import random
from dataclasses import replace
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text
from snellen.benchmarks.chartom.layout import chart, values_scale, years_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.recipes.over_years import axis_title, halves_between, values_of, years_of
from snellen.benchmarks.chartom.scene import Cartesian, Line, Scale
from snellen.benchmarks.chartom.subjects import Rivals
from snellen.benchmarks.chartom.tempting import order_by

__all__ = ["line"]

_BOTH = "Both were equal"
_TOP = 10


def line(pair: Pair, rng: random.Random, subject: Rivals) -> Draft:
    """Which of two quantities was larger in a year, or four readings of the two from high to low."""
    step = float(rng.choice(subject.steps))
    larger, smaller = rng.sample((subject.first, subject.second), 2)
    part = rng.choice((0.25, 0.5))
    years = years_of(rng, 6)
    low = {year: rng.choice(halves_between(5, 6.5)) for year in years}
    high = {year: rng.choice(halves_between(7, 9)) for year in years}
    one, other = sorted(rng.sample(years, 2))
    low[one], low[other] = rng.sample((5.0, 6.5), 2)
    high[one], high[other] = rng.sample((7.0, 9.0), 2)
    # The larger quantity keeps to the lower half of its axis, the smaller one to the upper part of a finer axis.
    values = {larger: values_of([*low.values()], step), smaller: values_of([*high.values()], step * part)}
    if part == 0.25:
        # Then even a year in which the larger is drawn lowest leaves two steps between them.
        values[larger] = values_of([height - 1.5 for height in low.values()], step)
    labels = [f"{name} in {year}" for name in values for year in years]
    data: dict[str, Any] = {
        "label": labels,
        "series": [name for name in values for _ in years],
        "x": [*years, *years],
        "value": [value for series in values.values() for value in series],
    }
    colors = dict(zip((subject.first, subject.second), rng.sample(COLORS[:4], 2), strict=True))
    on_right = rng.choice((larger, smaller))

    def drawn(two_axes: bool) -> Cartesian:
        step_of = {larger: step, smaller: step * part if two_axes else step}
        scales = {
            name: values_scale(axis_title(subject.unit), 0, _TOP * step_of[name], step_of[name], grid=name != on_right)
            for name in values
        }
        lines = [
            Line(
                name,
                tuple(f"{name} in {year}" for year in years),
                tuple(map(float, years)),
                tuple(values[name]),
                colors[name],
                right=two_axes and name == on_right,
            )
            for name in (subject.first, subject.second)
        ]
        (on_left,) = (name for name in values if name != on_right)
        left, right = scales[on_left], scales[on_right] if two_axes else None
        if right is not None:
            left = _named(left, on_left, colors[on_left])
            right = _named(right, on_right, colors[on_right])
        legend = tuple((name, colors[name]) for name in (subject.first, subject.second))
        return chart(subject.title, years_scale(years), left, lines, pair.renderer, legend=legend, right=right)

    about: dict[str, Any] = {
        "subject": subject.title,
        "data": data,
        "honest": drawn(False),
        "manipulated": drawn(True),
        "unit": subject.unit,
        "drawing": {"steps of the axes": {larger: step, smaller: step * part}},
    }
    readings = [f"{name} in {year}" for name in (larger, smaller) for year in (one, other)]
    if pair.answer_format == "ranking":
        value = dict(zip(labels, data["value"], strict=True))
        steps = {name: step if name in readings[:2] else step * part for name in readings}
        looks = order_by({name: value[name] / steps[name] for name in readings})
        ranking = {"what": "ranking", "among": readings}
        order = order_by({name: value[name] for name in readings})
        return Draft(
            question=f"{subject.title}: compare four values.",
            asked=ranking,
            tempting=(ranking_text(looks),),
            options=shuffled(rng, readings, looks, order),
            answer_type="ranking",
            ranked="from largest to smallest value",
            **about,
        )
    # Names of readings say the year; the answer is the name of the quantity.
    both = [f"{subject.first} in {one}", f"{subject.second} in {one}"]
    asked: dict[str, Any] = {"what": "largest", "among": both, "series": True}
    question = f"{subject.title}: which of the two was larger in {one}?"
    key = key_of(asked, data)
    if pair.answer_format == "free text":
        question += f" Answer {subject.first} or {subject.second}."
        return Draft(question=question, asked=asked, tempting=(smaller,), answer_type="text", **about)
    return Draft(
        question=question,
        asked=asked,
        tempting=(smaller,),
        options=options_of(rng, key, [smaller, _BOTH]),
        **about,
    )


def _named(scale: Scale, name: str, color: str) -> Scale:
    return replace(scale, title=f"{name} ({scale.title[0].lower()}{scale.title[1:]})", color=color)
