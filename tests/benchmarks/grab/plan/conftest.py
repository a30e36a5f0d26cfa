"""One small set, planned once for all that look at planned questions."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab import plan


@pytest.fixture(scope="session")
def smoke_plans() -> list[PlannedChart]:
    """Every property of every task, each subject in Properties too: the cells of `smoke`, cut to one question each."""
    with pytest.MonkeyPatch.context() as patch:
        cut = {key: replace(cell, counts=dict.fromkeys(cell.counts, 1)) for key, cell in plan._table().items()}
        patch.setattr(plan, "_table", lambda: cut)
        return list(_planned())


def _planned() -> Iterator[PlannedChart]:
    for cell in plan.plan_cells("smoke", 3, {}):
        yield from plan.plan_cell(cell, 3)
