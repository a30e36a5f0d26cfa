"""Tables as Markdown and LaTeX: whatever stands in a cell, the table keeps its shape and the text its meaning."""

import re
from typing import Any

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from snellen.exhibits import Table
from snellen.pages.showing import show_exhibits
from snellen.pages.table_texts import escaped_latex, latex_text, markdown_text

TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]) | st.sampled_from("|\\`*_{}[]<>#&%$~^\n")
)


def _shown(cells: list[list[str]]) -> dict[str, Any]:
    """A table as `show_exhibits` gives it, of texts alone."""
    width = len(cells[0])
    return {
        "columns": [{"label": text, "numeric": place > 0} for place, text in enumerate(cells[0])],
        "rows": [
            {"cells": [{"text": text, "below": ""} for text in row[:width]], "published": False, "floor": False}
            for row in cells[1:]
        ],
    }


@given(st.lists(st.lists(TEXT, min_size=3, max_size=3), min_size=2, max_size=4))
def test_markdown_keeps_its_rows_and_cells(cells: list[list[str]]) -> None:
    lines = markdown_text(_shown(cells)).split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(cells) + 1
    for line in lines:
        # Bars that no backslash makes plain: two at the ends, one between two cells.
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 4


@given(st.lists(st.lists(TEXT, min_size=3, max_size=3), min_size=2, max_size=4))
def test_latex_keeps_its_rows_and_cells(cells: list[list[str]]) -> None:
    text = latex_text(_shown(cells), "A title", "name")
    body = text[text.index(r"\toprule") : text.index(r"\bottomrule")].split("\n")
    rows = [line for line in body if line.endswith(r" \\")]
    assert len(rows) == len(cells)
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == 2


@given(TEXT)
def test_no_character_stays_a_command(text: str) -> None:
    plain = escaped_latex(text)
    for command in (r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}", r"\{", r"\}"):
        plain = plain.replace(command, "")
    left = re.sub(r"\\(?:[&%$#_]|text[a-z]+\{[23]?\}|dots\{\}|(?=times|neq|leq|geq))|\$[^$]*\$", "", plain)
    assert not set(left) & set("\\&%$#_{}~^")


def test_what_belongs_to_a_value_stands_behind_it(tmp_path: Any) -> None:
    frame = pd.DataFrame(
        {
            "model": ["a_b", "c|d"],
            "exact": [52.34, -1.0],
            "exact_low": [47.11, -3.0],
            "exact_high": [57.4, 2.0],
            "exact_n": [1200, 5],
            "low": [1.0, float("nan")],
            "high": [2.0, float("nan")],
            "floor": [False, True],
        }
    )
    table = Table("t", "50% of it", frame, formats=dict.fromkeys(("exact", "low", "high"), "{:.1f}"))
    show_exhibits([table], "x", tmp_path, texts=True)
    assert (tmp_path / "tables" / "x-t.md").read_text(encoding="utf-8").splitlines() == [
        "| Model | Exact | 95% interval |",
        "| --- | ---: | ---: |",
        r"| a\_b | 52.3 (47.1 – 57.4, n 1,200) | 1.0 – 2.0 |",
        r"| c\|d (floor) | −1.0 (−3.0 to 2.0, n 5) | – |",
    ]
    lines = (tmp_path / "tables" / "x-t.tex").read_text(encoding="utf-8").splitlines()
    assert r"\caption{50\% of it}" in lines
    assert r"\label{tab:x-t}" in lines
    assert r"a\_b & 52.3 (47.1 -- 57.4, n 1,200) & 1.0 -- 2.0 \\" in lines
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "tables" / "x-t.csv"), frame)
