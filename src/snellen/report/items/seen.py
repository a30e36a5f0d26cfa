"""What a model reasoned before it answered, and what of it can be drawn over the picture."""

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["reasoning_values"]

_MOST_POINTS = 6000
_MOST_SHAPES = 60
_MOST_TICKS = 100
_FARTHEST = 1e6
_LONGEST = 20_000
_DRAWN = ("plot", "axes", "curves", "series", "marks", "clusters", "outliers")


def reasoning_values(text: str) -> dict[str, Any]:
    """Reasoning for `items_draw.js`: what `-M explain=true` of `snellen/pixels` says is drawn, all else is text.

    Drawn are, each where it is there and well formed: `plot` (left, top, right, bottom), `ticks` of x and y
    (pixel and value), `curves` and `series` (their colour, their places as x, y, x, y, …, and a curve's family),
    `boxes` (as the plot) and `centres` of clusters, and `outliers` (places likewise), all in pixels of the picture.
    `text` is the rest. Whatever is of another form is text too: reasoning is as little to be trusted as a reply.
    """
    told = _decoded(text)
    drawn = {name: value for name, value in _shapes(told).items() if value}
    if not drawn:
        return {"text": text[:_LONGEST], "cut": max(0, len(text) - _LONGEST)}
    rest = {name: value for name, value in told.items() if name not in _DRAWN}
    return {"drawn": drawn, "text": json.dumps(rest, ensure_ascii=False)[:_LONGEST] if rest else ""}


def _shapes(told: Mapping[str, Any]) -> dict[str, Any]:
    axes = told.get("axes")
    ticks = {name: _ticks(axes.get(name)) for name in ("x", "y")} if isinstance(axes, Mapping) else {}
    curves, series = (
        [shape for each in _listed(told.get(name))[:_MOST_SHAPES] if (shape := _shape(each))]
        for name in ("curves", "series")
    )
    marks = _places(told.get("marks"))
    clusters = [each for each in _listed(told.get("clusters"))[:_MOST_SHAPES] if isinstance(each, Mapping)]
    return {
        "plot": _plot(told.get("plot")),
        "ticks": ticks if any(ticks.values()) else None,
        "curves": curves,
        "series": [*series, {"places": marks}] if marks else series,
        "boxes": [box for each in clusters if (box := _box(each.get("box")))],
        "centres": _places([each["center"] for each in clusters if "center" in each]),
        "outliers": _places(told.get("outliers")),
    }


def _decoded(text: str) -> Mapping[str, Any]:
    if not text.lstrip().startswith("{"):
        return {}
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, Mapping) else {}


def _plot(value: Any) -> list[float] | None:
    """A rectangle by its sides, or by its corner and size."""
    if not isinstance(value, Mapping):
        return _box(value)
    corner = [_number(value.get(name)) for name in ("left", "top", "width", "height")]
    if None in corner:
        return None
    left, top, width, height = (each or 0.0 for each in corner)
    return [_short(each) for each in (left, top, left + width, top + height)]


def _box(value: Any) -> list[float] | None:
    sides = [_number(each) for each in _listed(value)]
    return [_short(each or 0.0) for each in sides] if len(sides) == 4 and None not in sides else None


def _shape(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, Mapping) or not (places := _places(value.get("pixels"))):
        return None
    colour = [_number(each) for each in _listed(value.get("colour"))]
    shape: dict[str, Any] = {"places": places}
    if len(colour) == 3 and None not in colour:
        shape["colour"] = [min(max(int(each or 0), 0), 255) for each in colour]
    if isinstance(family := value.get("family"), str):
        shape["family"] = family[:60]
    return shape


def _places(value: Any) -> list[float]:
    """Points as x, y, x, y, …; none where one of them is no point."""
    places: list[float] = []
    for place in _listed(value)[:_MOST_POINTS]:
        pair = [_number(each) for each in _listed(place)]
        if len(pair) != 2 or None in pair:
            return []
        places += [_short(each or 0.0) for each in pair]
    return places


def _ticks(value: Any) -> list[list[float]]:
    found = []
    for tick in _listed(value)[:_MOST_TICKS]:
        pair = [_number(each) for each in _listed(tick)]
        if len(pair) == 2 and None not in pair:
            found.append([_short(pair[0] or 0.0), pair[1] or 0.0])
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= _FARTHEST else None  # neither NaN nor an infinity is


def _short(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
