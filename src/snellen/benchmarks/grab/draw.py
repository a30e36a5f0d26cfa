"""Draws a GRAB scene: Matplotlib's Agg renderer, the fonts that Matplotlib ships, and no setting of the user's.

Everything stands where the look says to a fraction of a pixel: lines are not snapped to pixels, curves end where their
data end (butt caps, and dashes stretched so that the last one ends there too), markers are not moved to whole pixels.
The fixed look's frame is drawn once a process and kept; pixels and bytes are those of a figure drawn from scratch.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.draw_legend import DASHES, INK, add_legend, marker_artist
from snellen.benchmarks.grab.looks import fixed_look
from snellen.benchmarks.grab.scene import Curve, Look, Points, Scene
from snellen.png import encode

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.lines import Line2D

__all__ = ["draw", "draw_with_vertices", "figure_of"]

Floats = NDArray[np.float64]

FONT_FILES = {
    "DejaVu Sans": "DejaVuSans.ttf",
    "DejaVu Serif": "DejaVuSerif.ttf",
    "DejaVu Sans Mono": "DejaVuSansMono.ttf",
    "STIXGeneral": "STIXGeneral.ttf",
}
TICK_LENGTH, TICK_GAP, LABEL_GAP = 0.35, 0.35, 0.3
"""In ems. `looks` leaves the room for them."""

_LOCK = threading.Lock()


def draw(scene: Scene) -> bytes:
    """A PNG file of the scene: `look.width` × `look.height` pixels, 8-bit RGB, no metadata.

    The same scene gives the same bytes in any process with the same versions of Matplotlib and zlib-ng. Raises
    ValueError for an unknown font family, line style or marker.
    """
    return draw_with_vertices(scene)[0]


def draw_with_vertices(scene: Scene) -> tuple[bytes, tuple[Floats, ...]]:
    """The PNG file, and where each mark was drawn.

    The second value has, for each mark in drawing order, the vertices of the artist that Matplotlib drew in pixels of
    the image: shape (n, 2), columns x and y, origin at the top left corner, parts beyond the frame included.
    """
    with _LOCK, _default_settings():
        frame = None if scene.legend else _fixed_frame(scene.look)
        if frame:
            return frame.draw(scene)
        figure = _frame_figure(scene.look)
        marks = _add_marks(figure.axes[0], scene)
        add_legend(figure.axes[0], scene, _font(scene.look))
        _, pixels = _drawn(figure)
        return encode(pixels), tuple(_vertices(mark[-1], scene.look) for mark in marks)


def figure_of(scene: Scene) -> "Figure":
    """The scene as a Matplotlib figure of one axes, not yet drawn; `savefig(…, dpi="figure")` gives `draw`'s pixels.

    That holds as long as Matplotlib's settings are its defaults.
    """
    with _default_settings():
        figure = _frame_figure(scene.look)
        _add_marks(figure.axes[0], scene)
        add_legend(figure.axes[0], scene, _font(scene.look))
        return figure


class _FixedFrame:
    """A figure without marks, drawn once, on which one scene after another is drawn."""

    def __init__(self, look: Look) -> None:
        self._figure = _frame_figure(look)
        self._renderer, self._pixels = _drawn(self._figure)
        self._blank = self._pixels.copy()

    def draw(self, scene: Scene) -> tuple[bytes, tuple[Floats, ...]]:
        axes = self._figure.axes[0]
        marks = _add_marks(axes, scene)
        rows = slice(0, scene.look.height)
        try:
            for artist in (artist for mark in marks for artist in mark):
                artist.draw(self._renderer)
            # The frame covers its pixels wholly, so that drawing it a second time, over the marks, is harmless.
            for spine in axes.spines.values():
                spine.draw(self._renderer)
            vertices = tuple(_vertices(mark[-1], scene.look) for mark in marks)
            rows = _rows(scene, vertices)
            return encode(self._pixels), vertices
        finally:
            self._pixels[rows] = self._blank[rows]
            for artist in (artist for mark in marks for artist in mark):
                artist.remove()


_FRAMES: OrderedDict[Look, _FixedFrame] = OrderedDict()


def _fixed_frame(look: Look) -> _FixedFrame | None:
    """The kept frame of a fixed look, or None for any other look. Two are kept: one a y label."""
    if look != fixed_look(look.y_label):
        return None
    frame = _FRAMES.get(look)
    if frame is None:
        frame = _FRAMES[look] = _FixedFrame(look)
        if len(_FRAMES) > 2:
            _FRAMES.popitem(last=False)
    return frame


def _drawn(figure: "Figure") -> "tuple[RendererAgg, NDArray[np.uint8]]":
    """The renderer that has drawn the figure, and the pixels it draws on: shape (height, width, 4)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return canvas.get_renderer(), np.asarray(canvas.buffer_rgba())


def _rows(scene: Scene, vertices: tuple[Floats, ...]) -> slice:
    """The rows of the image that the marks can touch."""
    plot, reach = scene.look.plot, 0.0
    top, bottom = plot.bottom, plot.top
    for mark, places in zip(scene.marks, vertices, strict=True):
        points = mark.width if isinstance(mark, Curve) else max(mark.size, mark.line_width)
        reach = max(reach, points * scene.look.dpi / 72 + 2)
        if len(places):
            top, bottom = min(top, float(places[:, 1].min())), max(bottom, float(places[:, 1].max()))
    first, last = max(top - reach, plot.top - 1), min(bottom + reach, plot.bottom + 1)
    return slice(max(0, math.floor(first)), min(scene.look.height, max(math.ceil(last), 0)))


@contextmanager
def _default_settings() -> Iterator[None]:
    """Matplotlib's own defaults for the time of the block, whatever the user's matplotlibrc or program set."""
    import matplotlib

    defaults, current = _defaults(), cast(dict[str, Any], matplotlib.rcParams)
    if all(current[name] == value for name, value in defaults.items()):
        yield
        return
    with matplotlib.rc_context(cast(Any, defaults)):
        yield


@lru_cache(maxsize=1)
def _defaults() -> dict[str, Any]:
    import matplotlib

    # The backend is no matter of pixels here, and merely reading it can import a windowing toolkit.
    return {name: value for name, value in matplotlib.rcParamsDefault.items() if not name.startswith("backend")}


def _frame_figure(look: Look) -> "Figure":
    """All of the look and none of the marks: a figure with one axes that covers `look.plot`."""
    from matplotlib.figure import Figure

    plot, em, font = look.plot, look.font_size, _font(look)
    figure = Figure(figsize=_inches(look), dpi=look.dpi, facecolor=look.background)
    width, height = look.width, look.height
    axes = figure.add_axes((plot.left / width, 1 - plot.bottom / height, plot.width / width, plot.height / height))
    axes.set_xlim(look.x_limits)
    axes.set_ylim(look.y_limits)
    axes.set_facecolor(look.background)
    axes.set_axisbelow(True)
    axes.set_xticks(look.x_ticks, _labels(look.x_ticks, look.x_tick_decimals), fontproperties=font, color=INK)
    axes.set_yticks(look.y_ticks, _labels(look.y_ticks, look.y_tick_decimals), fontproperties=font, color=INK)
    # Matplotlib moves its own tick marks and gridlines to whole pixels: ours are drawn where they belong.
    axes.tick_params(length=0, pad=(TICK_LENGTH + TICK_GAP) * em)
    axes.set_xlabel(look.x_label, fontproperties=font, color=INK, labelpad=LABEL_GAP * em, parse_math=False)
    axes.set_ylabel(look.y_label, fontproperties=font, color=INK, labelpad=LABEL_GAP * em, parse_math=False)
    if look.title is not None:
        axes.set_title(look.title, fontproperties=font, color=INK, pad=0.6 * em, parse_math=False)
    frame_width = _frame_width(look)
    for spine in axes.spines.values():
        spine.set(linewidth=frame_width, color=INK, snap=False, capstyle="projecting")
    _add_rules(axes, look, frame_width)
    return figure


def _add_rules(axes: "Axes", look: Look, frame_width: float) -> None:
    """Gridlines, zero lines and tick marks; tick marks on the far sides too where no gridline leads there."""
    em = look.font_size * look.dpi / 72
    for name, ticks, limits, length in (
        ("x", look.x_ticks, look.x_limits, look.plot.height),
        ("y", look.y_ticks, look.y_limits, look.plot.width),
    ):
        has_grid = look.grid in ("both", name)
        tick = TICK_LENGTH * em / length
        if has_grid:
            _rule(axes, name, ticks, (0, 1), look.grid_width, look.grid_color, look.grid_style, zorder=0.5)
        if look.zero_lines and limits[0] <= 0 <= limits[1]:
            _rule(axes, name, (0.0,), (0, 1), frame_width, INK, zorder=0.9)
        _rule(axes, name, ticks, (-tick, 0), frame_width, INK, zorder=0.5)
        if not has_grid:
            _rule(axes, name, ticks, (1, 1 + tick), frame_width, INK, zorder=0.5)


def _rule(
    axes: "Axes",
    name: str,
    places: tuple[float, ...],
    ends: tuple[float, float],
    width: float,
    color: str,
    style: str = "-",
    *,
    zorder: float,
) -> None:
    """Parallel lines across one axis at `places` (data), from one end to the other (shares of the other axis)."""
    from matplotlib.collections import LineCollection

    segments = [[(place, end) if name == "x" else (end, place) for end in ends] for place in places]
    transform = axes.get_xaxis_transform() if name == "x" else axes.get_yaxis_transform()
    lines = LineCollection(
        segments,
        linewidths=width,
        colors=color,
        linestyles=[(0, DASHES[style] or None)],
        transform=transform,
        zorder=zorder,
        snap=False,
        clip_on=False,
        capstyle="butt",
    )
    axes.add_artist(lines)


def _add_marks(axes: "Axes", scene: Scene) -> "list[list[Artist]]":
    """The artists of each mark, the one that carries its data last, added to the axes in drawing order."""
    marks: list[list[Artist]] = []
    for index, mark in enumerate(scene.marks):
        zorder = 2 + 0.4 * index / len(scene.marks)
        artists: list[Artist] = []
        if isinstance(mark, Curve):
            artists.append(_line(scene.look, mark, mark.width, mark.style))
        else:
            if mark.line_style:
                artists.append(_line(scene.look, mark, mark.line_width, mark.line_style))
            artists.append(marker_artist(mark, axes.transData))
        for artist in artists:
            artist.set_zorder(zorder)
            axes.add_artist(artist)
        marks.append(artists)
    return marks


def _line(look: Look, mark: Curve | Points, width: float, style: str) -> "Line2D":
    from matplotlib.lines import Line2D

    if style not in DASHES:
        raise ValueError(f"{style!r} is not a line style: one of {', '.join(DASHES)}")
    return Line2D(
        mark.x,
        mark.y,
        color=mark.color,
        linewidth=width,
        linestyle=_fitted_dashes(look, mark, width, style),
        dash_capstyle="butt",
        solid_capstyle="butt",
        dash_joinstyle="round",
        solid_joinstyle="miter",
        snap=False,
    )


def _fitted_dashes(look: Look, mark: Curve | Points, width: float, style: str) -> Any:
    """The dashes, stretched or shrunk a little so that the last one ends where the line ends, which must be seen."""
    dashes = DASHES[style]
    across, down = look.plot.width / np.ptp(look.x_limits), look.plot.height / np.ptp(look.y_limits)
    length = float(np.hypot(across * np.diff(mark.x), down * np.diff(mark.y)).sum()) * 72 / look.dpi / width
    if not dashes or length < 2 * sum(dashes):
        return "-"
    periods = round((length - dashes[0]) / sum(dashes))
    stretch = length / (periods * sum(dashes) + dashes[0])
    return (0, tuple(part * stretch for part in dashes))


def _vertices(artist: "Artist", look: Look) -> Floats:
    """Where Matplotlib put the data of a drawn artist, in pixels of the image."""
    from matplotlib.collections import PathCollection
    from matplotlib.lines import Line2D

    if isinstance(artist, PathCollection):
        places = artist.get_offset_transform().transform(np.asarray(artist.get_offsets(), dtype=np.float64))
    else:
        assert isinstance(artist, Line2D)
        places = artist.get_transform().transform(artist.get_path().vertices)
    return np.column_stack([places[:, 0], look.height - places[:, 1]])


def _labels(ticks: tuple[float, ...], decimals: int) -> list[str]:
    return [f"{tick:.{decimals}f}".replace("-", "\N{MINUS SIGN}") for tick in ticks]


def _font(look: Look) -> "FontProperties":
    import matplotlib
    from matplotlib.font_manager import FontProperties

    if look.font_family not in FONT_FILES:
        raise ValueError(f"{look.font_family!r} is not a font that is shipped: one of {', '.join(FONT_FILES)}")
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / FONT_FILES[look.font_family]
    return FontProperties(fname=str(path), size=look.font_size)


def _frame_width(look: Look) -> float:
    """In points, of an even number of pixels: such a line about a pixel boundary is sharp and covers its pixels."""
    return 2 * max(1, round(0.04 * look.font_size * look.dpi / 72)) * 72 / look.dpi


def _inches(look: Look) -> tuple[float, float]:
    """A figure size that gives the pixels wanted: Agg cuts off fractions, also those that only rounding makes."""
    sizes = []
    for pixels in (look.width, look.height):
        inches = pixels / look.dpi
        while inches * look.dpi < pixels:
            inches = math.nextafter(inches, math.inf)
        sizes.append(inches)
    return sizes[0], sizes[1]
