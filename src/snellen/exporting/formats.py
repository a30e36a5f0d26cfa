"""A table written as CSV, Parquet, Markdown, LaTeX or JSON."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from snellen.errors import SnellenError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "LATEX_COMMANDS", "escape_latex", "escape_markdown", "format_of", "safe_cell", "write_table"]

FORMATS = {"csv": ".csv", "parquet": ".parquet", "markdown": ".md", "latex": ".tex", "json": ".json"}
"""The formats, each with the ending of its files."""

_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
LATEX_COMMANDS = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "–": "--",
}
"""Characters that LaTeX takes for commands or other characters, and how each is written."""
_LATEX = {**LATEX_COMMANDS, "`": r"\textasciigrave{}", "'": r"\textquotesingle{}"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|~$<>&-])")
_NAMED = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def write_table(frame: "pd.DataFrame", form: str, handle: IO[Any]) -> None:
    """Write a frame in one of `FORMATS` to a handle: of bytes for Parquet, of text else.

    - csv: RFC 4180 with line feeds; a missing value is an empty field, True and False are `true` and `false`. Texts
      that a spreadsheet could take for a formula are made safe (`safe_cell`); numbers are not texts and stay numbers.
    - parquet: all types and missing values as they are.
    - markdown: a table of GitHub's kind, texts escaped (`escape_markdown`), numbers to four significant digits.
    - latex: a `tabular` with the rules of booktabs, texts escaped (`escape_latex`), numbers likewise.
    - json: a list of objects; a missing value, NaN or an infinity is null.

    Markdown and LaTeX write a missing value as an en dash. Raises KeyError for another format.
    """
    if form == "parquet":
        frame.to_parquet(handle, index=False, compression="zstd")
        return
    lines = {"csv": _csv, "markdown": _markdown, "latex": _latex, "json": _json}[form]
    for line in lines(frame):
        handle.write(line)


def format_of(path: Path) -> str | None:
    """The format that a file's name ends in; None where it ends otherwise."""
    return next((form for form, ending in FORMATS.items() if path.suffix.lower() == ending), None)


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe before it where it starts like one.

    What begins with =, +, −, @ (also their wide forms), a tab or a line break, also behind spaces, quotes or
    apostrophes, and is no plain number, gets one more apostrophe; to get the text back take one apostrophe off wherever
    what follows it begins so. Source: OWASP, "CSV Injection".

    >>> safe_cell("=1+2"), safe_cell("-4.5"), safe_cell("y = 2x")
    ("'=1+2", '-4.5', 'y = 2x')
    """
    start = text.lstrip(" '\"\ufeff\u00a0")
    if not start or not _FORMULA.match(start) or _is_number(text):
        return text
    return f"'{text}"


def escape_markdown(text: str) -> str:
    """A text for one cell of a Markdown table: every character with a meaning escaped, line breaks as `<br>`.

    >>> escape_markdown("a|b *c*")
    'a\\\\|b \\\\*c\\\\*'
    """
    lines = _CONTROL.sub(" ", text).splitlines() or [""]
    return "<br>".join(_MARKDOWN.sub(r"\\\1", _NAMED.sub(" ", line)) for line in lines)


def escape_latex(text: str) -> str:
    r"""A text for one cell of a LaTeX table: special characters as commands, white space and line breaks as spaces.

    >>> escape_latex("50% of a_b")
    '50\\% of a\\_b'
    """
    return "".join(_LATEX.get(each, each) for each in _NAMED.sub(" ", _CONTROL.sub(" ", text)))


def _csv(frame: "pd.DataFrame") -> Iterator[str]:
    import csv
    from io import StringIO

    line = StringIO()
    writer = csv.writer(line, lineterminator="\r\n")  # so that texts with either character are quoted
    head = [safe_cell(str(name)) for name in frame.columns]
    for row in chain([head], ([_csv_cell(value) for value in row] for row in _rows(frame))):
        line.seek(0)
        line.truncate()
        writer.writerow(row)
        yield line.getvalue().removesuffix("\r\n") + "\n"


def _csv_cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return safe_cell(value) if isinstance(value, str) else repr(value) if isinstance(value, float) else value


def _markdown(frame: "pd.DataFrame") -> Iterator[str]:
    numeric = _numeric(frame)
    yield "| " + " | ".join(escape_markdown(str(name)) for name in frame.columns) + " |\n"
    yield "| " + " | ".join("---:" if each else "---" for each in numeric) + " |\n"
    for row in _rows(frame):
        yield "| " + " | ".join(_shown(value, escape_markdown, "–") for value in row) + " |\n"


def _latex(frame: "pd.DataFrame") -> Iterator[str]:
    yield "% Needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}, \\usepackage{textcomp}.\n"
    yield f"\\begin{{tabular}}{{{''.join('r' if each else 'l' for each in _numeric(frame))}}}\n\\toprule\n"
    yield " & ".join(escape_latex(str(name)) for name in frame.columns) + " \\\\\n\\midrule\n"
    for row in _rows(frame):
        cells = [_shown(value, escape_latex, "--") for value in row]
        # Behind \\ a bracket would be read as its argument.
        cells[0] = f"{{}}{cells[0]}" if cells[0].startswith(("[", "*")) else cells[0]
        yield " & ".join(cells) + " \\\\\n"
    yield "\\bottomrule\n\\end{tabular}\n"


def _json(frame: "pd.DataFrame") -> Iterator[str]:
    names = [str(name) for name in frame.columns]
    yield "["
    for place, row in enumerate(_rows(frame)):
        yield "\n" if place == 0 else ",\n"
        yield json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, allow_nan=False)
    yield "\n]\n" if len(frame) else "]\n"


def _shown(value: Any, escape: Any, nothing: str) -> str:
    if value is None:
        return nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        shown = f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
        return escape(shown) if escape is escape_latex else shown
    return str(escape(str(value))) if isinstance(value, str) else str(value)


def _rows(frame: "pd.DataFrame") -> Iterator[list[Any]]:
    """Rows of plain values: str, bool, int, finite float, or None for what is missing."""
    columns = [[_plain(value) for value in frame[name].tolist()] for name in frame.columns]
    for row in zip(*columns, strict=True):
        yield list(row)


def _plain(value: Any) -> Any:
    import pandas as pd

    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if hasattr(value, "item"):
        return _plain(value.item())
    raise SnellenError(f"a table with a value of the type {type(value).__name__} cannot be exported.")


def _numeric(frame: "pd.DataFrame") -> list[bool]:
    import pandas as pd

    return [
        bool(pd.api.types.is_numeric_dtype(frame[name]) and not pd.api.types.is_bool_dtype(frame[name]))
        for name in frame.columns
    ]


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text, flags=re.ASCII) is not None
