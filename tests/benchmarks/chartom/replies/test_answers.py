"""Answers to FACT questions against their keys: tolerance, percentages, exact counts, several orders."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.chartom.small import question

from snellen.benchmarks.chartom.replies import card_answer, card_prediction, is_same, read_answer, written
from snellen.parsing import Quantity


def right(reply: str, key: str, text: str = "By how many percent did sales change?", **data: Any) -> bool:
    asked = question(1, "fact", answer=key, answer_data=data, text=text)
    found = read_answer(asked, reply)
    return found.value is not None and is_same(asked, found.value, key)


@pytest.mark.parametrize(
    ("reply", "key", "data", "expected"),
    [
        ("1,000", "1000", {}, True),
        ("1000", "1,000", {}, True),
        ("40%", "40", {"kind": "percent"}, True),
        ("40 percent", "40%", {}, True),
        ("40", "40%", {}, True),
        ("0.4", "40", {"kind": "percent"}, False),
        ("40%", "0.4", {"kind": "quantity"}, True),
        ("40%", "40", {}, True),
        ("40%", "40", {"kind": "count"}, False),
        ("-5", "-5", {}, True),
        ("\u22125", "-5", {}, True),
        ("5", "-5", {}, False),
        ("-5.2", "-5", {"tolerance": 0.05}, True),
        ("-5.3", "-5", {"tolerance": 0.05}, False),
        ("105", "100", {"tolerance": 0.05}, True),
        ("105.1", "100", {"tolerance": 0.05}, False),
        ("0", "0", {"tolerance": 0.05}, True),
        ("0.0", "0", {}, True),
        ("no change", "0", {}, True),
        ("0.01", "0", {"tolerance": 0.05}, False),
        ("2005", "2005", {"kind": "year", "tolerance": 0.05}, True),
        ("2006", "2005", {"kind": "year", "tolerance": 0.05}, False),
        ("101", "100", {"kind": "count", "tolerance": 0.05}, False),
        ("four", "4", {"kind": "count"}, True),
        ("twice", "2", {}, True),
        ("1/3", "0.3333", {"tolerance": 0.001}, True),
    ],
)
def test_numbers(reply: str, key: str, data: dict[str, Any], expected: bool) -> None:
    assert right(reply, key, **data) is expected


@pytest.mark.parametrize(
    "form", ["It fell by {}%", "a decrease of {} percent", "{}% decrease", "down {}%", "A loss of {}%"]
)
def test_a_fall_is_negative(form: str) -> None:
    percent = {"kind": "percent"}
    assert not right(form.format(20), "20", **percent)
    assert right(form.format(5), "-5", **percent)
    assert right(form.format(20), "20", "By how many percent did sales fall?", **percent)
    assert right(form.format(20), "-20", "By how many percent did sales fall?", **percent)
    assert not right(form.format(20), "20", "By how many percent did sales grow?", **percent)
    assert right(form.format(20), "a decrease of 20%", **percent)
    assert right(form.format(20), "20", "What is the difference between A and B?", **percent)


@pytest.mark.parametrize("form", ["It rose by {}%", "an increase of {} percent", "{}% higher", "grew {}%"])
def test_a_rise_is_positive(form: str) -> None:
    percent = {"kind": "percent"}
    assert right(form.format(20), "20", **percent)
    assert not right(form.format(5), "-5", **percent)
    assert not right(form.format(20), "20", "By how many percent did sales fall?", **percent)
    assert right(form.format(20), "20", "By how many percent did sales grow?", **percent)


@given(st.integers(-1000, 1000), st.integers(0, 20), st.integers(-30, 30))
def test_tolerance_is_relative_to_the_size_of_the_key(key: int, percent: int, off: int) -> None:
    value = Fraction(key) + abs(key) * Fraction(off, 100)
    asked = question(1, "fact", answer=str(key), answer_data={"tolerance": percent / 100})
    assert is_same(asked, Quantity(value), str(key)) is (key == 0 or abs(off) <= percent)


def test_words() -> None:
    asked = question(3, "fact")
    for reply in ("It increased.", "increasing", "The trend is an increase", "The answer is: increasing over time"):
        found = read_answer(asked, reply)
        assert found.value is not None
        assert is_same(asked, found.value, "increase")
    assert read_answer(asked, "It fell").value == "It fell"
    assert read_answer(asked, "It rose at first, then an increase or decrease").fault == "several answers"
    denied = read_answer(asked, "no increase")
    assert denied.value is None or not is_same(asked, denied.value, "increase")


def test_rankings_and_options_are_written_as_the_card_compares_them() -> None:
    asked = question(2, "fact")
    found = read_answer(asked, "South < North < South East")
    assert found.value == ("South East", "North", "South")
    assert written(found.value) == card_answer(asked) == '["South East", "North", "South"]'
    assert card_answer(question(0, "fact")) == "B"
    assert card_answer(question(1, "fact")) == "40"
    assert card_answer(question(1, "fact", answer=None)) is None


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("0.4", 0.4),
        ("0.4. Since", 0.4),
        ("0.4\nSince", 0.4),
        (" .4, since", 0.4),
        ("4e-1", 0.4),
        ("40", 40.0),
        ("40%", None),
        ("0,4", None),
        ("**0.4**", None),
        ("Prediction: 0.4", None),
        ("Most. 0.4", None),
        ("nan", None),
        ("inf", None),
        ("", None),
    ],
)
def test_the_cards_float(reply: str, value: float | None) -> None:
    assert card_prediction(reply) == value
