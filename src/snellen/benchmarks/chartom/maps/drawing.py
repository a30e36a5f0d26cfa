"""Draws a choropleth map: a title, regions with their names, and a legend."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.chartom.canvas import matplotlib_defaults
from snellen.benchmarks.chartom.maps.areas import regions_of, shapes_of
from snellen.benchmarks.chartom.maps.colours import Shades, continuous_shades, is_dark, shades_of_classes
from snellen.benchmarks.chartom.maps.lettering import Lettering, Name, Placed
from snellen.benchmarks.chartom.maps.outlines import fitted, rings_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MapScene", "draw_map"]

_TITLE, _LEGEND, _NAMES, _SMALLEST, _BESIDE = 17.0, 13.0, 13.0, 10.0, 12.0
"""Sizes of type in pixels on a picture 600 pixels high; larger and smaller pictures have it in proportion."""
_INK, _MUTED = "#222222", "#555555"


@dataclass(frozen=True, slots=True)
class MapScene:
    """What a map shows.

    `values` by region name, every region of the area once. `edges`: class edges as the legend prints them, growing,
    the first and last about all values (a class has its lower edge, the last class both); None for a continuous
    scale with printed ticks. `inverted`: dark is low, which the legend shows. `labels`: each region's value
    stands under its name. `colours`: one of COLOURS. Sizes in pixels.
    """

    values: Mapping[str, float]
    edges: tuple[float, ...] | None = None
    inverted: bool = False
    title: str = ""
    unit: str = ""
    labels: bool = False
    width: int = 800
    height: int = 600
    colours: str = "Blues"


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def listed(self) -> list[float]:
        return [round(side, 2) for side in (self.left, self.top, self.right, self.bottom)]


def draw_map(scene: MapScene, area: str) -> tuple[bytes, dict[str, Any]]:
    """A PNG file without metadata, and what is where in it (pixels, origin at the top left, y downwards).

    Annotations: `area`, `title`, `unit`; `regions`, each with `name`, `value`, `colour` (#rrggbb), `class` (from the
    lowest, null for a continuous scale), `label` (the middle of its name), `label_box` (left, top, right, bottom)
    and `outline` (rings of [x, y], outer rings and holes alike, the first point not repeated); and `legend` with its
    `box`, `domain`, `edges`, `inverted` and `ticks` (`value`, `text`, `y`).

    The same scene gives the same bytes on any machine with the same versions of the libraries. Raises ValueError where
    the values are not those of the area's regions, or can't be shown as asked.
    """
    missing = set(regions_of(area)) ^ set(scene.values)
    if missing:
        raise ValueError(f"values are for the regions of {area}, each once: {', '.join(sorted(missing))}")
    if scene.width < 480 or scene.height < 360:
        raise ValueError("a map with names has at least 480 by 360 pixels")
    with matplotlib_defaults():
        return _drawn(scene, area)


def _drawn(scene: MapScene, area: str) -> tuple[bytes, dict[str, Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from snellen.png import encode_small

    scale = min(scene.height / 600, scene.width / 800)
    figure = Figure(figsize=(scene.width / 72, scene.height / 72), dpi=72)  # a point is a pixel
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
    axes.set_axis_off()
    lettering = Lettering(axes, canvas.get_renderer())
    values = list(scene.values.values())
    shades = (
        continuous_shades(values, scene.colours, scene.inverted)
        if scene.edges is None
        else shades_of_classes(values, scene.edges, scene.colours, scene.inverted)
    )
    pad = 18 * scale
    below = lettering.write(scene.title, pad, pad, _TITLE * scale, _INK, wide=scene.width - 2 * pad) + pad
    legend = _legend(axes, lettering, scene, shades, _Box(scene.width * 0.86, below, scene.width - pad, below), scale)
    field = _Box(pad, below, scene.width * 0.86 - 2 * pad, scene.height - pad)
    regions = _regions(axes, lettering, scene, area, shades, field, scale)
    canvas.draw()
    pixels: NDArray[np.uint8] = np.array(canvas.buffer_rgba())[:, :, :3]
    found = {"area": area, "title": scene.title, "unit": scene.unit, "regions": regions, "legend": legend}
    return encode_small(pixels), found


def _regions(
    axes: "Axes", lettering: Lettering, scene: MapScene, area: str, shades: Shades, field: _Box, scale: float
) -> list[dict[str, Any]]:
    """Fills every region and writes the names over all of them."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    shapes = fitted(shapes_of(area), field.left, field.top, field.right, field.bottom)
    names = _names(lettering, scene, shapes, shades, field, scale)
    found = []
    for name, shape in shapes.items():
        value = float(scene.values[name])
        colour = _hex(shades.colour(value))
        rings = rings_of(shape)
        # Rings of a shape run opposite ways outside and inside, so that holes stay empty.
        path = Path.make_compound_path(*(Path([*ring, ring[0]], closed=True) for ring in rings))
        axes.add_patch(PathPatch(path, facecolor=colour, edgecolor="white", lw=1.2 * scale, snap=False))
        axes.add_patch(PathPatch(path, facecolor="none", edgecolor="#777777", lw=0.6 * scale, snap=False))
        found.append(
            {
                "name": name,
                "value": value,
                "colour": colour,
                "class": shades.class_of(value),
                "label": [round(names[name].x, 2), round(names[name].y, 2)],
                "label_box": [round(side, 2) for side in names[name].box],
                "outline": [[[x, y] for x, y in ring] for ring in rings],
            }
        )
    return found


def _names(
    lettering: Lettering, scene: MapScene, shapes: Mapping[str, Any], shades: Shades, field: _Box, scale: float
) -> dict[str, Placed]:
    """Writes each name in its region, and those that are too long for that beside the map."""
    import shapely

    placed: dict[str, Placed] = {}
    left_over = []
    for region, shape in shapes.items():
        value = scene.values[region]
        name = Name(region, (f"{value:,g}".replace("-", "−"),) if scene.labels else ())
        colour = "white" if is_dark(shades.colour(value)) else "black"
        inside = lettering.place(name, shape, (_NAMES * scale, _SMALLEST * scale), colour)
        if inside is not None:
            placed[region] = inside
        else:
            left_over.append((name, shape))
    land = shapely.union_all(list(shapes.values()))
    for name, shape in left_over:
        beside = lettering.place_beside(name, shape, _BESIDE * scale, _INK, land, field.listed())
        placed[name.name] = beside
        land = shapely.union(land, shapely.box(*beside.box))
    return placed


def _legend(
    axes: "Axes", lettering: Lettering, scene: MapScene, shades: Shades, place: _Box, scale: float
) -> dict[str, Any]:
    """An upright bar, low at its foot, with the unit above it and every edge or tick printed beside it."""
    from matplotlib.patches import Rectangle

    size = _LEGEND * scale
    under = lettering.write(scene.unit, place.left, place.top, size, _MUTED, wide=place.right - place.left)
    bar = _Box(place.left, under + size, place.left + 22 * scale, min(under + size + 300 * scale, scene.height * 0.9))
    steps = 256 if shades.edges is None else len(shades.edges) - 1
    bounds = np.linspace(bar.bottom, bar.top, steps + 1)
    for step in range(steps):
        share = step / (steps - 1) if steps > 1 else 0.0
        top, bottom = float(bounds[step + 1]), float(bounds[step])
        overlap = 0.5 if shades.edges is None and step else 0.0  # no seams between the steps of a smooth bar
        colour = _hex(shades.colour_at(share))
        axes.add_patch(Rectangle((bar.left, top), bar.right - bar.left, bottom - top + overlap, fc=colour, lw=0))
    frame = (bar.left, bar.top), bar.right - bar.left, bar.bottom - bar.top
    axes.add_patch(Rectangle(*frame, fc="none", ec=_MUTED, lw=0.8 * scale))
    places = bounds if shades.edges is not None else np.interp(shades.ticks, (shades.low, shades.high), bounds[[0, -1]])
    texts = _printed(shades.ticks)
    for y, text in zip(places.tolist(), texts, strict=True):
        axes.plot([bar.right, bar.right + 5 * scale], [y, y], color=_MUTED, lw=0.9 * scale)
        lettering.write_beside(text, bar.right + 8 * scale, y, size, _INK)
    ticks = [
        {"value": value, "text": text, "y": round(y, 2)}
        for value, text, y in zip(shades.ticks, texts, places.tolist(), strict=True)
    ]
    return {
        "box": bar.listed(),
        "domain": [shades.low, shades.high],
        "edges": None if shades.edges is None else list(shades.edges),
        "inverted": shades.inverted,
        "ticks": ticks,
    }


def _printed(values: tuple[float, ...]) -> list[str]:
    """Numbers as they are printed, all with the same number of decimals."""
    decimals = max(
        (len(text.partition(".")[2]) for text in (f"{value:.6f}".rstrip("0") for value in values)), default=0
    )
    return [f"{value:,.{decimals}f}".replace("-", "−") for value in values]


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
