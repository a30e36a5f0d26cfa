"""Which questions are asked and in which ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.running.selection import MOST_EXAMPLES, prompt_ways, select_questions


@pytest.mark.parametrize(
    ("strategies", "n_examples", "expected"),
    [
        (None, None, [("zero-shot", 0)]),
        ("zero-shot,one-shot,few-shot", None, [("zero-shot", 0), ("one-shot", 1), ("few-shot", 6)]),
        ("few-shot", "0-6", [("few-shot", n) for n in range(7)]),
        ("few-shot, zero-shot", "4,0-1", [("few-shot", 4), ("few-shot", 0), ("few-shot", 1), ("zero-shot", 0)]),
        (["one-shot", "few-shot"], 2, [("one-shot", 1), ("few-shot", 2)]),
        ("one-shot", "1", [("one-shot", 1)]),
        ("few-shot,few-shot", "3,3,2-3", [("few-shot", 3), ("few-shot", 2)]),
    ],
)
def test_strategies_and_numbers_make_ways(
    strategies: str | list[str] | None, n_examples: str | int | None, expected: list[tuple[str, int]]
) -> None:
    assert prompt_ways(strategies, n_examples) == expected


@pytest.mark.parametrize(
    ("strategies", "n_examples", "named"),
    [
        ("zero-shot", "3", "only few-shot"),
        ("few-shot", "6-0", "no number of examples"),
        ("few-shot", "-1", "no number of examples"),
        ("few-shot", "", "no number of examples"),
        ("few-shot", "0-999999999", "none above"),
        (" , ", None, "names none"),
    ],
)
def test_what_makes_no_way_is_told(strategies: str, n_examples: str | None, named: str) -> None:
    with pytest.raises(SnellenError, match=named):
        prompt_ways(strategies, n_examples)


@given(st.text(max_size=12) | st.text("0123456789-, ", max_size=12))
def test_any_text_is_numbers_of_examples_or_refused(text: str) -> None:
    try:
        ways = prompt_ways("few-shot", text)
    except SnellenError:
        return
    assert 1 <= len(ways) <= MOST_EXAMPLES + 1
    assert all(0 <= way.n_examples <= MOST_EXAMPLES for way in ways)
    assert len(set(ways)) == len(ways)


def test_without_names_the_test_set_is_asked_and_extra_tasks_where_they_are_named(tiny_biy: Dataset) -> None:
    biy = find_benchmark("biy")
    whole = select_questions(tiny_biy, biy)
    assert len(whole) == 2 * 2 * 5
    assert {question.split for question in whole} == {"test"}
    named = select_questions(tiny_biy, biy, tasks="relationship,outlier_count")
    assert [question.task for question in named] == ["outlier_count", "relationship"] * 4
    assert {question.split for question in named} == {"test", "extra"}
    every = select_questions(tiny_biy, biy, tasks="all")
    assert {question.task for question in every} == {question.task for question in whole} | {"relationship"}
    assert {question.split for question in every} == {"test", "extra"}


def test_designs_keep_their_charts(tiny_biy: Dataset) -> None:
    dark = select_questions(tiny_biy, find_benchmark("biy"), tasks=["cluster_count"], designs="dark")
    assert [question.chart_id for question in dark] == ["sample-6+dark+2", "sample-7+dark+2"]


def test_tasks_of_grab(tiny_dataset: Dataset) -> None:
    grab = find_benchmark("grab")
    kept = select_questions(tiny_dataset, grab, tasks="series,transforms")
    assert [question.task for question in kept] == ["series"] * 2 + ["transforms"] * 3
    with pytest.raises(SnellenError, match="of no design"):
        select_questions(tiny_dataset, grab, designs="dark")


def test_names_that_there_are_not_are_told_with_those_that_there_are(tiny_biy: Dataset) -> None:
    biy = find_benchmark("biy")
    with pytest.raises(SnellenError, match=r"'counting'.*cluster_count, cluster_bboxes"):
        select_questions(tiny_biy, biy, tasks="counting")
    with pytest.raises(SnellenError, match=r"'light'.*default, dark"):
        select_questions(tiny_biy, biy, designs="light")
