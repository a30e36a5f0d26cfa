"""The colour of a value on a map, and the legend that says so.

A sequential colour scale runs from light to dark. Usually dark is high. An inverted scale is the same scale the other
way round, and its legend shows that: who reads the legend is told the truth, who goes by habit is not.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

__all__ = ["COLOURS", "Shades", "continuous_shades", "is_dark", "shades_of_classes"]

COLOURS = ("Blues", "Greens", "Oranges", "Purples", "Reds", "YlGnBu")
"""Colour scales of Matplotlib (ColorBrewer's), light to dark."""
_LIGHTEST, _DARKEST = 0.1, 0.95
"""The part of a colour scale in use: its first tenth can't be told from the ground."""


@dataclass(frozen=True, slots=True)
class Shades:
    """A colour scale over values: from `low` to `high`, or in classes between `edges`."""

    colours: str
    inverted: bool
    low: float
    high: float
    ticks: tuple[float, ...]
    edges: tuple[float, ...] | None = None

    def class_of(self, value: float) -> int | None:
        """Which class a value is in, counted from the lowest: from its lower edge on, up to but not with its upper one.

        The last class has its upper edge too. None where the scale is continuous.
        """
        if self.edges is None:
            return None
        return min(bisect_right(self.edges, value), len(self.edges) - 1) - 1

    def share(self, value: float) -> float:
        """How far along the legend's colours a value is: 0 at its low end, 1 at its high end."""
        index = self.class_of(value)
        if index is not None and self.edges is not None:
            return index / max(1, len(self.edges) - 2)
        return (value - self.low) / (self.high - self.low)

    def colour(self, value: float) -> tuple[int, int, int]:
        """Red, green and blue of a value, 0 to 255."""
        return self.colour_at(self.share(value))

    def colour_at(self, share: float) -> tuple[int, int, int]:
        """The colour at a share of the legend, from its low end (0) to its high end (1)."""
        darkness = 1 - share if self.inverted else share
        return _of_scale(self.colours, round(_LIGHTEST + (_DARKEST - _LIGHTEST) * darkness, 6))


def continuous_shades(values: Sequence[float], colours: str, inverted: bool) -> Shades:
    """A scale that runs over round numbers about the values. Raises ValueError where all values are the same."""
    from matplotlib.ticker import MaxNLocator

    if min(values) == max(values):
        raise ValueError("a colour scale needs two different values")
    ticks = [
        float(tick) for tick in MaxNLocator(nbins=6, steps=[1, 2, 2.5, 5, 10]).tick_values(min(values), max(values))
    ]
    return Shades(_known(colours), inverted, ticks[0], ticks[-1], tuple(ticks))


def shades_of_classes(values: Sequence[float], edges: Sequence[float], colours: str, inverted: bool) -> Shades:
    """A scale of one colour a class. Raises ValueError for edges that don't grow or leave a value out."""
    if len(edges) < 3 or any(low >= high for low, high in pairwise(edges)):
        raise ValueError("the edges of classes are at least three growing numbers")
    if min(values) < edges[0] or max(values) > edges[-1]:
        raise ValueError("a value is beyond the first or the last edge of the classes")
    return Shades(_known(colours), inverted, edges[0], edges[-1], tuple(edges), tuple(edges))


def is_dark(colour: tuple[int, int, int]) -> bool:
    """Whether white type on this colour is easier to read than black (relative luminance of WCAG 2.2 below 0.179)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.179


def _known(colours: str) -> str:
    if colours not in COLOURS:
        raise ValueError(f"no colour scale is called {colours!r}; there are {', '.join(COLOURS)}")
    return colours


@cache
def _of_scale(colours: str, darkness: float) -> tuple[int, int, int]:
    import matplotlib

    red, green, blue, _ = matplotlib.colormaps[colours](darkness, bytes=True)
    return int(red), int(green), int(blue)
