"""What is where in a picture, in pixels from its upper left corner: marks, printed words, ticks and legends.

`value` is what a mark stands for in the table; all else is what a reader can see.
"""

from collections.abc import Mapping
from typing import Any

from snellen.benchmarks.chartom.icons import ASPECTS
from snellen.benchmarks.chartom.scene import Boxes, Cartesian, Dots, Icons, Line, Pie, Scale, Scene
from snellen.benchmarks.chartom.slices import slices_of
from snellen.dataset import Axis

__all__ = ["annotations"]


def annotations(scene: Scene, values: Mapping[str, float]) -> dict[str, Any]:
    """The annotations of a chart with axes or of a pie; a map's are made by its drawing, so this gives none.

    `values` are the table's by label. Bars and icons have a `box` (left, top, right, bottom), points a place `at`,
    slices an outline (`top`), their angles in degrees clockwise from the right, and the drawn `area`. `printed` are
    values and names beside marks (`of`), `ticks` the labels of each axis with their pixel on it.
    """
    if isinstance(scene, Cartesian):
        return _cartesian(scene, values)
    return _pie(scene, values) if isinstance(scene, Pie) else {}


def _cartesian(scene: Cartesian, values: Mapping[str, float]) -> dict[str, Any]:
    axes = scene.axes
    marks: list[dict[str, Any]] = []
    for mark in scene.marks:
        y = axes["y2"] if isinstance(mark, Line) and mark.right else axes["y"]
        more = {"color": mark.color}
        marks += [{**entry, **more, "value": values.get(entry["label"])} for entry in _marks(mark, axes["x"], y)]
    printed = []
    for note in scene.notes:
        y = axes["y2"] if note.right else axes["y"]
        at = [_px(axes["x"], note.x) + note.shift[0], _px(y, note.y) + note.shift[1]]
        printed.append({"text": note.text, "of": note.of, "at": _rounded(at), "anchor": note.anchor})
    scales = {"x": scene.x, "y": scene.y, "y2": scene.right}
    return {
        "title": scene.title,
        "marks": marks,
        "printed": printed,
        "ticks": {name: _ticks(scale, axes[name]) for name, scale in scales.items() if scale and scale.shown},
        "legend": [{"text": text, "color": color} for text, color in scene.legend],
    }


def _marks(mark: Boxes | Line | Dots | Icons, x: Axis, y: Axis) -> list[dict[str, Any]]:
    if isinstance(mark, Boxes):
        base = _px(y, mark.base)
        return [
            {"label": name, "shape": "bar", "box": _box(_px(x, left), _px(y, value), _px(x, right), base)}
            for name, left, right, value in zip(mark.names, mark.left, mark.right, mark.value, strict=True)
        ]
    if isinstance(mark, Icons):
        base, found = _px(y, y.domain[0]), []
        for name, at, value in zip(mark.names, mark.x, mark.value, strict=True):
            top = _px(y, value)
            half = (base - top) * ASPECTS[mark.shape] / 2
            middle = _px(x, at)
            found.append({"label": name, "shape": "icon", "box": _box(middle - half, top, middle + half, base)})
        return found
    names = mark.points if isinstance(mark, Line) else mark.names
    series: dict[str, Any] = {"series": mark.name, "axis": y.name} if isinstance(mark, Line) else {}
    return [
        {"label": name, "shape": "point", "at": _rounded([_px(x, at), _px(y, value)]), **series}
        for name, at, value in zip(names, mark.x, mark.y, strict=True)
    ]


def _ticks(scale: Scale, axis: Axis) -> list[dict[str, Any]]:
    pairs = zip(scale.labels, axis.to_pixels(scale.ticks).tolist(), strict=True)
    return [{"text": text, "pixel": round(pixel, 2)} for text, pixel in pairs]


def _pie(pie: Pie, values: Mapping[str, float]) -> dict[str, Any]:
    from math import degrees

    marks = []
    for each in sorted(slices_of(pie), key=lambda each: each.place):
        shown = sum(_area(outline) for outline in (each.top, *each.wall))
        marks.append(
            {
                "label": each.name,
                "shape": "slice",
                "value": values.get(each.name),
                "color": pie.colors[each.place],
                "angles": [round(degrees(each.start), 3), round(degrees(each.end), 3)],
                "area": round(shown),
                "top": [_rounded(point) for point in each.top],
                "popped": each.place == pie.popped,
            }
        )
    printed = [
        {"text": f"{each.name} {pie.labels[each.place]}", "of": each.name, "at": _rounded(each.label)}
        for each in slices_of(pie)
    ]
    return {"title": pie.title, "marks": marks, "printed": printed}


def _px(axis: Axis, value: float) -> float:
    return float(axis.to_pixels(value))


def _box(left: float, top: float, right: float, bottom: float) -> list[float]:
    return _rounded([min(left, right), min(top, bottom), max(left, right), max(top, bottom)])


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), 2) for number in numbers]


def _area(outline: tuple[tuple[float, float], ...]) -> float:
    rolled = (*outline[1:], outline[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(outline, rolled, strict=True))) / 2
