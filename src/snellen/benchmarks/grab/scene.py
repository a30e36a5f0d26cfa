"""What a GRAB picture shows, fully decided: the look and the marks, in drawing order. `draw` turns it into pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.dataset import Rectangle

__all__ = ["Curve", "Legend", "LegendEntry", "Look", "Points", "Scene"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Look:
    """All that is drawn around the marks. Lengths are in pixels of the image, type and line sizes in points.

    `plot` is the rectangle of the axes (the data limits map to its edges). `tick_decimals` is how many decimals
    tick labels have. `grid` says which gridlines are drawn. `zero_lines` draws dark lines at x=0 and y=0 where they are
    within the limits. Fonts are ones that Matplotlib ships.
    """

    width: int
    height: int
    dpi: float
    plot: Rectangle
    x_limits: tuple[float, float]
    y_limits: tuple[float, float]
    x_ticks: tuple[float, ...]
    y_ticks: tuple[float, ...]
    x_tick_decimals: int = 0
    y_tick_decimals: int = 0
    x_label: str = "x"
    y_label: str = "y"
    title: str | None = None
    font_family: str = "DejaVu Serif"
    font_size: float = 16.0
    grid: str = "both"
    """One of both, x, y, none."""
    grid_color: str = "#b8b8b8"
    grid_style: str = "-"
    grid_width: float = 0.8
    zero_lines: bool = True
    background: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through vertices in data units, in order. Clipped by the axes' rectangle."""

    x: Floats
    y: Floats
    color: str
    width: float = 2.0
    style: str = "-"
    """One of -, --, -., : (Matplotlib's)."""


@dataclass(frozen=True, slots=True)
class Points:
    """Separate marks in data units. `size` is the marker's diameter in points; `line_style` joins them where given."""

    x: Floats
    y: Floats
    color: str
    marker: str = "o"
    size: float = 6.0
    line_style: str | None = None
    line_width: float = 1.5


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of a legend: a piece of mark number `mark` from x pixel `left` to `right`, then its name from `text_left`.

    `middle` is the y pixel of the piece and `baseline` that of the type.
    """

    name: str
    mark: int
    left: float
    right: float
    middle: float
    text_left: float
    baseline: float


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend: its box in pixels of the image, which a frame is drawn around where `framed`, and what is in it.

    `heading`, where there is one, begins at x pixel `heading_left` on the y pixel `heading_baseline`. `font_size` is in
    points.
    """

    box: Rectangle
    entries: tuple[LegendEntry, ...]
    font_size: float
    framed: bool = True
    heading: str | None = None
    heading_left: float = 0.0
    heading_baseline: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its look and its marks, first drawn first, and a legend over them where there is one."""

    look: Look
    marks: tuple[Curve | Points, ...]
    legend: Legend | None = None
