"""Tables for a paper: LaTeX with the rules of the package booktabs."""

import math
from typing import TYPE_CHECKING, Any

from snellen.exhibits import Table
from snellen.pages.table_texts import escaped_latex as escaped

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["escaped", "latex_table"]


def latex_table(table: Table) -> str:
    r"""A table as a LaTeX `table` with caption and label; the preamble needs `\usepackage{booktabs}`.

    Cells are escaped, numbers are to the right and as the table's formats say, missing values are dashes. A value that
    repeats the one above in the first column is left blank. `label` is `tab:NAME`.
    """
    frame = table.frame
    columns = [str(name) for name in frame.columns]
    numeric = [_is_numeric(frame[name]) for name in frame.columns]
    lines = [
        "% Needs \\usepackage{booktabs} in the preamble.",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(table.title)}}}",
        rf"\label{{tab:{table.name}}}",
        rf"\begin{{tabular}}{{{''.join('r' if each else 'l' for each in numeric)}}}",
        r"\toprule",
        " & ".join(escaped(_heading(name)) for name in columns) + r" \\",
        r"\midrule",
    ]
    above = None
    for record in frame.itertuples(index=False):
        cells = [escaped(_text(value, table.formats.get(name))) for name, value in zip(columns, record, strict=True)]
        if not numeric[0]:
            cells[0], above = ("" if cells[0] == above and len(cells) > 1 else cells[0]), cells[0]
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def _is_numeric(values: "pd.Series[Any]") -> bool:
    """Also a column of texts that are whole numbers for the most part, as of statistics."""
    import pandas as pd

    if pd.api.types.is_bool_dtype(values):
        return False
    return pd.api.types.is_numeric_dtype(values) or 2 * sum(str(value).isdigit() for value in values) > len(values)


def _heading(name: str) -> str:
    words = name.replace("_", " ")
    return words if len(words) == 1 else words[:1].upper() + words[1:]


def _text(value: Any, form: str | None) -> str:
    if value is None or str(value) in ("<NA>", "nan"):
        return "–"
    if form:
        return form.format(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if math.isfinite(value) and value.is_integer() and abs(value) < 1e15 else f"{value:.4g}"
    return str(value)
