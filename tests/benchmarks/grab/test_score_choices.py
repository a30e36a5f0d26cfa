"""Replies to questions with options: a letter or a text, read and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from snellen.benchmark import Score
from snellen.benchmarks.grab.score import score
from snellen.benchmarks.grab.score_choices import option_facets
from snellen.dataset import Question

NUMBERS = ["5", "-5", "6", "50", "4"]
DECIMALS = ["1.0", "0.9", "-1.0", "1.1", "10.0"]
LINES = ["y = 2x + 3", "y = 2x - 3", "y = 3x + 3", "y = -2x + 3", "y = 2x + 4"]
PAIRS = ["[1, 3]", "[1, 4]", "[2, 3]", "[-3, -1]", "[0, 3]"]
ALL = (NUMBERS, DECIMALS, LINES, PAIRS)

options = st.sampled_from(ALL)
places = st.integers(0, 4)
spaces = st.text(alphabet=" \t\n\u00a0")


def make(choices: list[str], key: int) -> Question:
    names: list[JsonValue] = [None if place == key else f"wrong {place}" for place in range(5)]
    return Question(
        question_id="q-choice",
        chart_id="c",
        benchmark="grab",
        task="properties-choice",
        category="c",
        property="p",
        text="?",
        choices=choices,
        answer=choices[key],
        answer_type="choice",
        precision=1.0,
        metadata={"format": "multiple-choice", "misreadings": names},
    )


def protocols(found: Score) -> list[float | None]:
    return [found.columns[name] for name in ("exact", "prefix", "tolerant")]


@given(options, places, places, spaces, spaces)
def test_letters_and_texts(choices: list[str], key: int, said: int, before: str, after: str) -> None:
    for reply in ("ABCDE"[said], choices[said]):
        found = score(make(choices, key), before + reply + after)
        assert protocols(found) == [float(said == key)] * 3
        assert found.outcome == "answered"
        assert found.parsed == choices[said]
        assert found.notes["chosen_letter"] == "ABCDE"[said]
        assert found.notes["misreading"] == (None if said == key else f"wrong {said}")
        assert found.columns["parameters"] is None


@given(options, places, places)
def test_wrappers_and_sentences(choices: list[str], key: int, said: int) -> None:
    letter, text = "ABCDE"[said], choices[said]
    question = make(choices, key)
    for reply in (
        f"**{letter}**",
        f"({letter.lower()})",
        f"Answer: {letter}",
        f"The answer is {letter}.",
        f"So {letter}.",
    ):
        found = score(question, reply)
        assert (found.columns["exact"], found.columns["tolerant"]) == (0.0, float(said == key)), reply
    for reply in (f"{letter}. {text}", f"{letter}) {text}", f"{letter}, because I see it."):
        assert protocols(score(question, reply)) == [0.0, float(said == key), float(said == key)], reply
    other = choices[(said + 1) % 5]
    assert score(question, f"{letter}. {other}").outcome != "answered"


@pytest.mark.parametrize("reply", ["", "F", "5 or 6", "A or B", "it is larger", "the curve falls by 5", "5.2", "B 6"])
def test_what_is_not_read(reply: str) -> None:
    found = score(make(NUMBERS, 0), reply)
    assert found.outcome == "unparsed"
    assert found.columns["exact"] == found.columns["tolerant"] == 0.0
    assert found.notes["chosen_letter"] is None


@pytest.mark.parametrize(
    ("choices", "reply", "place"),
    [(NUMBERS, "5.0", 0), (NUMBERS, "\u22125", 1), (LINES, "y=3x+3", 2), (LINES, "y = 3 + 2x", 0), (PAIRS, "[1,4]", 1)],
)
def test_the_same_value_in_another_form_is_that_option(choices: list[str], reply: str, place: int) -> None:
    for key in range(5):
        found = score(make(choices, key), reply)
        assert found.parsed == choices[place]
        assert (found.columns["exact"], found.columns["tolerant"]) == (0.0, float(place == key))


def test_a_longer_number_does_not_begin_with_the_key() -> None:
    assert protocols(score(make(NUMBERS, 0), "50")) == [0.0, 0.0, 0.0]
    assert protocols(score(make(NUMBERS, 0), "5 units"))[:2] == [0.0, 1.0]
    assert score(make(NUMBERS, 0), "Answers vary").columns["prefix"] == 0.0


def test_letters_that_are_texts_mean_the_text() -> None:
    question = make(["B", "A", "C", "E", "D"], 1)
    assert protocols(score(question, "A")) == [1.0, 1.0, 1.0]
    assert protocols(score(question, "B")) == [0.0, 0.0, 0.0]


def test_facets() -> None:
    facets = option_facets(make(NUMBERS, 2))
    assert facets == {"key_letter": "C", "distractors": "wrong 0; wrong 1; wrong 3; wrong 4"}
    plain = make(NUMBERS, 2).replaced(choices=None, answer_type="number", metadata={})
    assert option_facets(plain) == {"key_letter": None, "distractors": None}


@given(options, places, st.text())
def test_any_reply(choices: list[str], key: int, reply: str) -> None:
    found = score(make(choices, key), reply)
    exact, prefix, tolerant = (float(value or 0) for value in protocols(found))
    assert exact <= min(prefix, tolerant)
    assert (found.outcome == "answered") == (found.parsed in choices)
    assert not tolerant or found.parsed == choices[key]
