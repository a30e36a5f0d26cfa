r"""Shown tables as text: Markdown for a README, LaTeX for a paper. `tables.js` makes the same of what is on a page.

A cell is its value, and behind it in parentheses what the page shows small below it; marks of a row stand behind its
first cell.
"""

from collections.abc import Mapping
from typing import Any

from snellen.exporting.formats import LATEX_COMMANDS

__all__ = ["escaped_latex", "latex_text", "markdown_text"]

_LATEX = {
    **LATEX_COMMANDS,
    "—": "---",
    "’": "'",
    "‘": "`",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
    "·": r"\textperiodcentered{}",
    "×": r"$\times$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "−": "$-$",
    "°": r"\textdegree{}",
    "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}",
    "\n": " ",
    "\t": " ",
    "\r": " ",
}
_MARKDOWN = "\\`*_{}[]<>#|~$"


def markdown_text(table: Mapping[str, Any]) -> str:
    """A shown table (`snellen.pages.showing`) as a table of GitHub's Markdown; what it would format is escaped."""
    head = [_markdown(column["label"]) for column in table["columns"]]
    rule = ["---:" if column["numeric"] else "---" for column in table["columns"]]
    lines = [head, rule, *([_markdown(cell) for cell in row] for row in _cells(table))]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def latex_text(table: Mapping[str, Any], title: str, name: str) -> str:
    r"""A shown table as a LaTeX `table` with caption and label `tab:NAME`; it needs `\usepackage{booktabs}`."""
    columns = table["columns"]
    lines = [
        "% Needs \\usepackage{booktabs} in the preamble.",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped_latex(title)}}}",
        rf"\label{{tab:{name}}}",
        rf"\begin{{tabular}}{{{''.join('r' if column['numeric'] else 'l' for column in columns)}}}",
        r"\toprule",
        _latex_row([column["label"] for column in columns]),
        r"\midrule",
        *(_latex_row(row) for row in _cells(table)),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join([*lines, ""])


def escaped_latex(text: str) -> str:
    r"""Text with what LaTeX would read as a command made plain.

    >>> escaped_latex("50% of x_1 & {y} – \\o/")
    '50\\% of x\\_1 \\& \\{y\\} -- \\textbackslash{}o/'
    """
    return "".join(_LATEX.get(character, character) for character in text)


def _cells(table: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for row in table["rows"]:
        cells = [f"{cell['text']} ({cell['below']})" if cell["below"] else cell["text"] for cell in row["cells"]]
        marks = [mark for mark in ("published", "floor") if row[mark]]
        if cells and marks:
            cells[0] += f" ({', '.join(marks)})"
        rows.append(cells)
    return rows


def _markdown(text: str) -> str:
    text = " ".join(text.split()) if any(character in text for character in "\n\r\t") else text
    return "".join(f"\\{character}" if character in _MARKDOWN else character for character in text)


def _latex_row(cells: list[str]) -> str:
    # A bracket after the end of a row is an option of it.
    line = " & ".join(escaped_latex(cell) for cell in cells)
    return f"{'{}' if line.startswith('[') else ''}{line} \\\\"
