"""Exhibits made ready: tables as cells and CSV files, plots as Vega-Lite specifications and SVG files."""

import copy
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen.errors import SnellenError
from snellen.exhibits import Exhibit, Plot, Table
from snellen.exporting.formats import safe_cell
from snellen.pages.table_texts import latex_text, markdown_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_section", "plot_library", "show_exhibits"]

_MARKS = ("published", "floor")
_UNSHOWN = (*_MARKS, "interval")
_SMALL = ("_low", "_high", "_n")
"""Ends of names of columns whose values are shown with those of the column that has the rest of the name."""
_LONG = 44
_SEPARATORS = {0x2028: " ", 0x2029: " "}
_CAPITALS = {"cpu": "CPU", "usd": "USD", "s": "(s)", "holm": "Holm"}
_SVG_WIDTH = 680


def show_exhibits(
    exhibits: Sequence[Exhibit], prefix: str, folder: Path, *, texts: bool = False
) -> list[dict[str, Any]]:
    """What the page's template needs of each exhibit; its CSV or SVG file is written to `folder`.

    Files are `tables/PREFIX-NAME.csv`, the frame as it is but for texts that a
    spreadsheet would take for formulas (`safe_cell`), and `plots/PREFIX-NAME.svg`; with `texts` also
    `tables/PREFIX-NAME.md` and `.tex`, the table as the page has it. On the page the columns `low` and `high` of a
    table are one, the 95% interval; `X_low`, `X_high` and `X_n` stand in the cells of X; `published` and `floor` are
    marks on their rows, and `interval` is left to the note. Raises SnellenError for two exhibits of one name.
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
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(exhibit, Table):
            _without_formulas(exhibit.frame).to_csv(target, index=False, lineterminator="\n")
            if texts:
                target.with_suffix(".md").write_text(markdown_text(view), encoding="utf-8", newline="\n")
                target.with_suffix(".tex").write_text(
                    latex_text(view, exhibit.title, name), encoding="utf-8", newline="\n"
                )
        else:
            target.write_text(_svg(view["specification"]), encoding="utf-8")
        about = {"title": exhibit.title, "note": exhibit.note, "section": exhibit.section}
        labels = {path: "CSV" if isinstance(exhibit, Table) else "SVG"}
        if texts and isinstance(exhibit, Table):
            labels |= {path.with_suffix(".md"): "Markdown", path.with_suffix(".tex"): "LaTeX"}
        files = [{"label": label, "path": each.as_posix()} for each, label in labels.items()]
        shown.append({"name": name, "file": path.as_posix(), "files": files, **about, **view})
    return shown


def _without_formulas(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A frame whose texts no spreadsheet takes for formulas."""
    safe = frame.copy()
    for name in safe.select_dtypes(["object", "string", "category"]):
        safe[name] = safe[name].astype("object").map(lambda cell: safe_cell(cell) if isinstance(cell, str) else cell)
    return safe


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
    """Columns and rows as the page shows them: what belongs to a value stands in its cell, small."""
    import pandas as pd

    frame = table.frame
    names = [str(name) for name in frame.columns]
    small = {name: [f"{name}{end}" for end in _SMALL if f"{name}{end}" in names] for name in names}
    inside = {each for belonging in small.values() for each in belonging}
    ends = {"low": "high"} if {"low", "high"} <= set(names) else {}
    shown = [name for name in names if name not in (*_UNSHOWN, *inside, *ends.values())]
    columns: list[dict[str, Any]] = []
    for name in shown:
        numeric = pd.api.types.is_numeric_dtype(frame[name]) and not pd.api.types.is_bool_dtype(frame[name])
        belonging = [ends[name]] if name in ends else small[name]
        label = "95% interval" if name in ends else name if name in table.verbatim else _label(name)
        columns.append({"label": label, "numeric": numeric, "names": [name, *belonging]})
    rows = []
    for place, record in enumerate(frame.to_dict("records")):
        cells = [_cell(table, record, place, column["names"], column["names"][0] in ends) for column in columns]
        rows.append({"cells": cells, **{mark: record.get(mark) is True for mark in _MARKS}})
    marks = [mark for mark in _MARKS if mark in names]
    return {"kind": "table", "columns": columns, "rows": rows, "marks": marks, "open": False}


def _cell(table: Table, record: Mapping[Any, Any], place: int, names: Sequence[str], ends: bool) -> dict[str, Any]:
    name, *belonging = names
    text = _text(record[name], table.formats.get(name))
    below = ""
    if ends and text != "–":
        text = f"{text} – {_text(record[belonging[0]], table.formats.get(belonging[0]))}"
    elif belonging and text != "–":
        form = table.formats.get(name)
        parts = {each[len(name) :]: each for each in belonging if not _missing(record[each])}
        if {"_low", "_high"} <= parts.keys():
            both = [_text(record[parts[end]], table.formats.get(parts[end], form)) for end in _SMALL[:2]]
            below = (" to " if any(end.startswith("\u2212") for end in both) else " – ").join(both)
        if "_n" in parts:
            count = f"n {record[parts['_n']]:,.0f}"
            below = f"{below}, {count}" if below else count
    links = table.links.get(name)
    heat = name in table.heat and not _missing(record[name])
    return {
        "text": text,
        "value": _sortable(record[name]),
        "more": [_sortable(record[each]) for each in belonging],
        "below": below,
        "long": len(text) > _LONG,
        "link": links[place] if links else None,
        "heat": round(min(max(float(record[name]) / 100, 0.0), 1.0), 3) if heat else None,
    }


def _label(name: str) -> str:
    if len(name) == 1:
        return name
    words = [_CAPITALS.get(word, word) for word in name.split("_")]
    first = words[0] if len(words[0]) == 1 else words[0][:1].upper() + words[0][1:]
    return " ".join([first, *words[1:]])


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
    """Only what JSON has: NumPy's numbers become Python's, NaN and infinities become null.

    Vega-Lite makes expressions of values that it sorts by, and a separator of lines ends the text in one.
    """
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return value.translate(_SEPARATORS)
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
