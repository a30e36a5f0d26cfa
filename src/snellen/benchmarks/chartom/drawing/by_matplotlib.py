"""Scenes by Matplotlib's Agg renderer, in the font that Matplotlib ships; no setting of the user's counts.

Everything stands in pixels of the picture where the scene's axes have it: nothing is moved to whole pixels.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.chartom.annotations import annotations
from snellen.benchmarks.chartom.canvas import matplotlib_defaults
from snellen.benchmarks.chartom.drawing.type_sizes import (
    GRID,
    INK,
    LEGEND_ROW,
    LINE_WIDTH,
    MARKER,
    NOTE,
    SWATCH,
    TICK,
    TICK_GAP,
    TITLE,
    WORDS,
)
from snellen.benchmarks.chartom.icons import ICONS
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Icons, Line, Pie, Scale
from snellen.benchmarks.chartom.slices import slices_of
from snellen.dataset import Axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["pixels"]

_DARKER, _LIGHTER = 0.68, 0.62


def pixels(scene: Cartesian | Pie) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib_defaults():
        figure = Figure(figsize=(scene.width / 72, scene.height / 72), dpi=72)  # a point is a pixel
        canvas: Any = FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
        axes.set_axis_off()
        _paint_cartesian(axes, scene) if isinstance(scene, Cartesian) else _paint_pie(axes, scene)
        canvas.draw()
        painted: NDArray[np.uint8] = np.array(canvas.buffer_rgba())[:, :, :3]
    return painted


def _paint_cartesian(axes: "Axes", scene: Cartesian) -> None:
    plot, places = scene.plot, scene.axes
    _write(axes, scene.width / 2, plot.top / 2 if not scene.legend else (plot.top - 26) / 2, scene.title, TITLE)
    _paint_scale(axes, scene, scene.x, places["x"], "x")
    if scene.y.shown:
        _paint_scale(axes, scene, scene.y, places["y"], "y")
    if scene.right:
        _paint_scale(axes, scene, scene.right, places["y2"], "y2")
    for mark in scene.marks:
        if isinstance(mark, Icons):
            continue
        if isinstance(mark, Boxes):
            continue
        y = places["y2"] if isinstance(mark, Line) and mark.right else places["y"]
        across, down = places["x"].to_pixels(mark.x), y.to_pixels(mark.y)
        if isinstance(mark, Line):
            axes.plot(across, down, color=mark.color, lw=LINE_WIDTH, solid_joinstyle="round", snap=False, zorder=3)
        _dots(axes, across, down, mark.color)
    for entry, mark in _boxes(scene):
        if isinstance(mark, Boxes):
            _fill(axes, _corners(entry["box"]), mark.color, edge="white" if _touching(mark) else None)
        else:
            _icon(axes, entry["box"], mark)
    # The line that bars and icons stand on.
    if scene.marks and isinstance(scene.marks[0], Boxes | Icons):
        base = scene.marks[0].base if isinstance(scene.marks[0], Boxes) else scene.y.low
        level = float(places["y"].to_pixels(base))
        axes.plot([plot.left, plot.right], [level, level], color=INK, lw=1.2, snap=False, zorder=4)
    for note in scene.notes:
        y = places["y2"] if note.right else places["y"]
        at = float(places["x"].to_pixels(note.x)) + note.shift[0], float(y.to_pixels(note.y)) + note.shift[1]
        _write(axes, *at, note.text, NOTE, ha=note.anchor, halo=True)
    _paint_legend(axes, scene)


def _paint_scale(axes: "Axes", scene: Cartesian, scale: Scale, axis: Axis, name: str) -> None:
    plot, color = scene.plot, scale.color or INK
    rules: dict[str, Any] = {"color": GRID, "lw": 1, "snap": False, "zorder": 1}
    for label, at in zip(scale.labels, axis.to_pixels(scale.ticks).tolist(), strict=True):
        if name == "x":
            if scale.grid:
                axes.plot([at, at], [plot.top, plot.bottom], **rules)
            _write(axes, at, plot.bottom + TICK_GAP, label, TICK, va="top", color=color)
            continue
        if scale.grid:
            axes.plot([plot.left, plot.right], [at, at], **rules)
        if name == "y":
            _write(axes, plot.left - TICK_GAP, at, label, TICK, ha="right", color=color)
        else:
            _write(axes, plot.right + TICK_GAP, at, label, TICK, ha="left", color=color)
    middle = (plot.top + plot.bottom) / 2
    match name:
        case "x":
            _write(axes, (plot.left + plot.right) / 2, scene.height - 20, scale.title, WORDS)
        case "y":
            _write(axes, 20, middle, scale.title, WORDS, rotation=90, color=color)
        case _:
            _write(axes, scene.width - 20, middle, scale.title, WORDS, rotation=270, color=color)
    side = {"x": None, "y": plot.left, "y2": plot.right}[name]
    ends = ([plot.left, plot.right], [plot.bottom] * 2) if side is None else ([side] * 2, [plot.top, plot.bottom])
    axes.plot(*ends, color=color, lw=1, snap=False, zorder=2)


def _paint_legend(axes: "Axes", scene: Cartesian) -> None:
    y = scene.plot.top - LEGEND_ROW
    for place, (text, color) in enumerate(scene.legend):
        x = scene.plot.left + 10 + place * 190
        half = SWATCH / 2
        _fill(axes, _corners([x, y - half, x + SWATCH, y + half]), color)
        _write(axes, x + SWATCH + 7, y, text, WORDS, ha="left")


def _paint_pie(axes: "Axes", pie: Pie) -> None:
    _write(axes, pie.width / 2, 30, pie.title, TITLE)
    whole = slices_of(pie)
    for each in whole:
        color = pie.colors[each.place]
        for outline in (*each.faces, *each.wall):
            _fill(axes, outline, _shade(color, _DARKER), edge="white", zorder=3)
        _fill(axes, each.top, color, edge="white", zorder=3)
    for each in whole:
        axes.plot(*zip(each.rim, each.label, strict=True), color="#777777", lw=1, snap=False, zorder=4)
        ha = "left" if each.label[0] >= each.rim[0] else "right"
        text = f" {each.name} {pie.labels[each.place]} "
        _write(axes, *each.label, text, NOTE, ha=ha, halo=True)


def _boxes(scene: Cartesian) -> Iterator[tuple[dict[str, Any], Boxes | Icons]]:
    entries = iter(annotations(scene, {})["marks"])
    for mark in scene.marks:
        if isinstance(mark, Boxes | Icons):
            for _ in mark.names:
                yield next(entries), mark


def _icon(axes: "Axes", box: Sequence[float], mark: Icons) -> None:
    left, top, right, bottom = box
    shades = {"plain": mark.color, "dark": _shade(mark.color, _DARKER), "light": _tint(mark.color)}
    for shade, outline in ICONS[mark.shape]:
        corners = [(left + x * (right - left), top + y * (bottom - top)) for x, y in outline]
        _fill(axes, corners, shades[shade])


def _dots(axes: "Axes", across: NDArray[np.float64], down: NDArray[np.float64], color: str) -> None:
    from matplotlib.collections import EllipseCollection

    size = [MARKER] * len(across)
    places = np.column_stack([across, down])
    # Not `scatter`: it moves every marker to a whole pixel.
    axes.add_collection(
        EllipseCollection(
            size,
            size,
            [0.0] * len(across),
            units="xy",
            offsets=places,
            offset_transform=axes.transData,
            facecolor=color,
            edgecolor="white",
            linewidth=0.0,
            zorder=4,
        )
    )


def _fill(
    axes: "Axes", outline: Sequence[tuple[float, float]], color: str, *, edge: str | None = None, zorder: float = 3
) -> None:
    from matplotlib.patches import Polygon

    axes.add_patch(
        Polygon(outline, closed=True, facecolor=color, edgecolor=edge or "none", lw=1.2, snap=False, zorder=zorder)
    )


def _write(
    axes: "Axes",
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    ha: str = "center",
    va: str = "center",
    color: str = INK,
    rotation: float = 0,
    halo: bool = False,
) -> None:
    import matplotlib
    from matplotlib.font_manager import FontProperties
    from matplotlib.patheffects import withStroke

    file = FilePath(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    axes.text(
        x,
        y,
        text,
        fontproperties=FontProperties(fname=str(file), size=size),
        ha=ha,
        va=va,
        color=color,
        rotation=rotation,
        rotation_mode="default",
        parse_math=False,
        path_effects=[withStroke(linewidth=3, foreground="white")] if halo else None,
        zorder=6,
    )


def _touching(mark: Boxes) -> bool:
    return any(right == left for right, left in zip(mark.right, mark.left[1:], strict=False))


def _corners(box: Sequence[float]) -> list[tuple[float, float]]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _shade(color: str, part: float) -> str:
    return "#" + "".join(f"{round(int(color[n : n + 2], 16) * part):02x}" for n in (1, 3, 5))


def _tint(color: str) -> str:
    return "#" + "".join(f"{round(255 - (255 - int(color[n : n + 2], 16)) * (1 - _LIGHTER)):02x}" for n in (1, 3, 5))
