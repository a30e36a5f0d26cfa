"""The table of pairs: how many of each manipulation on each type of chart, and in which format each is asked.

Fifteen combinations of manipulation and chart type share 56 pairs: each has three or four. Those with three belong to
manipulations that have several chart types, and among these to the types that have most pairs: lines, then bars.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from snellen.benchmarks.chartom.scene import Renderer

__all__ = ["EXTENDED", "TABLE", "Format", "Pair", "pairs"]

Format = Literal["multiple choice", "free text", "ranking"]

_C: Format = "multiple choice"
_F: Format = "free text"
_R: Format = "ranking"

Table = tuple[tuple[str, str, tuple[Format, ...]], ...]

TABLE: Table = (
    ("truncated y-axis", "bar", (_C, _F, _C, _F)),
    ("truncated y-axis", "line", (_C, _F, _C)),
    ("wide y-axis range", "line", (_C, _F, _C, _F)),
    ("inverted y-axis", "line", (_C, _R, _F)),
    ("inverted y-axis", "bar", (_C, _R, _F, _R)),
    ("inverted x-axis", "line", (_C, _R, _F, _R)),
    ("inconsistent x-axis unit", "line", (_C, _R, _F, _R)),
    ("logarithmic y-axis", "line", (_C, _R, _F)),
    ("logarithmic y-axis", "bar", (_F, _R, _C)),
    ("logarithmic y-axis", "scatter", (_C, _R, _F, _R)),
    ("dual axes", "line", (_C, _R, _F, _R)),
    ("pictorial bars", "bar", (_C, _F, _C, _F)),
    ("3D effect", "pie", (_C, _R, _F, _R)),
    ("3D effect with pop-out", "pie", (_C, _R, _F, _R)),
    ("inverted colour scale", "map", (_C, _R, _F, _R)),
)
"""Manipulation, chart type, and the format of each pair: 19 are multiple choice, 18 free text, 19 rankings."""

EXTENDED: Table = (
    ("item order", "bar", (_C, _F, _C)),
    ("item order", "line", (_C, _F, _C)),
    ("aspect ratio", "line", (_C, _F, _C)),
    ("mark against label", "bar", (_C, _R, _F)),
    ("mark against label", "pie", (_C, _R, _F)),
    ("inconsistent bins", "histogram", (_C, _R, _F)),
    ("inconsistent bins", "map", (_C, _F, _C)),
    ("shares not summing to 100%", "pie", (_C, _F, _C)),
)
"""The manipulations that `--extended` adds: 24 pairs."""

_BY_VEGA = ("bar", "line", "scatter")
"""Chart types that Vega-Lite draws; icons, depth and maps are Matplotlib's."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of the table. `number` is its place in it from 1 on; `turn` its place in its combination from 0 on."""

    number: int
    manipulation: str
    chart_type: str
    answer_format: Format
    turn: int
    renderer: Renderer

    @property
    def key(self) -> str:
        """The pair's name within a dataset: `01`."""
        return f"{self.number:02d}"


@cache
def pairs(extended: bool = False) -> tuple[Pair, ...]:
    """The pairs in order: 56, or 80 with the further manipulations.

    Of the bars, lines and points that both renderers draw, every other pair is Vega-Lite's, beginning with the first
    pair of one combination and the second of the next, so that formats mix.
    """
    made: list[Pair] = []
    for row, (manipulation, chart_type, formats) in enumerate(TABLE + (EXTENDED if extended else ())):
        by_both = chart_type in _BY_VEGA and manipulation != "pictorial bars"
        for turn, answer_format in enumerate(formats):
            renderer: Renderer = "vega-lite" if by_both and (row + turn) % 2 else "matplotlib"
            made.append(Pair(len(made) + 1, manipulation, chart_type, answer_format, turn, renderer))
    return tuple(made)
