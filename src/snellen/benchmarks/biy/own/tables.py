"""A user's table: CSV, JSON or Parquet as columns of plain Python values, each row known by its place in the file."""

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snellen.errors import SnellenError

__all__ = ["LARGEST_FILE", "MOST_ROWS", "Table", "read_table"]

MOST_ROWS = 200_000
LARGEST_FILE = 200_000_000
"""Bytes."""
_MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "null"})
"""What stands in a CSV file for no value."""
_FORMATS = "CSV (.csv, .tsv), JSON (.json), JSON Lines (.jsonl, .ndjson) and Parquet (.parquet)"


@dataclass(frozen=True, eq=False)
class Table:
    """The columns asked for. A value is text, a number, a boolean, a date, or None where there is none."""

    path: Path
    columns: Mapping[str, Sequence[Any]]
    unit: str
    numbers: Sequence[int]

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, row: int) -> str:
        """Where a row stands, such as `prices.csv, line 7`."""
        return f"{self.path}, {self.unit} {self.numbers[row]}"


def read_table(path: Path, needed: Collection[str]) -> Table:
    """The columns `needed` of a file, its format told by its suffix; lines and rows are counted from 1.

    CSV and JSON are UTF-8. JSON is an array of records, one record a line, or an object of columns (arrays, or objects
    by row, as pandas writes them). Raises SnellenError for a file that is missing, empty, too large or not of its
    format, and for columns that it lacks or has twice.
    """
    formats = {".csv": _csv, ".tsv": _csv, ".json": _json, ".jsonl": _json, ".ndjson": _json, ".parquet": _parquet}
    read = formats.get(path.suffix.lower())
    if read is None:
        raise SnellenError(f"{path} has an unknown format; {_FORMATS} work.")
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise SnellenError(f"{path} is a folder; name the files in it.")
        if size > LARGEST_FILE:
            raise SnellenError(f"{path} has {size:,} bytes, and {LARGEST_FILE:,} are the most; give a part of it.")
        if not size:
            raise SnellenError(f"{path} is empty; it needs a row for each point.")
        table = read(path, needed)
    except FileNotFoundError:
        raise SnellenError(f"{path} does not exist; give the path of a data file.") from None
    except OSError as error:
        raise SnellenError(f"{path} cannot be read ({error.strerror or error}); check the file.") from None
    except RecursionError:
        raise SnellenError(f"{path} is nested too deeply; give an array of flat records.") from None
    if not len(table):
        raise SnellenError(f"{path} has no rows; it needs one for each point.")
    return table


def _check_columns(path: Path, names: Sequence[str], needed: Collection[str]) -> None:
    counts = Counter(names)
    if len(names) == 1 and names[0] not in needed:
        for mark, word in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars"), (",", "commas")):
            if mark in names[0]:
                cure = "save it with the suffix .tsv" if mark == "\t" else "separate them by commas"
                raise SnellenError(f"{path} has its columns separated by {word}; {cure}.")
    for name in needed:
        if counts[name] == 1:
            continue
        listed = ", ".join(repr(known) for known in [*counts][:30]) + (", …" if len(counts) > 30 else "")
        if counts[name]:
            raise SnellenError(f"{path} has {counts[name]} columns named {name!r}; rename all but one ({listed}).")
        raise SnellenError(f"{path} has no column {name!r}; it has {listed or 'none'}.")


def _check_rows(path: Path, count: int) -> None:
    if count > MOST_ROWS:
        raise SnellenError(f"{path} has more than {MOST_ROWS:,} rows, the most that are drawn; give a part of it.")


def _csv(path: Path, needed: Collection[str]) -> Table:
    text = _text(path)
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter="\t" if path.suffix.lower() == ".tsv" else ",",
        skipinitialspace=True,
        strict=True,
    )
    begun = 1
    try:
        header = [name.strip() for name in next((row for row in reader if row), [])]
        _check_columns(path, header, needed)
        places = {name: header.index(name) for name in needed}
        columns: dict[str, list[str | None]] = {name: [] for name in needed}
        lines = []
        begun = reader.line_num + 1
        for row in reader:
            begun = reader.line_num + 1
            if not row:
                continue
            # Some exports end every row in a separator.
            while len(row) > len(header) and not row[-1].strip():
                row.pop()
            if len(row) > len(header):
                raise SnellenError(
                    f"{path}, line {reader.line_num} has {len(row)} cells under {len(header)} columns; "
                    "quote the cells that have a separator in them."
                )
            for name, place in places.items():
                cell = row[place].strip() if place < len(row) else ""
                columns[name].append(None if cell in _MISSING else cell)
            lines.append(reader.line_num)
            _check_rows(path, len(lines))
    except csv.Error as error:
        raise SnellenError(f"{path}, line {begun} is not CSV ({error}); check its quotes.") from None
    return Table(path, columns, "line", lines)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SnellenError(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from None


def _json(path: Path, needed: Collection[str]) -> Table:
    text = _text(path)
    if not text.strip():
        raise SnellenError(f"{path} is empty; it needs a record for each point.")
    if path.suffix.lower() != ".json":
        return _json_lines(path, text, needed)
    try:
        content = json.loads(text, object_pairs_hook=_record)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":  # one record a line under the other name
            return _json_lines(path, text, needed)
        raise SnellenError(f"{path}, line {error.lineno} is not JSON ({error.msg}); write the table anew.") from None
    except ValueError as error:
        raise SnellenError(f"{path} is not a table in JSON: {_in_words(error)}.") from None
    if isinstance(content, dict) and content and all(isinstance(column, list) for column in content.values()):
        lengths = {len(column) for column in content.values()}
        if len(lengths) > 1:
            raise SnellenError(f"{path} has columns of different lengths; give each one value a row.")
        _check_columns(path, [*content], needed)
        _check_rows(path, *lengths)
        return Table(path, {name: content[name] for name in needed}, "row", range(1, lengths.pop() + 1))
    if isinstance(content, dict) and content and all(isinstance(column, dict) for column in content.values()):
        _check_columns(path, [*content], needed)
        rows = list(dict.fromkeys(row for column in content.values() for row in column))
        _check_rows(path, len(rows))
        columns = {name: [content[name].get(row) for row in rows] for name in needed}
        return Table(path, columns, "row", range(1, len(rows) + 1))
    if not isinstance(content, list):
        raise SnellenError(
            f"{path} is neither an array of records nor an object of columns; write one of them, or .jsonl for "
            "a record a line."
        )
    return _records(path, content, needed, "record", range(1, len(content) + 1))


def _json_lines(path: Path, text: str, needed: Collection[str]) -> Table:
    records, lines = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            records.append(json.loads(line, object_pairs_hook=_record))
        except ValueError as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else _in_words(error)
            raise SnellenError(f"{path}, line {number} is not JSON ({reason}); write one record a line.") from None
        lines.append(number)
        _check_rows(path, len(lines))
    return _records(path, records, needed, "line", lines)


def _in_words(error: ValueError) -> str:
    """Why a value was refused; Python says of a number with thousands of digits how Python could be told to read it."""
    return "a number has thousands of digits" if "integer string conversion" in str(error) else str(error)


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"a record has {twice!r} twice")
    return record


def _records(path: Path, records: list[Any], needed: Collection[str], unit: str, numbers: Sequence[int]) -> Table:
    _check_rows(path, len(records))
    if not records:
        raise SnellenError(f"{path} has no rows; it needs one for each point.")
    names: dict[str, None] = {}
    for number, record in zip(numbers, records, strict=True):
        if not isinstance(record, dict):
            raise SnellenError(
                f"{path}, {unit} {number} is not a record; write it as an object with a name for a column."
            )
        names.update(dict.fromkeys(record))
    _check_columns(path, [*names], needed)
    return Table(path, {name: [record.get(name) for record in records] for name in needed}, unit, numbers)


def _parquet(path: Path, needed: Collection[str]) -> Table:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            _check_columns(path, names, needed)
            _check_rows(path, file.metadata.num_rows)
            table = file.read(columns=sorted(set(needed)))
            columns = {name: _plain(table.column(name)) for name in needed}
            return Table(path, columns, "row", range(1, table.num_rows + 1))
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError) as error:
        reason = str(error).strip().split("\n")[0][:120]
        raise SnellenError(f"{path} cannot be read as Parquet ({reason}); write the table anew.") from None


def _plain(column: Any) -> list[Any]:
    """An Arrow column's values; times to the millisecond, a floating-point NaN as none, as in pandas."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("ms", column.type.tz), safe=False)
    values: list[Any] = column.to_pylist()
    if pa.types.is_floating(column.type):
        return [None if value is not None and math.isnan(value) else value for value in values]
    return values
