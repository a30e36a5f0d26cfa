"""Maps: the colour scale the other way round, and classes of unequal width."""

import random
from collections.abc import Sequence
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, ranking_text
from snellen.benchmarks.chartom.maps import AREAS, COLOURS, MapScene, kind_of, regions_of
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import Draft, options_of, shuffled
from snellen.benchmarks.chartom.scene import MapPicture
from snellen.benchmarks.chartom.subjects import Rate
from snellen.benchmarks.chartom.tempting import equal_class_count, order_by

__all__ = ["unequal_classes", "upside_down"]

WIDTH, HEIGHT = 760, 570
_CLASSES = 5
_HARD_TO_SEE = ("Grand Isle", "Santa Cruz", "Greenlee", "Virginia")
"""Small regions, and one whose name is part of another's."""
_UNEQUAL = ((0, 4, 5, 7, 9, 10), (0, 3, 4, 5, 9, 10), (0, 5, 6, 7, 8, 10), (0, 2, 3, 4, 5, 10), (0, 1, 2, 4, 6, 10))
"""Edges in tenths of the scale, unequally far apart."""


def upside_down(pair: Pair, rng: random.Random, subject: Rate) -> Draft:
    """Which region has the largest value, or four from large to small, where dark is low; the legend says so."""
    area, colours, step = rng.choice(AREAS), rng.choice(COLOURS), rng.choice(subject.steps)
    names = list(regions_of(area))
    clear = [name for name in names if name not in _HARD_TO_SEE]
    asked_for = rng.sample(clear, 4)
    classes = {name: rng.choice((1, 1, 2, 2, 3)) for name in names}
    # The four are in four classes, and no other is in the lowest or the highest one.
    inner = rng.choice((1, 2, 3))
    chosen = sorted((0, 4, inner, rng.choice([k for k in (1, 2, 3) if k != inner])))
    classes |= dict(zip(asked_for, rng.sample(chosen, 4), strict=True))
    values = _values(rng, names, classes, [step * k for k in range(_CLASSES + 1)])
    data = {"label": names, "value": [values[name] for name in names]}
    order = order_by({name: values[name] for name in asked_for})
    edges = tuple(float(step * k) for k in range(_CLASSES + 1))
    about: dict[str, Any] = {
        "subject": f"{subject.title}, {area}",
        "data": data,
        "honest": _picture(area, subject, values, edges, colours, inverted=False),
        "manipulated": _picture(area, subject, values, edges, colours, inverted=True),
        "unit": subject.unit,
        "drawing": {"class edges": list(edges)},
    }
    kind = "state" if kind_of(area) == "states" else "county"
    if pair.answer_format == "ranking":
        return Draft(
            question=f"Compare the {subject.phrase} in four {kind_of(area)}.",
            asked={"what": "ranking", "among": asked_for},
            tempting=(ranking_text(order[::-1]),),
            options=shuffled(rng, asked_for, order, order[::-1]),
            answer_type="ranking",
            ranked="from largest to smallest value",
            **about,
        )
    asked: dict[str, Any] = {"what": "largest"}
    question = f"Which {kind} on the map has the largest {subject.phrase}?"
    if pair.answer_format == "free text":
        return Draft(question=question, asked=asked, tempting=(order[-1],), answer_type="text", **about)
    options = options_of(rng, key_of(asked, data), asked_for)
    return Draft(question=question, asked=asked, tempting=(order[-1],), options=options, **about)


def unequal_classes(pair: Pair, rng: random.Random, subject: Rate) -> Draft:
    """How many regions are above a limit that is an edge of both legends, where classes are not equally wide."""
    area, colours, step = rng.choice(AREAS), rng.choice(COLOURS), rng.choice(subject.steps)
    names = list(regions_of(area))
    while True:
        tenths = rng.choice(_UNEQUAL)
        shared = [edge for edge in tenths[1:-1] if edge % 2 == 0]
        edges = [step * edge / 2 for edge in tenths]
        equal = [step * k for k in range(_CLASSES + 1)]
        limit = step * rng.choice(shared) / 2
        classes = {name: rng.randrange(_CLASSES) for name in names}
        values = _values(rng, names, classes, edges)
        data = {"label": names, "value": [values[name] for name in names]}
        asked = {"what": "count above", "limit": limit}
        key = int(key_of(asked, data))
        seems = equal_class_count(list(values.values()), edges, limit)
        if 1 <= key < len(names) - 1 and 1 <= seems < len(names) and abs(key - seems) >= 2:
            break
    honest = _picture(area, subject, values, tuple(map(float, equal)), colours, inverted=False)
    free = pair.answer_format == "free text"
    others = rng.sample([n for n in range(1, len(names)) if n not in (key, seems)], 2)
    question = f"In how many {kind_of(area)} on the map is the {subject.phrase} above {limit:g} {subject.unit}?"
    return Draft(
        subject=f"{subject.title}, {area}",
        question=question + (" Give a whole number." if free else ""),
        asked=asked,
        data=data,
        tempting=(str(seems),),
        honest=honest,
        manipulated=_picture(area, subject, values, tuple(map(float, edges)), colours, inverted=False),
        options=() if free else options_of(rng, str(key), [str(seems), *map(str, others)]),
        answer_type="number" if free else "choice",
        kind="count",
        unit=kind_of(area),
        drawing={"class edges": edges, "taken for": equal},
    )


def _values(
    rng: random.Random, names: Sequence[str], classes: dict[str, int], edges: Sequence[float]
) -> dict[str, float]:
    """A value inside the class of each region, away from its edges."""
    found = {}
    for name in names:
        low, high = edges[classes[name]], edges[classes[name] + 1]
        found[name] = round(low + (high - low) * rng.uniform(0.15, 0.85), 1)
    return found


def _picture(
    area: str, subject: Rate, values: dict[str, float], edges: tuple[float, ...], colours: str, *, inverted: bool
) -> MapPicture:
    scene = MapScene(
        values=values,
        edges=edges,
        inverted=inverted,
        title=f"{subject.title}, {area} (invented data)",
        unit=subject.unit,
        width=WIDTH,
        height=HEIGHT,
        colours=colours,
    )
    return MapPicture(area, scene)
