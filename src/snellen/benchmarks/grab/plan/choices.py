"""Five options for every question (section 4.7 of the paper)."""

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab.plan.curate import Candidate

__all__ = ["with_choices"]


def with_choices(planned: PlannedChart, candidate: Candidate, seed: int) -> PlannedChart:
    """The chart with a second question: the same with five options."""
    raise NotImplementedError
