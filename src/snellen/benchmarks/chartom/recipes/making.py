"""The recipe and the subject of each pair."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from snellen.benchmarks.chartom import subjects
from snellen.benchmarks.chartom.pairs import Pair, pairs
from snellen.benchmarks.chartom.recipes import (
    aspect,
    bins,
    dual,
    inverted,
    logarithmic,
    mislabelled,
    order,
    pictorial,
    pies,
    polls,
    regions,
    truncated,
    uneven,
    wide,
)
from snellen.benchmarks.chartom.recipes.draft import Draft

__all__ = ["draft_of"]

Recipe = Callable[[Pair, random.Random, Any], Draft]

_RECIPES: dict[tuple[str, str], tuple[Recipe, str]] = {
    ("truncated y-axis", "bar"): (truncated.bars, "GROUPS"),
    ("truncated y-axis", "line"): (truncated.line, "SERIES"),
    ("wide y-axis range", "line"): (wide.line, "SERIES"),
    ("inverted y-axis", "line"): (inverted.y_line, "SERIES"),
    ("inverted y-axis", "bar"): (inverted.y_bars, "GROUPS"),
    ("inverted x-axis", "line"): (inverted.x_line, "SERIES"),
    ("inconsistent x-axis unit", "line"): (uneven.line, "SERIES"),
    ("logarithmic y-axis", "line"): (logarithmic.line, "SPREAD_SERIES"),
    ("logarithmic y-axis", "bar"): (logarithmic.bars, "SPREAD_GROUPS"),
    ("logarithmic y-axis", "scatter"): (logarithmic.scatter, "POINT_CLOUDS"),
    ("dual axes", "line"): (dual.line, "PAIRS_OF_SERIES"),
    ("pictorial bars", "bar"): (pictorial.bars, "ICON_GROUPS"),
    ("3D effect", "pie"): (pies.pie, "WHOLES"),
    ("3D effect with pop-out", "pie"): (pies.pie, "WHOLES"),
    ("inverted colour scale", "map"): (regions.upside_down, "RATES"),
    ("item order", "bar"): (order.years, "SERIES"),
    ("item order", "line"): (order.years, "SERIES"),
    ("aspect ratio", "line"): (aspect.line, "SERIES"),
    ("mark against label", "bar"): (mislabelled.bars, "GROUPS"),
    ("mark against label", "pie"): (mislabelled.pie, "WHOLES"),
    ("inconsistent bins", "histogram"): (bins.histogram, "DENSITIES"),
    ("inconsistent bins", "map"): (regions.unequal_classes, "RATES"),
    ("shares not summing to 100%", "pie"): (polls.pie, "POLLS"),
}
"""What makes the pairs of a combination, and the list of subjects that they are about."""


def draft_of(pair: Pair, seed: int) -> Draft:
    """The pair's draft: the same for the same seed, whichever other pairs are made."""
    recipe, name = _RECIPES[pair.manipulation, pair.chart_type]
    library: Sequence[Any] = getattr(subjects, name)
    subject = subjects.chosen(library, seed, name, _turns()[pair.number])
    return recipe(pair, random.Random(f"chartom/{seed}/{pair.manipulation}/{pair.chart_type}/{pair.turn}"), subject)


@cache
def _turns() -> dict[int, int]:
    """How many pairs before each take from the same list of subjects."""
    taken: dict[str, int] = {}
    turns = {}
    for pair in pairs(extended=True):
        name = _RECIPES[pair.manipulation, pair.chart_type][1]
        turns[pair.number] = taken.get(name, 0)
        taken[name] = turns[pair.number] + 1
    return turns
