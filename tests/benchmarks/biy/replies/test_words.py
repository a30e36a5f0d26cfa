"""Answers of one word: what each reading takes, and that no text raises or gives another word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.more_tasks import WORDS
from snellen.benchmarks.biy.replies import FAULTS, READINGS
from snellen.benchmarks.biy.replies.words import read_word


@pytest.mark.parametrize(
    ("task", "text", "released", "exact", "lenient"),
    [
        ("relationship", "{linear}", "linear", "linear", "linear"),
        ("relationship", " {none}\n", "none", "none", "none"),
        ("relationship", "linear", "wrong shape", "linear", "linear"),
        ("relationship", "Linear.", "wrong shape", "wrong shape", "linear"),
        ("relationship", "The relationship is {linear}.", "linear", "extra text", "linear"),
        ("relationship", "First {linear}, no: {quadratic}", "quadratic", "several answers", "several answers"),
        ("relationship", "Either linear or quadratic", "several answers", "several answers", "several answers"),
        ("relationship", "It is not linear.", "several answers", "several answers", "several answers"),
        ("relationship", "A nonlinear one", "prose", "prose", "prose"),
        ("relationship", "It looks like a parabola.", "prose", "prose", "quadratic"),
        ("relationship", "There is no clear relationship.", "prose", "prose", "none"),
        ("relationship", "{cubic}", "out of range", "out of range", "out of range"),
        ("relationship", "{lin", "truncated", "truncated", "truncated"),
        ("relationship", " ", "empty", "empty", "empty"),
        ("relationship", "I'm sorry, but I can't determine that.", "refusal", "refusal", "refusal"),
        ("relationship", '{"answer": "linear"}', "wrong shape", "wrong shape", "linear"),
        ("cluster_shape", "The clusters are squares.", "prose", "prose", "square"),
        ("cluster_shape", "star-shaped", "wrong shape", "wrong shape", "star"),
        ("cluster_shape", "{circle}", "out of range", "wrong shape", "round"),
        ("cluster_shape", "{linear}", "out of range", "out of range", "out of range"),
    ],
)
def test_examples(task: str, text: str, released: str, exact: str, lenient: str) -> None:
    found = read_word(task, text)
    assert [found[reading].value or found[reading].fault for reading in READINGS] == [released, exact, lenient]


pieces = st.sampled_from(
    [
        "{",
        "}",
        "[",
        '"',
        " ",
        "linear",
        "Quadratic",
        "none",
        "not ",
        "no ",
        "star",
        "circle",
        "-",
        "{round}",
        "I can't ",
    ]
)


@given(st.sampled_from(sorted(WORDS)), st.text(max_size=40) | st.lists(pieces, max_size=12).map("".join))
def test_any_text_gives_a_word_or_a_kind_of_fault(task: str, text: str) -> None:
    found = read_word(task, text)
    for reading in READINGS:
        value, fault = found[reading].value, found[reading].fault
        assert (value in WORDS[task]) == (fault is None)
        assert (value is None) == (fault in FAULTS)
    if found["exact"].value is not None:
        assert found["lenient"].value == found["exact"].value


@pytest.mark.parametrize(
    "text", ["{" * 300_000, "no " * 200_000, "not a " * 100_000, "{linear}" * 60_000, "-" * 300_000]
)
def test_long_texts_are_read_in_linear_time(text: str) -> None:
    assert read_word("relationship", text).keys() == set(READINGS)
