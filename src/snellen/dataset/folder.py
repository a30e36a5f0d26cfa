"""A dataset on disk, read: streams of records, look-ups by id, and errors that name file, line and cure."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from snellen.dataset.manifest import Manifest
from snellen.dataset.records import Chart, Question, Source, from_json_line
from snellen.errors import SnellenError
from snellen.files import sha256_of

__all__ = ["Dataset", "describe_validation_error", "read_records"]

R = TypeVar("R", bound=BaseModel)


class Dataset:
    """A dataset folder. Nothing but the manifest is read until it is asked for.

    Raises SnellenError where the folder is not a dataset, or is one half made; reading to the end of a file, also where
    it holds more or fewer records than the manifest says.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.is_dir():
            what = "is a file, no dataset" if self.path.exists() else "no such folder"
            raise SnellenError(f"{self.path}: {what}; make a dataset with `snellen generate`.")
        manifest = self.path / "manifest.json"
        if not manifest.is_file():
            unfinished = (self.path / ".parts").is_dir()
            cure = (
                "its making was interrupted; run the same `snellen generate` command again to complete it."
                if unfinished
                else "a dataset has a manifest.json; name the folder that `snellen generate` or `snellen import` wrote."
            )
            raise SnellenError(f"{self.path} is not a finished dataset: {cure}")
        try:
            self.manifest = Manifest.model_validate_json(manifest.read_bytes())
        except ValidationError as error:
            raise SnellenError(
                f"{manifest}: {describe_validation_error(error)}; restore the file or make the dataset again."
            ) from None

    @property
    def sources_path(self) -> Path:
        """`sources.jsonl`."""
        return self.path / "sources.jsonl"

    @property
    def charts_path(self) -> Path:
        """`charts.jsonl`."""
        return self.path / "charts.jsonl"

    @property
    def questions_path(self) -> Path:
        """`questions.jsonl`."""
        return self.path / "questions.jsonl"

    def sources(self) -> Iterator[Source]:
        """The sources in file order, one at a time."""
        return self._all(self.sources_path, Source, self.manifest.counts.sources)

    def charts(self) -> Iterator[Chart]:
        """The charts in file order, one at a time."""
        return self._all(self.charts_path, Chart, self.manifest.counts.charts)

    def questions(self) -> Iterator[Question]:
        """The questions in file order, one at a time."""
        return self._all(self.questions_path, Question, self.manifest.counts.questions)

    def refuse_edited_questions(self) -> None:
        """Raise SnellenError unless the questions are those that the manifest was written for.

        Scores are kept under the manifest's fingerprint, so they must not come from other questions or keys.
        """
        try:
            found = sha256_of(self.questions_path)
        except OSError as error:
            raise _unreadable(self.questions_path, error) from None
        if found != self.manifest.fingerprints.questions:
            raise SnellenError(
                f"{self.questions_path}: its lines are not those that manifest.json was written for; "
                f"restore the file or make the dataset again. `snellen verify {self.path}` names what differs."
            )

    @staticmethod
    def _all(path: Path, kind: type[R], stated: int) -> Iterator[R]:
        """The records of a file: one that was cut between two lines is not taken for a whole one."""
        number = 0
        for number, record in enumerate(read_records(path, kind), 1):  # noqa: B007  (counted to the end)
            yield record
        if number != stated:
            raise SnellenError(
                f"{path}: holds {number} records where manifest.json says {stated}; "
                "restore the file or make the dataset again."
            )

    def source(self, source_id: str) -> Source:
        """The source of that id. Raises SnellenError where there is none."""
        return self._sources.get(source_id)

    def chart(self, chart_id: str) -> Chart:
        """The chart of that id. Raises SnellenError where there is none."""
        return self._charts.get(chart_id)

    def question(self, question_id: str) -> Question:
        """The question of that id. Raises SnellenError where there is none."""
        return self._questions.get(question_id)

    def image_path(self, chart: Chart) -> Path:
        """Where the picture of a chart is, or would be."""
        return self.path / "images" / chart.file_name

    @cached_property
    def _sources(self) -> "_Index[Source]":
        return _Index(self.sources_path, Source, "source_id")

    @cached_property
    def _charts(self) -> "_Index[Chart]":
        return _Index(self.charts_path, Chart, "chart_id")

    @cached_property
    def _questions(self) -> "_Index[Question]":
        return _Index(self.questions_path, Question, "question_id")


class _Index(Generic[R]):
    """Where in a file each record starts: memory for the ids alone, however large the records are."""

    def __init__(self, path: Path, kind: type[R], key: str) -> None:
        self._path, self._kind, self._key = path, kind, key
        self._offsets: dict[str, int] = {}
        offset = 0
        with _opened(path) as handle:
            for number, line in enumerate(handle, 1):
                if line.strip():
                    record = _parse_json(path, number, line)
                    name = record.get(key)
                    if not isinstance(name, str):
                        raise SnellenError(
                            f"{path}:{number}: has no {key}; restore the file or make the dataset again."
                        )
                    self._offsets[name] = offset
                offset += len(line)

    def get(self, name: str) -> R:
        if name not in self._offsets:
            raise SnellenError(
                f"{self._path}: no record with {self._key} {name!r}; the dataset's files do not belong together."
            )
        with _opened(self._path) as handle:
            handle.seek(self._offsets[name])
            return _parse_record(self._path, None, handle.readline(), self._kind)


def read_records(path: Path, kind: type[R]) -> Iterator[R]:
    """Records from a JSON Lines file, one at a time; blank lines are passed over.

    Raises SnellenError with the file and line of the first that is not a record of `kind`.
    """
    with _opened(path) as handle:
        for number, line in enumerate(handle, 1):
            if line.strip():
                yield _parse_record(path, number, line, kind)


def describe_validation_error(error: ValidationError) -> str:
    """The first fault of a Pydantic error in one line: the field, then what is wrong with it."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    # Pydantic names its own classes here, which are nothing to who wrote the file.
    what = "it is no object with fields" if first["type"] == "model_type" else str(first["msg"])
    return f"{where}: {what}" if where else what


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> SnellenError:
    return SnellenError(f"{path}: {error.strerror}; restore the file or make the dataset again.")


def _parse_record(path: Path, number: int | None, line: bytes, kind: type[R]) -> R:
    try:
        return from_json_line(kind, line)
    except ValidationError as error:
        where = f"{path}:{number}" if number else str(path)
        raise SnellenError(
            f"{where}: not a {kind.__name__.lower()}: {describe_validation_error(error)}; restore it or make it again."
        ) from None


def _parse_json(path: Path, number: int, line: bytes) -> dict[str, object]:
    try:
        value = from_json(line)
    except ValueError as error:
        raise SnellenError(
            f"{path}:{number}: not JSON ({error}); restore the file or make the dataset again."
        ) from None
    if not isinstance(value, dict):
        raise SnellenError(f"{path}:{number}: not a JSON object; restore the file or make the dataset again.")
    return value
