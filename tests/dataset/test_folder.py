"""A dataset read: what is cut, edited or hostile is one sentence that names the file."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from snellen.dataset import Dataset
from snellen.errors import SnellenError


@pytest.mark.parametrize("name", ["sources", "charts", "questions"])
@pytest.mark.parametrize("change", [lambda lines: lines[:-1], lambda lines: [], lambda lines: [*lines, lines[0]]])
def test_a_file_cut_between_lines_is_not_taken_for_whole(
    tiny_dataset: Dataset, name: str, change: Callable[[list[str]], list[str]]
) -> None:
    path = tiny_dataset.path / f"{name}.jsonl"
    path.write_text("".join(change(path.read_text().splitlines(keepends=True))))
    read: Callable[[], Iterator[Any]] = getattr(tiny_dataset, name)
    with pytest.raises(SnellenError, match=rf"{name}\.jsonl: holds \d+ records where manifest\.json says 12"):
        list(read())


def test_json_text_nested_too_deeply_is_named_with_its_line(tiny_dataset: Dataset) -> None:
    first, *rest = tiny_dataset.sources_path.read_text().splitlines()
    record = {**json.loads(first), "data": '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"}
    tiny_dataset.sources_path.write_text("\n".join([json.dumps(record), *rest]) + "\n")
    with pytest.raises(SnellenError, match=r"sources\.jsonl:1: not a source: data: .*nested too deeply"):
        list(tiny_dataset.sources())


def test_edited_questions_are_refused(tiny_dataset: Dataset) -> None:
    tiny_dataset.refuse_edited_questions()
    path = tiny_dataset.questions_path
    path.write_text(path.read_text().replace('"answer":"-9"', '"answer":"-8"'))
    with pytest.raises(SnellenError, match=r"questions\.jsonl: .*snellen verify"):
        tiny_dataset.refuse_edited_questions()
    path.unlink()
    with pytest.raises(SnellenError, match=r"questions\.jsonl: No such file"):
        tiny_dataset.refuse_edited_questions()


def test_a_file_in_place_of_a_dataset_is_called_one(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("")
    with pytest.raises(SnellenError, match="is a file, no dataset"):
        Dataset(tmp_path / "notes")
    with pytest.raises(SnellenError, match="no such folder"):
        Dataset(tmp_path / "absent")
