"""Vega designs without a browser: Vega (inside vl-convert) lays out and draws the frame, and we put the marks in.

A frame is everything but the marks: axes, grid, and where the plot begins. It depends on the points only through the
corners of their bounding box, so Vega is given those and nothing else. The marks' outlines and colours, too, are read
off Vega's own drawing, once a design.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.designs import Design, PointData, categories
from snellen.benchmarks.biy.marks import MarkStyle, mark_style, paint
from snellen.typeface import registered_family

__all__ = ["VEGA_LITE", "Frame", "frame", "mark_reach", "mark_styles", "pixel_size", "pixels"]

VEGA_LITE = "6.1"
_ITEM = re.compile(r'<path aria-label="([^"]*)"[^>]*?transform="translate\(([^)]*)\)" d="([^"]*)"([^>]*)/>')
_ARIA = re.compile(r' (?:aria-[a-z]+|role|pointer-events|class)="[^"]*"')


class Sized(Protocol):
    """A drawing of a width and height in units of its specification."""

    @property
    def width(self) -> float: ...

    @property
    def height(self) -> float: ...


@dataclass(frozen=True)
class Frame:
    """A chart without its marks, as an SVG file and in units of the specification.

    `origin` is the upper left corner of the plot within the picture, padding included.
    """

    drawing: str
    width: float
    height: float
    origin: tuple[float, float]
    plot_width: float
    plot_height: float
    x_domain: tuple[float, float]
    y_domain: tuple[float, float]


def frame(design: Design, points: PointData) -> Frame:
    """The frame that Vega lays out for these points.

    Marks count only where they stick out of the plot, since that can move its origin. So designs that differ in their
    marks alone share a frame as long as none sticks out; else the corners of the points of each outline are given to
    Vega with their marks.
    """
    shared = _frame(_geometry(design, with_marks=False), ((0, *_corners(points.x, points.y)),))
    places, reach = _on_plot(shared, points), mark_reach(design, points)
    size = (shared.plot_width, shared.plot_height)
    if (places >= reach[:, :2]).all() and (places + reach[:, 2:] <= size).all():
        return shared
    group = categories(design, points) if "shape" in design.spec["encoding"] else np.zeros(len(points.x), np.int64)
    members = {int(number): group == number for number in np.unique(group)}
    corners = tuple((number, *_corners(points.x[own], points.y[own])) for number, own in members.items())
    return _frame(_geometry(design, with_marks=True), corners)


def pixels(design: Design, points: PointData, scale: float) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3)."""
    laid_out = frame(design, points)
    places = (_on_plot(laid_out, points) + laid_out.origin) * scale
    return paint(_ground(laid_out.drawing, scale), places, categories(design, points), mark_styles(design), scale)


def pixel_size(laid_out: Sized, scale: float) -> tuple[int, int]:
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
        number: mark_style(outline, dict(re.findall(r'([a-z-]+)="([^"]*)"', attributes)))
        for number, (_, _, outline, attributes) in zip(numbers, drawn, strict=True)
    }


def mark_reach(design: Design, points: PointData) -> NDArray[np.float64]:
    """How far each mark extends: shape (n, 4), left, top, right, bottom of its point, in the specification's units."""
    styles = mark_styles(design)
    known = np.array(sorted(styles))
    rows = np.searchsorted(known, categories(design, points))
    return np.array([styles[number].reach for number in known.tolist()])[rows]


def _geometry(design: Design, *, with_marks: bool) -> str:
    """The part of a specification on which its frame depends, as JSON: colour and opacity are none of it.

    With marks, rows say by their `category` which outline they have.
    """
    spec = {name: value for name, value in design.spec.items() if name != "transform"}
    encoding = {name: channel for name, channel in spec["encoding"].items() if name != "color"}
    if with_marks:
        mark = {name: value for name, value in spec["mark"].items() if name not in ("color", "opacity")}
        if "shape" in encoding:
            encoding["shape"] = {**encoding["shape"], "field": "category"}
    else:
        mark = {**spec["mark"], "size": 0, "shape": "circle", "color": "black", "opacity": 1}
        encoding.pop("shape", None)
    return json.dumps({**spec, "mark": mark, "encoding": encoding}, sort_keys=True)


def _corners(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float, float, float]:
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def _on_plot(laid_out: Frame, points: PointData) -> NDArray[np.float64]:
    """Where points lie from the plot's upper left corner, in units of the specification: shape (n, 2)."""
    across = _placed(points.x, laid_out.x_domain, 0.0, laid_out.plot_width)
    return np.stack([across, _placed(points.y, laid_out.y_domain, laid_out.plot_height, 0.0)], axis=-1)


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
    empty = _ARIA.sub("", drawing[: items[0].start()] + drawing[items[-1].end() :])
    width, height = _numbers(empty, r'<svg [^>]*?width="([^"]*)" height="([^"]*)"')
    return Frame(
        empty,
        width,
        height,
        _numbers(empty, r'<g fill="none" stroke-miterlimit="10" transform="translate\(([^,]*),([^)]*)\)"'),
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


@lru_cache(maxsize=6)
def _ground(drawing: str, scale: float) -> NDArray[np.uint8]:
    """The pixels of an opaque SVG drawing: shape (height, width, 3). Kept, since designs share frames."""
    import io

    import vl_convert
    from PIL import Image

    registered_family()
    with Image.open(io.BytesIO(vl_convert.svg_to_png(drawing, scale=scale))) as image:
        ground = np.asarray(image.convert("RGB"))
    ground.setflags(write=False)
    return ground


def _placed(values: NDArray[np.float64], domain: tuple[float, float], first: float, last: float) -> NDArray[np.float64]:
    """A linear scale: where the domain's ends are `first` and `last`."""
    return first + (values - domain[0]) / (domain[1] - domain[0]) * (last - first)


def _numbers(text: str, pattern: str) -> tuple[float, float]:
    found = re.search(pattern, text)
    assert found, "this release of Vega writes another SVG"
    return float(found[1]), float(found[2])
