"""Questions for a ratio: how many times as large is B as A?"""

import math
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom.keys import key_of, number_text
from snellen.benchmarks.chartom.pairs import Pair
from snellen.benchmarks.chartom.recipes.draft import Draft, options_of
from snellen.benchmarks.chartom.scene import Scene

__all__ = ["RATIO_TOLERANCE", "ratio_draft"]

RATIO_TOLERANCE = 0.05
_APART = 1.1


def ratio_draft(
    pair: Pair,
    rng: random.Random,
    *,
    subject: str,
    question: str,
    low: str,
    high: str,
    data: Mapping[str, Any],
    drawn: float,
    scenes: tuple[Scene, Scene],
    unit: str,
    drawing: Mapping[str, Any],
) -> Draft:
    """A draft whose key is the value of `high` over that of `low`, and whose tempting answer is the ratio `drawn`.

    `scenes` are the honest and the manipulated one. Of four options, all to two decimals, any two are at least
    10 % apart.
    """
    free = pair.answer_format == "free text"
    asked = {"what": "ratio", "of": high, "to": low, "form": "{}" if free else "{} times", "padded": not free}
    tempting = number_text(drawn)
    options: tuple[str, ...] = ()
    if not free:
        exact = float(key_of({**asked, "form": "{}"}, data))
        tempting = f"{drawn:.2f} times"
        others = [
            f"{value:.2f} times"
            for value in _distractors(rng, exact, round(drawn, 2), pair.manipulation == "pictorial bars")
        ]
        options = options_of(rng, key_of(asked, data), [tempting, *others])
    return Draft(
        subject=subject,
        question=question + (" Give a number to two decimals at most." if free else ""),
        asked=asked,
        data=data,
        tempting=(tempting,),
        honest=scenes[0],
        manipulated=scenes[1],
        options=options,
        answer_type="number" if free else "choice",
        tolerance=RATIO_TOLERANCE if free else 0.0,
        unit=unit,
        drawing=drawing,
    )


def _distractors(rng: random.Random, key: float, tempting: float, icons: bool) -> list[float]:
    """Two further options that let nobody tell the key without the picture.

    The key's place among the four by size is drawn first; the tempting answer is always on one side of it, so that it
    has three places, each of which comes as often as the others. Both have as many decimals that are not 0 as the key.
    Where the tempting answer has too, it stands next to the key; where it can be told by its decimals, that would give
    the key away, and it is put at its end where there is room.
    """
    alike = _decimals(key) == _decimals(tempting)
    most = 2.5 * max(key, tempting)
    every = [n / 100 for n in range(105, int(100 * most) + 1)]
    same = [value for value in every if _decimals(value) == _decimals(key)]
    for place in _places(rng, key, tempting, icons):
        for pool in (same, every):
            for wanted in (True, False):
                found = _found(rng, key, tempting, pool, place, (1 if alike else 3) if wanted else 0)
                if found:
                    return found
    raise AssertionError("there is room above the key")


def _places(rng: random.Random, key: float, tempting: float, icons: bool) -> list[int]:
    """The key's places by size, the one that is wanted first. Small keys have no room below them, so others take it."""
    if tempting < key:
        return rng.sample((1, 2, 3), 3)
    if icons:  # Their ratios are large enough for all three places.
        return rng.sample((0, 1, 2), 3)
    first = rng.choices((0, 1, 2), (12, 22, 66) if key >= 1.36 else (42, 58, 0))[0]
    return [first, *(place for place in (0, 1, 2) if place != first)]


def _found(
    rng: random.Random, key: float, tempting: float, pool: Sequence[float], place: int, distance: int
) -> list[float] | None:
    """Two of the pool by which the key has its place; the tempting answer next to it, at its end (3), or anywhere."""
    below, above = [value for value in pool if value < key], [value for value in pool if value > key]
    smaller = place - (tempting < key)
    if (smaller and not below) or (smaller < 2 and not above):
        return None
    for _ in range(60):
        drawn = [_drawn(rng, below if number < smaller else above) for number in range(2)]
        order = sorted([key, tempting, *drawn])
        apart = all(large / small >= _APART for small, large in pairwise(order))
        far = abs(order.index(tempting) - place)
        at_end = order.index(tempting) == (0 if tempting < key else 3)
        if apart and order.index(key) == place and (not distance or far == distance or (distance == 3 and at_end)):
            return drawn
    return None


def _drawn(rng: random.Random, pool: Sequence[float]) -> float:
    """By the logarithm, so that small numbers are as likely as large ones."""
    aim = math.exp(rng.uniform(math.log(pool[0]), math.log(pool[-1])))
    return min(pool, key=lambda value: abs(value - aim))


def _decimals(value: float) -> int:
    return len(number_text(value).partition(".")[2])
