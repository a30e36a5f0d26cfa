"""The wrong answers that a manipulation invites: what the drawing says to who looks at it and not at its labels.

Every function is the formula for one manipulation, of values and of how they are drawn.
"""

import math
from collections.abc import Mapping, Sequence

__all__ = [
    "UNCHANGED_SHARE",
    "drawn_ratio",
    "drawn_slice_areas",
    "equal_class_count",
    "linear_reading",
    "looks_unchanged",
    "opposite_trend",
    "order_by",
    "slope_impression",
]

UNCHANGED_SHARE = 0.05
"""Of the axis: a smaller drawn change looks like none."""


def drawn_ratio(a: float, b: float, base: float) -> float:
    """How many times as high B is drawn as A where the axis begins at `base`: (B − base) / (A − base).

    >>> drawn_ratio(40, 60, 30)
    3.0
    """
    return (b - base) / (a - base)


def looks_unchanged(first: float, last: float, low: float, high: float) -> bool:
    """Whether the drawn change is under 5 % of the axis from `low` to `high`."""
    return abs(last - first) / (high - low) < UNCHANGED_SHARE


def linear_reading(a: float, b: float, low: float) -> float:
    """How many times as high B is drawn as A on a logarithmic axis that begins at `low`: log(B/low) / log(A/low).

    >>> round(linear_reading(100, 1000, 10), 9)
    2.0
    """
    return math.log(b / low) / math.log(a / low)


def opposite_trend(trend: str) -> str:
    """The trend upside down, which is what an inverted axis shows.

    >>> opposite_trend("It first rose and then fell")
    'It first fell and then rose'
    """
    swapped = {"rose": "fell", "fell": "rose"}
    return " ".join(swapped.get(word, word) for word in trend.split())


def order_by(drawn: Mapping[str, float]) -> list[str]:
    """Names from what is drawn largest to what is drawn smallest."""
    return sorted(drawn, key=lambda name: -drawn[name])


def slope_impression(rise: float, run: float) -> float:
    """The percentage that a line's drawn angle suggests where 45° looks like a doubling: 100 · angle / 45°.

    `rise` (upwards) and `run` are in pixels, from the first point to the last.

    >>> round(slope_impression(100, 100), 9)
    100.0
    """
    return 100 * math.degrees(math.atan2(rise, run)) / 45


def drawn_slice_areas(shares: Sequence[float], start: float, radius: float, tilt: float, depth: float) -> list[float]:
    """The drawn area of each slice of a tilted pie in square pixels, its top and its outer wall.

    Slices run clockwise from `start` (degrees, clockwise from the right), so that angles from 0 to 180 are in front.
    The top is the slice's share of the ellipse, π · radius² · tilt; the wall is as high as the pie is thick and as wide
    as the slice's front arc is across. A slice that stands off is drawn no larger for it.
    """
    total, angle = sum(shares), math.radians(start)
    areas = []
    for share in shares:
        end = angle + 2 * math.pi * share / total
        top = share / total * math.pi * radius**2 * tilt
        areas.append(top + depth * radius * _front_width(angle, end))
        angle = end
    return areas


def equal_class_count(values: Sequence[float], edges: Sequence[float], limit: float) -> int:
    """How many values seem to be above `limit` to who takes the classes between `edges` for equally wide ones.

    Class k of n is taken to begin at low + k · (high − low) / n, whatever edge is printed.
    """
    low, high, n = edges[0], edges[-1], len(edges) - 1
    classes = [max(k for k in range(n) if value >= edges[k]) for value in values]
    return sum(low + k * (high - low) / n >= limit - 1e-9 for k in classes)


def _front_width(start: float, end: float) -> float:
    """How much of the front arc's width, in radii, lies between two angles (radians, from 0 to π is in front)."""
    width = 0.0
    for turn in range(-2, 3):
        low = max(start, 2 * math.pi * turn)
        high = min(end, 2 * math.pi * turn + math.pi)
        if high > low:
            width += math.cos(low) - math.cos(high)
    return width
