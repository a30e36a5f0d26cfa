"""A user's Vega-Lite specification, reduced to what is drawn: one view of points with continuous x and y.

What only a browser shows is dropped (tooltips, links, selections, descriptions), and so is data. What would make the
place of a point unknown is refused.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from snellen.benchmarks.biy.own.fields import check_expression, column_of
from snellen.benchmarks.biy.own.limits import LARGEST_SIDE, check_limits
from snellen.benchmarks.biy.own.values import milliseconds
from snellen.errors import SnellenError

__all__ = ["MARKS", "SCALE_TYPES", "columns_of", "drawn_part", "scale_type"]

MARKS = ("point", "circle", "square")
SCALE_TYPES = ("linear", "log", "pow", "sqrt", "symlog", "time", "utc")
_WORKS = "a single view of point, circle or square marks works"
_COMPOSED = {
    "layer": "layered",
    "hconcat": "concatenated",
    "vconcat": "concatenated",
    "concat": "concatenated",
    "facet": "faceted",
    "repeat": "repeated",
    "spec": "composed of views",
}
_TOP = (
    "mark",
    "encoding",
    "transform",
    "width",
    "height",
    "padding",
    "autosize",
    "background",
    "title",
    "view",
    "config",
)
_CHANNELS = (
    *("color", "fill", "stroke", "shape", "size", "angle", "order"),
    *("opacity", "fillOpacity", "strokeOpacity", "strokeWidth", "strokeDash"),
)
_REFUSED_CHANNELS = {
    **dict.fromkeys(("row", "column", "facet"), "makes it faceted"),
    **dict.fromkeys(("xOffset", "yOffset"), "moves points off their values"),
    **dict.fromkeys(("x2", "y2", "xError", "yError", "xError2", "yError2"), "makes ranges of the points"),
    **dict.fromkeys(("theta", "theta2", "radius", "radius2", "longitude", "latitude"), "has no axis in x or y"),
    "time": "animates it",
}
_UNSEEN = re.compile(r"tooltip|href|url|cursor|description|aria.*|invalid|usermeta|params|locale|customFormatTypes")
_GUIDES = ("axis", "legend")
_MOVING = ("xOffset", "yOffset", "x2Offset", "y2Offset")


def drawn_part(spec: object, name: str) -> dict[str, Any]:
    """A copy of what is drawn of a specification. Raises SnellenError that says what cannot be, and what would work."""
    if not isinstance(spec, dict):
        raise SnellenError(f"{name} is not a Vega-Lite specification, which is a JSON object; {_WORKS}.")
    _check_kind(spec, name)
    kept = {key: spec[key] for key in _TOP if key in spec}
    kept["mark"] = _mark(spec.get("mark"), name)
    kept["encoding"] = _encoding(spec.get("encoding"), name)
    kept = _without_unseen(kept)
    if "transform" in kept:
        kept["transform"] = _calculations(kept["transform"], kept["encoding"], name)
    _check_sizes(kept, name)
    check_limits({key: value for key, value in kept.items() if key != "transform"}, name)
    _check_expressions(kept, name)
    return {"$schema": "https://vega.github.io/schema/vega-lite/v6.json", **kept}


def columns_of(spec: Mapping[str, Any]) -> list[str]:
    """All columns that a drawn part reads, calculated ones left out, in the order of the specification."""
    calculated = {step["as"] for step in spec.get("transform", [])}
    found = [column_of(field) for field in _fields(spec["encoding"])]
    found += [column for text in _tests(spec["encoding"]) for column in sorted(check_expression(text, ""))]
    for step in spec.get("transform", []):
        found += sorted(check_expression(step["calculate"], ""))
    return [name for name in dict.fromkeys(found) if name not in calculated]


def scale_type(channel: Mapping[str, Any]) -> str:
    """The type of the scale of an x or y channel; `time` is drawn as `utc`."""
    kind = channel["scale"].get("type") if isinstance(channel.get("scale"), dict) else None
    return str(kind or ("utc" if channel.get("type") == "temporal" else "linear")).replace("time", "utc")


def _check_kind(spec: Mapping[str, Any], name: str) -> None:
    schema = spec.get("$schema", "vega-lite/v6")
    if not isinstance(schema, str) or not re.search(r"vega-lite/v[456]\b", schema):
        if isinstance(schema, str) and "/vega/" in schema:
            raise SnellenError(f"{name} is a Vega specification; write it in Vega-Lite, where {_WORKS}.")
        raise SnellenError(f"{name} has the $schema {_said(schema)}; Vega-Lite 4, 5 and 6 work.")
    if isinstance(spec.get("marks"), list):
        raise SnellenError(f"{name} is a Vega specification; write it in Vega-Lite, where {_WORKS}.")
    for key, word in _COMPOSED.items():
        if key in spec:
            raise SnellenError(f"{name} is {word} ({key!r}); {_WORKS}.")
    for key, why in _REFUSED_CHANNELS.items():
        if isinstance(spec.get("encoding"), dict) and key in spec["encoding"]:
            raise SnellenError(f"{name}: encoding.{key} {why}; {_WORKS} with x and y.")
    parameters = spec.get("params") or []
    for parameter in parameters if isinstance(parameters, list) else [parameters]:
        if not isinstance(parameter, dict) or "select" not in parameter:
            raise SnellenError(f"{name}: params has a variable; write its value where it is used.")


def _mark(mark: object, name: str) -> dict[str, Any]:
    mark = {"type": mark} if isinstance(mark, str) else mark
    if not isinstance(mark, dict) or mark.get("type") not in MARKS:
        kind = mark.get("type") if isinstance(mark, dict) else mark
        raise SnellenError(f"{name} has the mark {_said(kind)}; {', '.join(MARKS)} work.")
    for key in _MOVING:
        if mark.get(key):
            raise SnellenError(f"{name}: mark.{key} moves points off their values; leave it out.")
    if not isinstance(mark.get("shape", ""), str):
        raise SnellenError(f"{name}: mark.shape is {_said(mark['shape'])}; give the name of a shape, or a path.")
    return mark


def _encoding(encoding: object, name: str) -> dict[str, Any]:
    if not isinstance(encoding, dict):
        raise SnellenError(f"{name} has no encoding; give it the fields of x and y.")
    kept = {axis: _position(encoding.get(axis), f"{name}: encoding.{axis}") for axis in "xy"}
    for channel in _CHANNELS:
        if encoding.get(channel) is None:
            continue
        content = encoding[channel]
        if channel != "order" and not isinstance(content, dict):
            raise SnellenError(f"{name}: encoding.{channel} is no object; give it a field or a value.")
        for part in _objects(content):
            _check_channel(part, f"{name}: encoding.{channel}")
        kept[channel] = content
    return kept


def _check_channel(part: Mapping[str, Any], where: str) -> None:
    for key in ("aggregate", "bin", "timeUnit"):
        if part.get(key):
            raise SnellenError(f"{where} has {key}; write what it computes into a column of the data.")
    if "field" in part and not isinstance(part["field"], str):
        raise SnellenError(f"{where} has a field that is not the name of a column; name one.")
    for key in ("axis", "legend", "scale"):
        if not isinstance(part.get(key), dict | None):
            raise SnellenError(f"{where}.{key} is neither an object nor null; correct it.")


def _position(channel: object, where: str) -> dict[str, Any]:
    """The channel of x or y. Everything in it may be drawn if it has passed."""
    if not isinstance(channel, dict):
        raise SnellenError(f"{where} is missing; give it a field of type quantitative or temporal.")
    if not isinstance(channel.get("field"), str) or not channel["field"]:
        raise SnellenError(f"{where} has no field, so all points would share one place or none; name a column.")
    _check_channel(channel, where)
    for key in ("impute", "stack"):
        if channel.get(key):
            raise SnellenError(f"{where} has {key}, which moves points off their values; leave it out.")
    scale = channel.get("scale", {})
    if scale is None:
        raise SnellenError(f"{where} has no scale, so no axis; leave `scale: null` out.")
    kind = scale.get("type")
    if kind is not None and kind not in SCALE_TYPES:
        raise SnellenError(f"{where} has a scale of type {str(kind)[:40]!r}; {', '.join(SCALE_TYPES)} work.")
    of_kind = "temporal" if kind in ("time", "utc") else "quantitative" if kind else None
    declared = channel.get("type", of_kind)
    if declared not in ("quantitative", "temporal"):
        raise SnellenError(f"{where} has the type {_said(declared)}; quantitative and temporal work.")
    for key in ("bins", "round", "interpolate", "scheme", "align"):
        if scale.get(key):
            raise SnellenError(f"{where}.scale.{key} leaves points off their values; leave it out.")
    for key in ("domain", "range"):
        pair = scale.get(key)
        if pair is not None and not (isinstance(pair, list) and len(pair) == 2 and None not in pair):
            raise SnellenError(f"{where}.scale.{key} is not a list of two values; give its two ends.")
    for key in ("domain", "domainMin", "domainMax") if declared == "temporal" else ():
        ends = scale.get(key)
        for end in ends if isinstance(ends, list) else [ends]:
            if isinstance(end, str) and milliseconds(end) is None:
                raise SnellenError(f"{where}.scale.{key} has {end[:40]!r}, which is no date in ISO 8601; write it so.")
    scale = {key: _moment(end) if declared == "temporal" else end for key, end in scale.items()}
    if any(not isinstance(end, int | float) or isinstance(end, bool) for end in scale.get("range") or []):
        raise SnellenError(f"{where}.scale.range is not two numbers; give its two ends in pixels.")
    _check_form(scale, where)
    _check_ticks(channel, where)
    kept = {**channel, "type": declared, **({"scale": scale} if scale else {})}
    kept.pop("sort", None)
    return kept


def _said(value: object) -> str:
    """A value as messages quote it: text between quotes, anything else as in the file."""
    return repr(value[:100]) if isinstance(value, str) else json.dumps(value)[:40]


def _check_form(scale: Mapping[str, Any], where: str) -> None:
    """Numbers that leave a scale no places for values."""
    for key in ("exponent", "base", "constant"):
        value = scale.get(key)
        if value is None:
            continue
        number = isinstance(value, int | float) and not isinstance(value, bool)
        # A negative exponent has places for values on one side of 0.
        wanted = {"exponent": "a number that is not 0", "base": "a number above 0 other than 1"}.get(
            key, "a number above 0"
        )
        if not number or value == 0 or (key != "exponent" and value < 0) or (key == "base" and value == 1):
            raise SnellenError(f"{where}.scale.{key} is {_said(value)}; give {wanted}.")


def _moment(end: object) -> object:
    """A date as text, as milliseconds; Vega would read it in the machine's time zone, if at all."""
    if isinstance(end, list):
        return [_moment(each) for each in end]
    moment = milliseconds(end) if isinstance(end, str) else None
    return end if moment is None else moment


def _check_ticks(channel: Mapping[str, Any], where: str) -> None:
    """Ticks by an interval are as many as the domain has of it, so the domain must be that of the data."""
    ticks = (channel.get("axis") or {}).get("tickCount")
    if isinstance(ticks, str | dict):
        interval = ticks.get("interval") if isinstance(ticks, dict) else ticks
        domain = {"domain", "domainMin", "domainMax", "padding"} & set(channel.get("scale") or {})
        if domain or interval not in ("year", "quarter", "month", "week", "day", "hour"):
            raise SnellenError(
                f"{where}.axis.tickCount is an interval; those from hour to year work, without a domain of your own. "
                "Give the number of ticks, or their values."
            )


def _without_unseen(content: Any) -> Any:
    """Without what a picture does not show, nor what a specification says on rows that cannot be drawn."""
    if isinstance(content, dict):
        return {key: _without_unseen(value) for key, value in content.items() if not _UNSEEN.fullmatch(key)}
    return [_without_unseen(value) for value in content] if isinstance(content, list) else content


def _calculations(steps: object, encoding: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The transforms that what is drawn depends on: calculations of one column from those of the data."""
    if not isinstance(steps, list):
        raise SnellenError(f"{name}: transform is not a list; correct it, or leave it out.")
    names = []
    for step in steps:
        if not isinstance(step, dict) or "calculate" not in step:
            kind = next(iter(step), "nothing") if isinstance(step, dict) else step
            raise SnellenError(
                f"{name}: transform has {str(kind)[:40]!r}, after which rows are not those of the data; "
                "do it to the data, and leave it out (only calculate may stand there)."
            )
        names.append(step.get("as"))
    used = {column_of(field) for field in _fields(encoding)}
    used |= {column for text in _tests(encoding) for column in check_expression(text, f"{name}: encoding")}
    kept = [{"calculate": step["calculate"], "as": step["as"]} for step in steps if step.get("as") in list(used)]
    for step in kept:
        where = f"{name}: the calculation of {step['as']!r}"
        if step["as"] in (column_of(encoding["x"]["field"]), column_of(encoding["y"]["field"])):
            raise SnellenError(f"{where} makes an axis; write the column into the data.")
        if not re.fullmatch(r"[A-Za-z_]\w*", step["as"], re.ASCII) or names.count(step["as"]) > 1:
            raise SnellenError(f"{where} has no name of its own, letters and digits alone; give it one.")
        for column in check_expression(step["calculate"], where):
            if column == step["as"]:
                raise SnellenError(f"{where} reads a column of its own name; give it another.")
            if column in names:
                raise SnellenError(f"{where} depends on another calculation; write that column into the data.")
    return kept


def _check_sizes(spec: Mapping[str, Any], name: str) -> None:
    for key in ("width", "height"):
        size = spec.get(key, 1)
        if isinstance(size, bool) or not isinstance(size, int | float) or not 0 < size <= LARGEST_SIDE:
            raise SnellenError(f"{name}: {key} is {_said(size)}; give a number of pixels up to {LARGEST_SIDE:,}.")
    for key, part in (("view", spec), ("config", spec), ("view", spec.get("config", {}))):
        if not isinstance(part, dict) or not isinstance(part.get(key, {}), dict):
            raise SnellenError(f"{name}: {key} is not an object; correct it, or leave it out.")
        if key == "view" and part.get("view", {}).get("clip"):
            raise SnellenError(f"{name}: view.clip cuts off the axes too; write it as mark.clip.")


def _check_expressions(spec: Mapping[str, Any], name: str) -> None:
    for text in _expressions(spec):
        check_expression(text, f"{name}: the expression {str(text)[:60]!r}")


def _objects(content: Any) -> list[dict[str, Any]]:
    """The objects in a channel that may have a field: itself, and those of its conditions."""
    if isinstance(content, list):
        return [found for part in content for found in _objects(part)]
    return [content, *_objects(content.get("condition", []))] if isinstance(content, dict) else []


def _fields(encoding: Any) -> list[str]:
    """All `field` strings, those of predicates and of sorting too."""
    if isinstance(encoding, list):
        return [found for part in encoding for found in _fields(part)]
    if not isinstance(encoding, dict):
        return []
    own = [encoding["field"]] if isinstance(encoding.get("field"), str) else []
    return own + [found for key, part in encoding.items() if key not in _GUIDES for found in _fields(part)]


def _tests(encoding: Any) -> list[str]:
    """The expressions of conditions on rows; those of guides are on ticks."""
    if isinstance(encoding, dict):
        return _expressions({key: part for key, part in encoding.items() if key in ("test", "condition")}) + [
            found for key, part in encoding.items() if key not in (*_GUIDES, "condition") for found in _tests(part)
        ]
    return [found for part in encoding for found in _tests(part)] if isinstance(encoding, list) else []


def _expressions(content: Any) -> list[str]:
    """All expressions in text: tests, and those that make labels."""
    if isinstance(content, list):
        return [found for part in content for found in _expressions(part)]
    if not isinstance(content, dict):
        return []
    own = [value for key, value in content.items() if key in ("test", "labelExpr") and isinstance(value, str)]
    return own + [found for part in content.values() for found in _expressions(part)]
