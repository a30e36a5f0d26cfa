"""How GRAB pictures look: one fixed look for three tasks, sampled looks for the fourth, and styles of marks."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.benchmarks.grab.scene import Look
from snellen.dataset import Axis, Rectangle

__all__ = [
    "FIXED_PIXELS_PER_UNIT",
    "SERIES_COLORS",
    "Style",
    "axes_of",
    "fixed_look",
    "fixed_style",
    "pixels_per_unit",
    "sampled_look",
    "sampled_style",
    "to_pixels",
]

T = TypeVar("T")

SERIES_COLORS: tuple[str, ...] = (
    "#1f77b4",  # blue
    "#e86c00",  # orange
    "#2a992a",  # green
    "#d62728",  # red
    "#8e5fc0",  # purple
    "#7a4236",  # brown
    "#e055b5",  # pink
    "#6e6e6e",  # grey
    "#949400",  # olive
    "#0aa0b4",  # cyan
    "#101c8c",  # navy
    "#0a5c36",  # dark green
)
"""Ten hues of Matplotlib's tab10 and two more, each at a contrast of at least 3:1 to white; any two are well apart."""

FIGURE_SIZES = ((8.0, 7.0), (8.0, 8.0), (9.0, 9.0), (9.0, 7.0), (10.0, 7.0), (10.0, 8.0), (10.0, 10.0), (12.0, 8.0))
"""Width and height in inches."""
RESOLUTIONS = (100.0, 125.0, 150.0, 200.0)
FONT_SIZES = (10.0, 12.0, 14.0, 16.0, 18.0)
GLYPH_WIDTHS = {
    "DejaVu Sans": (0.637, 0.839, 0.318),
    "DejaVu Serif": (0.637, 0.839, 0.318),
    "DejaVu Sans Mono": (0.603, 0.603, 0.603),
    "STIXGeneral": (0.5, 0.686, 0.25),
}
"""Advance of a digit, the minus sign and the decimal point in ems: known here so that planning needs no Matplotlib."""
GRIDS = ("both", "both", "x", "y", "none")
GRID_STYLES = ("-", "--", "-.", ":")
GRID_COLORS = ("#a0a0a0", "#b0b0b0", "#c0c0c0", "#cccccc")
GRID_WIDTHS = (0.8, 1.0, 1.2)
PADDINGS = (0.04, 0.06, 0.09, 0.12)
"""Room between the data and the frame, as a share of the data's extent, on either side."""
TICK_COUNTS = (10, 12, 16, 20)
LINE_STYLES = ("-", "--", "-.", ":")
LINE_WIDTHS = (1.25, 1.5, 2.0, 2.5, 3.0)
MARKERS = ("o", "s", "D", "d", "P", "X", "h", "p")
"""Markers that have their centre of gravity where the point is, so a reader can tell where that is."""
MARKER_SIZES = (6.0, 7.0, 8.0)

FIXED_PIXELS_PER_UNIT = 95.0
"""The fixed look: a 1900-pixel square plot for −10..10 on both axes."""
FIXED_DPI = 300.0


@dataclass(frozen=True, slots=True)
class Style:
    """How one curve or one series of points is drawn. `width` and `size` (a marker's diameter) are in points.

    `line_style` is one of -, --, -., : for a curve, and "" for points that no line joins; `marker` is "" for a curve.
    """

    color: str
    width: float
    line_style: str
    marker: str
    size: float


def fixed_look(y_label: str) -> Look:
    """The look that the Functions, Series and Transforms tasks share.

    2251×2171 pixels around a plot of 1900×1900 pixels, −10..10 on both axes with a tick every 2 (95 pixels a unit), a
    grey grid, dark lines at x=0 and y=0, serif type. `y_label` is "f(x)" or "y".
    """
    side = 20 * FIXED_PIXELS_PER_UNIT
    ticks = tuple(float(tick) for tick in range(-10, 11, 2))
    return Look(
        width=2251,
        height=2171,
        dpi=FIXED_DPI,
        plot=Rectangle(left=265.0, top=75.0, width=side, height=side),
        x_limits=(-10.0, 10.0),
        y_limits=(-10.0, 10.0),
        x_ticks=ticks,
        y_ticks=ticks,
        y_label=y_label,
        font_family="DejaVu Serif",
        font_size=12.0,
        grid_color="#b8b8b8",
        grid_width=0.48,
    )


def fixed_style(index: int) -> Style:
    """The style of function or series number `index` (from 0) in the fixed look: only the colour differs.

    Raises IndexError beyond the colours there are.
    """
    return Style(color=SERIES_COLORS[index], width=2.0, line_style="-", marker="o", size=6.0)


def sampled_look(
    rng: np.random.Generator,
    x_extent: tuple[float, float],
    y_extent: tuple[float, float],
    *,
    y_label: str,
    equal_tick_grid: bool = False,
) -> Look:
    """A look of the Properties task, sampled from lists of choices and fitted to the data.

    The extents are the smallest and largest x and y of the data, in data units; the limits contain them with room to
    spare. Ticks stand at multiples of 1, 2 or 5 times a power of ten and their labels are exact. The plot rectangle
    leaves room for every label, lies on whole pixels and is 500 pixels a side or more (a little less where labels have
    over ten characters). An extent without length is widened by 1 on either side. With `equal_tick_grid` both axes have
    the same step between ticks, in data units, unless that would leave one of them with two ticks or fewer. Raises
    ValueError where an extent is not finite or decreases.
    """
    for name, (low, high) in (("x", x_extent), ("y", y_extent)):
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            raise ValueError(f"the {name} extent {(low, high)} is not a finite interval")
    inches = _pick(rng, FIGURE_SIZES)
    dpi = _pick(rng, RESOLUTIONS)
    family = _pick(rng, tuple(GLYPH_WIDTHS))
    font_size = _pick(rng, FONT_SIZES)
    grid, grid_style = _pick(rng, GRIDS), _pick(rng, GRID_STYLES)
    grid_color, grid_width = _pick(rng, GRID_COLORS), _pick(rng, GRID_WIDTHS)
    zero_lines = bool(rng.random() < 0.5)
    padding, whole_steps, n_ticks = _pick(rng, PADDINGS), bool(rng.random() < 0.5), _pick(rng, TICK_COUNTS)

    width, height, em = round(inches[0] * dpi), round(inches[1] * dpi), font_size * dpi / 72
    # An em of the border is kept free; a line of type takes 1.5 ems at most, a tick mark with its gap 0.6.
    top, bottom = math.ceil(1.5 * em), height - math.ceil(4.6 * em)
    x_range, y_range = _padded(x_extent, padding), _padded(y_extent, padding)

    def y_scale(least_step: float) -> "_Scale":
        return _scale(y_range, n_ticks, least_step, whole_steps, lambda _: 1.8 * em / (bottom - top))

    def x_scale(least_step: float, left: int) -> "_Scale":
        def share(labels: float) -> float:
            return (labels * em + 0.7 * em) / (width - left - math.ceil((0.5 * labels + 0.6) * em))

        return _scale(x_range, n_ticks, least_step, whole_steps, lambda s: share(_label_width(s, family)))

    def left_of(scale: "_Scale") -> int:
        return math.ceil((2.9 + _label_width(scale, family)) * em)

    y = y_scale(0.0)
    x = x_scale(0.0, left_of(y))
    shortest = min(x_range[1] - x_range[0], y_range[1] - y_range[0])
    while equal_tick_grid and x.step != y.step and 3 * max(x.step, y.step) <= shortest:
        y = y_scale(max(x.step, y.step))
        x = x_scale(y.step, left_of(y))
    left = left_of(y)
    right = width - math.ceil((0.5 * _label_width(x, family) + 0.6) * em)
    return Look(
        width=width,
        height=height,
        dpi=dpi,
        plot=Rectangle(left=float(left), top=float(top), width=float(right - left), height=float(bottom - top)),
        x_limits=x.limits,
        y_limits=y.limits,
        x_ticks=x.ticks,
        y_ticks=y.ticks,
        x_tick_decimals=x.decimals,
        y_tick_decimals=y.decimals,
        y_label=y_label,
        font_family=family,
        font_size=font_size,
        grid=grid,
        grid_color=grid_color,
        grid_style=grid_style,
        grid_width=grid_width,
        zero_lines=zero_lines,
    )


def sampled_style(
    rng: np.random.Generator, look: Look, kind: Literal["curve", "points"], n_points: int | None = None
) -> Style:
    """A style of the Properties task, sampled from lists of choices; every colour is readable on white.

    For points the marker is small enough that `n_points` of them, spread over the plot, cover a twentieth of it.
    """
    color, width = _pick(rng, SERIES_COLORS), _pick(rng, LINE_WIDTHS)
    line_style, marker, size = _pick(rng, LINE_STYLES), _pick(rng, MARKERS), _pick(rng, MARKER_SIZES)
    if kind == "curve":
        return Style(color=color, width=width, line_style=line_style, marker="", size=0.0)
    if n_points:
        area = look.plot.width * look.plot.height / 20 / n_points
        size = max(3.0, min(size, math.floor(2 * math.sqrt(area) * 72 / look.dpi) / 2))
    return Style(color=color, width=width, line_style="", marker=marker, size=size)


def pixels_per_unit(look: Look) -> tuple[float, float]:
    """How many pixels one data unit takes in x and in y."""
    (x_low, x_high), (y_low, y_high) = look.x_limits, look.y_limits
    return look.plot.width / (x_high - x_low), look.plot.height / (y_high - y_low)


def to_pixels(look: Look, x: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    """Pixel positions of data points: shape (n, 2), columns x and y, origin at the top left corner of the image.

    The pixel in column i covers i..i+1, so its centre is at i + 0.5.
    """
    across, down = axes_of(look)
    return np.stack([np.atleast_1d(across.to_pixels(x)), np.atleast_1d(down.to_pixels(y))], axis=-1)


def axes_of(look: Look) -> list[Axis]:
    """The axes named x and y as a chart records them: data limits and the image pixels where they lie."""
    plot = look.plot
    return [
        Axis(name="x", orientation="x", domain=look.x_limits, pixels=(plot.left, plot.right)),
        Axis(name="y", orientation="y", domain=look.y_limits, pixels=(plot.bottom, plot.top)),
    ]


@dataclass(frozen=True, slots=True)
class _Scale:
    limits: tuple[float, float]
    step: float
    ticks: tuple[float, ...]
    decimals: int


def _pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]


def _padded(extent: tuple[float, float], padding: float) -> tuple[float, float]:
    low, high = float(extent[0]), float(extent[1])
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):
        low, high = low - 1.0, high + 1.0
    room = padding * (high - low)
    return low - room, high + room


def _scale(
    data: tuple[float, float],
    n_ticks: int,
    least_step: float,
    whole_steps: bool,
    needed: Callable[["_Scale"], float],
) -> _Scale:
    """The finest scale with about `n_ticks` ticks at most whose labels, `needed` of the axis each, stay apart."""
    exponent = math.floor(math.log10((data[1] - data[0]) / n_ticks)) - 1
    finer = None
    while True:
        for factor in (1, 2, 5):
            scale = _scale_of(data, factor, exponent, whole_steps)
            if scale.step < least_step:
                continue
            length = scale.limits[1] - scale.limits[0]
            if len(scale.ticks) <= n_ticks + 1 and needed(scale) * length <= scale.step:
                return scale
            # However long the labels, two ticks are the least that make an axis readable.
            if finer and len(scale.ticks) < 2:
                return finer
            finer = scale
        exponent += 1


def _scale_of(data: tuple[float, float], factor: int, exponent: int, whole_steps: bool) -> _Scale:
    decimals = max(0, -exponent)
    step = factor * 10.0**exponent if exponent >= 0 else factor / 10.0**-exponent
    first, last = math.ceil(data[0] / step), math.floor(data[1] / step)
    if whole_steps:
        first, last = math.floor(data[0] / step), math.ceil(data[1] / step)
    ticks = tuple(round(multiple * step, decimals) + 0.0 for multiple in range(first, last + 1))
    # Limits are cut to a few digits, which widens them by a hair: they stand in files that people read.
    limits = (ticks[0], ticks[-1]) if whole_steps else _rounded_outwards(data, step / 1000)
    return _Scale(limits, step, ticks, decimals)


def _rounded_outwards(data: tuple[float, float], unit: float) -> tuple[float, float]:
    decimals = max(0, 1 - math.floor(math.log10(unit)))
    low, high = math.floor(data[0] / unit) * unit, math.ceil(data[1] / unit) * unit
    return round(low, decimals) + 0.0, round(high, decimals) + 0.0


def _label_width(scale: _Scale, family: str) -> float:
    """The width of the widest tick label, in ems."""
    digit, minus, point = GLYPH_WIDTHS[family]
    texts = [f"{tick:.{scale.decimals}f}" for tick in (scale.ticks[0], scale.ticks[-1])]
    return max(
        digit * sum(character.isdigit() for character in text) + minus * text.count("-") + point * text.count(".")
        for text in texts
    )
