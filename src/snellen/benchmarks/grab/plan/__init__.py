"""The plan of GRAB: from a seed to questions, answers and scenes; nothing is drawn."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import JsonValue

from snellen.benchmark import Cell, PlannedChart
from snellen.benchmarks.grab.looks import axes_of, to_pixels
from snellen.benchmarks.grab.plan.cells import TaskCell, paper_cells
from snellen.benchmarks.grab.plan.curate import Candidate, curate
from snellen.benchmarks.grab.plan.presets import chosen_places
from snellen.benchmarks.grab.plan.recompute import recompute_answer
from snellen.dataset import Chart, Question, Source
from snellen.errors import SnellenError

__all__ = ["plan_cell", "plan_cells", "recompute_answer"]

_FIELDS = ("task", "category", "property", "subject", "complexity")


def plan_cells(preset: str, seed: int, only: Mapping[str, Sequence[str]]) -> list[Cell]:
    """The cells of a preset in dataset order, thinned to `only`.

    A cell's parameters are its key in the table and the places in it that the preset keeps. Raises SnellenError for an
    unknown preset, field or value.
    """
    del seed  # The table is the same for every seed.
    cells = list(paper_cells())
    _check(only, cells)
    made = []
    for cell, places in chosen_places(preset, cells):
        if places and all(_plain(str(getattr(cell, name))) in _plain_set(values) for name, values in only.items()):
            made.append(Cell(cell.key, len(places), {"places": list(places)}))
    if not made:
        raise SnellenError("--only leaves no question; drop one of its conditions.")
    return made


def plan_cell(cell: Cell, seed: int) -> Iterator[PlannedChart]:
    """The planned charts of one cell, one question each."""
    entry = _table()[cell.key]
    candidates, counts = curate(entry, seed)
    for number, place in enumerate(cell.parameters["places"]):
        yield _planned(entry, candidates[place], place, seed, counts if number == 0 else {})


@cache
def _table() -> dict[str, TaskCell]:
    return {entry.key: entry for entry in paper_cells()}


def _planned(cell: TaskCell, candidate: Candidate, place: int, seed: int, counts: Mapping[str, int]) -> PlannedChart:
    draft, look = candidate.draft, candidate.draft.scene.look
    # The seed is in the name, so that replies to one set are never taken for replies to another.
    name = f"grab-{cell.key}-{place:02d}-s{seed}"
    source = Source(source_id=name, group_id=name, kind=draft.kind, parameters=draft.parameters, data=draft.data)
    pixels = to_pixels(look, [mark.x for mark in draft.evidence], [mark.y for mark in draft.evidence]).round(3).tolist()
    evidence: list[JsonValue] = [
        {"kind": mark.kind, "index": mark.index, "x": mark.x, "y": mark.y, "pixel": pixel}
        for mark, pixel in zip(draft.evidence, pixels, strict=True)
    ]
    chart = Chart(
        chart_id=name,
        source_id=name,
        file_name=hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()[:20] + ".png",
        width=look.width,
        height=look.height,
        plot=look.plot,
        axes=axes_of(look),
        annotations={"evidence": evidence},
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


def _check(only: Mapping[str, Sequence[str]], cells: Sequence[TaskCell]) -> None:
    for name, values in only.items():
        if name not in _FIELDS:
            raise SnellenError(f"--only: GRAB has no field {name!r}; it has {', '.join(_FIELDS)}.")
        known = {_plain(str(getattr(cell, name))): str(getattr(cell, name)) for cell in cells}
        for value in values:
            if _plain(value) not in known:
                choices = ", ".join(sorted(known.values()))
                raise SnellenError(f"--only: no {name} is called {value!r}; there are {choices}.")


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", " ").replace("_", " ")


def _plain_set(values: Sequence[str]) -> set[str]:
    return {_plain(value) for value in values}
