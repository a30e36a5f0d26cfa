"""All checks of one question, and their summary over many."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tests.benchmarks.grab.displaced import changed_answers
from tests.benchmarks.grab.drawn import DrawnChart, drawn_from
from tests.benchmarks.grab.legible import faults_of, hidden_marks
from tests.benchmarks.grab.second_route import derive_answer

from snellen.benchmark import Cell
from snellen.benchmarks.grab import BENCHMARK

__all__ = ["Checked", "checked", "checked_cell", "duplicates", "summary"]


@dataclass(frozen=True)
class Checked:
    """What the checks found of one question. `derived` is the second route's answer, or what it failed with."""

    question_id: str
    task: str
    name: str
    precision: float | None
    answer: str
    margin: float
    derived: str
    changed: tuple[str, ...]
    """Answers that the displacement of marks leads to."""
    faults: tuple[str, ...]
    hidden: tuple[tuple[float, float], ...]
    """Needed marks that a later curve covers: told, not a fault, for the curve is seen on both sides of them."""
    fingerprint: str
    """Of the text and the drawn vertices."""

    @property
    def agrees(self) -> bool:
        """Whether both routes give the same answer."""
        return self.derived == self.answer

    @property
    def problems(self) -> bool:
        """Whether anything is wrong."""
        return not self.agrees or bool(self.changed or self.faults)


def checked(chart: DrawnChart, *, picture: bool = True) -> Checked:
    """One drawn chart, checked. The displacements are the same each time."""
    question = chart.question
    try:
        derived = derive_answer(chart)
    except (AssertionError, ValueError, KeyError, IndexError) as error:
        derived = f"{type(error).__name__}: {error}"
    digest = hashlib.sha256(question.text.encode())
    for mark in chart.marks:
        digest.update(np.ascontiguousarray(mark.round(6)).tobytes())
    return Checked(
        question.question_id,
        question.task,
        question.property,
        question.precision,
        str(question.answer),
        question.margin or 0.0,
        derived,
        tuple(sorted(changed_answers(chart, np.random.default_rng(zlib.crc32(question.question_id.encode()))))),
        tuple(faults_of(chart, picture=picture)),
        tuple(hidden_marks(chart)) if picture else (),
        digest.hexdigest(),
    )


def checked_cell(cell: Cell, seed: int, every: int = 1, picture: bool = True) -> list[Checked]:
    """Every n-th chart of a cell, planned, drawn and checked."""
    planned = list(BENCHMARK.plan(cell, seed))[::every]
    return [checked(drawn_from(chart), picture=picture) for chart in planned]


def duplicates(rows: Sequence[Checked]) -> list[str]:
    """Questions whose text and drawn vertices are those of an earlier one."""
    first: dict[str, str] = {}
    found = []
    for row in rows:
        if row.fingerprint in first:
            found.append(f"{row.question_id} = {first[row.fingerprint]}")
        first.setdefault(row.fingerprint, row.question_id)
    return found


def summary(rows: Sequence[Checked]) -> str:
    """Per task and in all: questions, agreements, unchanged under displacement, faultless; then each exception."""
    lines = ["task                questions  agree  survive displacement  without fault  needed marks hidden"]
    tasks = list(dict.fromkeys(row.task for row in rows))
    for task in [*tasks, "all"]:
        own = [row for row in rows if task in (row.task, "all")]
        counts = Counter(
            agree=sum(row.agrees for row in own),
            survive=sum(not row.changed for row in own),
            faultless=sum(not row.faults for row in own),
            hidden=sum(bool(row.hidden) for row in own),
        )
        lines.append(
            f"{task:<20}{len(own):>9}{counts['agree']:>7}{counts['survive']:>22}{counts['faultless']:>15}"
            f"{counts['hidden']:>21}"
        )
    for row in rows:
        if not row.agrees:
            lines.append(f"DISAGREES {row.question_id}: key {row.answer}, second route {row.derived}")
        if row.changed:
            lines.append(f"CHANGES {row.question_id}: {row.answer} to {', '.join(row.changed)}, margin {row.margin}")
        if row.faults:
            lines.append(f"FAULT {row.question_id}: {'; '.join(row.faults)}")
        if row.hidden:
            lines.append(f"hidden {row.question_id}: {', '.join(map(str, row.hidden))}")
    lines += [f"DUPLICATE {pair}" for pair in duplicates(rows)]
    return "\n".join(lines)
