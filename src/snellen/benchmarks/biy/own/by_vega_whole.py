"""A user's design drawn whole by Vega (inside vl-convert), with all its points, and what is where in the drawing.

The axes are those that Vega itself reports, and every mark of the drawing is compared with them: a point that would
stand elsewhere than its axes say is an error, whatever moved it.
"""

import io
import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.by_vega import pixel_size
from snellen.benchmarks.biy.designs import PointData
from snellen.benchmarks.biy.own.compiled import ROW, Compiled, compiled
from snellen.benchmarks.biy.own.complaints import heard, reason
from snellen.benchmarks.biy.own.design import OwnDesign, from_spec
from snellen.benchmarks.biy.own.limits import LARGEST_SIDE
from snellen.benchmarks.biy.own.outlines import outline_reach
from snellen.benchmarks.biy.own.showing import is_seen, on_white, unknown_colour
from snellen.benchmarks.biy.own.values import UNWRITABLE, milliseconds, number
from snellen.dataset import Axis, Rectangle
from snellen.errors import SnellenError
from snellen.typeface import registered_family

__all__ = ["Whole", "check_seen", "pixels", "size", "whole"]

Floats = NDArray[np.float64]
_MARK = re.compile(
    r'<path aria-label="@(\d+)([^"]*)"[^>]*? transform="translate\(([^,)]*),([^)]*)\)(?: rotate\(([^)]*)\))?[^"]*"'
    r' d="([^"]*)"([^>]*)/>'
)
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_TOLERANCE = 1e-6
"""Units between a mark and where its axes have it."""
_INTERVALS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 28.0, "quarter": 90.0, "year": 365.0}
"""Days."""
_MOST_INTERVALS = 1000


@dataclass(frozen=True, eq=False)
class Whole:
    """A drawing in units of its specification: an SVG file, its size, the plot, the axes and the marks.

    `reach` has a row for each point, how far its mark extends: left, top, right, bottom. `clipped` says whether marks
    are cut off at the plot's edge.
    """

    drawing: str
    width: float
    height: float
    plot: Rectangle
    axes: tuple[Axis, Axis]
    reach: Floats
    clipped: bool


_recent: "deque[tuple[OwnDesign, PointData, Whole]]" = deque(maxlen=2)
"""The scales of a chart share a drawing."""
_looked_at: "deque[Whole]" = deque(maxlen=2)


def whole(design: OwnDesign, points: PointData) -> Whole:
    """The drawing of these points.

    Raises SnellenError where points lack a column that the design needs, where a point has no place on an axis, is not
    drawn or is drawn elsewhere, and where Vega fails.
    """
    for known_design, known_points, drawn in _recent:
        if known_design is design and known_points is points:
            return drawn
    vega = _compiled(design)
    _check_values(design, vega, points)
    drawing = _svg(design, vega, points)
    drawn = _read(design, vega, points, drawing)
    _recent.append((design, points, drawn))
    return drawn


def check_seen(design: OwnDesign, points: PointData, drawn: Whole) -> None:
    """Raise SnellenError for points that nobody sees in a drawing of theirs: they can't be asked about.

    Points beyond the picture, or cut off, are left to `Layout.visible`; but some must show.
    """
    if any(known is drawn for known in _looked_at):
        return
    colour = unknown_colour(drawn.drawing)
    if colour is not None:
        raise SnellenError(
            f"design {design.name} has the colour {colour[:40]!r}, which Vega's renderer does not know; write it as a "
            "CSS name, #4c78a8, rgb(76, 120, 168), rgba(76, 120, 168, 0.5) or hsl(211, 38%, 48%)."
        )
    places = np.stack(
        [axis.to_pixels(values) for axis, values in zip(drawn.axes, (points.x, points.y), strict=True)], 1
    )
    low, high = np.zeros(2), np.array([drawn.width, drawn.height])
    if drawn.clipped:
        low, high = np.array([drawn.plot.left, drawn.plot.top]), np.array([drawn.plot.right, drawn.plot.bottom])
    shown = np.all((places >= low) & (places <= high), axis=1)
    if not shown.any():
        raise SnellenError(f"design {design.name} shows none of its points; widen the domains of its scales.")
    hidden = np.flatnonzero(shown & ~is_seen(drawn.drawing, _MARK.sub("", drawn.drawing), places, drawn.reach))
    if len(hidden):
        raise SnellenError(
            f"{_row(design, points, int(hidden[0]))} is not to be seen: its mark has no size, hardly differs from what "
            "is behind it, or lies under a legend or title; give it another size, colour or opacity, or move "
            "what covers it."
        )
    _looked_at.append(drawn)


def size(design: OwnDesign, drawn: Whole, scale: float) -> tuple[int, int]:
    """Width and height of the picture in pixels. Raises SnellenError where they are beyond 6,000, or none at all."""
    width, height = pixel_size(drawn, scale)
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise SnellenError(
            f"{design.name} at scale {scale:g} is {width:,} × {height:,} pixels, and 1 to {LARGEST_SIDE:,} are "
            "allowed; change its width, height or padding."
        )
    return width, height


def pixels(design: OwnDesign, points: PointData, scale: float) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3). What the design leaves transparent is white."""
    import vl_convert
    from PIL import Image

    drawn = whole(design, points)
    size(design, drawn, scale)
    with Image.open(io.BytesIO(vl_convert.svg_to_png(on_white(drawn.drawing), scale=scale))) as image:
        return np.asarray(image.convert("RGB"))


def _compiled(design: OwnDesign) -> Compiled:
    return _compiled_once(design.name, json.dumps(design.spec))


@lru_cache(maxsize=32)
def _compiled_once(name: str, spec: str) -> Compiled:
    """By content, since a design may be made anew for every chart."""
    return compiled(from_spec(name, json.loads(spec)))


def _row(design: OwnDesign, points: PointData, row: int) -> str:
    """How messages name a point of a design: by its place in its file where that is known."""
    at = getattr(points, "at", None)
    return f"{at(row) if at else f'point {row + 1}'} (design {design.name})"


def _check_values(design: OwnDesign, vega: Compiled, points: PointData) -> None:
    for axis, values in (("x", points.x), ("y", points.y)):
        if vega.scales[axis]["type"] == "log":
            # Those of the rarer sign stand wrong: an axis of negative values alone has logarithms too.
            sign = -1 if (values < 0).sum() > (values > 0).sum() else 1
            wrong = np.flatnonzero(np.sign(values) != sign)
            if len(wrong):
                raise SnellenError(
                    f"{_row(design, points, int(wrong[0]))} has no place on the logarithmic {axis} axis, {axis} is "
                    f"{values[wrong[0]]:g}; leave it out, or use a scale of type symlog."
                )
        ticks = (design.spec["encoding"][axis].get("axis") or {}).get("tickCount")
        if isinstance(ticks, str | dict):
            interval, step = (ticks, 1) if isinstance(ticks, str) else (ticks["interval"], ticks.get("step", 1))
            days = (float(values.max()) - float(values.min())) / 86_400_000
            if not isinstance(step, int) or step < 1 or days / _INTERVALS[interval] / step > _MOST_INTERVALS:
                raise SnellenError(
                    f"design {design.name}: encoding.{axis}.axis.tickCount makes more than {_MOST_INTERVALS} ticks; "
                    "give a number."
                )


def _values(design: OwnDesign, vega: Compiled, points: PointData) -> dict[str, list[Any]]:
    """The column under each key of a row."""
    columns: Mapping[str, Any] = getattr(points, "columns", {})
    values = {}
    for key, column in vega.keys.items():
        if column == design.x_field or column == design.y_field:
            values[key] = (points.x if column == design.x_field else points.y).tolist()
        elif column not in columns:
            raise SnellenError(
                f"design {design.name} needs the column {column!r}, which the points do not have; add it."
            )
        elif column in vega.temporal:
            values[key] = [
                None if cell is None else number(cell) if number(cell) is not None else milliseconds(cell)
                for cell in columns[column]
            ]
        else:
            values[key] = list(columns[column])
    return values


def _svg(design: OwnDesign, vega: Compiled, points: PointData) -> str:
    import vl_convert

    registered_family()
    values = _values(design, vega, points)
    content = json.loads(vega.vega)
    source = next(data for data in content["data"] if data["name"] == "points")
    for key, column in values.items():
        broken = next(
            (row for row, cell in enumerate(column) if isinstance(cell, str) and UNWRITABLE.search(cell)), None
        )
        if broken is not None:
            raise SnellenError(
                f"{_row(design, points, broken)} has a broken character in {vega.keys[key]!r}; correct it."
            )
    names = [*values, ROW]
    source["values"] = [
        dict(zip(names, row, strict=True)) for row in zip(*values.values(), range(len(points.x)), strict=True)
    ]
    said: list[str] = []
    try:
        with heard() as said:
            return str(vl_convert.vega_to_svg(content, allowed_base_urls=[]))
    except Exception as error:  # whatever a specification does to Vega is told to its author
        raise SnellenError(f"Vega cannot draw design {design.name} ({reason(error, *said)}); correct it.") from None


def _read(design: OwnDesign, vega: Compiled, points: PointData, drawing: str) -> Whole:
    count = len(points.x)
    places, reach = np.full((count, 2), np.nan), np.zeros((count, 4))
    telltales = ""
    reach_of = cache(
        lambda outline, attributes, turn: outline_reach(outline, dict(_ATTRIBUTE.findall(attributes)), turn)
    )
    for row_text, told, across, down, turn, outline, attributes in _MARK.findall(drawing):
        row = int(row_text)
        places[row] = _float(across), _float(down)
        try:
            reach[row] = reach_of(outline, attributes, float(turn or 0))
        except (ValueError, IndexError):
            raise SnellenError(
                f"{_row(design, points, row)} has a mark that is no shape; give positive numbers for size and stroke."
            ) from None
        telltales = telltales or told
    undrawn = np.flatnonzero(np.isnan(places).any(axis=1))
    if len(undrawn) or not telltales:
        row = int(undrawn[0]) if len(undrawn) else 0
        raise SnellenError(
            f"{_row(design, points, row)} is not drawn; fill in the empty cells of the columns that the design shows "
            f"({', '.join(map(repr, design.fields)) or 'none besides x and y'}), or leave the row out."
        )
    plot_width, plot_height, *ends = map(_float, telltales.split())
    origin = re.search(r'<g fill="none" stroke-miterlimit="10" transform="translate\(([^,]*),([^)]*)\)"', drawing)
    outer = re.search(r'<svg [^>]*?width="([^"]*)" height="([^"]*)"', drawing)
    assert origin is not None, "this release of Vega writes another SVG"
    assert outer is not None, "this release of Vega writes another SVG"
    left, top = float(origin[1]), float(origin[2])
    if ends[-2:] != [2, 2] or not (plot_width > 0 and plot_height > 0):
        raise SnellenError(
            f"design {design.name} has no plot, or an axis in pieces; give width and height, and domains of two values."
        )
    inner = (_axis("x", design, vega, ends[0:2], ends[8:10]), _axis("y", design, vega, ends[4:6], ends[10:12]))
    _check_places(design, points, places, inner)
    return Whole(
        drawing,
        float(outer[1]),
        float(outer[2]),
        Rectangle(left=left, top=top, width=plot_width, height=plot_height),
        (_moved(inner[0], left), _moved(inner[1], top)),
        reach,
        vega.clipped,
    )


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _axis(name: str, design: OwnDesign, vega: Compiled, domain: list[float], places: list[float]) -> Axis:
    """An axis from the plot's corner, its domain in increasing order."""
    scale = vega.scales[name]
    if not np.isfinite([*domain, *places]).all() or domain[0] == domain[1] or places[0] == places[1]:
        exponent = scale.get("exponent", 1)
        cure = "correct the domain and range of its scale"
        if scale["type"] == "pow" and exponent < 0:
            cure = f"0 has no place under the exponent {exponent:g}, so give the scale a domain without it"
        raise SnellenError(
            f"design {design.name} has no usable {name} axis: its domain is from {domain[0]:g} to {domain[1]:g}; "
            f"{cure}."
        )
    if domain[0] > domain[1]:
        domain, places = domain[::-1], places[::-1]
    kind = {"utc": "time"}.get(scale["type"], scale["type"])
    standard = {"log": ("base", 10), "pow": ("exponent", 1), "symlog": ("constant", 1)}.get(kind)
    backwards = (places[0] > places[1]) == (name == "x")
    return Axis(
        name=name,
        orientation="x" if name == "x" else "y",
        scale=kind,
        parameters={standard[0]: scale.get(standard[0], standard[1])} if standard else {},
        domain=(domain[0], domain[1]),
        pixels=(places[0], places[1]),
        reversed=backwards,
    )


def _moved(axis: Axis, by: float) -> Axis:
    return axis.model_copy(update={"pixels": (axis.pixels[0] + by, axis.pixels[1] + by)})


def _check_places(design: OwnDesign, points: PointData, places: Floats, axes: tuple[Axis, Axis]) -> None:
    for column, (axis, values) in enumerate(zip(axes, (points.x, points.y), strict=True)):
        off = np.flatnonzero(~(np.abs(axis.to_pixels(values) - places[:, column]) <= _TOLERANCE))
        if len(off):
            row = int(off[0])
            raise SnellenError(
                f"{_row(design, points, row)} would not stand where its {axis.name} of {values[row]:.6g} is on the "
                f"axis from {axis.domain[0]:.6g} to {axis.domain[1]:.6g}; leave clamp, round, stack and offsets out, "
                "or widen the domain."
            )
