"""A user's design as a Vega specification: in our font and in UTC, without data, its marks telling where they stand."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snellen.benchmarks.biy.by_vega import VEGA_LITE
from snellen.benchmarks.biy.own.complaints import heard, reason
from snellen.benchmarks.biy.own.design import OwnDesign
from snellen.benchmarks.biy.own.fields import column_of
from snellen.benchmarks.biy.own.specification import scale_type
from snellen.benchmarks.biy.own.values import milliseconds
from snellen.errors import SnellenError
from snellen.typeface import registered_family

__all__ = ["ROW", "TELLTALES", "Compiled", "compiled"]

ROW = "__row"
"""The field of the row's number, from 0, which the marks' descriptions repeat."""
TELLTALES = (
    "width",
    "height",
    *(f"toNumber({f}({axis!r})[{end}])" for axis in "xy" for f in ("domain", "range") for end in (0, 1)),
    *(f"scale({axis!r}, domain({axis!r})[{end}])" for axis in "xy" for end in (0, 1)),
    "length(domain('x'))",
    "length(domain('y'))",
)
"""Signals that the mark of row 0 tells besides."""
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*")


@dataclass(frozen=True, eq=False)
class Compiled:
    """`vega` is the specification as JSON, whose data set `points` is empty. Rows have a value under each of `keys`.

    `keys` gives the column of each; `temporal` are the columns that are times. `scales` are those of x and y.
    """

    vega: str
    keys: Mapping[str, str]
    temporal: frozenset[str]
    scales: Mapping[str, Mapping[str, Any]]
    clipped: bool


def compiled(design: OwnDesign) -> Compiled:
    """The Vega specification of a design. Raises SnellenError with Vega-Lite's own words where it refuses one."""
    import vl_convert

    names: dict[str, str] = {}
    temporal: set[str] = set()
    calculated = {step["as"] for step in design.spec.get("transform", [])}
    content = {**design.spec, "encoding": _with_keys(design.spec["encoding"], names, temporal)}
    for axis in "xy":
        channel = content["encoding"][axis]
        if channel["type"] == "temporal" or scale_type(channel) == "utc":
            channel["scale"] = {**channel.get("scale", {}), "type": scale_type(channel)}
    keys = {key: column for column, key in names.items()}
    keys |= {column: column for column in (design.x_field, design.y_field, *design.fields)}  # expressions read these
    keys = {key: column for key, column in keys.items() if column not in calculated}
    content["config"] = {**content.get("config", {}), "font": registered_family(), "aria": True}
    content["data"] = {"name": "points", "values": []}
    said: list[str] = []
    try:
        with heard() as said:
            vega = vl_convert.vegalite_to_vega(_in_our_font(content), vl_version=VEGA_LITE)
        (mark,) = vega["marks"]
        scales = {scale["name"]: scale for scale in vega["scales"] if scale["name"] in ("x", "y")}
        if mark["type"] != "symbol" or len(scales) < 2:
            raise ValueError("it has no points with both axes")
    except Exception as error:  # whatever a specification does to a compiler is told to its author
        raise SnellenError(f"Vega-Lite cannot draw {design.name} ({reason(error, *said)}); correct it.") from None
    update = mark["encode"]["update"]
    for unseen in ("tooltip", "href", "cursor"):
        update.pop(unseen, None)
    update["ariaRoleDescription"] = {"value": "point"}
    telltale = " + ' ' + ".join(TELLTALES)
    update["description"] = {"signal": f"'@' + datum[{ROW!r}] + (datum[{ROW!r}] === 0 ? ' ' + {telltale} : '')"}
    clip = mark.get("clip", False)
    if not isinstance(clip, bool):
        raise SnellenError(f"{design.name}: mark.clip is neither true nor false; correct it.")
    return Compiled(json.dumps(_in_utc(vega)), keys, frozenset(temporal), scales, clip)


def _with_keys(content: Any, names: dict[str, str], temporal: set[str]) -> Any:
    """A copy with a plain key in place of every field whose name Vega-Lite would take apart; titles stay the names."""
    if isinstance(content, list):
        return [_with_keys(part, names, temporal) for part in content]
    if not isinstance(content, dict):
        return content
    copy = {key: _with_keys(value, names, temporal) for key, value in content.items()}
    if isinstance(content.get("field"), str):
        column = column_of(content["field"])
        copy["field"] = names.setdefault(column, column if _SIMPLE.fullmatch(column) else f"__column_{len(names)}")
        if copy["field"] != column and "type" in content:
            copy.setdefault("title", column)
        if content.get("type") == "temporal":
            temporal.add(column)
    return copy


def _in_our_font(content: Any) -> Any:
    if isinstance(content, dict):
        return {
            key: registered_family() if key.lower().endswith("font") else _in_our_font(value)
            for key, value in content.items()
        }
    return [_in_our_font(value) for value in content] if isinstance(content, list) else content


def _instant(match: re.Match[str]) -> str:
    """An instant of one value, a number or a date, as a number; of year, month and so on it is left as it is."""
    moment = milliseconds(match[2]) if match[1] is None else float(match[1])
    return "null" if moment is None else repr(moment)


def _in_utc(content: Any) -> Any:
    """Times as they are in UTC: in their local form they would depend on the machine's time zone."""
    if isinstance(content, list):
        return [_in_utc(value) for value in content]
    if not isinstance(content, dict):
        return content
    copy = {}
    for key, value in content.items():
        if key in ("type", "formatType") and value == "time":
            copy[key] = "utc"
        elif key in ("signal", "expr") and isinstance(value, str):
            dated = re.sub(r"\bdatetime\((?:(-?[0-9][0-9.eE+-]*)|\"([^\"]*)\")\)", _instant, value)
            copy[key] = re.sub(r"\btimeFormat\(", "utcFormat(", re.sub(r"\bdatetime\(", "utc(", dated))
        else:
            copy[key] = _in_utc(value)
    return copy
