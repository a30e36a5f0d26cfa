"""Presets: what each keeps of the table, and what `only` leaves of them."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.plan import plan_cells
from snellen.benchmarks.grab.plan.cells import LEVELS, TASKS, TaskCell, paper_cells
from snellen.benchmarks.grab.plan.presets import chosen_places
from snellen.errors import SnellenError


def _chosen(preset: str) -> list[tuple[TaskCell, list[int]]]:
    return [(cell, places) for cell, places in chosen_places(preset, list(paper_cells())) if places]


def _counts(preset: str, *fields: str) -> Counter[tuple[object, ...]]:
    counts: Counter[tuple[object, ...]] = Counter()
    for cell, places in _chosen(preset):
        counts[tuple(getattr(cell, name) for name in fields)] += len(places)
    return counts


def test_paper_keeps_every_place() -> None:
    assert all(places == list(range(sum(cell.counts.values()))) for cell, places in _chosen("paper"))
    assert sum(_counts("paper").values()) == 2170


@pytest.mark.parametrize("preset", [name for name in BENCHMARK.presets if name != "ocr"])
def test_every_preset_is_a_part_of_paper(preset: str) -> None:
    for cell, places in _chosen(preset):
        assert places == sorted(set(places))
        assert set(places) <= set(range(sum(cell.counts.values())))


def test_lite_has_500_questions_125_a_task() -> None:
    assert _counts("lite", "task") == {(task,): 125 for task in TASKS}


def test_lite_keeps_every_level_and_property_in_proportion() -> None:
    for fields in (("task", "complexity"), ("task", "property"), ("task", "category")):
        whole, lite = _counts("paper", *fields), _counts("lite", *fields)
        of_task = _counts("paper", "task")
        for key, count in whole.items():
            share = 125 * count / of_task[(key[0],)]
            slack = 1 if fields[1] == "complexity" else 2.5
            assert abs(lite[key] - share) < slack, (key, lite[key], share)


def test_lite_keeps_precisions_about_in_proportion() -> None:
    kept: Counter[tuple[str, float]] = Counter()
    whole: Counter[tuple[str, float]] = Counter()
    for cell, places in chosen_places("lite", list(paper_cells())):
        precisions = [precision for precision, count in cell.counts.items() for _ in range(count)]
        kept.update((cell.task, precisions[place]) for place in places)
        whole.update((cell.task, precision) for precision in precisions)
    for key, count in whole.items():
        total = sum(n for (task, _), n in whole.items() if task == key[0])
        assert kept[key] / 125 == pytest.approx(count / total, abs=0.02), key


def test_smoke_has_every_property_of_every_task_and_every_subject() -> None:
    assert set(_counts("smoke", "task", "property", "subject")) == set(_counts("paper", "task", "property", "subject"))
    assert sum(_counts("smoke").values()) < 100


def test_smoke_meets_the_levels_in_turn() -> None:
    for task in ("functions", "series"):
        assert len({level for (met, level) in _counts("smoke", "task", "complexity") if met == task}) == LEVELS


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(SnellenError, match="paper, lite, smoke and ocr"):
        plan_cells("large", 1, {})


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ({"colour": ["red"]}, "no field 'colour'; it has task, category, property, subject, complexity"),
        ({"task": ["drawing"]}, "no task is called 'drawing'; there are functions, properties, series, transforms"),
        ({"complexity": ["10"]}, "there are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"task": ["series"], "property": ["equation"]}, "leaves no question"),
    ],
)
def test_a_condition_that_says_nothing_is_refused(only: Mapping[str, Sequence[str]], message: str) -> None:
    with pytest.raises(SnellenError, match=message):
        plan_cells("paper", 1, only)


def test_conditions_thin_the_cells() -> None:
    cells = plan_cells("paper", 1, {"task": ["Series"], "property": ["pearson-correlation", "DATA MEAN"]})
    assert sum(cell.charts for cell in cells) == 30 + 50
    assert all(cell.key.startswith(("series-pearson-correlation-", "series-data-mean-")) for cell in cells)
    assert sum(cell.charts for cell in plan_cells("paper", 1, {"complexity": ["0", "9"]})) == 660 + 2 * 151
    assert [cell.charts for cell in plan_cells("paper", 1, {"subject": ["sine"]})] == [8]


def test_a_cell_says_how_many_charts_it_holds() -> None:
    for preset in [name for name in BENCHMARK.presets if name != "ocr"]:
        cells = plan_cells(preset, 1, {})
        assert all(cell.charts == len(cell.parameters["places"]) > 0 for cell in cells)
        assert len({cell.key for cell in cells}) == len(cells)
