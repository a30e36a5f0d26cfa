"""`snellen extract --checked`: how often a person found each role right, from the sheet that was filled in."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from snellen.errors import SnellenError
from snellen.results import CheckedRecord, Extraction, write_run
from snellen.running.extraction_runs import ROLES, read_finished_run
from snellen.running.extraction_sample import BOXES, SampleRow, rows_to_sample
from snellen.running.journal import locked
from snellen.statistics import wilson_interval

__all__ = ["take_checked", "weighted_share"]

_ANSWERS = {"yes": 1.0, "y": 1.0, "no": 0.0, "n": 0.0, "unsure": None, "": None}
_LARGEST = 64 * 2**20


def take_checked(run: Path, sheet: Path) -> dict[str, CheckedRecord]:
    """Read a filled-in sheet of a run, print each role's accuracy as checked, and store it in RUN/run.json.

    Rows whose box is empty, or says unsure, have no part in it. The share is of all replies that were read: the
    sample is drawn evenly over strata, so each counts by its size (`weighted_share`). Raises SnellenError for a file
    that is no sheet, an answer other than yes, no and unsure, a row that is of another run or of an earlier
    extraction, and a sheet in which nothing is checked.
    """
    with locked(run):
        finished = read_finished_run(run)
        rows = {row.row_id: row for row in rows_to_sample(finished)}
        sizes: dict[tuple[str, str], int] = {}
        for row in rows.values():
            sizes[row.stratum] = sizes.get(row.stratum, 0) + 1
        answers = _read(sheet, rows)
        found: dict[str, CheckedRecord] = {}
        for role in ROLES:
            said = [(rows[name].stratum, answer) for name, by_role in answers.items() if (answer := by_role.get(role))]
            marks = [(stratum, mark) for stratum, answer in said if (mark := _ANSWERS[answer]) is not None]
            if marks:
                share, low, high = weighted_share(marks, sizes)
                found[role] = CheckedRecord(
                    file=sheet.name,
                    checked=len(marks),
                    right=sum(mark == 1.0 for _, mark in marks),
                    unsure=len(said) - len(marks),
                    accuracy=share,
                    low=low,
                    high=high,
                )
        if not found:
            raise SnellenError(f"{sheet}: nothing is checked; write yes, no or unsure in {', '.join(BOXES.values())}.")
        before = finished.record.extraction or Extraction()
        extraction = before.model_copy(update={"checked": {**before.checked, **found}})
        write_run(run, finished.record.model_copy(update={"extraction": extraction}))
    for name, one in found.items():
        click.echo(
            f"{name}: right in {one.right} of {one.checked} checked ({one.unsure} unsure); of all replies "
            f"{100 * one.accuracy:.1f}% ({100 * one.low:.1f} to {100 * one.high:.1f})"
        )
    return found


def weighted_share(
    marks: Sequence[tuple[tuple[str, str], float]], sizes: Mapping[tuple[str, str], int]
) -> tuple[float, float, float]:
    """The share of ones in a stratified sample, with its 95% interval: (share, low, high), each from 0 to 1.

    `marks` are (stratum, 0 or 1), `sizes` how many there are of each stratum in all; strata without a mark are left
    out. With W the stratum's part of all and n its marks, the share is Σ W·p, and its interval Wilson's at Kish's
    effective size 1/Σ(W²/n) (L. Kish, Survey Sampling, 1965, section 11.7). Raises ValueError where there are no marks.

    >>> a, b = ("t", "agree"), ("t", "differ")
    >>> share, low, high = weighted_share([(a, 1), (a, 1), (b, 1), (b, 0)], {a: 90, b: 10})
    >>> round(share, 3)
    0.95
    """
    if not marks:
        raise ValueError("no marks, no share")
    strata: dict[tuple[str, str], list[float]] = {}
    for stratum, mark in marks:
        strata.setdefault(stratum, []).append(mark)
    total = sum(sizes[stratum] for stratum in strata)
    parts = {stratum: sizes[stratum] / total for stratum in strata}
    share = min(1.0, sum(parts[stratum] * sum(own) / len(own) for stratum, own in strata.items()))
    effective = 1 / sum(parts[stratum] ** 2 / len(own) for stratum, own in strata.items())
    low, high = wilson_interval(share * effective, effective)
    return share, float(low), float(high)


def _read(sheet: Path, rows: Mapping[str, SampleRow]) -> dict[str, dict[str, str]]:
    """What the sheet says, by row and role."""
    try:
        if sheet.stat().st_size > _LARGEST:
            raise SnellenError(f"{sheet}: larger than any sheet that `snellen extract` writes; name the checked one.")
        text = sheet.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SnellenError(f"{sheet}: {error.strerror}; name the sheet that was filled in.") from None
    except UnicodeDecodeError:
        raise SnellenError(f"{sheet}: not UTF-8; save the sheet as CSV in UTF-8.") from None
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    found: dict[str, dict[str, str]] = {}
    try:
        columns = reader.fieldnames or []
        if "id" not in columns or not set(BOXES.values()) & set(columns):
            raise SnellenError(
                f"{sheet}: no sheet of `snellen extract`; it has a column id and one of {', '.join(BOXES.values())}."
            )
        for record in reader:
            where, name = f"{sheet}:{reader.line_num}", (record["id"] or "").strip()
            if name not in rows:
                raise SnellenError(
                    f"{where}: row {name[:40]!r} is not of this run as its replies are read now; check the sheet that "
                    "`snellen extract` wrote last."
                )
            if name in found:
                raise SnellenError(f"{where}: row {name!r} is there twice; keep one of them.")
            found[name] = {
                role: _answer(where, column, record[column]) for role, column in BOXES.items() if column in columns
            }
    except csv.Error as error:
        raise SnellenError(f"{sheet}:{reader.line_num}: not CSV ({error}); save the sheet as CSV again.") from None
    return found


def _answer(where: str, column: str, value: str | None) -> str:
    answer = (value or "").strip().casefold()
    if answer not in _ANSWERS:
        raise SnellenError(f"{where}: {column} says {answer[:40]!r}; write yes, no or unsure, or leave it empty.")
    return answer
