"""The three protocols on GRAB's answers, made up and published."""

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmark import Score
from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.score import parameters_of, score
from snellen.dataset import Question
from snellen.parsing import parse_equation

_PUBLISHED = Path(__file__).parents[3].parent / "shared" / "data" / "grab" / "grab.json"

integers = st.integers(-4000, 4000).map(str)
one_decimal = st.integers(-999, 999).map(
    lambda tenths: f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"
)
pairs = st.tuples(st.integers(-10, 10), st.integers(-10, 10)).map(lambda pair: f"[{pair[0]}, {pair[1]}]")
coefficient = st.integers(-10, 10)


def _signed(value: int) -> str:
    return f"{'-' if value < 0 else '+'} {abs(value)}"


lines = st.tuples(coefficient, coefficient).map(lambda p: f"y = {p[0]}x {_signed(p[1])}")
cubics = st.tuples(*[coefficient] * 4).map(
    lambda p: f"y = {p[0]}x^3 {_signed(p[1])}x^2 {_signed(p[2])}x {_signed(p[3])}"
)
sines = st.tuples(*[coefficient] * 4).map(lambda p: f"y = {p[0]}sin({p[1]}x {_signed(p[2])}) {_signed(p[3])}")
keys = st.one_of(
    integers.map(lambda text: (text, "number", 1.0)),
    one_decimal.map(lambda text: (text, "number", 0.1)),
    pairs.map(lambda text: (text, "list", 1.0)),
    st.one_of(lines, cubics, sines).map(lambda text: (text, "equation", 1.0)),
)


def make_question(answer: str | None, answer_type: str = "number", precision: float = 1.0, **more: Any) -> Question:
    return Question(
        question_id="q",
        chart_id="c",
        benchmark="grab",
        task="properties",
        category="c",
        property="p",
        text="?",
        answer=answer,
        answer_type=answer_type,
        precision=precision,
        **more,
    )


def columns_of(answer: str, reply: str, answer_type: str = "number", precision: float = 1.0) -> list[float | None]:
    found = score(make_question(answer, answer_type, precision), reply)
    return [found.columns[name] for name in ("exact", "prefix", "tolerant")]


@given(keys, st.text(alphabet=" \t\n\r\u00a0\u2009"), st.text(alphabet=" \t\n\u3000"))
def test_every_answer_is_right_about_itself(key: tuple[str, str, float], before: str, after: str) -> None:
    found = score(make_question(*key), before + key[0] + after)
    assert [found.columns[name] for name in ("exact", "prefix", "tolerant")] == [1.0, 1.0, 1.0]
    assert found.outcome == "answered"
    assert found.columns["parameters"] in (None, 1.0) or "sin" in key[0]


@given(keys, keys)
def test_tolerant_never_takes_another_value(key: tuple[str, str, float], other: tuple[str, str, float]) -> None:
    question = make_question(*key)
    found = score(question, other[0])
    if key[1] == other[1] == "number":
        assert found.columns["tolerant"] == float(float(key[0]) == float(other[0]))
    elif key[1] == other[1] == "list":
        assert found.columns["tolerant"] == float(json.loads(key[0]) == json.loads(other[0]))
    elif key[1] != other[1]:
        assert found.columns["tolerant"] == 0.0


@pytest.mark.parametrize(
    ("answer", "reply", "expected"),
    [
        ("-9", "-9", [1, 1, 1]),
        ("-9", " -9\n", [1, 1, 1]),
        ("-9", "\u22129", [0, 0, 1]),
        ("-9", "**-9**", [0, 0, 1]),
        ("-9", "-9.", [0, 1, 1]),
        ("1", "12", [0, 1, 0]),
        ("4", "4.0", [0, 1, 1]),
        ("4", "4.04", [0, 1, 0]),
        ("40", "40%", [0, 1, 0]),
        ("3000", "3,000", [0, 0, 1]),
        ("4", "The answer is 4", [0, 0, 0]),
        ("4", "4 or 5", [0, 1, 0]),
        ("4", "", [0, 0, 0]),
    ],
)
def test_the_three_protocols(answer: str, reply: str, expected: list[int]) -> None:
    assert columns_of(answer, reply) == expected


def test_one_decimal_is_compared_exactly() -> None:
    assert columns_of("4.0", "4.04", precision=0.1) == [0, 1, 0]
    assert columns_of("4.0", "4.00", precision=0.1) == [0, 1, 1]
    assert columns_of("4.0", "4", precision=0.1) == [0, 0, 1]


@pytest.mark.parametrize(
    ("answer", "answer_type", "precision", "reply", "parsed"),
    [
        ("10.0", "number", 0.1, "10", "10.0"),
        ("10", "number", 1.0, "10.0", "10"),
        ("-70", "number", 10.0, "\u221270.", "-70"),
        ("[-2, 3]", "list", 1.0, "(-2,3)", "[-2, 3]"),
        ("y = 2x - 1", "equation", 1.0, "f(x) = -1 + 2x", "y = 2x - 1"),
        ("y = 3sin(2x + 1) - 4", "equation", 1.0, "y=-3sin(-2x-1)-4", "y = 3sin(2x + 1) - 4"),
    ],
)
def test_what_was_read_is_written_canonically(
    answer: str, answer_type: str, precision: float, reply: str, parsed: str
) -> None:
    found = score(make_question(answer, answer_type, precision), reply)
    assert (found.parsed, found.outcome, found.columns["tolerant"]) == (parsed, "answered", 1.0)


@pytest.mark.parametrize(
    ("answer", "reply", "share"),
    [
        ("y = 2x - 1", "y = 2x - 1", 1.0),
        ("y = 2x - 1", "y = 2x + 1", 0.5),
        ("y = 2x - 1", "y = 3", 0.0),
        ("y = 2x - 1", "y = -1", 0.5),
        ("y = 2x - 1", "y = 1x^2 + 2x - 1", 0.0),
        ("y = 2x - 1", "2", 0.0),
        ("y = 1x^3 - 2x^2 + 0x + 5", "y = x^3 - 2x^2 + 4", 0.75),
        ("y = 0x^3 - 2x^2 + 5x + 2", "y = -2x^2 + 5x + 3", 0.75),
        ("y = 3sin(2x + 1) - 4", "y = -3sin(-2x - 1) - 5", 0.75),
        ("y = 3sin(2x + 1) - 4", "y = 3sin(2x + 1)", 0.75),
        ("y = 3sin(2x + 1) - 4", "y = 3x + 1", 0.0),
        ("y = 3sin(2x + 1) - 4", "no idea", 0.0),
        ("y = 2sin(-9x + 7) + 6", "y = -2sin(9x - 7) + 6", 1.0),
    ],
)
def test_the_share_of_parameters(answer: str, reply: str, share: float) -> None:
    assert score(make_question(answer, "equation"), reply).columns["parameters"] == share


def test_only_equations_have_parameters() -> None:
    assert score(make_question("4"), "4").columns["parameters"] is None
    assert parameters_of(parse_equation("y = sin(x) + x"), "y = 1sin(1x + 0) + 0") is None


def test_a_question_without_an_answer_has_no_scores() -> None:
    found = score(make_question(None), "4")
    assert (found.outcome, found.parsed, set(found.columns.values())) == ("no_key", "4", {None})


def test_refused_unparsed_and_answered_are_told_apart() -> None:
    def outcome(reply: str) -> str:
        return score(make_question("4"), reply).outcome

    assert outcome("I'm sorry, but I can't determine the value.") == "refused"
    assert outcome("The value seems to be 4") == "unparsed"
    assert outcome("") == "unparsed"
    assert outcome("5") == "answered"


@pytest.mark.parametrize("reply", ["B", "(b)", "4.0", "**B) 4**", "Answer: B"])
def test_choices_by_letter_or_text(reply: str) -> None:
    for answer in ("B", "4"):
        found = score(make_question(answer, choices=["3", "4", "5"]), reply)
        assert (found.parsed, found.outcome, found.columns["tolerant"]) == ("4", "answered", 1.0)
    assert score(make_question("C", choices=["3", "4", "5"]), reply).columns["tolerant"] == 0.0


odd = st.one_of(
    st.text(),
    st.text(st.characters(), max_size=60),
    st.text(alphabet="0123456789.,-+−xy=^*()[]{}$\\sinfrac /\u202e\u00a0\x00\ud800²½", max_size=60),
    st.sampled_from(
        ["<script>alert(4)</script>", "\x00" * 50, "\ud800", "\u202e9-", "\u200f4", "%s%n", "{0.__class__}"]
    ),
    st.tuples(
        st.sampled_from(["4", "(", "x", " ", "-", "$", "y = (", "\\boxed{", "```", "1,000,", "I can't "]),
        st.integers(1, 3000),
    ).map(lambda pair: pair[0] * pair[1]),
)


@given(keys, odd)
def test_any_reply_is_scored(key: tuple[str, str, float], reply: str) -> None:
    found = score(make_question(*key), reply)
    assert isinstance(found, Score)
    assert set(found.columns) == set(BENCHMARK.score_columns)
    assert found.outcome in ("answered", "unparsed", "refused")
    assert (found.parsed is not None) == (found.outcome == "answered")
    exact, prefix, tolerant = (found.columns[name] for name in ("exact", "prefix", "tolerant"))
    assert exact is not None
    assert prefix is not None
    assert tolerant is not None
    assert exact <= min(prefix, tolerant)
    assert tolerant == 0.0 or found.outcome == "answered"


@pytest.mark.parametrize(
    "unit", ["4", "(", "x", " ", "-", "$", "\\boxed{", "1,000,", "sin(", "\u22121", "I can't see. "]
)
@pytest.mark.parametrize("key", [("4", "number", 1.0), ("[1, 2]", "list", 1.0), ("y = 2x - 1", "equation", 1.0)])
def test_a_megabyte_is_taken(unit: str, key: tuple[str, str, float]) -> None:
    found = score(make_question(*key), unit * (1_000_000 // len(unit)))
    assert found.columns["tolerant"] == 0.0
    assert found.parsed is None


@pytest.fixture(scope="module")
def published() -> list[dict[str, Any]]:
    if not _PUBLISHED.is_file():
        pytest.skip("the published questions are not here")
    return list(json.loads(_PUBLISHED.read_text()).values())


def _type_of(answer: str) -> str:
    return "list" if answer.startswith("[") else "equation" if answer.startswith("y") else "number"


def test_every_published_answer_is_right_about_itself(published: list[dict[str, Any]]) -> None:
    assert len(published) == 2170
    for item in published:
        answer = item["answer"]
        found = score(make_question(answer, _type_of(answer), 0.1 if "." in answer else 1.0), f" {answer}\n")
        assert [found.columns[name] for name in ("exact", "prefix", "tolerant")] == [1, 1, 1], answer
        assert found.columns["parameters"] == (1.0 if _type_of(answer) == "equation" else None)


def test_the_published_answers_that_begin_another_one(published: list[dict[str, Any]]) -> None:
    answers = defaultdict(list)
    for item in published:
        template = re.sub(r"(?:\.| after it has been transformed[^?]*?)\n(?=Give)", "\n", item["question"])
        answers[template].append(item["answer"])
    accepted = 0
    for group in answers.values():
        for answer in group:
            others = [
                score(make_question(answer, _type_of(answer)), other).columns for other in group if other != answer
            ]
            accepted += any(columns["prefix"] == 1 for columns in others)
            assert all(columns["exact"] == 0 for columns in others)
    assert accepted == 110
