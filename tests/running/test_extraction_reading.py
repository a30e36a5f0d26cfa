"""Outputs read strictly: nothing is guessed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.results import NO_ANSWER, UNREADABLE
from snellen.running.extraction_reading import read_extraction, read_verdict


@pytest.mark.parametrize(
    ("output", "note"),
    [
        ("-9", "-9"),
        (" [-2, 3] \n", "[-2, 3]"),
        ("no answer", NO_ANSWER),
        ("No answer.", NO_ANSWER),
        ("**no answer**", NO_ANSWER),
        ("<think>-8? no</think>\n-9", "-9"),
        ("**-9**", "**-9**"),  # as written: exact match is what it is
    ],
)
def test_an_extraction(output: str, note: str) -> None:
    assert read_extraction(output) == note


@pytest.mark.parametrize("output", ["", " \n", "It is\n-9", "x" * 1001, "(unreadable) 4", "<think>-9"])
def test_what_is_no_extraction(output: str) -> None:
    assert read_extraction(output).startswith(UNREADABLE)


@pytest.mark.parametrize("reason", ["max_tokens", "content_filter"])
def test_an_output_that_was_cut_off_is_not_read(reason: str) -> None:
    assert read_extraction("-9", reason).startswith(UNREADABLE)
    assert read_verdict("right", reason).startswith(UNREADABLE)


@pytest.mark.parametrize(("output", "note"), [("right", "right"), ("Wrong.", "wrong"), (' "RIGHT" ', "right")])
def test_a_verdict(output: str, note: str) -> None:
    assert read_verdict(output) == note


@pytest.mark.parametrize(
    "output", ["", "right or wrong", "correct", "It is right", "right, since 4 is 4.0", "not wrong"]
)
def test_what_is_no_verdict(output: str) -> None:
    assert read_verdict(output).startswith(UNREADABLE)


@given(st.text(max_size=300))
def test_any_output_is_one_line(output: str) -> None:
    assert len(read_extraction(output).splitlines()) == 1
    assert read_verdict(output) in ("right", "wrong") or read_verdict(output).startswith(UNREADABLE)
