import json
from pathlib import Path

import jsonschema
import pytest

from snellen.dataset import Dataset
from snellen.dataset.columns import CHART_COLUMNS, QUESTION_COLUMNS, SOURCE_COLUMNS
from snellen.dataset.schema import file_schemas, write_schemas

DOCS = Path(__file__).parents[2] / "docs" / "schema"


def test_the_schemas_in_docs_are_current(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    made = {path.name: path.read_text() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text() for path in DOCS.iterdir()}
    assert kept == made, "run `make schema`"


def test_each_column_is_described_and_required() -> None:
    schemas = file_schemas()
    for name, columns in (("source", SOURCE_COLUMNS), ("chart", CHART_COLUMNS), ("question", QUESTION_COLUMNS)):
        assert list(schemas[name]["properties"]) == list(columns) == schemas[name]["required"]


def test_the_lines_of_a_dataset_are_valid(tiny_dataset: Dataset) -> None:
    schemas = file_schemas()
    for name in ("source", "chart", "question"):
        validator = jsonschema.Draft202012Validator(schemas[name])
        validator.check_schema(schemas[name])
        lines = (tiny_dataset.path / f"{name}s.jsonl").read_text().splitlines()
        assert lines
        for line in lines:
            record = json.loads(line)
            validator.validate(record)
            for column, described in schemas[name]["properties"].items():
                if "contentSchema" in described:
                    content = {**described["contentSchema"], "$defs": schemas[name].get("$defs", {})}
                    jsonschema.validate(json.loads(record[column]), content)
    manifest = json.loads((tiny_dataset.path / "manifest.json").read_text())
    jsonschema.Draft202012Validator(schemas["manifest"]).validate(manifest)


@pytest.mark.parametrize("change", [{"answer": 3}, {"precision": 0}, {"extra": 1}, {"metadata": {}}])
def test_a_wrong_line_is_not(tiny_dataset: Dataset, change: dict[str, object]) -> None:
    record = json.loads(tiny_dataset.questions_path.read_text().splitlines()[0])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**record, **change}, file_schemas()["question"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(
            {name: value for name, value in record.items() if name != "text"}, file_schemas()["question"]
        )
