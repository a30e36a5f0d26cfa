"""CSV tables of others: columns found under the names that they go by, each row with its line."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from snellen.errors import SnellenError

__all__ = ["Row", "read_table", "written_like"]

_LARGEST = 256 << 20
_LONGEST_FIELD = 1 << 20
_MOST_DAMAGED = 1000


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the file, the line that it ends on, and its values by our names for the columns, stripped."""

    path: Path
    line: int
    values: Mapping[str, str]

    @property
    def where(self) -> str:
        """File and line, for a message."""
        return f"{self.path}:{self.line}"

    def get(self, column: str) -> str:
        """The value of a column, empty where the table has no such column or the row is short."""
        return self.values.get(column, "")


def read_table(
    path: Path, columns: Mapping[str, Sequence[str]], required: Sequence[str], faults: list[str] | None = None
) -> list[Row]:
    """The rows of a CSV file (comma, semicolon or tab between values; UTF-8 with or without a mark).

    `columns` gives for each of our names the names that it goes by; case, spaces and punctuation in a header don't
    count. Other columns are left alone, blank lines too. Spaces around a value don't count, those around its quotes
    neither. A line that is no CSV (a quote that is never closed) is left out and told in `faults`, with file and line,
    and the lines below it are read on their own; without `faults` it is refused. Raises SnellenError there, and where
    the file can't be read, has a damaged header or over a thousand damaged lines, lacks a column of `required` (it
    says which names would do), has two columns for one of our names, or is over 256 MB.
    """
    text = _text_of(path)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    damaged: list[str] = []
    records = _records(path, list(io.StringIO(text, newline="")), delimiter, damaged)
    before = csv.field_size_limit(_LONGEST_FIELD)
    try:
        header = next(records, (0, []))[1]
        if damaged:
            raise SnellenError(f"{damaged[0]}; mend the line or write the file again.")
        places = _places(path, header, columns, required)
        rows = []
        for line, cells in records:
            if any(cell.strip() for cell in cells):
                found = {name: cells[place].strip() for name, place in places.items() if place < len(cells)}
                rows.append(Row(path, line, found))
            if damaged and (faults is None or len(damaged) > _MOST_DAMAGED):
                break
    finally:
        csv.field_size_limit(before)
    if damaged and (faults is None or len(damaged) > _MOST_DAMAGED):
        raise SnellenError(f"{damaged[0]}; mend the line or write the file again.")
    if faults is not None:
        faults += damaged
    return rows


def written_like(header: str) -> str:
    """A header as it is compared: small letters and digits alone.

    >>> written_like(" Chart_ID")
    'chartid'
    """
    return "".join(character for character in header.casefold() if character.isalnum())


def _records(path: Path, lines: Sequence[str], delimiter: str, damaged: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line that it ends on. One that is no CSV is told in `damaged`; the next line begins anew."""
    start = 0
    while start < len(lines):
        reader = csv.reader(_from(lines, start), delimiter=delimiter, strict=True, skipinitialspace=True)
        ended = start
        try:
            for cells in reader:
                ended = start + reader.line_num
                yield ended, cells
        except csv.Error as error:
            if (mended := _mended(lines[ended], delimiter)) is not None:
                yield ended + 1, mended
            else:
                damaged.append(f"{path}:{ended + 1}: not a line of CSV ({error})")
                if len(damaged) > _MOST_DAMAGED:
                    return
        else:
            return
        start = ended + 1


def _from(lines: Sequence[str], start: int) -> Iterator[str]:
    return (lines[place] for place in range(start, len(lines)))


def _mended(line: str, delimiter: str) -> list[str] | None:
    """A line's cells with the spaces behind closing quotes left out; None where it is no CSV even so."""
    bare = re.sub(rf'" +(?={re.escape(delimiter)}|[\r\n]*$)', '"', line)
    try:
        return next(csv.reader([bare], delimiter=delimiter, strict=True, skipinitialspace=True), None)
    except csv.Error:
        return None


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise SnellenError(f"{path} has over {_LARGEST >> 20} MB, too much for such a table; name the right file.")
        raw = path.read_bytes()
    except OSError as error:
        raise SnellenError(f"{path}: {(error.strerror or 'unreadable').lower()}; name a CSV file.") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise SnellenError(f"{path}:{line}: not UTF-8; save the file as UTF-8.") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise SnellenError(f"{path}:{line}: holds a NUL character, so it is no CSV; save the file as UTF-8 text.")
    return text


def _places(
    path: Path, header: Sequence[str], columns: Mapping[str, Sequence[str]], required: Sequence[str]
) -> dict[str, int]:
    written = [written_like(name) for name in header]
    places: dict[str, int] = {}
    for name, variants in columns.items():
        known = {written_like(variant) for variant in (name, *variants)}
        found = [place for place, each in enumerate(written) if each in known]
        if len(found) > 1:
            both = " and ".join(repr(header[place]) for place in found)
            raise SnellenError(f"{path}:1: {both} both stand for {name}; keep one of these columns.")
        if found:
            places[name] = found[0]
    for name in required:
        if name not in places:
            names = ", ".join(dict.fromkeys((name, *columns[name])))
            raise SnellenError(f"{path}:1: has no column for {name}; name it one of {names}.")
    return places
