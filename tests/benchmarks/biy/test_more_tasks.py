"""The relationship of the variables and the shape of clusters, asked in one word."""

from collections import Counter

import pytest

from snellen.benchmark import PlannedChart
from snellen.benchmarks.biy import BENCHMARK
from snellen.benchmarks.biy.ask import MORE_PROMPTS
from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.benchmarks.biy.samples import recipes


def planned(preset: str, **only: list[str]) -> list[PlannedChart]:
    return [chart for cell in BENCHMARK.cells(preset, 4, only) for chart in BENCHMARK.plan(cell, 4)]


def keys(charts: list[PlannedChart], task: str) -> dict[str, str]:
    """The answer on each sample."""
    return {
        each.source.source_id: question.answer or ""
        for each in charts
        for question in each.questions
        if question.task == task
    }


def test_relationships_are_those_of_the_released_names() -> None:
    charts = planned("paper", generator=["relationship", "random"], design=["default"], scale=["2"])
    answers = keys(charts, "relationship")
    expected = {
        recipe.paper_id: f"{{{recipe.arguments.get('kind', 'none')}}}"
        for recipe in recipes()
        if recipe.generator in ("relationship", "random")
    }
    assert answers == expected
    assert keys(charts, "cluster_shape") == {}


def test_shapes_are_those_of_the_released_names() -> None:
    charts = planned("paper", sample=[f"shapes+{shape}_1_3_0_5" for shape in ("star", "triangle_down", "hexagon")])
    shapes = keys(charts, "cluster_shape")
    assert [answer for _, answer in sorted(shapes.items())] == ["{hexagon}", "{star}", "{triangle}"]
    assert set(keys(charts, "relationship").values()) == {"{none}"}


def test_they_are_extra_and_asked_at_the_size_of_the_test_set() -> None:
    charts = planned("smoke")
    splits = Counter(
        (question.split, each.chart.metadata["scale"], each.chart.metadata["design"] in ("square", "random_shapes"))
        for each in charts
        for question in each.questions
        if question.task in WORDS
    )
    assert splits == {("extra", 2.0, False): 15 * (6 + 4)}


@pytest.mark.parametrize("task", WORDS)
def test_the_prompt_names_every_answer(task: str) -> None:
    for word in WORDS[task]:
        assert f" {word}" in MORE_PROMPTS[task]
    assert MORE_PROMPTS[task].endswith(f"e.g., {{{WORDS[task][0]}}}.")


def test_annotations_repeat_what_the_source_knows_and_keys_are_recomputed() -> None:
    for each in planned("smoke", design=["default"], scale=["2"]):
        assert each.chart.annotations["relationship"] == (each.source.parameters["relationship"] or {"kind": "none"})
        assert each.chart.annotations["cluster_shape"] == each.source.parameters["cluster_shape"]
        for question in each.questions:
            assert BENCHMARK.answer(question, each.source, each.chart) == question.answer
