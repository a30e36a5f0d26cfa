"""A pie of shares that are no parts of one whole: people gave several answers."""

import random

from snellen.benchmarks.chartom.keys import key_of
from snellen.benchmarks.chartom.layout import categories, chart, values_scale
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import COLORS, Draft, options_of
from snellen.benchmarks.chartom.recipes.over_years import axis_title
from snellen.benchmarks.chartom.recipes.pies import flat_pie
from snellen.benchmarks.chartom.scene import Boxes, Note
from snellen.benchmarks.chartom.subjects import Poll

__all__ = ["pie"]

_HALF = 50
_CLEAR = 6
"""Points of a hundred that every share is away from one half."""


def pie(pair: Pair, rng: random.Random, subject: Poll) -> Draft:
    """How many answers did more than half of the people give? The honest twin has bars."""
    names = rng.sample(subject.names, 5)
    shares = _shares(rng)
    labels = [f"{share}%" for share in shares]
    data = {"label": names, "value": shares}
    asked = {"what": "count above", "limit": _HALF}
    seems = sum(share / sum(shares) > 0.5 for share in shares)
    places = tuple(map(float, range(5)))
    left, right = tuple(p - 0.33 for p in places), tuple(p + 0.33 for p in places)
    bars = Boxes(tuple(names), left, right, tuple(map(float, shares)), 0, rng.choice(COLORS))
    notes = [
        Note(f"{share}%", place, share, (0.0, -14.0), of=name)
        for name, place, share in zip(names, places, shares, strict=True)
    ]
    y = values_scale("Percent of the people asked", 0, 100, 10)
    free = pair.answer_format == "free text"
    question = f"{subject.title}: by the printed shares, how many of the answers did more than half of the people give?"
    others = [str(number) for number in range(5) if number not in (seems, int(key_of(asked, data)))]
    return Draft(
        subject=subject.title,
        question=question + (" Give a whole number." if free else ""),
        asked=asked,
        data=data,
        tempting=(str(seems),),
        honest=chart(subject.title, categories(names, axis_title(subject.noun)), y, [bars], notes=tuple(notes)),
        manipulated=flat_pie(subject.title, names, shares, labels, rng.sample(COLORS, 5), rng.randint(250, 290)),
        options=() if free else options_of(rng, key_of(asked, data), [str(seems), *rng.sample(others, 2)]),
        answer_type="number" if free else "choice",
        kind="count",
        unit="answers",
        drawing={"drawn shares": [round(share / sum(shares), 3) for share in shares]},
    )


def _shares(rng: random.Random) -> list[int]:
    """Percentages, all clearly above or below one half, not as many above it as slices of a pie of them would be."""
    while True:
        above = rng.randint(1, 4)
        shares = [
            *rng.sample(range(_HALF + _CLEAR, 89, 3), above),
            *rng.sample(range(12, _HALF - _CLEAR, 3), 5 - above),
        ]
        if sum(2 * share > sum(shares) for share in shares) != above:
            rng.shuffle(shares)
            return shares
