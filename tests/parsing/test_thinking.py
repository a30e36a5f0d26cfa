"""Thinking is not part of a reply, wherever it begins or ends."""

import pytest
from hypothesis import given
from tests.parsing.replies import REPLIES

from snellen.parsing import without_thinking
from snellen.parsing.tokens import numbers_in


@pytest.mark.parametrize(
    "text",
    [
        "<think>B</think>A",
        "A<thinking>B</thinking>",
        "<THINK>B\n</THINK>\n\nA\n",
        "B</think>A",
        "<think>B<think>C</think>B</think>A",
        "<reasoning>B</reasoning>A<scratchpad>B",
        "[THINK]B[/THINK]A",
        "◁think▷B◁/think▷A",
        "<|begin_of_thought|>B<|end_of_thought|>A",
    ],
)
def test_only_the_answer_is_left(text: str) -> None:
    assert without_thinking(text) == "A"


def test_unfinished_thinking_leaves_nothing() -> None:
    assert without_thinking("<think>A, then") == ""


@given(REPLIES)
def test_numbers_stand_where_they_are_said_to_stand(text: str) -> None:
    assert without_thinking(without_thinking(text)) == without_thinking(text)
    ends = 0
    for token in numbers_in(text):
        assert ends <= token.start < token.end <= len(text)
        ends = token.end
