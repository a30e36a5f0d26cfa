"""From a cell of the table to its questions: a long list of candidates, down-sampled to the answers that are wanted.

Each place in a cell has an answer that it should have (see `answers`). Candidates are aimed at it and drawn until one
has it, can be answered from the picture, and is not a repetition; all that could be answered stay on the long list,
where later places look first.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from snellen.benchmarks.grab.plan.answers import EXACT_PROPERTIES, stream, targets
from snellen.benchmarks.grab.plan.cells import TaskCell
from snellen.benchmarks.grab.plan.data_recipes import DATA_RECIPES
from snellen.benchmarks.grab.plan.draft import Draft, Recipe, Request
from snellen.benchmarks.grab.plan.function_recipes import FUNCTION_RECIPES
from snellen.benchmarks.grab.plan.single_recipes import SINGLE_RECIPES
from snellen.benchmarks.grab.plan.transform_recipes import TRANSFORM_RECIPES
from snellen.benchmarks.grab.plan.wording import question_text

__all__ = ["SMALLEST_MARGIN", "Candidate", "canonical", "curate", "margin_of"]

SMALLEST_MARGIN = 0.5
"""Pixels: a question whose answer a smaller displacement could change is not asked."""
_JITTER = 0.3
"""Aims lie this share of a rounding step around the wanted answer: well inside, yet not always on the round value."""
_TRIES = 150
_MOST_TRIES = 1500

_TASK_RECIPES: dict[str, Mapping[tuple[str, str], Recipe]] = {
    "functions": FUNCTION_RECIPES,
    "series": DATA_RECIPES,
    "transforms": TRANSFORM_RECIPES,
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A draft that can be answered: its canonical answer, its margin in pixels, and the question's text."""

    draft: Draft
    answer: str
    margin: float
    text: str
    precision: float


@dataclass
class _LongList:
    drawn: int = 0
    answerable: int = 0
    kept: list[Candidate] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


def curate(cell: TaskCell, seed: int) -> tuple[list[Candidate], dict[str, int]]:
    """The questions of a cell in order, and how many candidates were drawn, could be answered, and were kept.

    Raises RuntimeError where a place can't be filled: a recipe that never succeeds is a defect.
    """
    chosen: list[Candidate] = []
    counts = {"drawn": 0, "answerable": 0, "kept": 0}
    seen: set[str] = set()
    for precision in cell.counts:
        rng = stream(seed, cell.key, cell.subject, precision)
        longlist = _LongList()
        for wanted in targets(cell, precision, seed):
            candidate = _from_list(longlist, wanted, seen) or _drawn(rng, cell, precision, wanted, longlist, seen)
            seen.add(_identity(candidate))
            longlist.used.add(candidate.answer)
            chosen.append(candidate)
        counts["drawn"] += longlist.drawn
        counts["answerable"] += longlist.answerable
    counts["kept"] = len(chosen)
    return chosen, counts


def canonical(value: float, precision: float) -> str:
    """The text of a value rounded to a precision (1, 0.1, 10): never −0, and one decimal where the step is 0.1."""
    steps = round(value / precision)
    return f"{steps / 10 + 0.0:.1f}" if precision == 0.1 else str(int(steps * precision))


def margin_of(draft: Draft, precision: float) -> float:
    """The smallest displacement in pixels of the marks that changes the rounded answer; infinite where none does."""
    if draft.margin is not None:
        return draft.margin
    margins = [
        (precision / 2 - abs(value - round(value / precision) * precision)) / max(sensitivity, 1e-12)
        for value, sensitivity in zip(draft.values, draft.sensitivities, strict=True)
    ]
    return min(margins, default=math.inf)


def _recipe_of(cell: TaskCell) -> Recipe:
    if cell.task == "properties":
        recipes = DATA_RECIPES if cell.subject == "data" else SINGLE_RECIPES
    else:
        recipes = _TASK_RECIPES[cell.task]
    return recipes[cell.task, cell.property]


def _drawn(
    rng: np.random.Generator,
    cell: TaskCell,
    precision: float,
    wanted: float | None,
    longlist: _LongList,
    seen: set[str],
) -> Candidate:
    recipe = _recipe_of(cell)
    exact = cell.task == "properties" and cell.property in EXACT_PROPERTIES
    for attempt in range(_MOST_TRIES):
        if attempt >= _TRIES:
            # The wanted answer is out of reach here: the nearest one on the long list that is not used yet.
            spare = _nearest_spare(longlist, wanted, seen)
            if spare is not None:
                return spare
        aim = (wanted or 0.0) + (0.0 if exact else rng.uniform(-_JITTER, _JITTER) * precision)
        request = Request(cell.task, cell.property, cell.subject, precision, cell.complexity, aim)
        draft = recipe(rng, request)
        longlist.drawn += 1
        if draft is None:
            continue
        margin = margin_of(draft, precision)
        if margin < SMALLEST_MARGIN:
            continue
        longlist.answerable += 1
        text = question_text(cell.task, cell.property, cell.subject, precision, draft.operations)
        candidate = Candidate(draft, _answer_of(draft, precision), margin, text, precision)
        if _fits(candidate, wanted, longlist) and _identity(candidate) not in seen:
            return candidate
        longlist.kept.append(candidate)
    raise RuntimeError(f"no question for {cell.key} at precision {precision} with the answer {wanted}")


def _fits(candidate: Candidate, wanted: float | None, longlist: _LongList) -> bool:
    if wanted is None:
        return candidate.answer not in longlist.used
    return candidate.answer == canonical(wanted, candidate.precision)


def _from_list(longlist: _LongList, wanted: float | None, seen: set[str]) -> Candidate | None:
    for candidate in longlist.kept:
        if _fits(candidate, wanted, longlist) and _identity(candidate) not in seen:
            return candidate
    return None


def _nearest_spare(longlist: _LongList, wanted: float | None, seen: set[str]) -> Candidate | None:
    spare = [c for c in longlist.kept if c.answer not in longlist.used and _identity(c) not in seen]
    if not spare or wanted is None:
        return None
    return min(spare, key=lambda c: (abs(float(c.answer) - wanted), c.answer))


def _answer_of(draft: Draft, precision: float) -> str:
    if draft.answer is not None:
        return draft.answer
    texts = [canonical(value, precision) for value in draft.values]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _identity(candidate: Candidate) -> str:
    return json.dumps([candidate.text, candidate.draft.data])
