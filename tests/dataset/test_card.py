import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.json
import pytest
import yaml

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`datasets.load_dataset` with its cache in the test's folder."""
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(datasets.config, "HF_MODULES_CACHE", str(tmp_path / "modules"))
    datasets.disable_progress_bars()

    def load(folder: Path, name: str) -> Any:
        return datasets.load_dataset(str(folder), name, split="test", cache_dir=str(tmp_path / "cache"))

    return load


def bare_dataset(folder: Path) -> Dataset:
    """One of each record, every column that may be null null."""
    records: list[Source | Chart | Question] = [
        Source(source_id="s", group_id="s", kind="table"),
        Chart(chart_id="c", source_id="s", file_name="a.png", width=3, height=2),
        Question(
            question_id="q",
            chart_id="c",
            benchmark="other",
            task="t",
            category="c",
            property="p",
            text="When?",
            answer=None,
            answer_type="date",
        ),
    ]
    about = {
        "name": 'a "name": with #signs',
        "benchmark": "other",
        "benchmark_version": 1,
        "preset": None,
        "seed": None,
    }
    write_dataset(folder, records, about)
    return Dataset(folder)


TEXT_COLUMNS = """question_id chart_id benchmark split task category property text answer answer_data answer_type
    parent_id metadata"""
QUESTION_TYPES = {
    **dict.fromkeys(TEXT_COLUMNS.split(), "string"),
    "precision": "float64",
    "margin": "float64",
    "complexity": "int64",
}


def types(table: Any) -> dict[str, str]:
    return {name: feature.dtype for name, feature in table.features.items() if hasattr(feature, "dtype")}


def test_a_dataset_loads_with_hugging_face_datasets(tiny_dataset: Dataset, load: Any) -> None:
    questions = load(tiny_dataset.path, "questions")
    assert types(questions).items() >= QUESTION_TYPES.items()
    assert list(questions["answer"]) == [question.answer for question in tiny_dataset.questions()]
    assert list(questions["precision"]) == [question.precision for question in tiny_dataset.questions()]
    charts = load(tiny_dataset.path, "charts")
    for row, chart in zip(charts, tiny_dataset.charts(), strict=True):
        assert row["plot"] == {"left": 10.0, "top": 10.0, "width": 100.0, "height": 80.0}
        assert row["file_name"] == chart.file_name
        assert json.loads(row["axes"]) == [axis.model_dump(mode="json") for axis in chart.axes]
    sources = load(tiny_dataset.path, "sources")
    assert [json.loads(data) for data in sources["data"]] == [source.data for source in tiny_dataset.sources()]


def test_columns_of_nulls_have_the_same_types(tmp_path: Path, tiny_dataset: Dataset, load: Any) -> None:
    bare = bare_dataset(tmp_path / "bare")
    for name in ("questions", "charts", "sources"):
        assert load(bare.path, name).features == load(tiny_dataset.path, name).features
    (row,) = load(bare.path, "questions")
    null = {name for name, value in row.items() if value is None}
    assert null == {"choices", "answer", "answer_data", "precision", "complexity", "margin", "parent_id"}
    (chart,) = load(bare.path, "charts")
    assert (chart["axes"], chart["annotations"], chart["sha256"]) == ("[]", "{}", None)


def test_choices_load_as_a_list_of_text(tmp_path: Path, load: Any) -> None:
    bare = bare_dataset(tmp_path / "bare")
    question = next(bare.questions()).replaced(choices=["2024-01-01", "never"], answer="-9")
    records: list[Source | Chart | Question] = [*bare.sources(), *bare.charts(), question]
    write_dataset(tmp_path / "choices", records, bare.manifest.model_dump())
    (row,) = load(tmp_path / "choices", "questions")
    assert row["choices"] == ["2024-01-01", "never"]
    assert row["answer"] == "-9"


def test_the_recipe_of_the_card_joins_pictures_to_questions(tiny_dataset: Dataset, load: Any) -> None:
    card = (tiny_dataset.path / "README.md").read_text()
    recipe = card.split("to join pictures to questions:\n")[1].split("\n\nIn pandas")[0]
    code = "\n".join(line.removeprefix("    ") for line in recipe.replace("DIR", str(tiny_dataset.path)).splitlines())
    scope = {name: load(tiny_dataset.path, name) for name in ("questions", "charts")}
    exec(code, scope)
    assert scope["questions"][0]["image"].size == (120, 100)


def test_pandas_and_arrow_read_the_files(tiny_dataset: Dataset) -> None:
    expected = [question.answer for question in tiny_dataset.questions()]
    frame = pd.read_json(tiny_dataset.questions_path, lines=True, dtype=False)
    assert frame["answer"].tolist() == expected
    table = pyarrow.json.read_json(tiny_dataset.questions_path)
    assert table["answer"].to_pylist() == expected
    assert table["metadata"].to_pylist() == ["{}"] * len(expected)


def test_the_card_states_what_the_manifest_does(tiny_dataset: Dataset) -> None:
    card = (tiny_dataset.path / "README.md").read_text()
    manifest = tiny_dataset.manifest
    for stated in (manifest.name, manifest.fingerprints.dataset, "12 questions on 12 charts", "CC0-1.0"):
        assert stated in card
    header = yaml.safe_load(card.split("---\n")[1])
    assert [config["config_name"] for config in header["configs"]] == ["questions", "charts", "sources"]
    assert header["license"] == "cc0-1.0"


def test_a_name_can_hold_any_characters(tmp_path: Path) -> None:
    card = (bare_dataset(tmp_path / "bare").path / "README.md").read_text()
    assert yaml.safe_load(card.split("---\n")[1])["pretty_name"] == 'a "name": with #signs'
