"""Options by letter or text, and refusals told from answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.parsing import is_refusal, parse_choice

_OPTIONS = ["3", "4.5", "rising", "falling", "1,000"]


@pytest.mark.parametrize(
    ("text", "index"),
    [("B", 1), ("b", 1), ("(b)", 1), ("B.", 1), ("**B**", 1), ("Option B", 1), ("B) 4.5", 1), ("B: 4.50", 1),
    ("Answer: B", 1), ("4.5", 1), ("Rising", 2), ("C. rising", 2), ("1000", 4), ("E", 4)],
)  # fmt: skip
def test_an_option_is_named_by_letter_or_text(text: str, index: int) -> None:
    assert parse_choice(text, _OPTIONS) == index


@pytest.mark.parametrize(
    "text", ["", "F", "A or B", "A, B", "B) 3", "4", "both", "A line that is rising", "a rising line"]
)
def test_no_option_is_guessed(text: str) -> None:
    assert parse_choice(text, _OPTIONS) is None


def test_options_that_are_letters_mean_themselves() -> None:
    assert parse_choice("A", ["B", "A"]) == 1


def test_options_that_cannot_be_told_apart_are_not_named_by_text() -> None:
    assert parse_choice("4", ["4", "4"]) is None


@given(st.text(), st.lists(st.text(), max_size=6))
def test_any_text_and_options_are_taken(text: str, choices: list[str]) -> None:
    index = parse_choice(text, choices)
    assert index is None or 0 <= index < len(choices)


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't determine the value from this image.",
        "I\u2019m sorry, but I cannot assist with that.", "Sorry, I can't help with that.",
        "I cannot determine the answer from the graph.", "I am unable to view images.",
        "I'm unable to process images directly.", "Unfortunately, I cannot see the image.",
        "As an AI language model, I cannot see images.", "It is not possible to determine the gradient.",
        "The answer cannot be determined.",
        "Cannot be determined.", "Cannot determine", "**I'm sorry, but I can't answer that.**",
        "I can't provide the two x-values of the 2 stationary points.", "I don't have the ability to view images.",
    ],
)  # fmt: skip
def test_refusals(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "4", "y = 2x - 1", "The gradient is 4.", "I think it is 4, I'm sorry.", "Sorry for the delay: 4",
        "I'm sorry, but the answer is 4.", "I cannot see it well, but it is about 4.",
        "I can't read it exactly; x = 4.",
        "Unfortunately it is hard to see. 4", "I can see that the line rises.", "It is possible to determine it: 4",
        "To solve this we cannot use the area.", "I cannot determine it exactly. However, the closest integer is 4",
    ],
)  # fmt: skip
def test_answers_and_prose_are_no_refusals(text: str) -> None:
    assert not is_refusal(text)


@given(st.text())
def test_any_text_is_taken(text: str) -> None:
    assert is_refusal(text) in (True, False)
