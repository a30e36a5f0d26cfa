"""The journal of `snellen extract`: what each model wrote to each prompt, on disk the moment it is there."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError
from snellen.running.journal import append_line, cut_torn_line

__all__ = ["FILE", "Entry", "ExtractionJournal", "prompt_key", "read_extractions"]

FILE = "extractions.jsonl"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a model wrote to a prompt; `output` is None where nobody answered, and `error` says why.

    `key` is that of `prompt_key`. `own` says whether the run itself made the request: where it is False the output was
    taken from another run or from Inspect's cache, and cost nothing.
    """

    key: str
    role: str
    model: str
    output: str | None
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    cost: float | None = None
    own: bool = True

    def borrowed(self) -> "Entry":
        """The same for a run that did not make the request."""
        return replace(self, own=False, input_tokens=None, output_tokens=None, seconds=None, cost=None)


def prompt_key(model: str, model_args: Mapping[str, JsonValue], prompt: str) -> str:
    """What makes a request unique: the model, the arguments of its provider (without secrets), and the prompt."""
    parts = json.dumps([model, dict(model_args), prompt], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()


def read_extractions(folder: Path) -> dict[str, Entry]:
    """The entries of a run's journal by key; none where it has no journal.

    Of several lines for one key the last counts, and one with an output before one with an error. A last line that a
    kill tore is cut off. Raises SnellenError with file and line for any other line that is no entry.
    """
    path = folder / FILE
    cut_torn_line(path)
    entries: dict[str, Entry] = {}
    for number, line in enumerate(path.read_bytes().split(b"\n") if path.exists() else (), 1):
        if not line.strip():
            continue
        try:
            entry = Entry(**vars(_Line.model_validate_json(line)))
        except ValidationError as error:
            raise SnellenError(f"{path}:{number}: {describe_validation_error(error)}; remove the line.") from None
        if entry.error is None or entry.key not in entries or entries[entry.key].error is not None:
            entries[entry.key] = entry
    return entries


class ExtractionJournal:
    """The open journals of one session, one in each run's folder.

    `wanted` has, for each key, the places in `folders` of the runs that want its entry: the first of them makes the
    request, the others borrow it. `answered` and `failed` count by role.
    """

    def __init__(self, folders: Sequence[Path], wanted: Mapping[str, Sequence[int]]) -> None:
        self._handles = [(folder / FILE).open("ab", buffering=0) for folder in folders]
        self._wanted = wanted
        self.answered: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.last_error: str | None = None
        self.broken_off = False

    def add(self, entry: Entry) -> None:
        """Write an entry to the journal of every run that wants it. Raises OSError where that cannot be done."""
        places = self._wanted[entry.key]
        try:
            self._write(places[:1], entry)
            self._write(places[1:], entry.borrowed())
        except OSError as error:
            self.broken_off = True
            self.last_error = f"{error.filename}: {(error.strerror or str(error)).lower()}"
            raise
        counts = self.answered if entry.error is None else self.failed
        counts[entry.role] = counts.get(entry.role, 0) + 1
        if entry.error is not None:
            self.last_error = entry.error

    def lend(self, place: int, entries: Iterable[Entry]) -> None:
        """Write entries of other runs to the journal of one."""
        for entry in entries:
            self._write([place], entry.borrowed())

    def close(self) -> None:
        """Close the files."""
        for handle in self._handles:
            handle.close()

    def _write(self, places: Sequence[int], entry: Entry) -> None:
        line = json.dumps(asdict(entry), ensure_ascii=False, separators=(",", ":")) + "\n"
        for place in places:
            append_line(self._handles[place], _SURROGATE.sub("\ufffd", line))


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    key: str
    role: str
    model: str
    output: str | None
    error: str | None
    stop_reason: str | None
    input_tokens: int | None
    output_tokens: int | None
    seconds: float | None
    cost: float | None
    own: bool
