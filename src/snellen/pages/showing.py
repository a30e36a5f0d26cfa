"""Exhibits made ready: tables as cells and CSV files, plots as Vega-Lite specifications and SVG files."""

import copy
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from snellen.errors import SnellenError
from snellen.exhibits import Exhibit, Plot, Table

__all__ = ["by_section", "plot_library", "show_exhibits"]

_MARKS = ("published", "floor")
_UNSHOWN = (*_MARKS, "interval")
_LONG = 44
_CAPITALS = {"cpu": "CPU", "usd": "USD", "s": "(s)"}
_SVG_WIDTH = 680


def show_exhibits(exhibits: Sequence[Exhibit], prefix: str, folder: Path) -> list[dict[str, Any]]:
    """What the page's template needs of each exhibit; its CSV or SVG file is written to `folder`.

    Files are `tables/PREFIX-NAME.csv`, the frame as it is, and `plots/PREFIX-NAME.svg`. On the page
    the columns `low` and `high` of a table are one, the 95% interval (`X_low` and `X_high` likewise), `published` and
    `floor` are marks on their rows, and `interval` is left to the note. Raises
    SnellenError for two exhibits of one name.
    """
    seen: set[str] = set()
    shown = []
    for exhibit in exhibits:
        name = f"{prefix}-{exhibit.name}"
        if name in seen:
            raise SnellenError(f"two exhibits are named {exhibit.name!r}; the benchmark must give each its own name.")
        seen.add(name)
        view = _table(exhibit) if isinstance(exhibit, Table) else _plot(exhibit)
        path = Path("tables", f"{name}.csv") if isinstance(exhibit, Table) else Path("plots", f"{name}.svg")
        target = folder / path
        target.parent.mkdir(exist_ok=True)
        if isinstance(exhibit, Table):
            exhibit.frame.to_csv(target, index=False, lineterminator="\n")
        else:
            target.write_text(_svg(view["specification"]), encoding="utf-8")
        about = {"title": exhibit.title, "note": exhibit.note, "section": exhibit.section}
        shown.append({"name": name, "file": path.as_posix(), **about, **view})
    return shown


def by_section(shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Shown exhibits grouped under their section's title, in order of first appearance."""
    sections: dict[str, list[Mapping[str, Any]]] = {}
    for exhibit in shown:
        sections.setdefault(exhibit["section"], []).append(exhibit)
    return [{"title": title, "exhibits": exhibits} for title, exhibits in sections.items()]


@cache
def plot_library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, which `plots.js` draws with."""
    import vl_convert

    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    if "</script" in bundle.lower() or "<!--" in bundle:
        raise RuntimeError("the plotting library's bundle cannot stand inside a script element")
    return bundle


def _table(table: Table) -> dict[str, Any]:
    import pandas as pd

    frame = table.frame
    names = [str(name) for name in frame.columns if name not in _UNSHOWN]
    ends = {low: f"{low[:-3]}high" for low in names if low.endswith("low") and f"{low[:-3]}high" in names}
    names = [name for name in names if name not in ends.values()]
    columns = []
    for name in names:
        numeric = pd.api.types.is_numeric_dtype(frame[name]) and not pd.api.types.is_bool_dtype(frame[name])
        columns.append({"label": "95% interval" if name in ends else _label(name), "numeric": numeric})
    rows = []
    for record in frame.to_dict("records"):
        cells = []
        for name in names:
            text = _text(record[name], table.formats.get(name))
            if name in ends and text != "–":
                text = f"{text} – {_text(record[ends[name]], table.formats.get(ends[name]))}"
            cells.append({"text": text, "value": _sortable(record[name]), "long": len(text) > _LONG})
        rows.append({"cells": cells, **{mark: record.get(mark) is True for mark in _MARKS}})
    return {"kind": "table", "columns": columns, "rows": rows}


def _label(name: str) -> str:
    if len(name) == 1:
        return name
    words = [_CAPITALS.get(word, word) for word in name.split("_")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def _missing(value: Any) -> bool:
    return value is None or value != value or str(value) == "<NA>"


def _text(value: Any, form: str | None) -> str:
    if _missing(value):
        return "–"
    if isinstance(value, bool) and not form:
        return "yes" if value else "no"
    if form:
        text = form.format(value)
    elif isinstance(value, float):
        text = f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.4g}"
    else:
        text = str(value)
    return f"\u2212{text[1:]}" if isinstance(value, int | float) and text.startswith("-") else text


def _sortable(value: Any) -> str:
    return "" if _missing(value) else str(value)


def _plot(plot: Plot) -> dict[str, Any]:
    specification = {key: value for key, value in _plain(plot.specification).items() if key != "$schema"}
    return {"kind": "plot", "specification": specification}


def _plain(value: Any) -> Any:
    """Only what JSON has: NumPy's numbers become Python's, NaN and infinities become null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _svg(specification: Mapping[str, Any]) -> str:
    import vl_convert

    fixed = copy.deepcopy(dict(specification))
    if fixed.get("width") == "container":
        fixed["width"] = _SVG_WIDTH
    fixed.setdefault("background", "white")
    svg: str = vl_convert.vegalite_to_svg(fixed)
    return svg
