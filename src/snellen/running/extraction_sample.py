"""A sample of what the models of `snellen extract` wrote, for a person to check: a CSV file and a page with boxes."""

import csv
import hashlib
import io
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from snellen import __version__
from snellen.files import atomic_file, write_text
from snellen.pages import inert_json, package_text, render_page
from snellen.parsing import parse_number
from snellen.running.extraction_runs import COLUMNS, ROLES, FinishedRun, RoleName

__all__ = ["BOXES", "CSV_FILE", "PAGE_FILE", "SampleRow", "rows_to_sample", "sample_rows", "write_sample"]

CSV_FILE, PAGE_FILE = "extraction-sample.csv", "extraction-sample.html"

BOXES: Mapping[RoleName, str] = {"large": "large_right", "small": "small_right", "judge": "judge_right"}
"""The column in which a person says yes, no or unsure of each role."""

_KEY = ("model", "settings", "dataset_fingerprint", "question_id", "strategy", "n_examples", "repeat")
_SHEET = ("id", "task", "model", "question", "reply")
_LONGEST_SHOWN = 20_000


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One reply that was read: what it is, what each role wrote, and its stratum.

    `row_id` is made of the reply's key and of all that was written: it changes when a reply is read anew.
    `stratum` is the task and whether exact match and all roles agree.
    """

    row_id: str
    stratum: tuple[str, str]
    task: str
    model: str
    question: str
    reply: str
    key: str
    written: Mapping[RoleName, str]


def write_sample(run: FinishedRun, size: int, seed: int) -> Path | None:
    """Write RUN/extraction-sample.csv and .html with `size` replies; return the page, None where no model has read any.

    A sheet from before is replaced. The page needs no network and no other file.
    """
    rows = sample_rows(rows_to_sample(run), size, seed)
    if not rows:
        return None
    roles = [role for role in ROLES if any(role in row.written for row in rows)]
    write_text(run.folder / CSV_FILE, _csv(rows, roles))
    models = {role: told.model for role, told in run.record.extraction.roles.items()} if run.record.extraction else {}
    with atomic_file(run.folder / PAGE_FILE) as page:
        render_page(
            page,
            "snellen.running",
            "extraction-sample.html",
            scripts=[package_text("snellen.running", "extraction-sample.js")],
            kind="snellen extract",
            title=f"Extractions to check: {run.folder.resolve().name}",
            version=__version__,
            sample_style=package_text("snellen.running", "extraction-sample.css"),
            rows=rows,
            roles=roles,
            boxes=BOXES,
            models=models,
            notes={role: COLUMNS[role][1] for role in roles},
            shown=_shortened,
            sheet=inert_json({"name": CSV_FILE, "columns": _columns(roles), "rows": _records(rows, roles)}),
        )
    return run.folder / PAGE_FILE


def rows_to_sample(run: FinishedRun) -> list[SampleRow]:
    """All replies of a run that at least one role has read, in the order of its results."""
    names = {*_KEY, "task", "answer", "exact", *(name for pair in COLUMNS.values() for name in pair)}
    table = run.table.select([name for name in run.table.schema.names if name in names])
    found = []
    for record, question, reply, key in zip(table.to_pylist(), run.questions, run.replies, run.keys, strict=True):
        written = {role: note for role in ROLES if (note := record[COLUMNS[role][1]]) is not None}
        if key is None or not written or not (reply or "").strip():
            continue
        parts = json.dumps([[record[name] for name in _KEY], written], ensure_ascii=False)
        found.append(
            SampleRow(
                row_id=hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:16],
                stratum=(str(record["task"]), "agree" if _agree(record, written) else "differ"),
                task=str(record["task"]),
                model=str(record["model"]),
                question=question,
                reply=reply or "",
                key=key,
                written=written,
            )
        )
    return found


def sample_rows(rows: Sequence[SampleRow], size: int, seed: int) -> list[SampleRow]:
    """`size` rows (all, if there are fewer), as evenly over the strata as these allow, in the order of `rows`.

    One after another, each stratum gives one of its rows that are left, drawn without replacement; strata take turns
    in their order by name. The same rows, size and seed give the same sample.
    """
    strata: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows):
        strata.setdefault(row.stratum, []).append(place)
    draw = random.Random(seed)
    for places in (strata[name] for name in sorted(strata)):
        draw.shuffle(places)
    turns = [(turn, name, place) for name, places in strata.items() for turn, place in enumerate(places)]
    return [rows[place] for place in sorted(place for _, _, place in sorted(turns)[:size])]


def _agree(record: Mapping[str, object], written: Mapping[RoleName, str]) -> bool:
    """Whether the roles wrote the same answer, and exact match and all of them give the same score."""
    texts = {written[role] for role in ("large", "small") if role in written}
    scores = {record["exact"], *(record[COLUMNS[role][0]] for role in written)}
    return len(texts) <= 1 and len(scores) == 1


def _columns(roles: Sequence[RoleName]) -> list[str]:
    return [*_SHEET, *(COLUMNS[role][1] for role in roles), *(BOXES[role] for role in roles), "key"]


def _records(rows: Sequence[SampleRow], roles: Sequence[RoleName]) -> list[list[str]]:
    return [
        [
            row.row_id,
            *(_cell(text) for text in (row.task, row.model, _shortened(row.question), _shortened(row.reply))),
            *(_cell(row.written.get(role, "")) for role in roles),
            *("" for _ in roles),
            _cell(row.key),
        ]
        for row in rows
    ]


def _csv(rows: Sequence[SampleRow], roles: Sequence[RoleName]) -> str:
    handle = io.StringIO()
    writer = csv.writer(handle, lineterminator="\n")
    writer.writerow(_columns(roles))
    writer.writerows(_records(rows, roles))
    return handle.getvalue()


def _cell(text: str) -> str:
    """A text as no spreadsheet takes it for a formula: an apostrophe before what is none of its own."""
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) and parse_number(text) is None else text


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST_SHOWN:
        return text
    half = _LONGEST_SHOWN // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
