"""Which places of the table each preset keeps."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from snellen.benchmarks.grab.plan.cells import LEVELS, TASKS, TaskCell
from snellen.errors import SnellenError

__all__ = ["LITE_QUESTIONS", "chosen_places"]

LITE_QUESTIONS = 500


def chosen_places(preset: str, cells: Sequence[TaskCell]) -> Iterator[tuple[TaskCell, list[int]]]:
    """Each cell with the places that the preset keeps, in order: `lite` and `smoke` are parts of `paper`.

    Raises SnellenError for an unknown preset.
    """
    match preset:
        case "paper":
            keep = [list(range(_size(cell))) for cell in cells]
        case "lite":
            keep = _lite(cells)
        case "smoke":
            keep = _smoke(cells)
        case _:
            raise SnellenError(f"GRAB has no preset {preset!r}; it has paper, lite, smoke and ocr.")
    yield from zip(cells, keep, strict=True)


def _size(cell: TaskCell) -> int:
    return sum(cell.counts.values())


def _lite(cells: Sequence[TaskCell]) -> list[list[int]]:
    """As many questions of each task, at even steps through its cells: every property and level in proportion."""
    keep: list[list[int]] = [[] for _ in cells]
    for task in TASKS:
        levels: dict[int, list[int]] = {}
        for i, cell in enumerate(cells):
            if cell.task == task:
                levels.setdefault(cell.complexity, []).append(i)
        # Level by level, so that even steps meet every level equally; each level starts one property later than the one
        # before, or the steps would fall on the same properties again and again.
        order = [met[(n - level) % len(met)] for level, met in sorted(levels.items()) for n in range(len(met))]
        places = [(i, place) for i in order for place in range(_size(cells[i]))]
        wanted = LITE_QUESTIONS // len(TASKS)
        for n in range(wanted):
            i, place = places[math.floor((n + 0.5) * len(places) / wanted)]
            keep[i].append(place)
    return keep


def _smoke(cells: Sequence[TaskCell]) -> list[list[int]]:
    """One question of every property of every task and, in Properties, of each subject; the levels in turn."""
    level_of: dict[tuple[str, str], int] = {}
    properties_met: Counter[str] = Counter()
    for cell in cells:
        key = (cell.task, cell.property)
        if key not in level_of:
            level_of[key] = properties_met[cell.task] % LEVELS
            properties_met[cell.task] += 1
    return [
        [0] if cell.task == "properties" or cell.complexity == level_of[cell.task, cell.property] else []
        for cell in cells
    ]
