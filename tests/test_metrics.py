"""Metrics against a second way to compute them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.metrics import exact_match, parameter_share, prefix_match


@given(st.text(), st.text(min_size=1))
def test_prefix_is_the_released_comparison(reply: str, answer: str) -> None:
    start = reply.lstrip()
    character_by_character = len(start) >= len(answer) and all(
        one == other for one, other in zip(start, answer, strict=False)
    )
    assert prefix_match(reply, answer) == float(character_by_character)


@given(st.text(alphabet=" \t\r\n\u00a0\u2009"), st.from_regex(r"\A\S+( \S+)*\Z"), st.text(alphabet=" \n\u3000"))
def test_exact_forgives_white_space_at_the_ends_alone(before: str, answer: str, after: str) -> None:
    assert exact_match(before + answer + after, answer) == 1.0
    assert prefix_match(before + answer + after, answer) == 1.0
    assert exact_match(before + answer + "x" + after, answer) == 0.0


def test_the_two_protocols_differ_where_the_answer_is_a_prefix() -> None:
    assert (exact_match("12", "1"), prefix_match("12", "1")) == (0.0, 1.0)
    assert (exact_match("1", "12"), prefix_match("1", "12")) == (0.0, 0.0)


@given(st.lists(st.tuples(st.integers(), st.integers()), min_size=1, max_size=6))
def test_parameter_share_counts_equal_places(pairs: list[tuple[int, int]]) -> None:
    found, expected = zip(*pairs, strict=True)
    right = sum(1 for one, other in pairs if one == other)
    assert Fraction(parameter_share(found, expected)).limit_denominator(100) == Fraction(right, len(pairs))
    assert parameter_share([*found, 0], expected) == 0.0


def test_a_form_without_parameters_is_an_error() -> None:
    with pytest.raises(ValueError, match="without parameters"):
        parameter_share([], [])
