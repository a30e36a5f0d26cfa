"""`snellen import calvi`: the 60 public items of CALVI, with the accuracy of the people who were shown them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.benchmarks.chartom.imported_items import (
    Item,
    People,
    UnusableError,
    picture_of,
    refuse_existing,
    write_items,
)
from snellen.benchmarks.chartom.imported_keys import plain, same_option
from snellen.benchmarks.chartom.imported_telling import tell_faults
from snellen.dataset import Manifest, describe_validation_error
from snellen.errors import SnellenError
from snellen.statistics import wilson_interval

__all__ = ["import_calvi"]

_ORIGIN = (
    "The items of CALVI (Ge, Cui and Kay, 2023; CC-BY 4.0), wording and options unchanged, with the share of wrong "
    "answers of the people who were shown each (public human-response data, MIT): the index of a MIND question is "
    "that error rate. Ordinary items have no twin. The data behind the charts are not known, so answers can't be "
    "recomputed."
)
_LARGEST = 64 << 20
_NONE = ("", "n/a", "na", "none")


class _Fields(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    calvi_id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=60)
    image_path: str = Field(min_length=1, max_length=400)
    question: str = Field(min_length=1, max_length=5000)
    choices: list[str] = Field(min_length=2, max_length=26)
    best_answer: str | list[str]
    misleading_answer: str | list[str] | None = None
    chart_type: str = Field(min_length=1, max_length=100)
    misleader: str | None = None
    error_rate: float = Field(ge=0, le=1)
    human_n: int = Field(ge=1)


def import_calvi(file: Path, out: Path) -> Manifest:
    """Write CALVI at `out` as a CHARTOM dataset: a FACT and a MIND question for each item of calvi.json.

    `image_path` is relative to the file's folder. Keys are matched to options by their text, and where none is the
    same letter for letter, without regard to case and to punctuation at the ends, which is told. The index of a MIND
    question is the error rate, of definition `error-rate`, with n and Wilson's 95% interval; no other definition can
    be had from the file. Chart types and misleaders are kept as they are written. An item that can't be used is left
    out and told on standard error. The folder appears whole or not at all. `file` may be the folder of calvi.json.

    Raises SnellenError where `out` exists, the file is not calvi.json, or no item can be used.
    """
    refuse_existing(out)
    file = file / "calvi.json" if file.is_dir() else file
    rows = _rows(file)
    faults: list[str] = []
    notes: list[str] = []
    items = list(_items(file, rows, faults, notes))
    if not items:
        tell_faults(faults)
        raise SnellenError(
            f"{file}: none of its {len(rows)} items can be used; fetch calvi.json and its pictures again."
        )
    about = {
        "name": "calvi",
        "preset": "published",
        "options": {"hmi": "error-rate"},
        "curation": {"read": len(rows), "kept": len(items)},
        "origin": _ORIGIN,
        "license": "CC-BY-4.0",
    }
    manifest = write_items(items, out, "calvi", about)
    misleading = sum(item.manipulated for item in items)
    click.echo(f"{out}: {len(items)} charts ({misleading} misleading), {manifest.counts.questions} questions.")
    for note in notes:
        click.echo(f"snellen: {note}", err=True)
    tell_faults(faults)
    return manifest


def _rows(path: Path) -> list[Any]:
    try:
        if path.stat().st_size > _LARGEST:
            raise SnellenError(f"{path} has over {_LARGEST >> 20} MB, so it is not calvi.json; name that file.")
        rows = json.loads(path.read_bytes())
    except OSError as error:
        raise SnellenError(f"{path}: {(error.strerror or 'unreadable').lower()}; name the file calvi.json.") from None
    except (ValueError, RecursionError):
        raise SnellenError(f"{path} is not whole JSON; fetch calvi.json again.") from None
    if not isinstance(rows, list) or not rows:
        raise SnellenError(f"{path} holds no list of items; name the file calvi.json.")
    return rows


def _items(file: Path, rows: list[Any], faults: list[str], notes: list[str]) -> Iterator[Item]:
    names = [row.get("calvi_id") if isinstance(row, Mapping) else None for row in rows]
    for number, (row, name) in enumerate(zip(rows, names, strict=True), 1):
        where = f"{file}: item {number}" + (f" ({name})" if isinstance(name, str) else "")
        try:
            if isinstance(name, str) and names.count(name) > 1:
                raise UnusableError("its id comes more than once, so none of them is used")
            yield _item(file.parent, row, where, notes)
        except UnusableError as fault:
            faults.append(f"{where}: {fault}")


def _item(folder: Path, row: object, where: str, notes: list[str]) -> Item:
    try:
        fields = _Fields.model_validate(row)
    except ValidationError as error:
        raise UnusableError(describe_validation_error(error)) from None
    options = tuple(choice.strip() for choice in fields.choices)
    if len({plain(option) for option in options}) < len(options) or not all(options):
        raise UnusableError("two of its choices are the same, or one is empty")
    keys = _matched(fields.best_answer, options, where, "key", notes)
    tempting = (
        []
        if _absent(fields.misleading_answer)
        else _matched(fields.misleading_answer, options, where, "misleading answer", notes)
    )
    if not keys:
        raise UnusableError("it has no best answer")
    if overlap := set(keys) & set(tempting):
        raise UnusableError(f"{min(overlap)!r} is both its best and its misleading answer")
    picture, size, extension = picture_of(folder, fields.image_path)
    wrong = round(fields.error_rate * fields.human_n)
    low, high = wilson_interval(wrong, fields.human_n)
    misleader = "none" if _absent(fields.misleader) else str(fields.misleader).strip()
    return Item(
        name=fields.calvi_id,
        chart_type=fields.chart_type.strip(),
        manipulation=misleader,
        manipulated=misleader != "none",
        question=fields.question.strip(),
        answer_format="multiple choice",
        answer=keys[0],
        answer_type="choice",
        options=options,
        accepted=tuple(keys[1:]),
        tempting=tuple(tempting),
        people=People(fields.error_rate, "error-rate", fields.human_n, float(low), float(high)),
        picture=picture,
        size=size,
        extension=extension,
        original={"calvi_id": fields.calvi_id},
    )


def _absent(value: str | list[str] | None) -> bool:
    return value is None or (isinstance(value, str) and value.strip().casefold() in _NONE)


def _matched(
    given: str | list[str] | None, options: tuple[str, ...], where: str, what: str, notes: list[str]
) -> list[str]:
    """The options that were meant, in the order given. Raises UnusableError for one that none matches."""
    found = []
    for key in [given] if isinstance(given, str) else given or []:
        option = same_option(key, options)
        if option is None:
            raise UnusableError(f"its {what} {key[:80]!r} is none of its choices")
        if option != key.strip():
            notes.append(f"{where}: its {what} {key.strip()!r} is taken for the choice {option!r}.")
        found.append(option)
    return list(dict.fromkeys(found))
