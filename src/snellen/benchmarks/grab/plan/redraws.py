"""The same question on another drawing of its chart (section 4.4 of the paper)."""

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.plan.curate import Candidate

__all__ = ["redrawn"]


def redrawn(planned: PlannedChart, candidate: Candidate, redraw: int, seed: int) -> PlannedChart:
    """The chart drawn in look number `redraw` (from 1), with its question."""
    raise NotImplementedError
