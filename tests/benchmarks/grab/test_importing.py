import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from snellen.benchmarks.grab.imported_wording import read_wording
from snellen.benchmarks.grab.importing import import_grab
from snellen.dataset import Dataset, Question
from snellen.description import describe_dataset
from snellen.errors import SnellenError
from snellen.files import sha256_of

PUBLISHED = Path(__file__).parents[3] / ".." / "shared" / "data" / "grab" / "grab.json"

ROWS: list[dict[str, Any]] = [
    {
        "pid": 0,
        "question": "What is the value of the gradient of the function? Give your answer as an integer.",
        "answer": "-9",
        "category": "Intercepts and Gradients",
        "complexity": 0,
        "task": "properties",
        "image": "images/0.png",
    },
    {
        "pid": 1,
        "question": "Estimate the range span of the function shown in the plot after it has been transformed by the "
        "following operations:\n1. rotation by 90 degrees;\n2. scale by 2 in y.\nGive your answer to 1 decimal place.",
        "answer": "16.0",
        "category": "Range",
        "complexity": 2,
        "task": "transform",
        "image": "images/1.png",
    },
    {
        "pid": 2,
        "question": "What is the equation of the function? Write your answer in the form y = <a>x^2 + <b>x + <c>. "
        "Each variable is as an integer.",
        "answer": "y = 3x^2 - 1x + 0",
        "category": "Functions",
        "complexity": 0,
        "task": "properties",
        "image": "images/2.png",
    },
]


def as_json(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text(json.dumps({str(row.get("pid", number)): row for number, row in enumerate(rows)}))
    return str(path)


def picture(number: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (30 + number, 20), (number, 0, 0)).save(buffer, "PNG")
    return buffer.getvalue()


def test_questions_as_published(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import_grab(as_json(tmp_path / "grab.json", ROWS), None, tmp_path / "out")
    dataset = Dataset(tmp_path / "out")
    questions = list(dataset.questions())
    assert [question.text for question in questions] == [row["question"] for row in ROWS]
    assert [question.answer for question in questions] == ["-9", "16.0", "y = 3x^2 - 1x + 0"]
    assert [(question.task, question.property, question.precision, question.answer_type) for question in questions] == [
        ("properties", "gradient", 1.0, "number"),
        ("transforms", "range span", 0.1, "number"),
        ("properties", "equation", 1.0, "equation"),
    ]
    assert [question.question_id for question in questions] == [f"grab-published-{pid}" for pid in range(3)]
    assert {source.kind for source in dataset.sources()} == {"unknown"}
    assert len({source.group_id for source in dataset.sources()}) == 3
    assert {(chart.width, chart.height, chart.sha256, chart.plot) for chart in dataset.charts()} == {
        (2251, 2171, None, None)
    }
    manifest = dataset.manifest
    assert (manifest.preset, manifest.seed, manifest.license) == ("published", None, "MIT")
    assert "MIT licence" in (manifest.origin or "")
    assert "3 questions, 0 pictures" in capsys.readouterr().out


@pytest.mark.parametrize("nested", [True, False])
def test_pictures_are_copied_under_opaque_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], nested: bool
) -> None:
    given_folder = tmp_path / "given"
    folder = given_folder / "images" if nested else given_folder
    folder.mkdir(parents=True)
    for number in (0, 1):
        (folder / f"{number}.png").write_bytes(picture(number))
    import_grab(as_json(tmp_path / "grab.json", ROWS), given_folder, tmp_path / "out")
    dataset = Dataset(tmp_path / "out")
    first, second, third = dataset.charts()
    for number, chart in enumerate((first, second)):
        path = dataset.image_path(chart)
        assert path.read_bytes() == picture(number)
        assert chart.sha256 == sha256_of(path)
        assert (chart.width, chart.height) == (30 + number, 20)
        assert chart.file_name != f"{number}.png"
    assert third.sha256 is None
    assert not dataset.image_path(third).exists()
    assert dataset.manifest.counts.images == 2
    assert capsys.readouterr().err == "snellen: 1 pictures are missing: images/2.png.\n"


@pytest.fixture
def hub_copy(tmp_path: Path) -> Path:
    """A folder as the Hub serves it: Parquet whose image column is a struct of bytes and path."""
    rows = [{**row, "image": {"bytes": picture(row["pid"]), "path": f"{row['pid']}.png"}} for row in ROWS]
    features = {
        "info": {
            "features": {
                **{name: {"dtype": "string", "_type": "Value"} for name in ("question", "answer", "category", "task")},
                **{name: {"dtype": "int64", "_type": "Value"} for name in ("pid", "complexity")},
                "image": {"_type": "Image"},
            }
        }
    }
    table = pa.Table.from_pylist(rows).replace_schema_metadata({"huggingface": json.dumps(features)})
    (tmp_path / "GRAB" / "data").mkdir(parents=True)
    pq.write_table(table, tmp_path / "GRAB" / "data" / "test-00000-of-00001.parquet")
    return tmp_path / "GRAB"


def assert_is_whole(out: Path) -> None:
    dataset = Dataset(out)
    assert [dataset.image_path(chart).read_bytes() for chart in dataset.charts()] == [picture(pid) for pid in range(3)]
    assert [question.answer for question in dataset.questions()] == [row["answer"] for row in ROWS]


def test_a_parquet_file_holds_its_pictures(hub_copy: Path, tmp_path: Path) -> None:
    import_grab(str(next(hub_copy.rglob("*.parquet"))), None, tmp_path / "out")
    assert_is_whole(tmp_path / "out")


def test_a_parquet_file_can_name_its_pictures(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "grab.parquet")
    (tmp_path / "images").mkdir()
    for number in range(3):
        (tmp_path / "images" / f"{number}.png").write_bytes(picture(number))
    import_grab(str(tmp_path / "grab.parquet"), tmp_path / "images", tmp_path / "out")
    assert_is_whole(tmp_path / "out")


def test_a_dataset_of_the_hub_is_loaded_by_name(
    hub_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Hub's layout through `datasets.load_dataset`; a name of the form owner/name is also a relative folder."""
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    datasets.disable_progress_bars()
    monkeypatch.chdir(tmp_path.parent)
    import_grab(f"{tmp_path.name}/GRAB", None, tmp_path / "out")
    assert_is_whole(tmp_path / "out")


def test_without_the_package_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "datasets", None)
    with pytest.raises(SnellenError, match=r"owner/GRAB .*pip install 'snellen\[hub\]'"):
        import_grab("owner/GRAB", None, tmp_path / "out")


def test_a_name_that_can_not_be_loaded_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import datasets

    def fails(name: str) -> None:
        raise ConnectionError(f"Couldn't reach {name!r} on the Hub")

    monkeypatch.setattr(datasets, "load_dataset", fails)
    with pytest.raises(SnellenError, match=r"owner/GRAB .*ConnectionError: Couldn't reach .*check the name"):
        import_grab("owner/GRAB", None, tmp_path / "out")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer": float("nan")}, r"pid 1: answer: Input should be a valid string"),
        ({"answer": "nan"}, r"pid 1: the answer 'nan' is no number"),
        ({"answer": None}, r"pid 1: answer: "),
        ({"pid": 0}, r"(the pid 0|the key '0') comes twice"),
        ({"pid": None}, r"row 2: pid"),
        ({"image": "../../../etc/passwd"}, r"pid 1: the image '../../../etc/passwd' leaves the folder"),
        ({"image": "/etc/passwd"}, r"pid 1: the image '/etc/passwd' leaves the folder"),
        ({"image": 3}, r"pid 1: image is not the path of a picture"),
        ({"task": "real"}, r"pid 1: no task of GRAB's is called 'real'"),
        ({"question": "How many bars? Give your answer as an integer."}, r"pid 1: the question asks for nothing"),
        ({"question": ROWS[1]["question"].split("Give")[0]}, r"pid 1: the question does not say how to round"),
        ({"complexity": -1}, r"pid 1: complexity: "),
    ],
)
def test_a_row_that_is_not_as_published_is_named(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    rows = [ROWS[0], {**ROWS[1], **change}, ROWS[2]]
    path = tmp_path / "grab.json"
    path.write_text(json.dumps(rows))
    with pytest.raises(SnellenError, match=told):
        import_grab(str(path), None, tmp_path / "out")
    assert [found.name for found in tmp_path.iterdir()] == ["grab.json"]


@pytest.mark.parametrize("column", ["pid", "question", "answer", "category", "task", "complexity"])
def test_a_missing_column_is_named(tmp_path: Path, column: str) -> None:
    rows = [{name: value for name, value in row.items() if name != column} for row in ROWS]
    with pytest.raises(SnellenError, match=rf"{column}: Field required"):
        import_grab(as_json(tmp_path / "grab.json", rows), None, tmp_path / "out")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"0": {"pid": 0', "is not whole JSON"),
        ("", "is not whole JSON"),
        ("3", "holds no table of questions"),
        ("{}", "holds no questions"),
        ("[3]", "row 1 is not a question but int"),
        ('{"0": {}, "0": {}}', "the key '0' comes twice"),
        ("[" * 100_000, "is not whole JSON"),
    ],
)
def test_a_file_that_is_no_table_is_told(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "grab.json").write_text(content)
    with pytest.raises(SnellenError, match=told):
        import_grab(str(tmp_path / "grab.json"), None, tmp_path / "out")


def test_faults_of_paths_are_told(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=r"missing\.json: no such file"):
        import_grab(str(tmp_path / "missing.json"), None, tmp_path / "out")
    with pytest.raises(SnellenError, match=r"missing\.parquet is not whole Parquet|no such file"):
        import_grab(str(tmp_path / "missing.parquet"), None, tmp_path / "out")
    file = as_json(tmp_path / "grab.json", ROWS)
    with pytest.raises(SnellenError, match="no such folder"):
        import_grab(file, tmp_path / "nowhere", tmp_path / "out")
    with pytest.raises(SnellenError, match="exists already"):
        import_grab(file, None, tmp_path)
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(SnellenError, match="is not whole Parquet"):
        import_grab(str(tmp_path / "bad.parquet"), None, tmp_path / "out")


def test_an_empty_folder_may_be_named_by_a_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = as_json(tmp_path / "grab.json", ROWS)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    import_grab(file, None, Path())
    assert (tmp_path / "empty" / "manifest.json").is_file()


def test_a_damaged_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "0.png").write_bytes(picture(0)[:40])
    with pytest.raises(SnellenError, match="pid 0: its picture can't be decoded"):
        import_grab(as_json(tmp_path / "grab.json", ROWS), tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary() | st.text().map(str.encode))
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "grab.json").write_bytes(content)
    with pytest.raises(SnellenError, match=r"grab\.json"):
        import_grab(str(tmp_path / "grab.json"), None, tmp_path / "out")


@given(task=st.sampled_from(["properties", "functions", "series", "transforms", "x"]), text=st.text())
def test_any_wording_is_read_or_refused(task: str, text: str) -> None:
    with pytest.raises(ValueError, match="the question "):
        read_wording(task, text)


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published questions are not here")
def test_the_published_set_has_the_published_counts(tmp_path: Path) -> None:
    import_grab(str(PUBLISHED), None, tmp_path / "out")
    dataset = Dataset(tmp_path / "out")
    assert describe_dataset(dataset.path)
    questions: list[Question] = list(dataset.questions())
    published = json.loads(PUBLISHED.read_text())
    assert [(question.text, question.answer) for question in questions] == [
        (row["question"], row["answer"]) for row in published.values()
    ]
    types: dict[str, int] = {}
    for question in questions:
        types[question.answer_type] = types.get(question.answer_type, 0) + 1
    assert types == {"number": 2110, "list": 30, "equation": 30}
