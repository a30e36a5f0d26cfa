"""Users' files: the same points out of every format, and an error that names the place for all else."""

import io
import json
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import Columns, OwnPoints, from_spec, read_points
from snellen.benchmarks.biy.own.labels import Convention
from snellen.benchmarks.biy.own.tables import MOST_ROWS
from snellen.errors import SnellenError

XY = Columns("x", "y")
FRAME = pd.DataFrame(
    {
        "x": [1.5, -2.0, 3e-7, 1234567.125],
        "y": [4, 5, 6, -7],
        "kind": ["b", None, "a", "b"],
        "far": [False, True, False, False],
        "note": ["é, “quoted”", "z", None, "1"],
    }
)
WRITERS: dict[str, Callable[[pd.DataFrame, Path], None]] = {
    "a.csv": lambda frame, path: frame.to_csv(path, index=False),
    "with_index.csv": lambda frame, path: frame.to_csv(path),
    "a.tsv": lambda frame, path: frame.to_csv(path, index=False, sep="\t"),
    "bom.csv": lambda frame, path: frame.to_csv(path, index=False, encoding="utf-8-sig", lineterminator="\r\n"),
    "a.json": lambda frame, path: frame.to_json(path, orient="records"),
    "columns.json": lambda frame, path: frame.to_json(path),
    "a.jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "a.ndjson": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "lines.json": lambda frame, path: frame.to_json(path, orient="records", lines=True),
    "a.parquet": lambda frame, path: frame.to_parquet(path),
}


def _write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_points(name: str, tmp_path: Path) -> None:
    WRITERS[name](FRAME, tmp_path / name)
    points = read_points(tmp_path / name, Columns("x", "y", "kind", "far", extra=("note", "x")))
    assert points.x.tolist() == [1.5, -2.0, 3e-7, 1234567.125]
    assert points.y.tolist() == [4, 5, 6, -7]
    assert points.cluster is not None
    assert points.outlier is not None
    assert (points.cluster.tolist(), points.cluster_names) == ([1, -1, 0, 1], ["a", "b"])
    assert points.outlier.tolist() == [-1, 0, -1, -1]
    assert points.columns["note"] == ["é, “quoted”", "z", None, "1"]
    assert points.columns["x"] == points.x.tolist()
    assert points.temporal == frozenset()


@pytest.mark.parametrize("name", WRITERS)
def test_labels_that_are_not_named_are_not_known(name: str, tmp_path: Path) -> None:
    WRITERS[name](FRAME, tmp_path / name)
    points = read_points(tmp_path / name, XY)
    assert (points.cluster, points.outlier, points.cluster_names, points.columns) == (None, None, [], {})


def test_points_are_the_data_of_a_source_and_back(tmp_path: Path) -> None:
    WRITERS["a.csv"](FRAME, tmp_path / "a.csv")
    points = read_points(tmp_path / "a.csv", Columns("x", "y", "kind", extra=("note",)))
    data = json.loads(json.dumps(points.to_data(), allow_nan=False))
    assert data["outlier"] is None
    again = OwnPoints.from_data(data)
    assert again.to_data() == points.to_data()
    assert again.x.dtype == np.float64
    assert again.cluster is not None
    assert again.cluster.dtype == np.int64


def labelled(tmp_path: Path, cells: list[str], **columns: Any) -> OwnPoints:
    rows = "".join(f"{index},{index},{cell}\n" for index, cell in enumerate(cells))
    return read_points(_write(tmp_path / "labels.csv", "x,y,label\n" + rows), Columns("x", "y", **columns))


@pytest.mark.parametrize(
    ("cells", "labels", "names"),
    [
        (["0", "1", "1"], [0, 1, 1], ["0", "1"]),
        (["1.0", "0.0", ""], [1, 0, -1], ["0", "1"]),
        (["10", "9", "2"], [2, 1, 0], ["2", "9", "10"]),
        (["True", "false", "TRUE"], [1, 0, 1], ["false", "true"]),
        (["setosa", "virginica", "NaN"], [0, 1, -1], ["setosa", "virginica"]),
        (["inf", "7", " inf"], [1, 0, 1], ["7", "inf"]),
        (["", "", ""], [-1, -1, -1], []),
    ],
)
def test_clusters_have_names(tmp_path: Path, cells: list[str], labels: list[int], names: list[str]) -> None:
    points = labelled(tmp_path, cells, cluster="label")
    assert points.cluster is not None
    assert (points.cluster.tolist(), points.cluster_names) == (labels, names)


@pytest.mark.parametrize(
    "cells", [["True", "False", "true"], ["1", "0", "1.0"], ["yes", "No", "Y"], ["t", "F", "T"], ["TRUE", "0", "1"]]
)
def test_outliers_are_marked_in_many_ways(tmp_path: Path, cells: list[str]) -> None:
    points = labelled(tmp_path, cells, outlier="label")
    assert points.outlier is not None
    assert points.outlier.tolist() == [0, -1, 0]


def test_the_released_convention(tmp_path: Path) -> None:
    outlier = labelled(tmp_path, ["-1", "0", "-1.0"], outlier="label", convention="biy").outlier
    assert outlier is not None
    assert outlier.tolist() == [-1, 0, -1]
    points = labelled(tmp_path, ["3", "-1", "0"], cluster="label", convention="biy")
    assert points.cluster is not None
    assert (points.cluster.tolist(), points.cluster_names) == ([3, -1, 0], [])


@pytest.mark.parametrize(
    ("cells", "columns", "message"),
    [
        (["-1", "0", "0"], {"cluster": "label"}, "line 2.*'label' is −1.*--label-convention biy"),
        (["0", "-1", "0"], {"outlier": "label"}, "line 3.*--label-convention biy"),
        (["0", "", "1"], {"outlier": "label"}, "line 3.*'label' is empty; mark outliers"),
        (["0", "1", "2"], {"outlier": "label"}, "line 4.*is '2'; mark outliers"),
        (["a", "b", "b"], {"outlier": "label"}, "line 2.*mark outliers by true"),
        (["a", "0.5", "b"], {"cluster": "label"}, "line 3.*is '0.5', which names no cluster"),
        (["true", "false", "true"], {"outlier": "label", "convention": "biy"}, "line 2.*takes 0 for an outlier"),
        (["1", "0", "-1"], {"outlier": "label", "convention": "biy"}, "line 2.*takes 0 for an outlier"),
        (["0", "-2", "0"], {"cluster": "label", "convention": "biy"}, "line 3.*whole numbers from −1"),
        (["0", "1e9", "0"], {"cluster": "label", "convention": "biy"}, "line 3.*whole numbers from −1"),
        (list(map(str, range(101))), {"cluster": "label"}, "101 different values"),
    ],
)
def test_labels_that_mean_nothing(tmp_path: Path, cells: list[str], columns: dict[str, Any], message: str) -> None:
    with pytest.raises(SnellenError, match=message):
        labelled(tmp_path, cells, **columns)


@pytest.mark.parametrize(
    "text", ["2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29T05:30:00+05:30", "2024-02-29 00:00"]
)
def test_dates_are_milliseconds_in_utc(tmp_path: Path, text: str) -> None:
    points = read_points(_write(tmp_path / "d.csv", f"x,y\n{text},1\n1970-01-01,2\n2024-02,3\n"), XY)
    expected = [datetime(2024, month, day, tzinfo=UTC).timestamp() * 1000 for month, day in ((2, 29), (2, 1))]
    assert points.x.tolist() == [expected[0], 0, expected[1]]
    assert points.temporal == {"x"}


def test_dates_of_parquet_keep_their_milliseconds(tmp_path: Path) -> None:
    moments = pd.to_datetime(["2024-02-29T12:00:00.125", "1969-12-31T23:59:59.999"])
    frame = pd.DataFrame(
        {"x": moments, "y": [date(2024, 1, 1), date(2024, 1, 2)], "z": moments.tz_localize("Asia/Tokyo")}
    )
    frame.to_parquet(tmp_path / "d.parquet")
    points = read_points(tmp_path / "d.parquet", Columns("x", "y", extra=("z", "y")))
    assert points.x.tolist() == [1709208000125.0, -1.0]
    assert points.y.tolist() == [1704067200000.0, 1704153600000.0]
    assert points.temporal == {"x", "y"}
    assert points.columns["z"] == ["2024-02-29T03:00:00.125000Z", "1969-12-31T14:59:59.999000Z"]
    assert points.columns["y"] == ["2024-01-01", "2024-01-02"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "is empty; it needs a row"),
        ("a.csv", "x,y\n", "has no rows"),
        ("a.csv", "x,z\n1,2\n", r"no column 'y'; it has 'x', 'z'"),
        ("a.csv", "x;y\n1;2\n", r"has its columns separated by semicolons; separate them by commas"),
        ("a.csv", "x,y,x\n1,2,3\n", "has 2 columns named 'x'"),
        ("a.csv", "x,y\n1,2\n\n3,4,5\n", "line 4 has 3 cells under 2 columns"),
        ("a.csv", "x,y\n1,2\n3\n", "line 3: column 'y' is empty"),
        ("a.csv", 'x,y\n1,2\n3,"4\n', "line 3 is not CSV"),
        ("a.csv", "x,y\n1,2\nn/a,4\n", "line 3: column 'x' is 'n/a', neither a number nor a date"),
        ("a.csv", "x,y\n1,2\n1_000,4\n", "line 3: column 'x' is '1_000', neither"),
        ("a.csv", "x,y\n1,2\n3,-inf\n", "line 3: column 'y' is '-inf', not a finite number"),
        ("a.csv", "x,y\n1,2\n2020-01-01,4\n", "line 3: column 'x' is '2020-01-01', a date, after others"),
        ("a.csv", "x,y\n1,2\n1,4\n", "all of column 'x' is 1; points need two different"),
        ("a.csv", "x,y\n1,2\n", "all of column 'x' is 1"),
        ("a.csv", "x,y\n-1e308,2\n1e308,4\n", "more than double precision can draw"),
        ("a.csv", "x,y\n1,2\n1.0000000000001,4\n", "more than double precision can draw"),
        ("a.csv", b"x,y\n1,\xff\n", "is not UTF-8 text"),
        ("a.csv", "x,y\n" + "1,2\n" * (MOST_ROWS + 1), "more than 200,000 rows"),
        ("a.xlsx", "x", "unknown format; CSV"),
        ("a.json", "  ", "is empty"),
        ("a.json", '[{"x": 1,\n "y": }]', "line 2 is not JSON"),
        ("a.json", "[1, 2]", "record 1 is not a record"),
        ("a.json", "7", "neither an array of records nor"),
        ("a.json", "[]", "has no rows"),
        ("a.json", '{"x": [1, 2], "y": [1]}', "columns of different lengths"),
        ("a.json", '[{"x": 1, "x": 2, "y": 3}]', "a record has 'x' twice"),
        ("a.json", '[{"x": 1, "y": true}, {"x": 2, "y": 3}]', "record 1: column 'y' is true, neither"),
        ("a.json", '[{"x": 1, "y": [2]}, {"x": 2, "y": 3}]', r"record 1: column 'y' is a list, neither"),
        ("a.json", '[{"x": 1, "y": 2}, {"x": NaN, "y": 3}]', "record 2: column 'x' is nan, not a finite"),
        ("a.json", '[{"x": 1, "y": 2}, {"x": 1' + "0" * 400 + ', "y": 3}]', "record 2: column 'x' is a huge number"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.jsonl", '{"x": 1, "y": 2}\n\n{"x": 1\n', "line 3 is not JSON"),
        ("a.parquet", "PAR1", "cannot be read as Parquet"),
        ("a.parquet", "x,y\n1,2", "cannot be read as Parquet"),
        ("a.csv", 'x,y\n1,2\n3,"4\n5,6\n', "line 3 is not CSV"),
        ("a.csv", "x\ty\n1\t2\n", "has its columns separated by tabs; save it with the suffix .tsv"),
        ("a.json", '[{"x": ' + "1" * 5000 + ', "y": 2}]', "a number has thousands of digits"),
        ("a.jsonl", '{"x": ' + "1" * 5000 + ', "y": 2}', "line 1 is not JSON .a number has thousands of digits"),
    ],
)
def test_mistakes_are_named_with_their_place(name: str, content: str | bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=message) as raised:
        read_points(_write(tmp_path / name, content), XY)
    assert str(tmp_path / name) in str(raised.value)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (timedelta(seconds=90), "is a duration of 90 s,"),
        (time(12, 30), "is the time 12:30:00,"),
        (b"ab", "is bytes,"),
        ([1, 2], "is a list,"),
    ],
)
def test_cells_are_told_in_plain_words(cell: Any, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"x": [cell, cell], "y": [1, 2]}), path)
    with pytest.raises(SnellenError, match=said):
        read_points(path, XY)


def test_a_span_beyond_double_precision_is_told_in_plain_numbers(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=r"runs from 1e\+300 to 1\.0000000000000002e\+300, more"):
        read_points(_write(tmp_path / "a.csv", "x,y\n1e300,1\n1.0000000000000002e300,2\n"), XY)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="does not exist"):
        read_points(tmp_path / "none.csv", XY)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(SnellenError, match="is a folder"):
        read_points(tmp_path / "folder.csv", XY)


def _parquet_bytes() -> bytes:
    handle = io.BytesIO()
    FRAME.to_parquet(handle)
    return handle.getvalue()


@st.composite
def damaged_parquet(draw: st.DrawFn) -> bytes:
    content = bytearray(_parquet_bytes())
    for _ in range(draw(st.integers(1, 6))):
        content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    return bytes(content[: draw(st.integers(len(content) - 3, len(content)))])


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["1", "0", "-1", "nan", "2020-01-01", "true"]),
)
TABLES = st.lists(st.dictionaries(st.sampled_from(["x", "y", "kind", "far"]), CELLS), max_size=6)
CONTENT = {
    ".csv": st.one_of(
        st.binary(max_size=80),
        st.builds("x,y,kind,far\n{}".format, st.text(alphabet='01.,-"\n ae\r\x00', max_size=60)).map(str.encode),
    ),
    ".json": st.one_of(st.binary(max_size=60), TABLES.map(lambda rows: json.dumps(rows).encode())),
    ".jsonl": st.one_of(
        st.binary(max_size=60), TABLES.map(lambda rows: "\n".join(json.dumps(row) for row in rows).encode())
    ),
    ".parquet": st.one_of(st.binary(max_size=60), damaged_parquet()),
}


@pytest.mark.parametrize("suffix", CONTENT)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_bytes_give_points_or_a_users_error(suffix: str, data: st.DataObject) -> None:
    content = data.draw(CONTENT[suffix])
    convention: Convention = data.draw(st.sampled_from(["plain", "biy"]))
    columns = data.draw(
        st.sampled_from([XY, Columns("x", "y", "kind", "far", convention), Columns("x", "y", extra=("kind", "far"))])
    )
    with tempfile.TemporaryDirectory() as folder:
        path = _write(Path(folder) / f"any{suffix}", content)
        points, mistake = None, ""
        try:
            points = read_points(path, columns)
        except SnellenError as error:
            mistake = str(error)
    if points is None:
        assert str(path) in mistake
        mistake.encode()
        return
    assert len(points.x) == len(points.y) >= 2
    assert np.isfinite(points.x).all()
    assert np.isfinite(points.y).all()
    assert (
        points.cluster is None
        or points.cluster_names == []
        or set(points.cluster.tolist()) <= {-1, *range(len(points.cluster_names))}
    )
    assert points.outlier is None or set(points.outlier.tolist()) <= {-1, 0}
    json.dumps(points.to_data(), allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize("broken", ["\x08", "\x00", "\ud800", "\uffff"])
def test_characters_that_no_drawing_can_hold_are_refused(broken: str, tmp_path: Path) -> None:
    rows = [{"x": 1, "y": 2, "name": "a"}, {"x": 2, "y": 3, "name": f"b{broken}"}]
    path = _write(tmp_path / "a.json", json.dumps(rows))
    assert len(read_points(path, XY).x) == 2
    for columns in (Columns("x", "y", "name"), Columns("x", "y", extra=("name",))):
        with pytest.raises(SnellenError, match="record 2: column 'name' has a broken character"):
            read_points(path, columns)
    points = OwnPoints(np.array([1.0, 2]), np.array([2.0, 3]), columns={"name": ["a", f"b{broken}"]})
    design = from_spec(
        "named",
        {
            "mark": "point",
            "encoding": {
                **{axis: {"field": axis, "type": "quantitative"} for axis in "xy"},
                "color": {"field": "name", "type": "nominal"},
            },
        },
    )
    with pytest.raises(SnellenError, match=r"point 2 \(design named\) has a broken character in 'name'"):
        layout(design, points, 1.0)
    with pytest.raises(SnellenError, match="broken character in its name"):
        from_spec("named", design.spec, x=f"x{broken}")


def test_all_other_characters_can_be_drawn() -> None:
    names = ["🙂" * 3, "\t\n", "<b>&amp;\"'", "\x7f\x85\u2028", "日本", "\u202eabc", "]]>", "@0", "<!--"]
    points = OwnPoints(np.arange(9.0), np.arange(9.0) ** 2, columns={"name": names})
    spec = {
        "mark": "point",
        "title": "🙂<>&",
        "encoding": {
            **{axis: {"field": axis, "type": "quantitative"} for axis in "xy"},
            "color": {"field": "name", "type": "nominal"},
        },
    }
    assert layout(from_spec("named", spec), points, 1.0).reach.min() > 0
