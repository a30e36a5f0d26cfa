"""People's raw answers: read from a table, held against the keys, and freed of those who did not pay attention."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from snellen.benchmarks.chartom.imported_keys import plain
from snellen.benchmarks.chartom.imported_people import ID_NAMES, stem_of
from snellen.benchmarks.chartom.tables import Row, read_table
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError

__all__ = ["Answers", "Judge", "Judged", "charts_by_name", "read_answers"]

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "participant": (
        *("participant id", "subject", "subject id", "worker", "worker id", "respondent", "user", "user id", "person"),
    ),
    "chart": (*ID_NAMES, "question", "question id", "item", "item id", "stimulus"),
    "answer": ("response", "reply", "choice", "given answer", "selected"),
    "seconds": ("time", "rt", "duration", "response time", "time seconds", "time s", "elapsed"),
    "attention": ("attention check", "attention passed", "passed attention", "passed"),
}
_PASSED = ("1", "1.0", "true", "yes", "y", "pass", "passed", "ok")
_FAILED = ("0", "0.0", "false", "no", "n", "fail", "failed")


@dataclass(frozen=True, slots=True)
class Judged:
    """What an answer is worth: read at all, right, and one that the manipulation invites (None: it invites none)."""

    read: bool
    right: bool = False
    misled: bool | None = None


Judge = Callable[[Question, str], Judged]


@dataclass(frozen=True, slots=True)
class Answers:
    """Judged answers by chart id and participant, and what became of the rest.

    `left_out` counts by reason: rows that can't be used, answers of people who failed a check, too fast, without a
    time, repeated, unread. `excluded` are the people who failed a check; `faults` say which rows can't be used;
    `unread` counts by chart.
    """

    by_chart: dict[str, dict[str, Judged]]
    people: int
    rows: int
    excluded: frozenset[str]
    left_out: Counter[str]
    unread: Counter[str] = field(default_factory=Counter)
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Check:
    """An attention check: a question of the dataset, or the answer that is expected."""

    question: Question | None
    expected: str | None


def read_answers(
    dataset: Dataset, path: Path, judge: Judge, checks: Sequence[str] = (), min_seconds: float = 0.0
) -> Answers:
    """The answers that count, in a table with columns participant, chart and answer, and seconds and attention if any.

    A chart is named by its id in the dataset, by that of its FACT question, by its picture's file name, or by the id
    that it had where it was imported from. A person is left out with all answers who failed an attention check: an
    entry of a column `attention` that says no, a wrong answer to a chart named in `checks`, or an answer other than
    ANSWER to a question ID of the table's own that stands there as ID=ANSWER (case and punctuation at the ends don't
    count). Who was not shown a check has not failed it. Checks themselves count for no chart. An answer given in
    less than `min_seconds`, or without a time where there is such a limit, is left out; of several answers of one
    person to one chart the first in the file counts. An answer that can't be read, an empty one included, is left out
    of all shares and counted.

    Raises SnellenError where the table can't be read or lacks a column, or a check names no chart.
    """
    required = ("participant", "chart", "answer", *(("seconds",) if min_seconds > 0 else ()))
    faults: list[str] = []
    rows = read_table(path, _COLUMNS, required, faults)
    damaged = len(faults)
    named = charts_by_name(dataset)
    _refuse_unasked(path, checks, rows)
    questions = {question.chart_id: question for question in dataset.questions() if question.task == "fact"}
    known_checks = _checks(checks, named, questions)
    usable = [row for row in rows if _is_usable(row, named, known_checks, faults)]
    excluded = frozenset(row.get("participant") for row in usable if _failed(row, known_checks, judge))
    found: dict[str, dict[str, Judged]] = {name: {} for name in questions}
    left_out, unread = Counter({"rows that can't be used": damaged + len(rows) - len(usable)}), Counter[str]()
    seen: set[tuple[str, str]] = set()
    for row in usable:
        participant, written = row.get("participant"), _name(row)
        if written in known_checks or row.get("chart") in known_checks:
            continue
        chart = named[written]
        if participant in excluded:
            left_out["answers of people who failed an attention check"] += 1
            continue
        if (reason := _out_of_time(row, min_seconds)) is not None:
            left_out[reason] += 1
            continue
        if (participant, chart) in seen:
            left_out["answers to a chart that the same person had answered before"] += 1
            continue
        seen.add((participant, chart))
        judged = judge(questions[chart], row.get("answer")) if row.get("answer") else Judged(False)
        if judged.read:
            found[chart][participant] = judged
        else:
            left_out["answers that can't be read"] += 1
            unread[chart] += 1
    people = len({row.get("participant") for row in usable})
    return Answers(found, people, damaged + len(rows), excluded, left_out, unread, tuple(faults))


def charts_by_name(dataset: Dataset) -> dict[str, str]:
    """Chart ids by every name that a chart goes by; a name of two charts is none of either's."""
    names: dict[str, set[str]] = {}
    for chart in dataset.charts():
        original = (chart.metadata.get(key) for key in ("original_id", "calvi_id"))
        for name in (chart.chart_id, f"{chart.chart_id}-fact", stem_of(chart.file_name), *original):
            if isinstance(name, str):
                names.setdefault(name, set()).add(chart.chart_id)
    return {name: next(iter(charts)) for name, charts in names.items() if len(charts) == 1}


def _checks(given: Sequence[str], named: Mapping[str, str], questions: Mapping[str, Question]) -> dict[str, _Check]:
    found = {}
    for check in given:
        name, sign, expected = check.partition("=")
        if sign and name.strip() and expected.strip():
            found[name.strip()] = _Check(None, expected.strip())
        elif not sign and stem_of(name) in named:
            found[stem_of(name)] = _Check(questions[named[stem_of(name)]], None)
        else:
            raise SnellenError(
                f"--attention {check}: names no chart of the dataset; write a chart's id, or ID=ANSWER for a question "
                "of the table's own."
            )
    return found


def _refuse_unasked(path: Path, checks: Sequence[str], rows: Sequence[Row]) -> None:
    """A check that nobody was shown is most likely a slip of the pen."""
    asked = {name for row in rows for name in (row.get("chart"), _name(row))}
    for check in checks:
        name = check.partition("=")[0].strip()
        if name and rows and name not in asked and stem_of(name) not in asked:
            raise SnellenError(f"--attention {check}: no row of {path} is of {name}; write an id that stands there.")


def _name(row: Row) -> str:
    return stem_of(row.get("chart"))


def _is_usable(row: Row, named: Mapping[str, str], checks: Mapping[str, _Check], faults: list[str]) -> bool:
    attention = row.get("attention").casefold()
    if not row.get("participant"):
        fault = "it names no participant"
    elif not row.get("chart"):
        fault = "it names no chart"
    elif _name(row) not in named and _name(row) not in checks and row.get("chart") not in checks:
        fault = f"the dataset has no chart {row.get('chart')[:80]!r}"
    elif attention and attention not in (*_PASSED, *_FAILED):
        fault = f"the attention {row.get('attention')[:40]!r} is neither passed nor failed; write 1 or 0"
    elif row.get("seconds") and _seconds(row) is None:
        fault = f"the seconds {row.get('seconds')[:40]!r} are no number from 0 up"
    else:
        return True
    faults.append(f"{row.where}: {fault}")
    return False


def _failed(row: Row, checks: Mapping[str, _Check], judge: Judge) -> bool:
    if row.get("attention").casefold() in _FAILED:
        return True
    check = checks.get(row.get("chart")) or checks.get(_name(row))
    if check is None:
        return False
    if check.expected is not None:
        return plain(row.get("answer")) != plain(check.expected)
    assert check.question is not None
    return not judge(check.question, row.get("answer")).right


def _out_of_time(row: Row, min_seconds: float) -> str | None:
    if min_seconds <= 0:
        return None
    seconds = _seconds(row)
    if seconds is None:
        return "answers without a time"
    return f"answers given in under {min_seconds:g} s" if seconds < min_seconds else None


def _seconds(row: Row) -> float | None:
    text = row.get("seconds")
    if not re.fullmatch(r"[+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None
