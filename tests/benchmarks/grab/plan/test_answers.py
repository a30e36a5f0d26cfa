"""Wanted answers: on the grid, each as often as the others, known to every cell on its own."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.answers import EXACT_PROPERTIES, answers_of, stream, targets
from snellen.benchmarks.grab.plan.cells import TaskCell, paper_cells

CELLS = list(paper_cells())


def _pool(cell: TaskCell, precision: float) -> tuple[object, ...]:
    """What cells share that draw on the same answers."""
    transformed = cell.task == "transforms" and cell.complexity > 0
    return cell.task, cell.property, cell.subject, precision, transformed


@settings(max_examples=5)
@given(st.integers(0, 2**63))
def test_every_answer_comes_up_equally_often_give_or_take_one(seed: int) -> None:
    used: defaultdict[tuple[object, ...], Counter[float]] = defaultdict(Counter)
    answers = {}
    for cell in CELLS:
        for precision in cell.counts:
            pool = _pool(cell, precision)
            answers[pool] = answers_of(cell, precision)
            if answers[pool]:
                used[pool].update(answer for answer in targets(cell, precision, seed) if answer is not None)
    for pool, counts in used.items():
        often = [counts[answer] for answer in answers[pool]]
        assert set(counts) <= set(answers[pool])
        assert max(often) - min(often) <= 1, pool


def test_a_cell_has_a_target_for_each_of_its_questions() -> None:
    for cell in CELLS:
        for precision, count in cell.counts.items():
            assert len(targets(cell, precision, 5)) == count


def test_answers_lie_on_the_grid_of_their_precision_in_ascending_order() -> None:
    for cell in CELLS:
        for precision in cell.counts:
            answers = answers_of(cell, precision)
            assert list(answers) == sorted(set(answers))
            assert all(abs(answer / precision - round(answer / precision)) < 1e-9 for answer in answers)


def test_only_equations_and_pairs_of_stationary_points_take_any_answer() -> None:
    free = {cell.property for cell in CELLS for precision in cell.counts if not answers_of(cell, precision)}
    assert free == {"equation", "stationary points"}
    assert all(targets(cell, 1.0, 3) == [None] * cell.counts[1.0] for cell in CELLS if cell.property in free)


@pytest.mark.parametrize(("name", "answers"), [("number of points", range(15, 97)), ("number of series", range(1, 13))])
def test_counts_run_over_the_published_ranges(name: str, answers: range) -> None:
    (cell,) = [cell for cell in CELLS if cell.property == name]
    assert set(answers_of(cell, 1.0)) <= set(answers)
    assert min(answers_of(cell, 1.0)) == answers[0]
    assert max(answers_of(cell, 1.0)) == answers[-1]


def test_correlations_run_from_minus_1_to_1() -> None:
    for cell in CELLS:
        if cell.category == "Correlation":
            answers = answers_of(cell, 0.1)
            assert -1 <= min(answers) <= -0.8
            assert 0.8 <= max(answers) <= 1


def test_exact_properties_are_properties() -> None:
    assert {cell.property for cell in CELLS if cell.task == "properties"} >= EXACT_PROPERTIES


def test_seeds_differ() -> None:
    assert [targets(cell, p, 1) for cell in CELLS for p in cell.counts] != [
        targets(cell, p, 2) for cell in CELLS for p in cell.counts
    ]


def test_streams_of_one_name_are_equal_and_of_others_differ() -> None:
    def first(*names: object) -> float:
        return float(stream(*names).random())  # type: ignore[arg-type]

    assert first(1, "a", 2) == first(1, "a", 2)
    others = [first(1, "a", 2), first(2, "a", 2), first(1, "a", 3), first(1, "b", 2), first(1, "a"), first(0)]
    assert len(set(others)) == len(others)
