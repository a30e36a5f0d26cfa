"""Vega designs without a browser: Vega (inside vl-convert) lays out the frame, we put the marks in, resvg rasterises.

A frame is everything but the marks: axes, grid, and where the plot begins. It depends on the points only through the
corners of their bounding box, so Vega is given those and nothing else; the marks' outlines and colours, too, are read
off Vega's own drawing, once a design. Opacity is that of the fill, since the rasteriser gives every element with
another a layer of its own: half the time, and the same picture but for rounding (2 of 255 levels in all but one of
10,000 pixels).
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.designs import Design, PointData, categories
from snellen.benchmarks.biy.typeface import registered_family

__all__ = ["Frame", "MarkStyle", "frame", "mark_styles", "pixel_size", "rasterised", "svg"]

VEGA_LITE = "6.1"
_ITEM = re.compile(r'<path aria-label="([^"]*)"[^>]*?transform="translate\(([^)]*)\)" d="([^"]*)"([^>]*)/>')
_ARIA = re.compile(r' (?:aria-[a-z]+|role|pointer-events|class)="[^"]*"')


@dataclass(frozen=True)
class Frame:
    """A chart without its marks, in units of the specification: `head`, the marks, and `tail` are an SVG file.

    `origin` is the upper left corner of the plot within the picture, padding included.
    """

    head: str
    tail: str
    width: float
    height: float
    origin: tuple[float, float]
    plot_width: float
    plot_height: float
    x_domain: tuple[float, float]
    y_domain: tuple[float, float]


@dataclass(frozen=True)
class MarkStyle:
    """A mark: its outline about the point that it stands for, its paint, and how far it reaches.

    `reach` is left, top, right, bottom from the point, in units of the specification.
    """

    outline: str
    paint: str
    reach: tuple[float, float, float, float]


def frame(design: Design, points: PointData) -> Frame:
    """The frame that Vega lays out for these points.

    Where outlines differ from mark to mark, so does how far marks stick out of the plot, which can move its origin:
    then the corners of each outline's points count.
    """
    group = categories(design, points) if "shape" in design.spec["encoding"] else np.zeros(len(points.x), np.int64)
    corners = []
    for category in np.unique(group):
        x, y = points.x[group == category], points.y[group == category]
        corners.append((int(category), float(x.min()), float(y.min()), float(x.max()), float(y.max())))
    return _frame(_geometry(design), tuple(corners))


def svg(design: Design, points: PointData) -> str:
    """The chart as SVG: Vega's frame and a path for each point in order."""
    laid_out = frame(design, points)
    group = categories(design, points)
    styles = mark_styles(design)
    ends = {name: f'" d="{style.outline}" {style.paint}/>' for name, style in styles.items()}
    across = _placed(points.x, laid_out.x_domain, 0.0, laid_out.plot_width)
    down = _placed(points.y, laid_out.y_domain, laid_out.plot_height, 0.0)
    marks = [
        f'<path transform="translate({x},{y}){ends[name]}'
        for x, y, name in zip(across.tolist(), down.tolist(), group.tolist(), strict=True)
    ]
    return "".join([laid_out.head, *marks, laid_out.tail])


def rasterised(drawing: str, scale: float) -> NDArray[np.uint8]:
    """The pixels of an SVG drawing: shape (height, width, 3), transparency laid on white."""
    import io

    import vl_convert
    from PIL import Image

    registered_family()
    with Image.open(io.BytesIO(vl_convert.svg_to_png(drawing, scale=scale))) as image:
        return np.asarray(image.convert("RGB"))


def pixel_size(laid_out: Frame, scale: float) -> tuple[int, int]:
    """Width and height of the picture in pixels; the rasteriser cuts a broken pixel off the right and lower edge."""
    factor = np.float32(scale)
    return math.floor(np.float32(laid_out.width) * factor), math.floor(np.float32(laid_out.height) * factor)


@cache
def mark_styles(design: Design) -> Mapping[int, MarkStyle]:
    """The mark of each category of a design, as Vega draws it."""
    numbers = [*range(design.cycle)]
    if design.varies_by == "cluster":
        numbers = [-1, *numbers]
    rows = [{"x": index, "y": index, "cluster": number} for index, number in enumerate(numbers)]
    drawn = _ITEM.findall(_vega_svg(_compiled(json.dumps(design.spec)), rows))
    assert len(drawn) == len(numbers), "Vega drew another number of marks than there are rows"
    return {
        number: MarkStyle(outline, _paint(attributes), _reach(outline))
        for number, (_, _, outline, attributes) in zip(numbers, drawn, strict=True)
    }


def _geometry(design: Design) -> str:
    """The part of a specification on which its frame depends, as JSON: colour and opacity are none of it."""
    spec = dict(design.spec)
    encoding = dict(spec["encoding"])
    encoding.pop("color", None)
    if "shape" not in encoding:
        spec.pop("transform", None)
    else:  # corners say which outline they stand for
        spec["transform"] = []
        encoding["shape"] = {**encoding["shape"], "field": "category"}
    mark = {name: value for name, value in spec["mark"].items() if name not in ("color", "opacity")}
    return json.dumps({**spec, "mark": mark, "encoding": encoding}, sort_keys=True)


@lru_cache(maxsize=64)
def _frame(geometry: str, corners: tuple[tuple[int, float, float, float, float], ...]) -> Frame:
    rows = []
    for category, left, low, right, high in corners:
        rows += [{"x": left, "y": low, "category": category}, {"x": right, "y": high, "category": category}]
    vega = json.loads(_compiled(geometry))
    (mark,) = vega["marks"]
    # Numbers as text are exact in JavaScript: they are read back to the last bit.
    probe = ["domain('x')[0]", "domain('x')[1]", "domain('y')[0]", "domain('y')[1]", "width", "height"]
    mark["encode"]["update"]["description"] = {"signal": " + ' ' + ".join(probe)}
    drawing = _vega_svg(json.dumps(vega), rows)
    items = list(_ITEM.finditer(drawing))
    x_low, x_high, y_low, y_high, plot_width, plot_height = map(float, items[0][1].split())
    head, tail = drawing[: items[0].start()], drawing[items[-1].end() :]
    width, height = _numbers(head, r'<svg [^>]*?width="([^"]*)" height="([^"]*)"')
    return Frame(
        _ARIA.sub("", head),
        _ARIA.sub("", tail),
        width,
        height,
        _numbers(head, r'<g fill="none" stroke-miterlimit="10" transform="translate\(([^,]*),([^)]*)\)"'),
        plot_width,
        plot_height,
        (x_low, x_high),
        (y_low, y_high),
    )


@cache
def _compiled(spec: str) -> str:
    """The Vega specification of a Vega-Lite one, in our font, without data. JSON in, JSON out."""
    import vl_convert

    content = json.loads(spec)
    content["config"] = {**content.get("config", {}), "font": registered_family()}
    content["data"] = {"name": "points", "values": []}
    return json.dumps(vl_convert.vegalite_to_vega(content, vl_version=VEGA_LITE))


def _vega_svg(vega: str, rows: Sequence[Mapping[str, Any]]) -> str:
    import vl_convert

    registered_family()
    content = json.loads(vega)
    content["data"][0]["values"] = rows
    return str(vl_convert.vega_to_svg(content, allowed_base_urls=[]))


def _placed(values: NDArray[np.float64], domain: tuple[float, float], first: float, last: float) -> NDArray[np.float64]:
    """A linear scale: where the domain's ends are `first` and `last`."""
    return first + (values - domain[0]) / (domain[1] - domain[0]) * (last - first)


def _numbers(text: str, pattern: str) -> tuple[float, float]:
    found = re.search(pattern, text)
    assert found, "this release of Vega writes another SVG"
    return float(found[1]), float(found[2])


def _paint(attributes: str) -> str:
    """The attributes of a mark's fill. A filled mark has no stroke."""
    fill = dict(re.findall(r'([a-z-]+)="([^"]*)"', attributes))
    opacity = float(fill.get("opacity", 1)) * float(fill.get("fill-opacity", 1))
    return f'fill="{fill["fill"]}"' + (f' fill-opacity="{opacity:g}"' if opacity < 1 else "")


def _reach(outline: str) -> tuple[float, float, float, float]:
    """How far an outline of straight lines, or a circle, extends from the origin."""
    x = y = 0.0
    xs, ys = [], []
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
        values = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
        match command:
            case "M" | "L":
                x, y = values
            case "h":
                x += values[0]
            case "v":
                y += values[0]
            case "A":  # half a circle; its centre is the origin
                x, y = values[5:]
                ys += [-values[1], values[1]]
            case "Z":
                continue
            case _:
                raise AssertionError(f"this release of Vega draws marks by {command!r}")
        xs.append(x)
        ys.append(y)
    return -min(xs), -min(ys), max(xs), max(ys)
