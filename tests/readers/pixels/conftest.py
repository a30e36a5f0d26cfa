"""Charts in looks that no generator of Snellen draws: other sizes, fonts, colours, frames, ticks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest


@dataclass
class Drawing:
    """What to draw, and how."""

    curves: Sequence[tuple[Any, Any]] = ()
    points: Sequence[tuple[Any, Any]] = ()
    x_limits: tuple[float, float] = (0.0, 10.0)
    y_limits: tuple[float, float] = (0.0, 10.0)
    size: tuple[float, float] = (6.4, 4.8)
    colours: Sequence[str] = ("#cc3311", "#009988", "#ee7733", "#0077bb", "#33bbee", "#aa3377")
    ground: str = "white"
    type_colour: str = "black"
    font: str = "DejaVu Sans"
    joined: bool = False
    frame: bool = True
    grid: bool = False
    ticks: dict[str, Any] = field(default_factory=dict)
    marker: str = "o"
    marker_size: float = 8.0


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[[Drawing], Path]:
    """Draws a chart to a file."""

    def draw(drawing: Drawing) -> Path:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=drawing.size, dpi=100, facecolor=drawing.ground)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot(facecolor=drawing.ground)
        axes.set(xlim=drawing.x_limits, ylim=drawing.y_limits)
        axes.set_xlabel("time", color=drawing.type_colour)
        axes.set_ylabel("level", color=drawing.type_colour)
        axes.tick_params(color=drawing.type_colour, labelcolor=drawing.type_colour, labelfontfamily=drawing.font)
        axes.tick_params(**drawing.ticks)
        for spine in axes.spines.values():
            spine.set_color(drawing.type_colour)
        if not drawing.frame:
            axes.spines[["top", "right"]].set_visible(False)
        if drawing.grid:
            axes.grid(visible=True, color="#999999", linestyle=":")
        colours = iter(drawing.colours)
        for x, y in drawing.curves:
            axes.plot(x, y, color=next(colours), linewidth=2, solid_capstyle="butt", clip_on=True)
        for x, y in drawing.points:
            style = "-" if drawing.joined else ""
            axes.plot(
                x,
                y,
                style,
                marker=drawing.marker,
                color=next(colours),
                markersize=drawing.marker_size,
                linewidth=drawing.marker_size / 5,
                markeredgewidth=0,
            )
        path = tmp_path / f"{np.random.default_rng().integers(1 << 60):x}.png"
        figure.savefig(path)
        return path

    return draw


@pytest.fixture
def drawing() -> type[Drawing]:
    """Makes what `drawn` draws."""
    return Drawing
