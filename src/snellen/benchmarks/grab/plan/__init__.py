"""The plan of GRAB: from a seed to questions, answers and scenes; nothing is drawn."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from snellen.benchmark import NO_OPTIONS, Cell, PlannedChart
from snellen.benchmarks.grab.looks import axes_of
from snellen.benchmarks.grab.ocr import KINDS, OCR_QUESTIONS, ocr_cells, plan_ocr_cell
from snellen.benchmarks.grab.plan.cells import TaskCell, paper_cells
from snellen.benchmarks.grab.plan.choices import with_choices
from snellen.benchmarks.grab.plan.curate import Candidate, curate
from snellen.benchmarks.grab.plan.evidence import evidence_records
from snellen.benchmarks.grab.plan.presets import chosen_places
from snellen.benchmarks.grab.plan.recompute import recompute_answer
from snellen.benchmarks.grab.plan.redraws import redrawn
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError

__all__ = ["plan_cell", "plan_cells", "recompute_answer"]

_FIELDS = ("task", "category", "property", "subject", "complexity")


def plan_cells(
    preset: str,
    seed: int,  # noqa: ARG001
    only: Mapping[str, Sequence[str]],
    options: Mapping[str, Any] = NO_OPTIONS,
) -> list[Cell]:
    """The cells of a preset in dataset order, thinned to `only`: the same for every seed.

    A cell's parameters are its key in the table and the places in it that the preset keeps. Raises SnellenError for an
    unknown preset, field or value.
    """
    choices, redraws, ocr = _options(options)
    cells = list(paper_cells()) if preset != "ocr" else []
    on_texts = _check(only, cells, ocr=bool(ocr) or preset == "ocr")
    if preset == "ocr":
        if choices or redraws:
            raise SnellenError("the preset ocr has five options and one drawing of its own; leave the other flags out.")
        return ocr_cells(ocr or OCR_QUESTIONS, extra=False, only=on_texts)
    made = []
    for cell, places in chosen_places(preset, cells):
        if places and all(_plain(str(getattr(cell, name))) in _plain_set(values) for name, values in only.items()):
            parameters: dict[str, Any] = {"places": list(places)}
            parameters |= {"multiple_choice": True} if choices else {}
            parameters |= {"redraw": redraws} if redraws else {}
            made.append(Cell(cell.key, len(places) * (1 + redraws), parameters))
    made += ocr_cells(ocr, extra=True, only=on_texts) if ocr else []
    if not made:
        raise SnellenError("--only leaves no question; drop one of its conditions.")
    return made


def plan_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The planned charts of one cell: each question's, and where they are wanted its other drawings."""
    if cell.key.startswith("ocr-"):
        yield from plan_ocr_cell(cell, seed)
        return
    entry = _table()[cell.key]
    candidates, counts = curate(entry, seed)
    for number, place in enumerate(cell.parameters["places"]):
        planned = _planned(entry, candidates[place], place, seed, counts if number == 0 else {})
        yield with_choices(planned, candidates[place], seed) if cell.parameters.get("multiple_choice") else planned
        for redraw in range(1, cell.parameters.get("redraw", 0) + 1):
            yield redrawn(planned, candidates[place], redraw, seed)


def _options(options: Mapping[str, Any]) -> tuple[bool, int, int]:
    """Whether options are offered, how often each chart is drawn again, and how many questions on labels there are."""
    choices, redraws, ocr = (
        options.get(name, default) for name, default in (("multiple_choice", False), ("redraw", 0), ("ocr", 0))
    )
    if type(choices) is not bool:
        raise SnellenError(f"--multiple-choice is given or not, and takes no value such as {choices!r}.")
    for name, value in (("redraw", redraws), ("ocr", ocr)):
        if type(value) is not int or value < 0:
            raise SnellenError(f"--{name} {value!r}: it is a whole number from 1.")
    return choices, redraws, ocr


@cache
def _table() -> dict[str, TaskCell]:
    return {entry.key: entry for entry in paper_cells()}


def _planned(cell: TaskCell, candidate: Candidate, place: int, seed: int, counts: Mapping[str, int]) -> PlannedChart:
    draft, look = candidate.draft, candidate.draft.scene.look
    # The seed is in the name, so that replies to one set are never taken for replies to another.
    name = f"grab-{cell.key}-{place:02d}-s{seed}"
    source = Source(source_id=name, group_id=name, kind=draft.kind, parameters=draft.parameters, data=draft.data)
    chart = Chart(
        chart_id=name,
        source_id=name,
        file_name=hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:20] + ".png",
        width=look.width,
        height=look.height,
        plot=look.plot,
        axes=axes_of(look),
        annotations={"evidence": evidence_records(draft)},
        metadata={"look": "sampled" if cell.task == "properties" else "fixed", "renderer": "matplotlib"},
    )
    metadata: dict[str, Any] = {"subject": cell.subject}
    if cell.task == "transforms":
        metadata["operations"] = [{"kind": op.kind, "value": op.value} for op in draft.operations]
    question = Question(
        question_id=name,
        chart_id=name,
        benchmark="grab",
        task=cell.task,
        category=cell.category,
        property=cell.property,
        text=candidate.text,
        answer=candidate.answer,
        answer_type={"equation": "equation", "stationary points": "list"}.get(cell.property, "number"),
        precision=candidate.precision,
        complexity=cell.complexity,
        margin=round(candidate.margin, 4),
        metadata=metadata,
    )
    return PlannedChart(source, chart, (question,), draft.scene, counts)


def _check(only: Mapping[str, Sequence[str]], cells: Sequence[TaskCell], *, ocr: bool) -> dict[str, list[str]]:
    """The conditions on questions on texts: the categories and properties of theirs that `only` names.

    Questions on texts were asked for by an option of their own, so conditions that name none of theirs leave them all.
    """
    on_texts: dict[str, list[str]] = {}
    texts = {
        "task": ["ocr"],
        "category": list(KINDS),
        "property": [name for properties in KINDS.values() for name in properties],
    }
    for name, values in only.items():
        if name not in _FIELDS or (not cells and name not in texts):
            fields = _FIELDS if cells else texts
            raise SnellenError(
                f"--only: GRAB has no field {name!r}{'' if cells else ' here'}; it has {', '.join(fields)}."
            )
        known = {_plain(str(getattr(cell, name))): str(getattr(cell, name)) for cell in cells}
        on_these = {_plain(value): value for value in texts.get(name, ()) if ocr}
        for value in values:
            if _plain(value) in on_these and name != "task":
                on_texts.setdefault(name, []).append(on_these[_plain(value)])
            if _plain(value) not in known and _plain(value) not in on_these:
                choices = ", ".join(sorted({*known.values(), *on_these.values()}))
                raise SnellenError(f"--only: no {name} is called {value!r}; there are {choices}.")
    return on_texts


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", " ").replace("_", " ")


def _plain_set(values: Sequence[str]) -> set[str]:
    return {_plain(value) for value in values}
