"""JSON Schema of the files as they are on disk: `python -m snellen.dataset.schema FOLDER` writes them."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from snellen.dataset.columns import CHART_COLUMNS, QUESTION_COLUMNS, SOURCE_COLUMNS
from snellen.dataset.manifest import Manifest
from snellen.dataset.records import Axis, Chart, Question, Source
from snellen.files import write_text

__all__ = ["file_schemas", "write_schemas"]

# Draft 2020-12.
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def file_schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: of one line of `sources.jsonl`, `charts.jsonl` and `questions.jsonl`, and of the manifest.

    Columns of JSON text are strings; what their text holds stands in `contentSchema`. Every column is always there.
    """
    chart = _on_disk(Chart, CHART_COLUMNS)
    axis = Axis.model_json_schema(mode="serialization", ref_template="#/$defs/{model}")
    chart["$defs"] = {**chart.get("$defs", {}), **axis.pop("$defs", {}), "Axis": axis}
    chart["properties"]["axes"]["contentSchema"]["items"] = {"$ref": "#/$defs/Axis"}
    return {
        "source": _on_disk(Source, SOURCE_COLUMNS),
        "chart": chart,
        "question": _on_disk(Question, QUESTION_COLUMNS),
        "manifest": _on_disk(Manifest, {}),
    }


def write_schemas(folder: Path) -> None:
    """Write each schema to `folder` as NAME.json."""
    for name, schema in file_schemas().items():
        write_text(folder / f"{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n")


def _on_disk(record: type[BaseModel], columns: Mapping[str, str]) -> dict[str, Any]:
    schema = record.model_json_schema(mode="serialization")
    schema["required"] = list(schema["properties"])
    for name, described in schema["properties"].items():
        described.pop("title", None)
        described.pop("default", None)
        if name in columns:
            described["description"] = columns[name]
    return {"$schema": _DIALECT, **schema}


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
