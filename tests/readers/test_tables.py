"""The tables that ship: they know every template that is asked today, and say how they were made."""

import numpy as np
import pytest

from snellen.benchmarks.biy import BENCHMARK as BIY
from snellen.benchmarks.biy.ask import MORE_PROMPTS, PROMPTS
from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.operations import draw_operations
from snellen.benchmarks.grab.plan.wording import question_text
from snellen.readers.knowledge import Knowledge, shipped_knowledge


@pytest.fixture(scope="module")
def table() -> Knowledge:
    (found,) = [knowledge for knowledge in shipped_knowledge() if knowledge.benchmark == "grab"]
    return found


def test_it_was_learned_on_ten_whole_sets(table: Knowledge) -> None:
    assert len(table.seeds) == 10
    assert table.preset == "paper"
    assert table.benchmark_version == BENCHMARK.version
    assert table.questions == 10 * 2170
    assert sum(learned.n for learned in table.templates.values()) == table.questions


def test_its_templates_are_those_that_are_asked(table: Knowledge) -> None:
    rng = np.random.default_rng(0)
    asked = {
        BENCHMARK.template(question_text(cell.task, cell.property, cell.subject, precision, operations))
        for cell in paper_cells()
        for operations in [draw_operations(rng, cell.complexity) if cell.task == "transforms" else ()]
        for precision in cell.counts
    }
    assert asked == set(table.templates)


def test_the_scatterplots_table_knows_every_prompt() -> None:
    (found,) = [knowledge for knowledge in shipped_knowledge() if knowledge.benchmark == "biy"]
    assert set(found.templates) == {*PROMPTS.values(), *MORE_PROMPTS.values()}
    assert found.benchmark_version == BIY.version
    assert (found.preset, len(found.seeds)) == ("lite", 3)
    assert sum(learned.n for learned in found.templates.values()) == found.questions
