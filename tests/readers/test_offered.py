"""Answers in the form that a question's text offers."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.chartom import BENCHMARK
from snellen.benchmarks.chartom.ask import fact_text, mind_text
from snellen.dataset import Question
from snellen.messages import Message, Text
from snellen.readers import find_reader
from snellen.readers.knowledge import Learned, shipped_knowledge
from snellen.readers.offered import Offer, answer_in_form, drawn_in_form, offer_of

RED = fact_text("Which?", ["Red", "Blue", "Green"], "multiple choice")
ORDER = fact_text("Compare.", ["b", "a", "c"], "ranking", "from largest to smallest")


def known(answer: str, answer_type: str = "text") -> Learned:
    about = {"answer": answer, "count": 1, "n": 1, "answer_type": answer_type}
    return Learned.model_validate({**about, "precision": None, "shape": answer, "slots": []})


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        (RED, Offer("choice", ("Red", "Blue", "Green"))),
        (ORDER, Offer("ranking", ("b", "a", "c"))),
        (mind_text("Which?", ["Red", "Blue"], "multiple choice"), Offer("fraction")),
        (fact_text("How many?", [], "free text"), None),
        ("A. only one", None),
    ],
)
def test_what_is_offered(text: str, offer: Offer | None) -> None:
    assert offer_of(text) == offer


def test_questions_of_other_benchmarks_offer_nothing() -> None:
    tables = [table for table in shipped_knowledge() if table.benchmark != "chartom"]
    assert tables
    assert not any(offer_of(template) for table in tables for template in table.templates)


@pytest.mark.parametrize(
    ("text", "learned", "answer"),
    [
        (RED, known("Blue"), "B"),
        (RED, known("Black"), "A"),
        (RED, None, "A"),
        (ORDER, known('["a", "c", "b"]', "ranking"), '["a", "c", "b"]'),
        (ORDER, known('["x", "y"]', "ranking"), '["b", "a", "c"]'),
        (ORDER, known("7"), '["b", "a", "c"]'),
        (mind_text("How many?", [], "free text"), known("7"), "0.5"),
        (mind_text("How many?", [], "free text"), known("0.31", "fraction"), "0.31"),
        ("How many?", known("7"), "7"),
        ("How many?", None, ""),
    ],
)
def test_the_common_answer_takes_the_form_that_is_offered(text: str, learned: Learned | None, answer: str) -> None:
    assert answer_in_form(offer_of(text), learned) == answer


@given(st.lists(st.text(min_size=1), min_size=2, max_size=8, unique=True), st.integers(0, 10**9))
def test_a_drawn_order_has_every_item_once(items: list[str], number: int) -> None:
    drawn = json.loads(drawn_in_form(Offer("ranking", tuple(items)), lambda below: number % below))
    assert sorted(drawn) == sorted(items)


def test_options_are_drawn_with_the_same_chance() -> None:
    drawn = [drawn_in_form(Offer("choice", ("x", "y", "z")), n.__mod__) for n in range(30)]
    assert Counter(drawn) == {"A": 10, "B": 10, "C": 10}


def questions() -> list[Question]:
    cells = BENCHMARK.cells("paper", 7, {})
    return [question for cell in cells for chart in BENCHMARK.plan(cell, 7) for question in chart.questions]


@pytest.mark.parametrize("name", ["snellen/chance", "snellen/blind"])
def test_every_question_of_twins_gets_a_reply_that_is_read(name: str) -> None:
    reader = find_reader(name)
    for question in questions():
        reply = reader([Message("user", (Text(question.text),))])
        assert reply
        score = BENCHMARK.score(question, reply)
        if question.task == "mind":
            assert 0 <= float(reply) <= 1
            assert score.columns["mind_valid"] == 1
        elif question.choices or question.answer_type == "number":
            assert score.outcome == "answered", (question.text, reply)


def test_the_table_of_twins_was_learned_on_other_seeds_and_knows_every_kind() -> None:
    (table,) = [table for table in shipped_knowledge() if table.benchmark == "chartom"]
    assert table.benchmark_version == BENCHMARK.version
    assert table.seeds == list(range(1001, 1011))
    assert sum(learned.n for learned in table.templates.values()) == table.questions == 10 * 112
    fact = [question for question in questions() if question.task == "fact"]
    assert all(table.find(BENCHMARK.template(question.text)) for question in fact)


NUMBERS = "How much?\n\nA. 12\nB. 9\nC. -9\nD. 7\nE. 30"
LINES = "Which?\n\nA. y = 2x + 3\nB. y = 2x - 3\nC. y = -2x + 3"


@pytest.mark.parametrize(
    ("text", "learned", "answer"),
    [
        (NUMBERS, known("10", "number"), "B"),
        (NUMBERS, known("8", "number"), "B"),
        (NUMBERS, known("-100", "number"), "C"),
        (NUMBERS, known("[1, 2]", "list"), "A"),
        (LINES, known("y = 1x - 2", "equation"), "B"),
        (NUMBERS, known("10", "choice"), "A"),
    ],
)
def test_the_option_nearest_to_a_common_answer_that_is_not_offered(text: str, learned: Learned, answer: str) -> None:
    assert answer_in_form(offer_of(text), learned) == answer
