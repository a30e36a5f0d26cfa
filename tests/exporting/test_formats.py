"""Tables written and read again: nothing lost, nothing that a spreadsheet, a page or TeX would run."""

import csv
import json
import re
from io import BytesIO, StringIO
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from snellen.exporting.formats import (
    FORMATS,
    escape_latex,
    escape_markdown,
    format_of,
    safe_cell,
    write_table,
)

TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["=cmd|' /C calc'!A0", "+1", "-4.5", "@SUM(A1)", "\t=1", " =1", "'=1", '"=1"', "a,b", "a|b", "50%", "\\"]
    ),
)
FRAMES = st.lists(
    st.tuples(
        st.one_of(st.none(), TEXTS),
        st.one_of(st.none(), st.integers(-(2**40), 2**40)),
        st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
        st.booleans(),
    ),
    max_size=8,
)


def frame_of(rows: list[tuple[Any, ...]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["text", "whole", "number", "flag"])
    return frame.astype({"text": "object", "whole": "Int64", "number": "float64", "flag": "bool"})


def written(frame: pd.DataFrame, form: str) -> str:
    handle = StringIO(newline="")
    write_table(frame, form, handle)
    return handle.getvalue()


def unsafe(text: str) -> bool:
    """What a spreadsheet might run: a formula sign behind at most white space and quotes, and no plain number."""
    start = text.lstrip(" '\"\ufeff\u00a0")
    return start[:1] in set("=+-@\t\r\n＝＋－＠") - {""} and not re.fullmatch(
        r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text, flags=re.ASCII
    )


def restored(text: str) -> str:
    return text[1:] if text[:1] == "'" and unsafe(text[1:]) else text


@given(FRAMES)
def test_json_comes_back(rows: list[tuple[Any, ...]]) -> None:
    found = json.loads(written(frame_of(rows), "json"))
    names = ["text", "whole", "number", "flag"]
    assert found == [dict(zip(names, row, strict=True)) for row in rows]


@given(FRAMES)
@example([("\r", None, None, False), ("a\r\nb", 1, 0.5, True)])
def test_csv_comes_back(rows: list[tuple[Any, ...]]) -> None:
    read = list(csv.reader(StringIO(written(frame_of(rows), "csv"), newline="")))
    assert read[0] == ["text", "whole", "number", "flag"]
    assert len(read) == len(rows) + 1
    for (text, whole, number, flag), cells in zip(rows, read[1:], strict=True):
        assert restored(cells[0]) == (text or "")
        assert (int(cells[1]) if cells[1] else None) == whole
        assert (float(cells[2]) if cells[2] else None) == number
        assert cells[3] == str(flag).lower()


@given(TEXTS)
def test_no_cell_of_text_is_a_formula(text: str) -> None:
    cell = safe_cell(text)
    assert cell.startswith("'") or not unsafe(cell)
    assert restored(cell) == text


@pytest.mark.parametrize("text", ["=1+2", "+A1", "-A1", "@x", "\t=1", " =1", "＝1", "-1+2", "\r=1"])
def test_known_formulas_are_made_texts(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-4", "+4.5", "-1e-3", "y = 2x - 1", "[-2, 3]", ""])
def test_numbers_and_plain_texts_are_left_alone(text: str) -> None:
    assert safe_cell(text) == text


@given(FRAMES)
def test_parquet_comes_back(rows: list[tuple[Any, ...]]) -> None:
    handle = BytesIO()
    frame = frame_of(rows)
    write_table(frame, "parquet", handle)
    found = pd.read_parquet(BytesIO(handle.getvalue()))
    assert found["flag"].tolist() == frame["flag"].tolist()
    assert [None if pd.isna(each) else int(each) for each in found["whole"]] == [row[1] for row in rows]
    assert [None if pd.isna(each) else each for each in found["number"]] == [row[2] for row in rows]
    assert [None if pd.isna(each) else each for each in found["text"]] == [row[0] for row in rows]


def cells_of(line: str) -> list[str]:
    return re.split(r"(?<!\\)(?:\\\\)*\|", line.strip())[1:-1]


@given(FRAMES)
def test_a_markdown_row_is_a_line_of_as_many_cells(rows: list[tuple[Any, ...]]) -> None:
    lines = written(frame_of(rows), "markdown").split("\n")
    assert lines[-1] == ""
    assert len(lines) == len(rows) + 3
    for line in lines[:-1]:
        bare = re.sub(r"\\.", "", line)
        assert bare.count("|") == 5


@given(TEXTS)
def test_markdown_has_no_mark_of_the_text(text: str) -> None:
    bare = re.sub(r"\\.", "", escape_markdown(text)).replace("<br>", "")
    assert not set(bare) & set("`*_[]<>|&\\")


@given(TEXTS)
def test_latex_has_no_command_of_the_text(text: str) -> None:
    found = escape_latex(text)
    bare = re.sub(r"\\text[a-z]+\{\}|\\[&%$#_{}]", "", found)
    assert not set(bare) & set("\\&%$#_{}~^<>|\"`'\n")


def test_latex_is_a_tabular_of_booktabs() -> None:
    text = written(frame_of([("a_b", 1, 0.5, True), (None, None, None, False)]), "latex")
    assert r"\begin{tabular}{lrrl}" in text
    assert "a\\_b & 1 & 0.5 & yes \\\\" in text
    assert "-- & -- & -- & no \\\\" in text
    assert text.endswith("\\bottomrule\n\\end{tabular}\n")


def test_what_is_no_number_is_missing() -> None:
    frame = pd.DataFrame({"x": [float("nan"), float("inf"), 1.5]})
    assert json.loads(written(frame, "json")) == [{"x": None}, {"x": None}, {"x": 1.5}]
    assert written(frame, "csv") == 'x\n""\n""\n1.5\n'


@pytest.mark.parametrize(("form", "ending"), FORMATS.items())
def test_endings_name_formats(form: str, ending: str) -> None:
    from pathlib import Path

    assert format_of(Path(f"a/b{ending.upper()}")) == form
    assert format_of(Path("a/b.xlsx")) is None
