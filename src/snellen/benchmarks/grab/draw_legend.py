"""Draws a legend over the marks of a scene, and the markers of both, each where the plan puts it."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from snellen.benchmarks.grab.scene import Curve, Points, Scene

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection
    from matplotlib.font_manager import FontProperties
    from matplotlib.transforms import Transform

__all__ = ["DASHES", "INK", "add_legend", "marker_artist"]

INK = "#262626"
"""The colour of type, frame, tick marks and zero lines."""
DASHES = {"-": (), "--": (4.0, 1.8), "-.": (6.0, 1.8, 1.2, 1.8), ":": (1.2, 1.6)}
"""Lengths of ink and gap in line widths, the first of each ink."""
FRAME_COLOR = "#9a9a9a"
_ABOVE_MARKS = 4.0


def add_legend(axes: "Axes", scene: Scene, font: "FontProperties") -> None:
    """Adds the scene's legend, if it has one, to the axes: frame, heading, and a piece of each mark with its name."""
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import IdentityTransform

    legend, height, pixels = scene.legend, scene.look.height, IdentityTransform()
    if legend is None:
        return
    font = font.copy()
    font.set_size(legend.font_size)
    box = legend.box
    ground = Rectangle((box.left, height - box.bottom), box.width, box.height, transform=pixels)
    # Without a frame it still covers the gridlines, which would strike the names through.
    edge = FRAME_COLOR if legend.framed else "none"
    ground.set(facecolor=scene.look.background, edgecolor=edge, linewidth=0.8, clip_on=False, zorder=_ABOVE_MARKS)
    axes.add_artist(ground)
    texts = [(entry.name, entry.text_left, entry.baseline) for entry in legend.entries]
    if legend.heading is not None:
        texts.append((legend.heading, legend.heading_left, legend.heading_baseline))
    for text, left, baseline in texts:
        axes.text(
            left,
            height - baseline,
            text,
            fontproperties=font,
            color=INK,
            ha="left",
            va="baseline",
            transform=pixels,
            parse_math=False,
            zorder=_ABOVE_MARKS + 0.2,
        )
    for entry in legend.entries:
        ends, middle = (entry.left, entry.right), height - entry.middle
        for artist in _pieces(scene.marks[entry.mark], ends, middle):
            artist.set(zorder=_ABOVE_MARKS + 0.1, clip_on=False)
            axes.add_artist(artist)


def marker_artist(mark: Points, places: "Transform") -> "PathCollection":
    """The markers of a series; `places` takes its x and y to pixels of the figure."""
    from matplotlib.collections import PathCollection
    from matplotlib.markers import MarkerStyle
    from matplotlib.transforms import IdentityTransform

    marker = MarkerStyle(mark.marker)
    path = marker.get_path().transformed(marker.get_transform())
    return PathCollection(
        (path,),
        sizes=[mark.size**2],
        offsets=np.column_stack([mark.x, mark.y]),
        offset_transform=places,
        transform=IdentityTransform(),
        # With one colour Matplotlib takes a shortcut that moves every marker to whole pixels.
        facecolors=[mark.color, mark.color],
        edgecolors="none",
        linewidths=0,
        snap=False,
    )


def _pieces(mark: Curve | Points, ends: tuple[float, float], middle: float) -> "list[Artist]":
    """A short piece of the line, and one marker on it, as the mark has them."""
    from matplotlib.lines import Line2D
    from matplotlib.transforms import IdentityTransform

    pixels = IdentityTransform()
    pieces: list[Artist] = []
    style, width = (mark.style, mark.width) if isinstance(mark, Curve) else (mark.line_style, mark.line_width)
    if style:
        pieces.append(
            Line2D(
                ends,
                (middle, middle),
                color=mark.color,
                linewidth=width,
                linestyle=(0, DASHES[style]) if DASHES[style] else "-",
                dash_capstyle="butt",
                solid_capstyle="butt",
                transform=pixels,
                snap=False,
            )
        )
    if isinstance(mark, Points):
        one = replace(mark, x=np.array([sum(ends) / 2]), y=np.array([middle]))
        pieces.append(marker_artist(one, pixels))
    return pieces
