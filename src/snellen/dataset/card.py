"""The dataset card: a README whose header lets Hugging Face `datasets` load the three files with fixed types."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from snellen.dataset.columns import CHART_COLUMNS, QUESTION_COLUMNS, SOURCE_COLUMNS
from snellen.dataset.manifest import Manifest

__all__ = ["card_text"]

_FILES = {
    "questions": ("question", QUESTION_COLUMNS),
    "charts": ("chart", CHART_COLUMNS),
    "sources": ("source", SOURCE_COLUMNS),
}
_ARROW_TYPES = {"string": "string", "integer": "int64", "number": "float64", "boolean": "bool"}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def card_text(manifest: Manifest) -> str:
    """The text of the card of a dataset: a YAML header, then what it is, how to load and verify it, and its columns.

    The header declares the type of every column, so that a column of nulls alone, or one of JSON text, has the same
    type in every dataset. Pictures are not columns: `charts` names their files and does not decode them.
    """
    return "\n".join(["---", *_header(manifest), "---", "", *_body(manifest)]) + "\n"


def _header(manifest: Manifest) -> Iterator[str]:
    size = next((name for limit, name in _SIZES if manifest.counts.questions < limit), "n>1M")
    yield f"pretty_name: {_quoted(manifest.name)}"
    yield f"license: {_quoted(manifest.license.lower())}"
    yield "language: [en]"
    yield "task_categories: [visual-question-answering]"
    yield f"size_categories: [{_quoted(size)}]"
    yield f"tags: [charts, benchmark, synthetic, snellen, {_quoted(manifest.benchmark)}]"
    yield "configs:"
    for name in _FILES:
        yield f"- config_name: {name}"
        yield "  data_files:"
        yield "  - split: test"
        yield f"    path: {name}.jsonl"
        if name == "questions":
            yield "  default: true"
    yield "dataset_info:"
    yield from _declared_types()


@cache
def _declared_types() -> tuple[str, ...]:
    from snellen.dataset.schema import file_schemas  # here, since `python -m snellen.dataset.schema` is a command

    schemas, lines = file_schemas(), []
    for name, (record, _) in _FILES.items():
        lines += [f"- config_name: {name}", "  features:"]
        lines += _features(schemas[record], schemas[record]["properties"], "  ")
    return tuple(lines)


def _features(schema: Mapping[str, Any], columns: Mapping[str, Mapping[str, Any]], indent: str) -> Iterator[str]:
    for name, column in columns.items():
        yield f"{indent}- name: {name}"
        kinds = [kind for kind in column.get("anyOf", [column]) if kind.get("type") != "null"]
        (kind,) = kinds
        if "$ref" in kind:
            struct = schema["$defs"][kind["$ref"].rpartition("/")[2]]
            yield f"{indent}  struct:"
            yield from _features(schema, struct["properties"], f"{indent}  ")
        elif kind["type"] == "array":
            yield f"{indent}  list: {_ARROW_TYPES[kind['items']['type']]}"
        else:
            yield f"{indent}  dtype: {_ARROW_TYPES[kind['type']]}"


def _body(manifest: Manifest) -> Iterator[str]:
    counts, prints = manifest.counts, manifest.fingerprints
    yield f"# {manifest.name}"
    yield ""
    made = (
        f"made by Snellen {manifest.snellen} from the preset `{manifest.preset}` and the seed {manifest.seed}"
        if manifest.seed is not None
        else f"imported by Snellen {manifest.snellen}"
    )
    yield (
        f"{counts.in_words()}, with keys: "
        f"the benchmark `{manifest.benchmark}`, comparability version {manifest.benchmark_version}, {made}."
    )
    if manifest.selection:
        yield ""
        yield f"It is a selection: `{json.dumps(manifest.selection, ensure_ascii=False)}`."
    if manifest.origin:
        yield ""
        yield manifest.origin
    yield ""
    yield f"- Pictures: {counts.images or 'none; the charts are described, not drawn'}"
    yield f"- Fingerprint: `{prints.dataset}`" + (f" (pictures `{prints.images}`)" if prints.images else "")
    yield f"- Licence of data and pictures: {manifest.license}"
    yield ""
    yield from _LOADING
    if manifest.seed is not None and "data" not in manifest.options:
        command = f"snellen generate {manifest.benchmark} --preset {manifest.preset} --seed {manifest.seed} --out DIR"
        if not counts.images:
            command += " --no-images"
        for name, value in manifest.options.items():
            if isinstance(value, str | int | float):
                command += f" --{name.replace('_', '-')} {value}"
        if manifest.selection:
            pairs = (f"{field}={'|'.join(map(str, values))}" for field, values in _lists(manifest.selection))
            command += f' --only "{",".join(pairs)}"'
        yield ""
        yield "The same versions make the same bytes again:"
        yield ""
        yield f"    {command}"
    for name, (_, columns) in _FILES.items():
        yield ""
        yield f"## {name}.jsonl"
        yield ""
        yield "| column | what it is |"
        yield "|---|---|"
        for column, meaning in columns.items():
            yield f"| {column} | {meaning} |"


_LOADING = """\
## Loading

    from datasets import load_dataset
    questions = load_dataset("DIR", "questions", split="test")
    charts = load_dataset("DIR", "charts", split="test")
    sources = load_dataset("DIR", "sources", split="test")

Columns of JSON text are strings; `json.loads` gives what they hold. `file_name` is text and the picture is not decoded;
to join pictures to questions:

    from datasets import Image
    paths = {chart: f"DIR/images/{name}" for chart, name in zip(charts["chart_id"], charts["file_name"])}
    questions = questions.add_column("image", [paths[c] for c in questions["chart_id"]]).cast_column("image", Image())

In pandas, `pandas.read_json("DIR/questions.jsonl", lines=True, dtype=False)` keeps answers as the text that they are.

## Checking

    snellen verify DIR

holds files and pictures against the fingerprints, and every key against the data behind its chart.""".splitlines()


def _lists(selection: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for field, values in selection.items():
        yield field, values if isinstance(values, list) else [values]


def _quoted(text: str) -> str:
    """A YAML scalar: JSON strings are YAML strings."""
    return json.dumps(text, ensure_ascii=False)
