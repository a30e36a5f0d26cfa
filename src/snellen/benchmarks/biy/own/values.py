"""Cells as numbers and dates: what a coordinate may be, and what a specification's further columns may hold."""

import math
import re
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.own.tables import Table
from snellen.errors import SnellenError

__all__ = ["UNWRITABLE", "coordinates", "in_words", "json_values", "milliseconds", "number"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML file may have (XML 1.0, production 2), so no SVG: one in a text ends vl-convert's process."""
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")
_CURE = "correct it or leave the row out"


def coordinates(table: Table, name: str) -> tuple[NDArray[np.float64], bool]:
    """A column as finite numbers, shape (n,), and whether they are times: milliseconds since 1970-01-01 UTC.

    Numbers may stand as text. Dates are those of the file's format, or text in ISO 8601, in UTC where no offset is
    given. Raises SnellenError that names the first row whose value is neither, or not of the kind of the first row's,
    and where all values are equal or too far apart to be drawn.
    """
    values = np.empty(len(table))
    kinds: set[str] = set()
    for row, cell in enumerate(table.columns[name]):
        kind, value = "number", number(cell)
        if value is None and (value := milliseconds(cell)) is not None:
            kind = "date"
        if value is None or not math.isfinite(value):
            said = "is empty" if cell is None else f"is {in_words(cell)}"
            wrong = "not a finite number" if value is not None else "neither a number nor a date (ISO 8601)"
            raise SnellenError(f"{table.at(row)}: column {name!r} {said}, {wrong}; {_CURE}.")
        kinds.add(kind)
        if len(kinds) > 1:
            raise SnellenError(
                f"{table.at(row)}: column {name!r} is {in_words(cell)}, a {kind}, after others that are not; "
                "write numbers alone or dates alone."
            )
        values[row] = value
    spread = float(values.max()) - float(values.min())
    if not spread:
        raise SnellenError(f"{table.path}: all of column {name!r} is {values[0]:g}; points need two different values.")
    # Beyond this an axis has no room for its ticks: neighbouring numbers, or numbers whose difference is infinite.
    if not 1e-300 < spread < 1e300 or spread < 1e-10 * np.abs(values).max():
        raise SnellenError(
            f"{table.path}: column {name!r} runs from {float(values.min())!r} to {float(values.max())!r}, more than "
            "double precision can draw; write it in another unit, or as the difference from a round value."
        )
    return values, kinds == {"date"}


def number(cell: Any) -> float | None:
    """A number, or text that is one, to the nearest double; None for anything else, booleans too."""
    if isinstance(cell, bool | np.bool_) or not isinstance(cell, int | float | Decimal | str):
        return None
    try:
        return None if isinstance(cell, str) and "_" in cell else float(cell)
    except ValueError:
        return None
    except OverflowError:
        return math.inf


def milliseconds(cell: Any) -> float | None:
    """A date or time, or ISO 8601 text, as whole milliseconds since 1970-01-01 UTC; None for anything else."""
    if isinstance(cell, str):
        try:
            cell = datetime.fromisoformat(f"{cell}-01" if _MONTH.fullmatch(cell) else cell)
        except ValueError:
            return None
    if not isinstance(cell, date):
        return None
    moment = cell if isinstance(cell, datetime) else datetime(cell.year, cell.month, cell.day)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return float((moment - _EPOCH) // timedelta(milliseconds=1))


def json_values(table: Table, name: str) -> list[Any]:
    """A column as JSON values: numbers, booleans, text; dates as ISO 8601 text; None where there is none.

    Text in CSV is a number or a boolean where all of the column is. Raises SnellenError for other cells.
    """
    cells = table.columns[name]
    present = [cell for cell in cells if cell is not None]
    if present and all(isinstance(cell, str) for cell in present):
        if all(cell.lower() in ("true", "false") for cell in present):
            return [None if cell is None else cell.lower() == "true" for cell in cells]
        if all((value := number(cell)) is not None and math.isfinite(value) for cell in present):
            return [None if cell is None else number(cell) for cell in cells]
    return [_json_value(table, name, row, cell) for row, cell in enumerate(cells)]


def _json_value(table: Table, name: str, row: int, cell: Any) -> Any:
    if cell is None or isinstance(cell, bool):
        return cell
    if isinstance(cell, str):
        if UNWRITABLE.search(cell):
            raise SnellenError(f"{table.at(row)}: column {name!r} has a broken character; {_CURE}.")
        return cell
    if isinstance(cell, datetime):
        moment = cell.astimezone(UTC) if cell.tzinfo else cell
        return moment.replace(tzinfo=None).isoformat() + "Z"
    if isinstance(cell, date):
        return cell.isoformat()
    value = number(cell)
    if value is None or not math.isfinite(value):
        raise SnellenError(
            f"{table.at(row)}: column {name!r} is {in_words(cell)}, not a number, text or a date; {_CURE}."
        )
    return int(cell) if isinstance(cell, int) and abs(cell) <= 2**53 else value


def in_words(cell: Any) -> str:
    """A cell as messages quote it: short, in printable characters, in no programming language's own form."""
    match cell:
        case None:
            return "empty"
        case bool():
            return "true" if cell else "false"
        case int() if abs(cell) >= 10**20:
            return "a huge number"
        case int() | float() | Decimal():
            return str(cell)
        case date() | time():  # datetime is a date
            return f"the time {cell.isoformat()}" if isinstance(cell, time) else f"the date {cell.isoformat()}"
        case timedelta():
            return f"a duration of {cell.total_seconds():g} s"
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case bytes():
            return "bytes"
    text = repr(cell)
    return ascii(text)[1:-1][:60] if not text.isprintable() else text if len(text) <= 60 else text[:57] + "…"
