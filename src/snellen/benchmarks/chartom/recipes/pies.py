"""Pies tilted into depth: what is in front, and what stands off, looks larger than its share."""

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of, shuffled
from snellen.benchmarks.chartom.scene import Pie
from snellen.benchmarks.chartom.subjects import Whole
from snellen.benchmarks.chartom.tempting import drawn_slice_areas, order_by

__all__ = ["deep_pie", "flat_pie", "pie"]

WIDTH, HEIGHT, RADIUS = 760, 500, 180.0
TILT, DEPTH, DEEP_RADIUS = 0.52, 62.0, 215.0
_LARGER = 1.12
"""How many times as large the slice in front is drawn as any other, at least."""
_APART = 1.03
_GAP = 3
"""Points of a hundred between any two shares."""


def pie(pair: Pair, rng: random.Random, subject: Whole) -> Draft:
    """Which slice is the largest, or all of them from large to small; the shares are printed in both drawings."""
    popped = pair.manipulation.endswith("pop-out")
    shares, front, start = _arranged(rng)
    names = rng.sample(subject.names, len(shares))
    labels = [f"{share}%" for share in shares]
    colors = rng.sample(COLORS, len(shares))
    data = {"label": names, "value": shares}
    flat = flat_pie(subject.title, names, shares, labels, colors, start)
    deep = deep_pie(subject.title, names, shares, labels, colors, start, front if popped else None)
    areas = drawn_slice_areas(shares, start, deep.radius, deep.tilt, deep.depth)
    looks = order_by(dict(zip(names, areas, strict=True)))
    about: dict[str, Any] = {
        "subject": subject.title,
        "data": data,
        "honest": flat,
        "manipulated": deep,
        "unit": "percent",
        "drawing": {
            "drawn areas": {name: round(area) for name, area in zip(names, areas, strict=True)},
            ("popped slice" if popped else "front slice"): names[front],
        },
    }
    if pair.answer_format == "ranking":
        asked = {"what": "ranking", "among": names}
        order = order_by(dict(zip(names, shares, strict=True)))
        return Draft(
            question=f"{subject.title}: compare the shares.",
            asked=asked,
            tempting=(ranking_text(looks),),
            options=shuffled(rng, names, looks, order),
            answer_type="ranking",
            ranked="from largest to smallest share",
            **about,
        )
    asked = {"what": "largest"}
    question = f"{subject.title}: which {subject.noun} has the largest share?"
    if pair.answer_format == "free text":
        return Draft(question=question, asked=asked, tempting=(looks[0],), answer_type="text", **about)
    key = key_of(asked, data)
    rest = [name for name in names if name not in (key, looks[0])]
    options = options_of(rng, key, [looks[0], *rng.sample(rest, 2)])
    return Draft(question=question, asked=asked, tempting=(looks[0],), options=options, **about)


def flat_pie(
    title: str,
    names: Sequence[str],
    drawn: Sequence[float],
    labels: Sequence[str],
    colors: Sequence[str],
    start: float,
) -> Pie:
    """A pie seen from above."""
    center = (WIDTH / 2, HEIGHT / 2 + 22)
    words = (tuple(names), tuple(drawn), tuple(labels), tuple(colors))
    return Pie(WIDTH, HEIGHT, title, *words, start, RADIUS, center)


def deep_pie(
    title: str,
    names: Sequence[str],
    drawn: Sequence[float],
    labels: Sequence[str],
    colors: Sequence[str],
    start: float,
    popped: int | None,
) -> Pie:
    """A thick pie seen from the front."""
    words = (tuple(names), tuple(drawn), tuple(labels), tuple(colors))
    center = (WIDTH / 2, HEIGHT / 2 - 6)
    return Pie(WIDTH, HEIGHT, title, *words, start, DEEP_RADIUS, center, TILT, DEPTH, popped)


def _arranged(rng: random.Random) -> tuple[list[int], int, float]:
    """Five shares in percent, the place of the slice in front, and the angle where the first begins.

    The slice in front is not the largest, yet it is drawn clearly largest; no two are drawn nearly alike.
    """
    while True:
        cuts = sorted(rng.sample(range(6, 95), 4))
        shares = [b - a for a, b in pairwise([0, *cuts, 100])]
        ordered = sorted(shares)
        if ordered[0] < 8 or ordered[-1] > 38 or any(b - a < _GAP for a, b in pairwise(ordered)):
            continue
        front = shares.index(rng.choice(ordered[1:4]))
        before = sum(shares[:front]) + shares[front] / 2
        start = (90 - 3.6 * before + rng.uniform(-12, 12)) % 360
        areas = drawn_slice_areas(shares, start, DEEP_RADIUS, TILT, DEPTH)
        rivals = sorted(area for place, area in enumerate(areas) if place != front)
        if areas[front] < _LARGER * rivals[-1] or any(b / a < _APART for a, b in pairwise(rivals)):
            continue
        return shares, front, math.floor(start * 100) / 100
