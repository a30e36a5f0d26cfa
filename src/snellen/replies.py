"""Replies, wherever they come from: the record, and JSON Lines files of it."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import from_json

from snellen.dataset import Dataset, QuestionLookup, describe_validation_error
from snellen.errors import SnellenError

__all__ = ["DECLINED", "ReadingNotes", "Reply", "canonical_settings", "read_replies"]

DECLINED = ("content_filter", "refusal")
"""Stop reasons that say that the vendor or its model declined to answer: what text there is, is no answer."""

_LONGEST_LINE = 64 * 2**20
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said to one question, or why it said nothing.

    `reply` is None where nobody answered; `error` then says why. `settings` are what the model was run with
    (temperature, seed, …) and part of the key with model, question, strategy, n_examples and repeat. `seconds` is the
    wall time of the answer, `cost` its price in US dollars, `dataset_fingerprint` that of the dataset that was asked,
    `reasoning` what the model said to itself before it answered, each where it is known. Reasoning is never scored.
    """

    question_id: str
    model: str
    reply: str | None
    strategy: str = "zero-shot"
    n_examples: int = 0
    repeat: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    cost: float | None = None
    dataset_fingerprint: str | None = None
    reasoning: str | None = None


@dataclass(slots=True)
class ReadingNotes:
    """What reading a file of replies found besides the replies.

    `lines` counts the replies read; `ignored_keys` counts the keys that a reply does not have; `torn` is the number
    of the last line where it broke off and was left out.
    """

    lines: int = 0
    ignored_keys: Counter[str] = field(default_factory=Counter)
    torn: int | None = None


def read_replies(
    path: Path, notes: ReadingNotes | None = None, *, journal: bool = False, dataset: Dataset | None = None
) -> Iterator[Reply]:
    """The replies of a JSON Lines file in file order, one at a time; blank lines are passed over.

    Each line is an object with question_id, model and reply (text, or null with an error), and any other field of
    `Reply`; fields left out take its defaults. `settings` may be an object or its JSON text, as in the results table.
    With a `dataset`, a line may instead of its question_id name the `task` and the chart: its `chart_id`, or the source
    that it shows as `sample`, with `design` and `scale` where there are several. Where the dataset has no such question
    the reply's question_id is what was named, joined by "+", which is none of the dataset's. A one-shot reply has one
    example where it does not say; a few-shot one must say how many.

    Other keys are ignored and counted in `notes`. NaN counts as null, and half of a surrogate pair as U+FFFD. UTF-8,
    with or without a byte order mark.

    A last line that is no JSON and lacks its line break was torn off by a kill: in a `journal` it is left out and
    noted, in any other file it is an error. Raises SnellenError with the file, the line and the cure.
    """
    notes = ReadingNotes() if notes is None else notes
    lookup = None if dataset is None else QuestionLookup(dataset)
    try:
        handle = path.open("rb")
    except OSError as error:
        raise SnellenError(f"{path}: {error.strerror}; name a JSON Lines file of replies.") from None
    with handle:
        for number, line in _lines(path, handle):
            if not line.strip():
                continue
            try:
                record = _decoded(f"{path}:{number}", line)
            except SnellenError:
                if journal and not line.endswith(b"\n"):
                    notes.torn = number
                    return
                raise
            known = _FIELDS
            if lookup is not None and record.get("question_id") is None and record.keys() & _PLACES:
                record["question_id"] = _named(f"{path}:{number}", record, lookup)
                known = _FIELDS_AND_PLACES
            reply = _reply(f"{path}:{number}", record)
            notes.lines += 1
            if len(record.keys() & known) < len(record):
                notes.ignored_keys.update(record.keys() - known)
            yield reply


def canonical_settings(settings: Mapping[str, Any]) -> str:
    """Settings as canonical JSON text: keys sorted, no spaces. Raises SnellenError for what JSON cannot hold.

    >>> canonical_settings({"top_k": 1, "temperature": 0})
    '{"temperature":0,"top_k":1}'
    """
    if not settings:
        return "{}"
    try:
        return _CANONICAL.encode(settings)
    except (TypeError, ValueError) as error:
        raise SnellenError(
            f"settings: {error}; use text, finite numbers, true, false, null, lists and objects."
        ) from None


class _Line(BaseModel):
    """One line as it may be written: types are strict, so that a number is never taken for a text."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)

    question_id: Annotated[str, Field(min_length=1)]
    model: Annotated[str, Field(min_length=1)]
    reply: str | None
    strategy: Annotated[str, Field(min_length=1)] = "zero-shot"
    n_examples: Annotated[int, Field(ge=0, lt=2**31)] = 0
    repeat: Annotated[int, Field(ge=0, lt=2**31)] = 0
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    error: str | None = None
    stop_reason: str | None = None
    input_tokens: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    output_tokens: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    seconds: Annotated[float, Field(ge=0)] | None = None
    cost: Annotated[float, Field(ge=0)] | None = None
    dataset_fingerprint: str | None = None
    reasoning: str | None = None


STRATEGIES: Mapping[str, int | None] = {"zero-shot": 0, "one-shot": 1, "few-shot": None}
"""The ways of asking, with the number of examples that each has; few-shot may have any."""
_WHOLE = {"n_examples", "repeat", "input_tokens", "output_tokens"}
_FIELDS = {item.name for item in fields(Reply)}
_PLACES = {"task", "chart_id", "sample", "design", "scale"}
_FIELDS_AND_PLACES = _FIELDS | _PLACES


def _lines(path: Path, handle: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := handle.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise SnellenError(f"{path}:{number}: longer than 64 MiB; write one reply a line, as JSON Lines.")
        yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line


def _decoded(where: str, line: bytes) -> dict[str, Any]:
    try:
        record = from_json(line)
    except ValueError as error:
        record = _with_lone_surrogates(where, line, error)
    if not isinstance(record, dict):
        raise SnellenError(f"{where}: not a JSON object; write one object a line with question_id, model and reply.")
    return record


def _with_lone_surrogates(where: str, line: bytes, error: ValueError) -> Any:
    """The line decoded as Python's own writer may have written it, unpaired surrogates replaced."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise SnellenError(
            f"{where}: not UTF-8 (byte {fault.start + 1} of the line); save the file as UTF-8."
        ) from None
    try:
        if "\\u" not in text:
            raise error
        return _replaced(json.loads(text))
    except (ValueError, RecursionError):
        raise SnellenError(f"{where}: not JSON ({error}); write one JSON object a line, or remove the line.") from None


def _replaced(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_replaced(key): _replaced(item) for key, item in value.items()}
    return [_replaced(item) for item in value] if isinstance(value, list) else value


class _Place(BaseModel):
    """How a line names its question otherwise."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)

    task: Annotated[str, Field(min_length=1)]
    chart_id: Annotated[str, Field(min_length=1)] | None = None
    sample: Annotated[str, Field(min_length=1)] | None = None
    design: str | None = None
    scale: float | None = None


def _named(where: str, record: Mapping[str, Any], lookup: QuestionLookup) -> str:
    """The id of the question that a line names by its task and chart; of an unknown one, what was named."""
    try:
        place = _Place.model_validate(record)
    except ValidationError as error:
        raise SnellenError(
            f"{where}: {describe_validation_error(error)}; without a question_id a reply has task and chart_id, or "
            "task, sample, design and scale (docs/scoring.md)."
        ) from None
    try:
        chart = place.chart_id
        if chart is None:
            if place.sample is None:
                raise SnellenError("names no question; add its question_id, or chart_id and task.")
            chart = lookup.chart(place.sample, place.design, place.scale)
        question = None if chart is None else lookup.question(chart, place.task)
    except SnellenError as error:
        raise SnellenError(f"{where}: {error}") from None
    if question is not None:
        return question
    named = (chart, place.task) if chart else (place.sample, place.design, place.scale, place.task)
    return "+".join(f"{part:g}" if isinstance(part, float) else part for part in named if part is not None)


def _reply(where: str, record: dict[str, Any]) -> Reply:
    if record.get("strategy") in ("one-shot", "few-shot") and record.get("n_examples") is None:
        if record["strategy"] == "few-shot":
            raise SnellenError(f"{where}: a few-shot reply without the number of its examples; add n_examples.")
        record["n_examples"] = 1
    try:
        reply = Reply(**vars(_Line.model_validate(_tidied(record))))
    except ValidationError as error:
        raise SnellenError(
            f"{where}: {describe_validation_error(error)}; a reply has question_id, model and reply as texts "
            "(docs/scoring.md lists the other fields)."
        ) from None
    # A slip of the pen would make a condition of its own, all of whose other questions have no reply.
    if reply.strategy not in STRATEGIES:
        raise SnellenError(f"{where}: no strategy is called {reply.strategy!r}; write {', '.join(STRATEGIES)}.")
    usual = STRATEGIES[reply.strategy]
    if usual is not None and reply.n_examples != usual:
        raise SnellenError(
            f"{where}: a {reply.strategy} reply with {reply.n_examples} examples, and it has {usual}; correct "
            "n_examples, or write few-shot."
        )
    return reply


def _tidied(record: dict[str, Any]) -> dict[str, Any]:
    """What tables make of gaps put right (NaN is null, 12.0 tokens are 12), and settings as text decoded."""
    for name, value in record.items():
        if isinstance(value, float):
            if math.isnan(value):
                record[name] = None
            elif name in _WHOLE and value.is_integer():
                record[name] = int(value)
    settings = record.get("settings", "")
    if settings is None:
        del record["settings"]
    elif settings and isinstance(settings, str):
        with suppress(ValueError):  # not JSON: left as it is, which is no object, and refused as such
            record["settings"] = from_json(settings)
    return record
