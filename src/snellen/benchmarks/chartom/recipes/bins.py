"""A histogram whose ranges are not equally wide, drawn as if they were."""

import random
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text
from snellen.benchmarks.chartom.layout import categories, chart, printed, values_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Scale
from snellen.benchmarks.chartom.subjects import Density
from snellen.benchmarks.chartom.tempting import order_by

__all__ = ["histogram"]

_WIDTHS = ((1, 1, 3, 1, 2), (1, 3, 1, 1, 2), (2, 1, 1, 4, 1), (1, 1, 4, 1, 1), (3, 1, 1, 2, 1))
"""Of the five ranges, in widths of the narrowest."""


def histogram(pair: Pair, rng: random.Random, subject: Density) -> Draft:
    """Where is most per unit of the measure? Counts are drawn as heights, each range as wide as the next.

    The honest twin draws ranges to scale and counts per width of the narrowest range.
    """
    step = rng.choice(subject.steps)
    widths, heights = _drawn_ranges(rng)
    edges = [subject.start + subject.width * sum(widths[:place]) for place in range(6)]
    labels = [f"{low:g} to {high:g}" for low, high in pairwise(edges)]
    counts = [width * height * step for width, height in zip(widths, heights, strict=True)]
    data = {"label": labels, "value": counts, "low": edges[:-1], "high": edges[1:]}
    looks = order_by(dict(zip(labels, counts, strict=True)))
    color = rng.choice(COLORS)
    narrow = f"{subject.width:g} {subject.unit}"

    def to_scale() -> Cartesian:
        x = Scale(subject.measure, edges[0], edges[-1], tuple(edges), tuple(f"{edge:g}" for edge in edges), grid=False)
        y = values_scale(f"{_capital(subject.things)} per {narrow}", 0, (max(heights) + 1) * step, step)
        tops = tuple(count / width for count, width in zip(counts, widths, strict=True))
        marks = Boxes(tuple(labels), tuple(edges[:-1]), tuple(edges[1:]), tops, 0, color)
        return chart(subject.title, x, y, [marks], pair.renderer)

    def equally_wide() -> Cartesian:
        places = tuple(map(float, range(5)))
        left, right = tuple(p - 0.5 for p in places), tuple(p + 0.5 for p in places)
        top = (max(counts) / step // 1 + 1) * step
        y = values_scale(_capital(subject.things), 0, top, step)
        x = categories([printed_range.replace(" to ", "–") for printed_range in labels], subject.measure)
        return chart(subject.title, x, y, [Boxes(tuple(labels), left, right, tuple(counts), 0, color)], pair.renderer)

    about: dict[str, Any] = {
        "subject": subject.title,
        "data": data,
        "honest": to_scale(),
        "manipulated": equally_wide(),
        "unit": subject.unit,
        "drawing": {"heights drawn": [printed(count) for count in counts], "widths": list(widths)},
    }
    if pair.answer_format == "ranking":
        asked: dict[str, Any] = {"what": "density ranking", "among": labels}
        return Draft(
            question=f"Compare the number of {subject.things} per {narrow} in the ranges.",
            asked=asked,
            tempting=(ranking_text(looks),),
            options=shuffled(rng, labels, looks),
            answer_type="ranking",
            ranked=f"from most to fewest {subject.things} per {narrow}",
            **about,
        )
    question = f"In which range are there most {subject.things} per {narrow}?"
    asked = {"what": "densest"}
    if pair.answer_format == "free text":
        start = f"{edges[labels.index(looks[0])]:g}"
        question += " Give the number at which this range begins."
        asked = {"what": "densest", "start": True}
        return Draft(question=question, asked=asked, tempting=(start,), answer_type="number", kind="count", **about)
    options = options_of(rng, key_of(asked, data), labels)
    return Draft(question=question, asked=asked, tempting=(looks[0],), options=options, **about)


def _drawn_ranges(rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Widths, and heights per width in steps; no two counts and no two heights are the same, and their tops differ."""
    while True:
        widths, heights = rng.choice(_WIDTHS), tuple(rng.sample(range(1, 9), 5))
        counts = [width * height for width, height in zip(widths, heights, strict=True)]
        if len(set(counts)) == 5 and max(counts) <= 16 and counts.index(max(counts)) != heights.index(max(heights)):
            return widths, heights


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
