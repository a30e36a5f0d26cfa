"""Icons as high as their values and as wide in proportion: a ratio looks like its square."""

import random

from snellen.benchmarks.chartom.layout import categories, chart, values_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft
from snellen.benchmarks.chartom.recipes.over_years import axis_title, values_of
from snellen.benchmarks.chartom.recipes.ratios import ratio_draft
from snellen.benchmarks.chartom.recipes.truncated import bar_chart
from snellen.benchmarks.chartom.scene import Icons
from snellen.benchmarks.chartom.subjects import Group, IconGroup

__all__ = ["bars"]

_GREEN = COLORS[2]
_HEIGHTS = ((2, 4), (2, 5), (2, 6), (3, 6), (4, 6), (4, 8), (5, 8), (3, 9), (4, 9), (5, 9), (2, 7))


def bars(pair: Pair, rng: random.Random, subject: IconGroup) -> Draft:
    """Three items: B is how many times A? The honest twin has bars of one width."""
    step = rng.choice(subject.steps)
    a, b = rng.choice([pair for pair in _HEIGHTS if round(100 * pair[1] / pair[0]) * pair[0] == 100 * pair[1]])
    labels = rng.sample(subject.names, 3)
    low, high, _ = labels
    height = dict(zip(labels, (a, b, rng.randint(2, 9)), strict=True))
    rng.shuffle(labels)
    values = values_of([height[name] for name in labels], step)
    color = _GREEN if subject.shape == "tree" else rng.choice(COLORS)
    plain = Group(subject.title, subject.noun, subject.unit, subject.steps, subject.names)
    icons = Icons(tuple(labels), (0.0, 1.0, 2.0), tuple(values), subject.shape, color)
    y = values_scale(axis_title(subject.unit), 0, 10 * step, step)
    return ratio_draft(
        pair,
        rng,
        subject=subject.title,
        question=f"How many times as large is the value of {high} as that of {low}?",
        low=low,
        high=high,
        data={"label": labels, "value": values},
        drawn=(b / a) ** 2,
        scenes=(
            bar_chart(plain, labels, values, (0, 10 * step, step), color, pair.renderer),
            chart(subject.title, categories(labels, axis_title(subject.noun)), y, [icons], pair.renderer),
        ),
        unit=subject.unit,
        drawing={"width over height": "the same for all icons"},
    )
