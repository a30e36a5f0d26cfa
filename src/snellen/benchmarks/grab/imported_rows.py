"""The rows of the published GRAB, from its JSON, from Parquet, or from the Hub, each held to one form."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError

__all__ = ["PublishedRow", "read_rows"]

_TASKS = {
    "properties": "properties",
    "function": "functions",
    "functions": "functions",
    "series": "series",
    "transform": "transforms",
    "transforms": "transforms",
}


class _Fields(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    pid: int | str
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    category: str = Field(min_length=1)
    task: str
    complexity: int = Field(ge=0)


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One published question. `image` is where its picture is said to be, relative; `picture` its bytes, if held."""

    pid: str
    question: str
    answer: str
    category: str
    task: str
    complexity: int
    image: str | None
    picture: bytes | None


def read_rows(file: str) -> Iterator[PublishedRow]:
    """The rows of a file (JSON or Parquet), of a folder that `datasets` loads, or of a dataset on the Hub.

    Raises SnellenError for what can't be read, and for the first row that is not as published, by its pid.
    """
    seen: set[str] = set()
    for number, raw in enumerate(_raw_rows(file), 1):
        row = _checked(file, number, raw)
        if row.pid in seen:
            raise SnellenError(f"{file}: the pid {row.pid} comes twice; each question has one of its own.")
        seen.add(row.pid)
        yield row
    if not seen:
        raise SnellenError(f"{file} holds no questions; name the published grab.json, or Parquet with its columns.")


def _raw_rows(file: str) -> Iterator[Mapping[str, Any]]:
    path = Path(file)
    if path.is_dir():
        return _from_datasets(file)
    if path.exists() or file.count("/") != 1 or file.startswith(("/", ".", "~")) or path.suffix:
        return _from_parquet(path) if path.suffix == ".parquet" else _from_json(path)
    return _from_datasets(file)


def _from_json(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        content = json.loads(path.read_bytes(), object_pairs_hook=lambda pairs: _unique(path, pairs))
    except OSError as error:
        raise SnellenError(
            f"{path}: {(error.strerror or 'unreadable').lower()}; name the published grab.json."
        ) from None
    except (ValueError, RecursionError) as error:
        raise SnellenError(f"{path} is not whole JSON ({error}); fetch the published grab.json again.") from None
    rows = list(content.values()) if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise SnellenError(f"{path} holds no table of questions; name the published grab.json.")
    yield from rows


def _unique(path: Path, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise SnellenError(f"{path}: the key {twice!r} comes twice in one object; fetch the published grab.json again.")
    return found


def _from_parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as table:
            for batch in table.iter_batches(batch_size=64):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise SnellenError(f"{path} is not whole Parquet ({str(error).splitlines()[0]}); fetch it again.") from None


def _from_datasets(name: str) -> Iterator[Mapping[str, Any]]:
    try:
        import datasets
    except ImportError:
        raise SnellenError(
            f"{name} is no file here, and loading it from the Hub needs the package `datasets`; "
            "install it with `pip install 'snellen[hub]'`."
        ) from None
    try:
        splits = datasets.load_dataset(name)
    except Exception as error:  # whatever goes wrong on the way to the Hub is a fault of the surroundings
        raise SnellenError(
            f"{name} is no file here and can't be loaded as a dataset ({type(error).__name__}: "
            f"{(str(error).splitlines() or [''])[0]}); check the name and the network, or name a local file."
        ) from None
    for table in splits.values():
        if isinstance(table.features.get("image"), datasets.Image):
            table = table.cast_column("image", datasets.Image(decode=False))
        yield from table


def _checked(file: str, number: int, raw: object) -> PublishedRow:
    if not isinstance(raw, Mapping):
        raise SnellenError(f"{file}: row {number} is not a question but {type(raw).__name__}; fetch the file again.")
    where = f"{file}: pid {raw['pid']}" if isinstance(raw.get("pid"), int | str) else f"{file}: row {number}"
    try:
        fields = _Fields.model_validate(raw)
    except ValidationError as error:
        raise SnellenError(
            f"{where}: {describe_validation_error(error)}; a row has pid, question, answer, category, task, complexity "
            "and image, as published."
        ) from None
    if fields.task not in _TASKS:
        raise SnellenError(f"{where}: no task of GRAB's is called {fields.task!r}; it has {', '.join(sorted(_TASKS))}.")
    image, picture = _image(where, raw.get("image"))
    return PublishedRow(
        pid=str(fields.pid),
        question=fields.question,
        answer=fields.answer,
        category=fields.category,
        task=_TASKS[fields.task],
        complexity=fields.complexity,
        image=image,
        picture=picture,
    )


def _image(where: str, value: object) -> tuple[str | None, bytes | None]:
    """The relative path and the bytes of a picture, from text or from the Hub's struct of bytes and path."""
    if isinstance(value, Mapping):
        picture, value = value.get("bytes"), value.get("path")
        if isinstance(picture, bytes):
            return None, picture
    if value is None:
        return None, None
    if not isinstance(value, str) or not value or "\0" in value:
        raise SnellenError(f"{where}: image is not the path of a picture; it is written like images/0.png.")
    path = PurePosixPath(value)
    if path.is_absolute() or ".." in path.parts or "\\" in value:
        raise SnellenError(
            f"{where}: the image {value!r} leaves the folder of pictures; it is written like images/0.png."
        )
    return value, None
