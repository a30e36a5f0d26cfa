"""Where everything of a chart lies, in pixels of its image, without drawing it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy import by_matplotlib, by_vega
from snellen.benchmarks.biy.designs import Design, PointData
from snellen.benchmarks.biy.own import by_vega_whole
from snellen.benchmarks.biy.own.design import OwnDesign
from snellen.dataset import Axis, Rectangle
from snellen.errors import SnellenError

__all__ = ["Layout", "layout", "visible"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Layout:
    """The picture's size, the plot, and the axes, in pixels of one image: origin at the top left, y downwards.

    `reach` has a row for each point, how far its mark extends from it: left, top, right, bottom. `visible` says of each
    whether it can be seen, None where all can: a point beyond the picture cannot, nor one beyond a plot that cuts off
    (`clipped`).
    """

    width: int
    height: int
    plot: Rectangle
    axes: list[Axis]
    reach: Floats
    visible: NDArray[np.bool_] | None = None
    clipped: bool = False

    def to_pixels(self, x: Floats, y: Floats) -> Floats:
        """Pixel positions of data points: an array of shape (n, 2), columns x and y."""
        return np.stack([self.axes[0].to_pixels(x), self.axes[1].to_pixels(y)], axis=-1)


def layout(design: Design, points: PointData, scale: float) -> Layout:
    """The layout of these points in a design, its specification's units `scale` pixels wide.

    px = (scale(value) + plot origin) × scale factor, the origin with the padding in it (the paper's section 2.1).
    Raises SnellenError where no axis can be laid out: without points, or where all have the same x or y; and for what a
    user's own design cannot draw.
    """
    for name, values in (("x", points.x), ("y", points.y)):
        if not len(values) or not np.isfinite(values).all() or values.min() == values.max():
            raise SnellenError(
                f"a chart needs finite points that differ in {name}; drop missing values, and draw at least two "
                f"different values of {name}."
            )
    if isinstance(design, OwnDesign):
        return _by_vega_whole(design, points, scale)
    return _by_matplotlib(points, scale) if design.renderer == "matplotlib" else _by_vega(design, points, scale)


def visible(laid_out: Layout, places: Floats) -> NDArray[np.bool_] | None:
    """Which points can be seen at their places of shape (n, 2), as `Layout.visible`: None where all can."""
    seen: NDArray[np.bool_] = np.all((places >= 0) & (places <= (laid_out.width, laid_out.height)), axis=1)
    if laid_out.clipped:
        plot, edge = laid_out.plot, 1e-9 * laid_out.width  # a point on the plot's edge, but for rounding, is half seen
        low, high = (plot.left - edge, plot.top - edge), (plot.right + edge, plot.bottom + edge)
        seen &= np.all((places >= low) & (places <= high), axis=1)
    return None if seen.all() else seen


def _by_vega(design: Design, points: PointData, scale: float) -> Layout:
    frame = by_vega.frame(design, points)
    width, height = by_vega.pixel_size(frame, scale)
    left, top = frame.origin
    plot = Rectangle(
        left=left * scale, top=top * scale, width=frame.plot_width * scale, height=frame.plot_height * scale
    )
    reach = by_vega.mark_reach(design, points) * scale
    return Layout(width, height, plot, _axes(plot, frame.x_domain, frame.y_domain), reach)


def _by_vega_whole(design: OwnDesign, points: PointData, scale: float) -> Layout:
    drawn = by_vega_whole.whole(design, points)
    width, height = by_vega_whole.size(design, drawn, scale)
    by_vega_whole.check_seen(design, points, drawn)
    rectangle = drawn.plot
    plot = Rectangle(
        left=rectangle.left * scale,
        top=rectangle.top * scale,
        width=rectangle.width * scale,
        height=rectangle.height * scale,
    )
    axes = [axis.model_copy(update={"pixels": (axis.pixels[0] * scale, axis.pixels[1] * scale)}) for axis in drawn.axes]
    laid_out = Layout(width, height, plot, axes, drawn.reach * scale, clipped=drawn.clipped)
    return replace(laid_out, visible=visible(laid_out, laid_out.to_pixels(points.x, points.y)))


def _by_matplotlib(points: PointData, scale: float) -> Layout:
    frame = by_matplotlib.frame(points, scale)
    plot = Rectangle(left=frame.left, top=frame.top, width=frame.plot_width, height=frame.plot_height)
    reach = np.full((len(points.x), 4), frame.mark_radius)
    return Layout(frame.width, frame.height, plot, _axes(plot, frame.x_limits, frame.y_limits), reach)


def _axes(plot: Rectangle, x_domain: tuple[float, float], y_domain: tuple[float, float]) -> list[Axis]:
    return [
        Axis(name="x", orientation="x", domain=x_domain, pixels=(plot.left, plot.right)),
        Axis(name="y", orientation="y", domain=y_domain, pixels=(plot.bottom, plot.top)),
    ]
