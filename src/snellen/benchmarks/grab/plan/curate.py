"""From a cell of the table to its questions: a long list of candidates, down-sampled to the answers that are wanted.

Each place in a cell has an answer that it should have (see `answers`). Several candidates are aimed at it; those that
can be answered from the picture make the long list. Of those with the wanted answer the place takes one of the family
that the cell has used least; never one that repeats another. A place that stays empty is drawn for again.
"""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from snellen.benchmarks.grab.plan.answers import EXACT_PROPERTIES, answers_of, stream, targets
from snellen.benchmarks.grab.plan.cells import TaskCell
from snellen.benchmarks.grab.plan.data_recipes import DATA_RECIPES
from snellen.benchmarks.grab.plan.draft import Draft, Recipe, Request
from snellen.benchmarks.grab.plan.function_recipes import FUNCTION_RECIPES
from snellen.benchmarks.grab.plan.single_recipes import SINGLE_RECIPES
from snellen.benchmarks.grab.plan.transform_recipes import TRANSFORM_RECIPES
from snellen.benchmarks.grab.plan.wording import question_text

__all__ = ["SMALLEST_MARGIN", "Candidate", "answer_text", "canonical", "curate", "margin_of"]

SMALLEST_MARGIN = 0.5
"""Pixels: a question whose answer a smaller displacement could change is not asked."""
_JITTER = 0.3
"""Aims lie this share of a rounding step around the wanted answer: well inside, yet not always on the round value."""
CANDIDATES_A_PLACE = 3
_TRIES = 150
_MOST_TRIES = 1500

_TASK_RECIPES: dict[str, Mapping[tuple[str, str], Recipe]] = {
    "functions": FUNCTION_RECIPES,
    "series": DATA_RECIPES,
    "transforms": TRANSFORM_RECIPES,
}


@dataclass(frozen=True)
class Candidate:
    """A draft that can be answered: its canonical answer, its margin in pixels, and the question's text."""

    draft: Draft
    answer: str
    margin: float
    text: str
    precision: float

    @cached_property
    def identity(self) -> str:
        """What makes it the same question as another: its text and its data."""
        return json.dumps([self.text, self.draft.data])


@dataclass
class _LongList:
    candidates: list[Candidate] = field(default_factory=list)
    drawn: int = 0
    families: Counter[str] = field(default_factory=Counter)
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
        wanted = targets(cell, precision, seed)
        longlist = _LongList()
        for aim in wanted * CANDIDATES_A_PLACE:
            _draw(rng, cell, precision, aim, longlist)
        for answer in wanted:
            candidate = _down_sampled(longlist, answer, seen) or _drawn_on(rng, cell, precision, answer, longlist, seen)
            seen.add(candidate.identity)
            longlist.used.add(candidate.answer)
            longlist.families[candidate.draft.kind] += 1
            chosen.append(candidate)
        counts["drawn"] += longlist.drawn
        counts["answerable"] += len(longlist.candidates)
    counts["kept"] = len(chosen)
    return chosen, counts


def canonical(value: float, precision: float) -> str:
    """The text of a value rounded to a precision (1, 0.1, 10): never −0, and one decimal where the step is 0.1."""
    steps = round(value / precision)
    return f"{steps / 10 + 0.0:.1f}" if precision == 0.1 else str(int(steps * precision))


def answer_text(values: Sequence[float], precision: float) -> str:
    """The canonical text of an answer: one value alone, several as a list."""
    texts = [canonical(value, precision) for value in values]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


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


def _draw(
    rng: np.random.Generator, cell: TaskCell, precision: float, wanted: float | None, longlist: _LongList
) -> Candidate | None:
    """One draw aimed at an answer; what can be answered goes on the long list."""
    exact = cell.task == "properties" and cell.property in EXACT_PROPERTIES
    aim = (wanted or 0.0) + (0.0 if exact else rng.uniform(-_JITTER, _JITTER) * precision)
    request = Request(cell.task, cell.property, cell.subject, precision, cell.complexity, aim)
    draft = _recipe_of(cell)(rng, request)
    longlist.drawn += 1
    if draft is None:
        return None
    margin = margin_of(draft, precision)
    if margin < SMALLEST_MARGIN:
        return None
    text = question_text(cell.task, cell.property, cell.subject, precision, draft.operations)
    candidate = Candidate(draft, _answer_of(draft, precision), margin, text, precision)
    longlist.candidates.append(candidate)
    return candidate


def _drawn_on(
    rng: np.random.Generator,
    cell: TaskCell,
    precision: float,
    wanted: float | None,
    longlist: _LongList,
    seen: set[str],
) -> Candidate:
    """More draws for a place that the long list leaves empty.

    Where the wanted answer is out of reach, the place takes the unused answer of the long list nearest to it; where the
    list has none left, draws are aimed at other answers.
    """
    aim = wanted
    for attempt in range(_MOST_TRIES):
        if attempt >= _TRIES:
            spare = _nearest_spare(longlist, wanted, seen)
            if spare is not None:
                return spare
            aim = None if wanted is None else float(rng.choice(answers_of(cell, precision)))
        candidate = _draw(rng, cell, precision, aim, longlist)
        if candidate and _fits(candidate, wanted, longlist) and candidate.identity not in seen:
            return candidate
    raise RuntimeError(f"no question for {cell.key} at precision {precision} with the answer {wanted}")


def _fits(candidate: Candidate, wanted: float | None, longlist: _LongList) -> bool:
    if wanted is None:
        return candidate.answer not in longlist.used
    return candidate.answer == canonical(wanted, candidate.precision)


def _down_sampled(longlist: _LongList, wanted: float | None, seen: set[str]) -> Candidate | None:
    """The candidate with the wanted answer whose family the cell has used least; the first drawn of equals."""
    fitting = [c for c in longlist.candidates if _fits(c, wanted, longlist) and c.identity not in seen]
    return min(fitting, key=lambda c: longlist.families[c.draft.kind], default=None)


def _nearest_spare(longlist: _LongList, wanted: float | None, seen: set[str]) -> Candidate | None:
    spare = [c for c in longlist.candidates if c.answer not in longlist.used and c.identity not in seen]
    if not spare or wanted is None:
        return None
    return min(spare, key=lambda c: (abs(float(c.answer) - wanted), c.answer))


def _answer_of(draft: Draft, precision: float) -> str:
    if draft.answer is not None:
        return draft.answer
    return answer_text(draft.values, precision)
