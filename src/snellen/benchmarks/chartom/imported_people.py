"""A table of indices: how many people each chart misled, by chart id."""

import math
import re
from collections.abc import Mapping
from pathlib import Path

from snellen.benchmarks.chartom.imported_items import People
from snellen.benchmarks.chartom.tables import Row, read_table

__all__ = ["ID_NAMES", "Indices", "read_indices", "stem_of"]

ID_NAMES = ("chart id", "id", "chart", "image", "image id", "file", "file name", "figure", "name")
"""What a column of chart ids goes by."""

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "chart_id": ID_NAMES,
    "hmi": ("human misleadingness index", "misleadingness index", "misleadingness", "value", "answer", "score"),
    "n": ("people", "participants", "human n", "responses"),
    "low": ("lower", "ci low", "ci lower"),
    "high": ("upper", "ci high", "ci upper"),
    "definition": ("hmi definition",),
}
_DEFINITIONS = ("error-rate", "misleading-choice", "excess-error", "given")
_FRACTION = re.compile(r"[+]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?")

Indices = dict[str, tuple[People, Row]]


def read_indices(path: Path) -> tuple[Indices, list[str]]:
    """The index of each chart by id, with the row that it stands in, and what can't be used, a sentence each.

    Columns `chart_id` and `hmi`, and where there are any `n`, `low`, `high` and `definition` (given, error-rate,
    misleading-choice or excess-error; given where absent). The names that columns go by are those of `read_table`'s
    messages. An index is a decimal number from 0 to 1, or a percentage with its sign; an empty one is none. An id with
    two rows is used only where both say the same. Raises SnellenError where the file can't be read or lacks a column.
    """
    found: Indices = {}
    faults: list[str] = []
    refused: set[str] = set()
    for row in read_table(path, _COLUMNS, ("chart_id", "hmi"), faults):
        name = stem_of(row.get("chart_id"))
        try:
            people = _people(row)
        except ValueError as error:
            faults.append(f"{row.where}: {error}")
            continue
        if not name:
            faults.append(f"{row.where}: it has no chart id")
        elif name in refused or (name in found and found[name][0] != people):
            faults.append(f"{row.where}: the chart {name} has another index in another row, so none is used")
            refused.add(name)
            found.pop(name, None)
        elif people is not None:
            found[name] = people, row
    return found, faults


def stem_of(name: str) -> str:
    """A chart id without the ending of a picture or a question's file.

    >>> stem_of("bar_3.png"), stem_of(" bar_3")
    ('bar_3', 'bar_3')
    """
    return re.sub(r"\.(?:png|jpe?g|webp|txt)$", "", name.strip(), flags=re.IGNORECASE)


def _people(row: Row) -> People | None:
    """None for a row without an index. Raises ValueError with what is wrong."""
    if not row.get("hmi"):
        return None
    hmi = _fraction(row.get("hmi"), "index")
    low, high = (_fraction(row.get(end), end) if row.get(end) else None for end in ("low", "high"))
    if (low is None) != (high is None) or (low is not None and high is not None and low > high):
        raise ValueError("its interval has not a low and a high end in this order")
    n = row.get("n")
    if n and not re.fullmatch(r"[1-9][0-9]{0,8}(?:\.0+)?", n):
        raise ValueError(f"the number of people {n[:40]!r} is no whole number from 1 up")
    definition = row.get("definition") or "given"
    if definition not in _DEFINITIONS:
        raise ValueError(f"the definition {definition[:40]!r} is none of {', '.join(_DEFINITIONS)}")
    return People(hmi, definition, int(float(n)) if n else None, low, high)


def _fraction(text: str, what: str) -> float:
    percent = text.endswith("%")
    digits = text.removesuffix("%").strip()
    if not _FRACTION.fullmatch(digits):
        raise ValueError(f"the {what} {text[:40]!r} is no number")
    value = float(digits.replace(",", ".")) / (100 if percent else 1)
    if not math.isfinite(value) or not 0 <= value <= 1:
        raise ValueError(f"the {what} {text[:40]!r} is not from 0 to 1; a percentage has its sign")
    return value
