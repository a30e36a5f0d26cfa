"""Variations of the fixed look: what the Functions, Series and Transforms tasks look like when they are drawn again.

Everything that no answer depends on changes a little: the palette's order, type, line width, grid, tint of the ground,
ticks, where the axes end, and the size of the picture. Both axes keep the same number of pixels a unit.
"""

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from snellen.benchmarks.grab.looks import GLYPH_WIDTHS, MARKERS, SERIES_COLORS, Style
from snellen.benchmarks.grab.scene import Look
from snellen.dataset import Rectangle

__all__ = ["varied_look", "varied_styles"]

T = TypeVar("T")

_PIXELS_PER_UNIT = (84, 90, 96, 100, 104, 110, 116)
"""Even, so that plots lie on whole pixels where an axis ends at a half."""
_ENDS = (10.0, 10.0, 10.0, 10.5, 11.0, 12.0)
"""How far each half of an axis reaches: never less than in the fixed look, whose marks all stay inside."""
_RESOLUTIONS = (250.0, 280.0, 300.0, 330.0)
_FONT_SIZES = (10.0, 11.0, 12.0, 13.0, 14.0)
_STEPS = (2.0, 2.0, 2.5, 4.0, 5.0)
_GRIDS = ("both", "both", "both", "x", "y")
_GRID_STYLES = ("-", "--", ":")
_GRID_COLORS = ("#a8a8a8", "#b8b8b8", "#c8c8c8")
_GRID_WIDTHS = (0.4, 0.6, 0.8)
_BACKGROUNDS = ("#ffffff", "#fdf9f1", "#f4f8fd", "#f7f7f7", "#f6fbf4")
"""Light enough that every colour of the palette keeps nearly the contrast that it has on white."""
_LINE_WIDTHS = (1.5, 1.75, 2.25, 2.5, 2.75)
_MARKER_SIZES = (5.0, 5.5, 6.5, 7.0)


def varied_look(rng: np.random.Generator, y_label: str) -> Look:
    """A variation of `snellen.benchmarks.grab.looks.fixed_look`.

    The axes reach from −10..−12 to 10..12, with 84 to 116 pixels a unit in both directions; ticks stand at multiples of
    2, 2.5, 4 or 5. The plot lies on whole pixels and leaves room for every label.
    """
    pixels, dpi = _pick(rng, _PIXELS_PER_UNIT), _pick(rng, _RESOLUTIONS)
    family, font_size = _pick(rng, tuple(GLYPH_WIDTHS)), _pick(rng, _FONT_SIZES)
    (x_low, x_high), (y_low, y_high) = ((-_pick(rng, _ENDS), _pick(rng, _ENDS)) for _ in range(2))
    step, decimals = _pick(rng, _STEPS), 0
    if step % 1:
        decimals = 1
    em = font_size * dpi / 72
    digit, minus, point = GLYPH_WIDTHS[family]
    widest = (minus + 2 * digit + (point + digit if decimals else 0)) * em
    # As in sampled looks: an em of the border is free, a line of type takes 1.5 ems at most, a tick with its gap 0.6.
    left, top = math.ceil(2.9 * em + widest), math.ceil(1.5 * em)
    width, height = round(pixels * (x_high - x_low)), round(pixels * (y_high - y_low))
    return Look(
        width=left + width + math.ceil(0.5 * widest + 0.6 * em),
        height=top + height + math.ceil(4.6 * em),
        dpi=dpi,
        plot=Rectangle(left=float(left), top=float(top), width=float(width), height=float(height)),
        x_limits=(x_low, x_high),
        y_limits=(y_low, y_high),
        x_ticks=_ticks(x_low, x_high, step),
        y_ticks=_ticks(y_low, y_high, step),
        x_tick_decimals=decimals,
        y_tick_decimals=decimals,
        y_label=y_label,
        font_family=family,
        font_size=font_size,
        grid=_pick(rng, _GRIDS),
        grid_style=_pick(rng, _GRID_STYLES),
        grid_color=_pick(rng, _GRID_COLORS),
        grid_width=_pick(rng, _GRID_WIDTHS),
        background=_pick(rng, _BACKGROUNDS),
    )


def varied_styles(rng: np.random.Generator, count: int) -> list[Style]:
    """Styles of `count` functions or series of one figure: the colours in another order; width, marker and size shared.

    Lines stay solid, since a dash may leave a gap at an end. Raises ValueError beyond the colours there are.
    """
    if count > len(SERIES_COLORS):
        raise ValueError(f"there are {len(SERIES_COLORS)} colours, not {count}")
    width, marker, size = _pick(rng, _LINE_WIDTHS), _pick(rng, MARKERS), _pick(rng, _MARKER_SIZES)
    colors = rng.permutation(SERIES_COLORS)[:count].tolist()
    return [Style(color=color, width=width, line_style="-", marker=marker, size=size) for color in colors]


def _ticks(low: float, high: float, step: float) -> tuple[float, ...]:
    first, last = math.ceil(low / step), math.floor(high / step)
    return tuple(multiple * step + 0.0 for multiple in range(first, last + 1))


def _pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]
