"""Rankings in replies: any kind of list, exactly the items, in the direction asked for."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.parsing.replies import REPLIES

from snellen.parsing import read_ranking, runs_upwards

ITEMS = ["North", "South", "South East", "East"]


def order(reply: str, items: list[str] = ITEMS, *, upwards: bool = False) -> list[str] | str | None:
    found = read_ranking(reply, items, upwards=upwards)
    return found.fault if found.value is None else [items[place] for place in found.value]


@pytest.mark.parametrize(
    "reply",
    [
        '["North", "South", "South East", "East"]',
        "['North', 'South', 'South East', 'East']",
        '```json\n["North", "South", "South East", "East"]\n```',
        '{"ranking": ["North", "South", "South East", "East"]}',
        "[North; South; South East; East]",
        "North, South, South East, East",
        "north, SOUTH, south  east, east.",
        "North, South, South East and East",
        "North, South, South East, and East.",
        "North > South > South East > East",
        "North -> South -> South East -> East",
        "North → South → South East → East",
        "North => South => South East => East",
        "North then South then South East then East",
        "North, followed by South, followed by South East, followed by East",
        "1. North\n2. South\n3. South East\n4. East",
        "1) North\n2) South\n3) South East\n4) East\n\nEast is the smallest.",
        "1. **North** – 45%\n2. **South** – 30%\n3. **South East** – 20%\n4. **East** – 5%",
        "- North\n- South\n- South East\n- East",
        "North\nSouth\nSouth East\nEast",
        "1st: North, 2nd: South, 3rd: South East, 4th: East",
        "**North** (45%), **South** (30%), South East (15%), East (10%)",
        "North: 45, South: 30, South East: 20, East: 5",
        "The ranking is: North > South > South East > East, because North and East differ.",
        "From highest to lowest: North, South, South East, East",
        "East < South East < South < North",
        "From lowest to highest: East, South East, South, North",
        "Smallest first: East, South East, South, North",
        "East, South East, South, North (ascending)",
        "First I thought East, South, North, South East.\n\nFinal answer: North, South, South East, East",
        "East, South, North, South East. North, South, South East, East",
        "<think>East, South, North, South East</think>North, South, South East, East",
        "East has 5 and North 45. So: North, South, South East, East",
        "North - South - South East - East",
        "North is the largest, followed by South, South East, and East.",
        "North is the largest slice, South comes second, then South East and East",
        "East is the smallest, followed by South East, South and North.",
        "East, South East, South, North (largest)",
        "East (smallest), South East, South, North",
        "From lowest to highest: East > South East > South > North",
        "| Rank | Region | Share |\n|---|:---:|---|\n| 1 | **North** | 45 |\n| 2 | South | 30 |\n| 3 | South East | 20 "
        "|\n| 4 | East | 5 |",
        "Here:\n\n| Region |\n| --- |\n| North |\n| South |\n| South East |\n| East |\n\nThat is all.",
    ],
)
def test_the_ranking_from_the_largest_down(reply: str) -> None:
    assert order(reply) == ITEMS


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", "empty"),
        ("<think>North, South, South East, East", "unfinished thinking"),
        ("It is hard to say.", "no answer"),
        ("I'm sorry, but I can't see the image.", "refusal"),
        ("North, South, South East", "not all items"),
        ("North, South, South, East", "not all items"),
        ('["North", "South"]', "not all items"),
        ('North, South, South East, East\n\nAnswer: ["North", "South"]', "not all items"),
        ("North > South = South East > East", "tied items"),
        ("North > South < South East > East", "tied items"),
        ("From highest to lowest: North < South < South East < East", "tied items"),
        ("From highest to lowest: East is the smallest, followed by South East, South, North", "tied items"),
        (
            "| Region | Share |\n|---|---|\n| North | 5 |\n| South | 30 |\n| South East | 20 |\n| East | 50 |",
            "no answer",
        ),
    ],
)
def test_what_is_no_order_of_all_items(reply: str, fault: str) -> None:
    assert order(reply) == fault


def test_upwards_it_is_the_other_way_round() -> None:
    assert order("North, South, South East, East", upwards=True) == ITEMS
    assert order("North < South < South East < East", upwards=True) == ITEMS
    assert order("From smallest to largest: North, South, South East, East", upwards=True) == ITEMS
    assert order("North → South → South East → East", upwards=True) == ITEMS
    assert order("East is the smallest, South East, South, North", upwards=True) == ITEMS[::-1]
    assert order("From highest to lowest: North, South, South East, East", upwards=True) == ITEMS[::-1]


@pytest.mark.parametrize("upwards", [True, False])
def test_a_sign_of_greater_merely_separates(*, upwards: bool) -> None:
    assert order("North > South > South East > East", upwards=upwards) == ITEMS


def test_orders_of_time() -> None:
    upwards = runs_upwards("Rank these from earliest to latest: A, B, C, D.")
    for reply in (
        "D > B > C > A",
        "Earliest to latest: D > B > C > A",
        "D < B < C < A",
        "D is the earliest, then B, C, A",
    ):
        assert order(reply, list("ABCD"), upwards=upwards) == list("DBCA")
    assert order("Latest to earliest: A > C > B > D", list("ABCD"), upwards=upwards) == list("DBCA")
    assert order("D < B < C < A", list("ABCD")) == list("ACBD")


def test_spans_of_numbers() -> None:
    items = ["1997 to 1999", "1999 to 2004", "2004 to 2005"]
    for form in ("{}\u2013{}", "{}-{}", "{} - {}", "{} to {}", "from {} to {}"):
        reply = ", ".join(form.format(*item.split(" to ")) for item in items[::-1])
        assert order(reply, items) == items[::-1]
        assert order(reply.replace(", ", " > "), items) == items[::-1]


def test_letters_together() -> None:
    for reply in ("DBCA", "**DBCA**", "D-B-C-A", "The answer is DBCA.", "D - B - C - A"):
        assert order(reply, list("ABCD")) == list("DBCA")
    assert order("DBBA", list("ABCD")) == "not all items"
    assert order("That is bad", list("ABD")) == "no answer"
    assert order("DBC", list("ABCD")) == "no answer"


def test_items_that_look_like_numbers_of_lines() -> None:
    assert order("1. 2\n2. 3\n3. 1", ["1", "2", "3"]) == ["2", "3", "1"]
    assert order("2010, 2012, 2011", ["2010", "2011", "2012"]) == ["2010", "2012", "2011"]
    assert order("1. A\n2. C\n3. B", ["A", "B", "C"]) == ["A", "C", "B"]


@pytest.mark.parametrize("words", ["from smallest to largest", "from lowest to highest", "in ascending order"])
def test_questions_that_ask_upwards(words: str) -> None:
    assert runs_upwards(f"Rank these {words}: A, B.")
    assert not runs_upwards("Rank these from largest to smallest: A, B.")


@given(REPLIES, st.lists(st.sampled_from(["North", "South", "South East", "A", "1", "", "(", "C++"]), max_size=5))
def test_any_reply_has_an_order_of_all_items_or_one_fault(reply: str, items: list[str]) -> None:
    found = read_ranking(reply, items)
    assert (found.value is None) == (found.way is None) == (found.fault is not None)
    assert found.value is None or sorted(found.value) == list(range(len(items)))


@given(st.sampled_from(list(permutations(range(4)))), st.sampled_from([", ", " > ", " -> ", "\n", "; ", " | "]))
def test_every_order_is_read(places: tuple[int, ...], sign: str) -> None:
    assert read_ranking(sign.join(ITEMS[place] for place in places), ITEMS).value == places
    assert read_ranking(str([ITEMS[place] for place in places]), ITEMS).value == places
