"""Planned pairs for tests."""

from collections.abc import Sequence
from functools import cache

from snellen.benchmark import PlannedChart
from snellen.benchmarks.chartom.pairs import pairs
from snellen.benchmarks.chartom.plan import plan_cell, plan_cells

__all__ = ["planned_pairs"]


@cache
def planned_pairs(seed: int, extended: bool = True) -> Sequence[tuple[PlannedChart, PlannedChart]]:
    """The honest and the manipulated chart of every pair."""
    cells = plan_cells("paper", seed, {}, {"extended": extended})
    assert len(cells) == len(pairs(extended))
    found = []
    for cell in cells:
        honest, manipulated = plan_cell(cell, seed)
        found.append((honest, manipulated))
    return found
