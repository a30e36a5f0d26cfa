"""Matplotlib designs: a scatterplot in one of its styles, of its default size, by the Agg renderer.

Everything is as `scatter` draws it, but for this: marks stand where their points are to a fraction of a pixel
(Matplotlib would move each to a whole one), and type is set in the font that Matplotlib ships, whatever the machine
has. No setting of the user's counts.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.designs import Design, PointData

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Frame", "frame", "pixels"]

DPI = 100
"""At scale 1."""
SIZE = (6.4, 4.8)
"""Inches: the default figure size."""
EDGES = (0.125, 0.11, 0.9, 0.88)
"""The default left, bottom, right and top of the axes as shares of the figure."""
MARGIN = 0.05
"""The default room beyond the data on each side, as a share of their range."""
MARK_DIAMETER, MARK_EDGE = 6.0, 1.5
"""Points: the defaults of `scatter`, whose size is the square of a marker's diameter, and of the edge about it."""

_LOCK = threading.Lock()


@dataclass(frozen=True)
class Frame:
    """Size of the picture, place of the plot and radius of a mark in pixels, and the data limits of the axes."""

    width: int
    height: int
    left: float
    top: float
    plot_width: float
    plot_height: float
    x_limits: tuple[float, float]
    y_limits: tuple[float, float]
    mark_radius: float


def frame(points: PointData, scale: float) -> Frame:
    """The frame about these points, in closed form."""
    width, height = round(SIZE[0] * DPI * scale), round(SIZE[1] * DPI * scale)
    left, bottom, right, top = EDGES
    return Frame(
        width,
        height,
        left * width,
        (1 - top) * height,
        (right - left) * width,
        (top - bottom) * height,
        _limits(points.x),
        _limits(points.y),
        (MARK_DIAMETER + MARK_EDGE) / 2 * DPI * scale / 72,
    )


def pixels(design: Design, points: PointData, scale: float) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    laid_out = frame(points, scale)
    with _LOCK, _style(design.spec["style"]):
        figure = Figure(figsize=SIZE, dpi=DPI * scale)
        left, bottom, right, top = EDGES
        axes = figure.add_axes((left, bottom, right - left, top - bottom))
        axes.set_xlim(laid_out.x_limits)
        axes.set_ylim(laid_out.y_limits)
        _set_type(axes)
        _add_marks(axes, points)
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
        drawn: NDArray[np.uint8] = np.array(canvas.buffer_rgba())[:, :, :3]
    return drawn


def _limits(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    return low - MARGIN * (high - low), high + MARGIN * (high - low)


@contextmanager
def _style(name: str) -> Iterator[None]:
    """Matplotlib's own defaults and the style for the time of the block."""
    import matplotlib
    from matplotlib import style

    # The backend is no matter of pixels here, and merely reading it can import a windowing toolkit.
    defaults = {key: value for key, value in matplotlib.rcParamsDefault.items() if not key.startswith("backend")}
    with matplotlib.rc_context(cast(Any, defaults)), style.context(name):
        yield


def _set_type(axes: "Axes") -> None:
    """The ticks and labels that Matplotlib chooses, in the font that it ships."""
    import matplotlib
    from matplotlib.font_manager import FontProperties

    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    font = FontProperties(fname=str(file), size=matplotlib.rcParams["xtick.labelsize"])
    for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        ticks = [tick for tick in axis.get_ticklocs() if limits[0] <= tick <= limits[1]]
        axis.set_ticks(ticks, axis.get_major_formatter().format_ticks(ticks), fontproperties=font)


def _add_marks(axes: "Axes", points: PointData) -> None:
    from matplotlib.collections import PathCollection
    from matplotlib.markers import MarkerStyle
    from matplotlib.transforms import IdentityTransform

    marker = MarkerStyle("o")
    color = "C0"
    axes.add_artist(
        PathCollection(
            (marker.get_path().transformed(marker.get_transform()),),
            sizes=[MARK_DIAMETER**2],
            offsets=np.column_stack([points.x, points.y]),
            offset_transform=axes.transData,
            transform=IdentityTransform(),
            # With one colour Matplotlib takes a shortcut that moves every mark to a whole pixel.
            facecolors=[color, color],
            edgecolors="face",
            linewidths=[MARK_EDGE],
            snap=False,
            zorder=1,
        )
    )
