"""Wrappers come off, values stay as they are, and nothing is too long or too odd to be looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.parsing import LONGEST_VALUE, plain_characters, strip_wrappers

_WRAPPERS = [
    "**{}**", "*{}*", "__{}__", "_{}_", "`{}`", "```\n{}\n```", "```text\n{}\n```", "${}$", "$${}$$", r"\({}\)",
    r"\[{}\]", r"\boxed{{{}}}",
    r"\text{{{}}}", r"$\boxed{{{}}}$", r"\mathbf{{{}}}", '"{}"', "'{}'", "\u201c{}\u201d", "{}.", " {}\n",
    "\ufeff{}", "Answer: {}", "**Answer:** {}",
    "**Final answer**: {}", "The answer: {}", "FINAL ANSWER: {}",
]  # fmt: skip


@pytest.mark.parametrize("wrapper", _WRAPPERS)
@given(value=st.sampled_from(["4", "-9", "0.8", "[-2, 3]", "y = 2x - 1"]))
def test_a_wrapper_comes_off(wrapper: str, value: str) -> None:
    assert strip_wrappers(wrapper.format(value)) == value


@given(
    value=st.sampled_from(["4", "-9", "0.8", "[-2, 3]", "y = 2x - 1"]),
    wrappers=st.lists(st.sampled_from(["**{}**", "${}$", r"\boxed{{{}}}", "`{}`", " {} "]), max_size=5, unique=True),
)
def test_wrappers_come_off_in_any_nesting(value: str, wrappers: list[str]) -> None:
    text = value
    for wrapper in wrappers:
        text = wrapper.format(text)
    assert strip_wrappers(text) == value


@pytest.mark.parametrize(
    "text", ["$4", "4$", "**4", "`4` or `5`", "$4$ or $5$", r"\boxed{4} or \boxed{5}", "4..", "<b>4</b>", "(4)"]
)
def test_what_does_not_enclose_the_whole_stays(text: str) -> None:
    assert strip_wrappers(text) == text


@pytest.mark.parametrize("minus", "-\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d")
def test_every_minus_becomes_one(minus: str) -> None:
    assert strip_wrappers(f"{minus}9") == "-9"


def test_digits_of_other_scripts_and_letters_of_mathematics_become_plain() -> None:
    assert plain_characters("\uff11\uff12 \u0663\u0664 \U0001d7d2 \U0001d466") == "12 34 4 y"


@pytest.mark.parametrize("text", ["\u00bd", "2\u00bd", "\u2460", "x\u2082", "\u202e12"])
def test_characters_that_would_change_the_value_are_left_alone(text: str) -> None:
    assert plain_characters(text) == text


def test_what_is_longer_than_a_value_is_none() -> None:
    assert strip_wrappers("1" * LONGEST_VALUE) is not None
    assert strip_wrappers("1" * (LONGEST_VALUE + 1)) is None
    assert strip_wrappers(" " * 1_000_000 + "4" + "\n" * 1_000_000) == "4"


@given(st.text(max_size=200))
def test_any_text_is_taken_and_nothing_is_added(text: str) -> None:
    plain = strip_wrappers(text)
    assert plain is not None
    assert plain == plain.strip()
