"""Where charts with axes stand in their pictures, and the axes that they have."""

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from snellen.benchmarks.chartom.scene import Cartesian, Marks, Renderer, Scale
from snellen.dataset import Rectangle

__all__ = ["categories", "chart", "log_scale", "printed", "values_scale", "years_scale"]

WIDTH, HEIGHT = 760, 500
LEFT, RIGHT, TOP, BOTTOM = 96.0, 30.0, 66.0, 70.0
LEGEND_ROOM = 26.0

_LETTER = 9.4
"""Pixels that a letter of a title takes, about."""
_LOG_LABELS = (1, 2, 3, 4, 6, 8)


def chart(
    title: str, x: Scale, y: Scale, marks: Sequence[Marks], renderer: Renderer = "matplotlib", **rest: Any
) -> Cartesian:
    """A chart of the usual size; `rest` are fields of `Cartesian`, of which `width` and `height` may be others."""
    width, height = rest.pop("width", WIDTH), rest.pop("height", HEIGHT)
    top = TOP + (LEGEND_ROOM if rest.get("legend") else 0)
    right = LEFT if rest.get("right") else RIGHT
    left = LEFT if y.shown else RIGHT
    plot = Rectangle(left=left, top=top, width=width - left - right, height=height - top - BOTTOM)
    title = "\n".join(wrap(title, int(width / _LETTER)))
    return Cartesian(width, height, plot, title, x, y, tuple(marks), renderer=renderer, **rest)


def values_scale(title: str, low: float, high: float, step: float, **rest: Any) -> Scale:
    """A linear axis with a labelled gridline every `step` from `low` to `high`, which are multiples of it."""
    first, last = round(low / step), round(high / step)
    ticks = tuple(round(number * step, 9) for number in range(first, last + 1))
    return Scale(title, ticks[0], ticks[-1], ticks, tuple(printed(tick, step) for tick in ticks), **rest)


def log_scale(title: str, low: float, high: float) -> Scale:
    """A logarithmic axis over whole decades: a gridline at every digit, labelled at 1, 2, 3, 4, 6 and 8."""
    decades = round(math.log10(high / low))
    ticks, labels = [], []
    for decade in range(decades):
        for digit in range(1, 10):
            ticks.append(round(digit * low * 10**decade, 9))
            labels.append(printed(ticks[-1], low) if digit in _LOG_LABELS else "")
    return Scale(title, low, high, (*ticks, high), (*labels, printed(high, low)), kind="log")


def categories(names: Sequence[str], title: str = "") -> Scale:
    """An axis of names at 0, 1, 2, …"""
    return Scale(title, -0.6, len(names) - 0.4, tuple(map(float, range(len(names)))), tuple(names), grid=False)


def years_scale(years: Sequence[int], **rest: Any) -> Scale:
    """A time axis to scale, with a tick at each of the years."""
    room = 0.05 * (years[-1] - years[0])
    return Scale("Year", years[0] - room, years[-1] + room, tuple(map(float, years)), tuple(map(str, years)), **rest)


def printed(value: float, step: float = 1) -> str:
    """A number as it is printed, with as many decimals as multiples of `step` need.

    >>> printed(1500), printed(2.5, 0.5)
    ('1,500', '2.5')
    """
    decimals = next((d for d in range(4) if abs(round(step, d) - step) < 1e-9), 4)
    return f"{value:,.{decimals}f}"
