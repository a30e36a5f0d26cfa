from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.benchmarks.chartom.imported_people import read_indices
from snellen.benchmarks.chartom.tables import read_table
from snellen.errors import SnellenError

COLUMNS = {"chart_id": ("id", "chart"), "hmi": ("value",)}


def table(folder: Path, content: str | bytes) -> Path:
    path = folder / "table.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content", ["Chart-ID,HMI\n a , 1 \n", "\ufeffid;value\r\na;1\r\n", "chart\tx\tHmi\na\t?\t1\n\n\t\n"]
)
def test_columns_by_any_of_their_names(content: str, tmp_path: Path) -> None:
    (row,) = read_table(table(tmp_path, content), COLUMNS, ("chart_id", "hmi"))
    assert (row.get("chart_id"), row.get("hmi"), row.line) == ("a", "1", 2)
    assert row.where.endswith("table.csv:2")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x,y\n1,2\n", r"table.csv:1: has no column for chart_id; name it one of chart_id, id, chart"),
        ("id,chart,hmi\n", r"'id' and 'chart' both stand for chart_id"),
        (b"id,hmi\n\xff,1\n", r"table.csv:2: not UTF-8"),
        (b"id,hmi\na\0,1\n", r"table.csv:2: holds a NUL"),
        ('id,hmi\n"a,1\n', r"not a line of CSV"),
        ("", r"has no column"),
        ("id,hmi\n" + "a" * (2 << 20) + ",1\n", r"not a line of CSV"),
    ],
)
def test_a_table_that_can_not_be_read_is_refused_in_one_sentence(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SnellenError, match=message):
        read_table(table(tmp_path, content), COLUMNS, ("chart_id", "hmi"))


def test_quotes_may_stand_behind_a_space_and_before_one(tmp_path: Path) -> None:
    content = """id, kind, hmi\na, rank, "['x', 'y', 'z']"\n"b" , "rank" ,"['x, y']" \nc, " kept, ", 'x'\n"""
    found = read_table(table(tmp_path, content), {**COLUMNS, "kind": ()}, ())
    assert [row.get("hmi") for row in found] == ["['x', 'y', 'z']", "['x, y']", "'x'"]
    assert [row.get("kind") for row in found] == ["rank", "rank", "kept,"]
    assert [row.line for row in found] == [2, 3, 4]


def test_damaged_lines_are_left_out_and_the_next_are_read(tmp_path: Path) -> None:
    content = 'id,hmi\na,1\n"b,1\n"c",2\n"d\ne",3\nf,"x"y\ng,4\n"h,5\n'
    faults: list[str] = []
    found = read_table(table(tmp_path, content), COLUMNS, (), faults)
    assert [(row.get("chart_id"), row.get("hmi"), row.line) for row in found] == [
        *[("a", "1", 2), ("c", "2", 4), ("d\ne", "3", 6), ("g", "4", 8)]
    ]
    assert [fault.partition("table.csv:")[2][:2] for fault in faults] == ["3:", "7:", "9:"]


def test_a_table_of_damage_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=r"table.csv:2: not a line of CSV"):
        read_table(table(tmp_path, "id,hmi\n" + 'a,"x"y\n' * 2000), COLUMNS, (), [])
    with pytest.raises(SnellenError, match=r"table.csv:1: not a line of CSV"):
        read_table(table(tmp_path, '"id,hmi\na,1\n'), COLUMNS, (), [])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])).map(str.strip), min_size=1))
def test_what_a_writer_quotes_is_read(tmp_path: Path, values: list[str]) -> None:
    lines = [f'  "i" ,  "{value.replace(chr(34), chr(34) * 2)}"' for value in values]
    found = read_table(table(tmp_path, "\n".join(["id,hmi", *lines])), COLUMNS, ())
    assert [row.get("hmi") for row in found] == values


def test_an_absent_file_and_a_huge_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="no such file"):
        read_table(tmp_path / "none.csv", COLUMNS, ())
    with (tmp_path / "huge.csv").open("wb") as handle:
        handle.truncate((256 << 20) + 1)
    with pytest.raises(SnellenError, match="over 256 MB"):
        read_table(tmp_path / "huge.csv", COLUMNS, ())


@pytest.mark.parametrize(
    ("cell", "value"), [("0.4", 0.4), ("40%", 0.4), (" .4", 0.4), ('"0,4"', 0.4), ("4e-1", 0.4), ("0", 0.0), ("1", 1.0)]
)
def test_indices_as_people_write_them(cell: str, value: float, tmp_path: Path) -> None:
    found, faults = read_indices(table(tmp_path, f"id,hmi\na,{cell}\n"))
    assert found["a"][0].hmi == pytest.approx(value)
    assert faults == []


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("a,40", "not from 0 to 1"),
        ("a,nan", "no number"),
        ("a,inf", "no number"),
        ("a,1e999", "no number|not from"),
        ("a,-0.1", "no number"),
        ("a,140%", "not from 0 to 1"),
        ("a,high", "no number"),
        (",0.4", "no chart id"),
    ],
)
def test_a_row_that_is_no_index_is_told_with_its_line(row: str, what: str, tmp_path: Path) -> None:
    found, (fault,) = read_indices(table(tmp_path, f"id,hmi\nb,0.1\n{row}\n"))
    assert set(found) == {"b"}
    assert "table.csv:3: " in fault
    assert any(part in fault for part in what.split("|"))


def test_two_different_indices_of_one_chart_are_none(tmp_path: Path) -> None:
    found, faults = read_indices(table(tmp_path, "id,hmi\na,0.1\na.png,0.2\na,0.1\nb,0.3\nb,0.3\n"))
    assert set(found) == {"b"}
    assert len(faults) == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"id,hmi,n\n{text}".encode("utf-8", "replace")))
def test_any_bytes_are_a_table_or_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = table(tmp_path, content)
    try:
        found, faults = read_indices(path)
    except SnellenError:
        return
    assert all(0 <= (people.hmi or 0) <= 1 for people, _ in found.values())
    assert all("table.csv:" in fault for fault in faults)
