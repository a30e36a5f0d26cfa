"""Years, and values on the half steps of an axis, such as lines need."""

import random
from collections.abc import Sequence

__all__ = ["axis_title", "halves_between", "values_of", "years_of"]


def years_of(rng: random.Random, count: int) -> list[int]:
    """Years at equal distances of 1 to 4, the last not after 2024."""
    distance = rng.choice((1, 2, 3, 4))
    last = rng.randint(2014, 2024)
    return [last - distance * (count - 1 - place) for place in range(count)]


def halves_between(low: float, high: float, *without: float) -> list[float]:
    """The whole and half numbers from `low` to `high` but for some."""
    found = [number / 2 for number in range(round(2 * low), round(2 * high) + 1)]
    return [value for value in found if value not in without]


def values_of(heights: Sequence[float], step: float) -> list[float]:
    """Heights in steps as values."""
    return [round(height * step, 6) for height in heights]


def axis_title(unit: str) -> str:
    """A unit as an axis' title."""
    return unit[0].upper() + unit[1:]
