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
_DRAWN = ("plot", "axes", "curves", "series")


def reasoning_values(text: str) -> dict[str, Any]:
    """Reasoning for `items_draw.js`: what `-M explain=true` of `snellen/pixels` says is drawn, all else is text.

    Drawn are, each where it is there and well formed: `plot` (left, top, right, bottom), `ticks` of x and y
    (pixel and value), `curves` and `series` (their colour, their places as x, y, x, y, …, and a curve's family), all in
    pixels of the picture. `text` is the rest. Whatever is of another form is text too: reasoning is as little to be
    trusted as a reply.
    """
    told = _decoded(text)
    drawn: dict[str, Any] = {}
    if isinstance(plot := told.get("plot"), Mapping):
        sides = [_number(plot.get(name)) for name in ("left", "top", "width", "height")]
        if None not in sides:
            left, top, width, height = (float(side or 0) for side in sides)
            drawn["plot"] = [_short(each) for each in (left, top, left + width, top + height)]
    if isinstance(axes := told.get("axes"), Mapping):
        ticks = {name: _ticks(axes.get(name)) for name in ("x", "y")}
        if any(ticks.values()):
            drawn["ticks"] = ticks
    for name in ("curves", "series"):
        shapes = [shape for each in _listed(told.get(name))[:_MOST_SHAPES] if (shape := _shape(each))]
        if shapes:
            drawn[name] = shapes
    if not drawn:
        return {"text": text[:_LONGEST], "cut": max(0, len(text) - _LONGEST)}
    rest = {name: value for name, value in told.items() if name not in _DRAWN}
    return {"drawn": drawn, "text": json.dumps(rest, ensure_ascii=False)[:_LONGEST] if rest else ""}


def _decoded(text: str) -> Mapping[str, Any]:
    if not text.lstrip().startswith("{"):
        return {}
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, Mapping) else {}


def _shape(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, Mapping):
        return None
    places: list[float] = []
    for place in _listed(value.get("pixels"))[:_MOST_POINTS]:
        pair = [_number(each) for each in _listed(place)]
        if len(pair) != 2 or None in pair:
            return None
        places += [_short(float(each or 0)) for each in pair]
    if not places:
        return None
    colour = [_number(each) for each in _listed(value.get("colour"))]
    shape: dict[str, Any] = {"places": places}
    if len(colour) == 3 and None not in colour:
        shape["colour"] = [min(max(int(each or 0), 0), 255) for each in colour]
    if isinstance(family := value.get("family"), str):
        shape["family"] = family[:60]
    return shape


def _ticks(value: Any) -> list[list[float]]:
    found = []
    for tick in _listed(value)[:_MOST_TICKS]:
        pair = [_number(each) for each in _listed(tick)]
        if len(pair) == 2 and None not in pair:
            found.append([_short(float(pair[0] or 0)), float(pair[1] or 0)])
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
