"""Scenes with axes by Vega-Lite (inside vl-convert), laid out as the scene says, in a font that no machine changes."""

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Dots, Icons, Line, Note, Scale

__all__ = ["VEGA_LITE", "pixels", "specification"]

VEGA_LITE = "6.1"


def pixels(scene: Cartesian) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3)."""
    import vl_convert
    from PIL import Image

    from snellen.typeface import registered_family

    content = specification(scene)
    content["config"]["font"] = registered_family()
    drawing = vl_convert.vegalite_to_svg(content, vl_version=VEGA_LITE, allowed_base_urls=[])
    with Image.open(io.BytesIO(vl_convert.svg_to_png(drawing, scale=1))) as image:
        return np.array(image.convert("RGB"))


def specification(scene: Cartesian) -> dict[str, Any]:
    """The scene as a Vega-Lite specification: data, marks on the scene's scales, and words beside them."""
    plot = scene.plot
    left = [_layer(mark, scene) for mark in scene.marks if not (isinstance(mark, Line) and mark.right)]
    right = [_layer(mark, scene) for mark in scene.marks if isinstance(mark, Line) and mark.right]
    words = [_words(note, scene) for note in scene.notes] + _legend(scene)
    layers: list[Any] = [{"layer": [*left, *_ground(scene), *words]}]
    if right:
        layers.append({"layer": right})
    return {
        "width": plot.width,
        "height": plot.height,
        "autosize": {"type": "none"},
        "padding": {
            "left": plot.left,
            "top": plot.top,
            "right": scene.width - plot.right,
            "bottom": scene.height - plot.bottom,
        },
        "background": "white",
        "layer": layers,
        **({"resolve": {"scale": {"y": "independent"}}} if right else {}),
        "config": {
            "view": {"stroke": None},
            "axis": {
                "labelFontSize": TICK,
                "titleFontSize": WORDS,
                "titleFontWeight": "normal",
                "labelColor": INK,
                "titleColor": INK,
                "gridColor": GRID,
                "domainColor": INK,
                "ticks": False,
                "labelPadding": TICK_GAP,
                "labelOverlap": False,
                "labelLimit": 0,
                "titleLimit": 0,
                "labelFlush": False,
            },
        },
    }


def _layer(mark: Boxes | Line | Dots | Icons, scene: Cartesian) -> dict[str, Any]:
    right = isinstance(mark, Line) and mark.right
    x = {"type": "quantitative", "scale": _scale(scene.x), "axis": _axis(scene.x, scene)}
    y_scale = scene.right if right and scene.right else scene.y
    y = {"type": "quantitative", "scale": _scale(y_scale), "axis": _axis(y_scale, scene, right=right)}
    if isinstance(mark, Boxes):
        rows = [
            {"left": left, "right": end, "value": value, "base": mark.base}
            for left, end, value in zip(mark.left, mark.right, mark.value, strict=True)
        ]
        touching = any(end == left for end, left in zip(mark.right, mark.left[1:], strict=False))
        return {
            "data": {"values": rows},
            "mark": {"type": "rect", "color": mark.color, **({"stroke": "white"} if touching else {})},
            "encoding": {
                "x": {"field": "left", **x},
                "x2": {"field": "right"},
                "y": {"field": "value", **y},
                "y2": {"field": "base"},
            },
        }
    if isinstance(mark, Icons):
        raise ValueError("icons are not drawn by Vega-Lite")
    rows = [{"x": at, "y": value} for at, value in zip(mark.x, mark.y, strict=True)]
    encoding = {"x": {"field": "x", **x}, "y": {"field": "y", **y}}
    dots = {"filled": True, "size": MARKER**2, "color": mark.color, "opacity": 1}
    if isinstance(mark, Dots):
        return {"data": {"values": rows}, "mark": {"type": "point", **dots}, "encoding": encoding}
    # The points come in the order in which they are joined, which is not always that of x.
    encoding["order"] = {"value": None}
    return {
        "data": {"values": rows},
        "mark": {"type": "line", "color": mark.color, "strokeWidth": LINE_WIDTH, "strokeJoin": "round", "point": dots},
        "encoding": encoding,
    }


def _scale(scale: Scale) -> dict[str, Any]:
    kind = {"type": "log", "base": 10} if scale.kind == "log" else {"type": "linear"}
    ends = [scale.low, scale.high]
    return {**kind, "domain": ends, "nice": False, "zero": False, "reverse": scale.reversed}


def _axis(scale: Scale, scene: Cartesian, *, right: bool = False) -> dict[str, Any] | None:
    if not scale.shown:
        return None
    labels = " : ".join(
        f"abs(datum.value - {tick!r}) < {1e-6 * max(1.0, abs(tick))!r} ? {label!r}"
        for tick, label in zip(scale.ticks, scale.labels, strict=True)
    )
    color = {"labelColor": scale.color, "titleColor": scale.color, "domainColor": scale.color} if scale.color else {}
    across = scale is scene.x
    if across:
        place = {"titleAnchor": "middle", "titleY": scene.height - scene.plot.bottom - 20, "titleBaseline": "middle"}
    elif right:
        place = {"orient": "right", "titleX": scene.width - scene.plot.right - 20, "titleBaseline": "middle"}
    else:
        place = {"titleX": 20 - scene.plot.left, "titleBaseline": "middle"}
    return {
        "title": scale.title,
        "values": list(scale.ticks),
        "labelExpr": f"{labels} : ''",
        "grid": scale.grid,
        **place,
        **color,
    }


def _ground(scene: Cartesian) -> list[dict[str, Any]]:
    """The line that bars stand on."""
    if not scene.marks or not isinstance(scene.marks[0], Boxes):
        return []
    level = float(scene.axes["y"].to_pixels(scene.marks[0].base)) - scene.plot.top
    return [
        {
            "data": {"values": [{}]},
            "encoding": {},
            "mark": {"type": "rule", "color": INK, "strokeWidth": 1.2, "y": level},
        }
    ]


def _words(note: Note, scene: Cartesian) -> dict[str, Any]:
    axes = scene.axes
    y = axes["y2"] if note.right else axes["y"]
    x = float(axes["x"].to_pixels(note.x)) + note.shift[0]
    return _text(scene, note.text, x, float(y.to_pixels(note.y)) + note.shift[1], NOTE, note.anchor)


def _legend(scene: Cartesian) -> list[dict[str, Any]]:
    y = scene.plot.top - LEGEND_ROW
    title_y = scene.plot.top / 2 if not scene.legend else (scene.plot.top - 26) / 2
    lines = scene.title.split("\n")
    found = [
        _text(scene, line, scene.width / 2, title_y + (n - (len(lines) - 1) / 2) * 1.25 * TITLE, TITLE, "center")
        for n, line in enumerate(lines)
    ]
    for place, (text, color) in enumerate(scene.legend):
        x = scene.plot.left + 10 + place * 190
        half = SWATCH / 2
        box = {"x": x - scene.plot.left, "x2": x + SWATCH - scene.plot.left}
        sides = {"y": y - half - scene.plot.top, "y2": y + half - scene.plot.top}
        found.append(
            {"data": {"values": [{}]}, "encoding": {}, "mark": {"type": "rect", "color": color, **box, **sides}}
        )
        found.append(_text(scene, text, x + SWATCH + 7, y, WORDS, "left"))
    return found


def _text(scene: Cartesian, text: str, x: float, y: float, size: float, anchor: str) -> dict[str, Any]:
    place = {"x": x - scene.plot.left, "y": y - scene.plot.top}
    look = {"type": "text", "text": text, "fontSize": size, "align": anchor, "baseline": "middle", "color": INK}
    return _fixed({**look, **place, "limit": 0})


def _fixed(mark: dict[str, Any]) -> dict[str, Any]:
    """A mark that stands at fixed pixels of the plot."""
    return {"data": {"values": [{}]}, "encoding": {}, "mark": mark}
