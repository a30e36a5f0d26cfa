"""The kinds of wrong replies, on rows whose kind is plain to see."""

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmark import find_benchmark
from snellen.benchmarks.grab.score import score as score_grab
from snellen.dataset import Question
from snellen.report.kinds import KINDS, error_kinds

GRAB, CHARTOM, BIY = (find_benchmark(name) for name in ("grab", "chartom", "biy"))


def grab_row(answer: str | None, reply: str | None, precision: float = 1.0, kind: str = "number") -> dict[str, Any]:
    question = Question(
        question_id="q",
        chart_id="c",
        task="properties",
        category="c",
        property="p",
        text="?",
        benchmark="grab",
        answer=answer,
        answer_type=kind,
        precision=precision,
        split="test",
    )
    row: dict[str, Any] = {"answer": answer, "reply": reply, "precision": precision, "error": None}
    if reply is None:
        return {**row, "outcome": "error", "parsed": None, "exact": 0.0, "tolerant": 0.0, "error": "no reply"}
    found = score_grab(question, reply)
    return {**row, "outcome": found.outcome, "parsed": found.parsed, **found.columns}


def kind_of(row: dict[str, Any], benchmark: Any = GRAB) -> str:
    frame = pd.DataFrame([row], index=[7])
    kinds = error_kinds(frame, benchmark)
    assert list(kinds.index) == [7]
    return str(kinds.iloc[0])


@pytest.mark.parametrize(
    ("answer", "reply", "precision", "type_", "kind"),
    [
        ("4", "4", 1, "number", "correct"),
        ("4", " 4\n", 1, "number", "correct"),
        ("4.0", "4.00", 0.1, "number", "right value, wrong form"),
        ("4", "Answer: 4", 1, "number", "right value, wrong form"),
        ("-4", "4", 1, "number", "sign"),
        ("4.2", "-4.2", 0.1, "number", "sign"),
        ("[-2, 3]", "[2, 3]", 1, "list", "sign"),
        ("4", "5", 1, "number", "off by one unit"),
        ("4", "3", 1, "number", "off by one unit"),
        ("4.2", "4.1", 0.1, "number", "off by one unit"),
        ("40", "50", 10, "number", "off by one unit"),
        ("[-2, 3]", "[-2, 4]", 1, "list", "off by one unit"),
        ("[-2, 3]", "[-2, 5]", 1, "list", "other wrong"),
        ("[-2, 3]", "[-2, 3, 4]", 1, "list", "other wrong"),
        ("4.2", "4.17", 0.1, "number", "wrong precision"),
        ("4.2", "4", 0.1, "number", "wrong precision"),
        ("4.2", "4.0", 0.1, "number", "other wrong"),
        ("4.1", "4", 0.1, "number", "wrong precision"),
        ("4", "4.3", 1, "number", "wrong precision"),
        ("40", "43", 10, "number", "wrong precision"),
        ("40", "46", 10, "number", "off by one unit"),
        ("4", "9", 1, "number", "other wrong"),
        ("y = 2x - 1", "y = 2x + 1", 1, "equation", "sign"),
        ("y = 2x - 1", "y = 3x - 1", 1, "equation", "off by one unit"),
        ("y = 2x - 1", "y = 7x - 1", 1, "equation", "other wrong"),
        ("y = 2x - 1", "y = -1 + 2x", 1, "equation", "right value, wrong form"),
        ("4", "I'm sorry, but I can't help with that.", 1, "number", "refusal"),
        ("4", "some number of apples", 1, "number", "unparsed"),
        ("4", None, 1, "number", "no reply"),
        (None, "4", 1, "number", "not scored"),
    ],
)
def test_a_reply_to_grab(answer: str | None, reply: str | None, precision: float, type_: str, kind: str) -> None:
    assert kind_of(grab_row(answer, reply, precision, type_)) == kind


def row(benchmark: Any, score: float | None, outcome: str = "answered", **more: Any) -> dict[str, Any]:
    about = {"answer": "A", "reply": "B", "parsed": "B", "precision": None, "error": None}
    return {**about, "outcome": outcome, benchmark.headline: score, **more}


def test_errors_of_asking_are_apart_from_replies_that_are_missing() -> None:
    assert kind_of(row(GRAB, 0.0, "error", error="timed out")) == "error"
    assert kind_of(row(GRAB, 0.0, "error", error="no reply")) == "no reply"


def test_part_of_the_boxes_is_partly_right_and_a_forgiving_reading_forgives() -> None:
    assert kind_of(row(BIY, 0.5), BIY) == "partly right"
    assert kind_of(row(BIY, 0.0, lenient=1.0), BIY) == "right value, wrong form"
    assert kind_of(row(BIY, 1.0, lenient=1.0), BIY) == "correct"
    assert kind_of(row(BIY, 0.0, answer="4", parsed="5", reply="5"), BIY) == "off by one unit"
    assert kind_of(row(BIY, 0.0, "unparsed", parsed=None, lenient=0.5), BIY) == "unparsed"


def test_a_chart_misleads() -> None:
    assert kind_of(row(CHARTOM, 0.0, misled=1.0), CHARTOM) == "misled"
    assert kind_of(row(CHARTOM, 0.0, misled=0.0), CHARTOM) == "other wrong"
    assert kind_of(row(CHARTOM, None, answer=None), CHARTOM) == "not scored"


def test_another_protocol_may_say_what_is_right() -> None:
    frame = pd.DataFrame([grab_row("4.0", "4.00", 0.1)])
    assert error_kinds(frame, GRAB, "tolerant").tolist() == ["correct"]


@given(
    answer=st.one_of(st.none(), st.text(max_size=30), st.integers(-99, 99).map(str)),
    reply=st.one_of(st.none(), st.text(max_size=60), st.from_regex(r"-?\d{1,3}(\.\d{1,3})?", fullmatch=True)),
    precision=st.sampled_from([1.0, 0.1, 10.0, 0.5]),
    type_=st.sampled_from(["number", "list", "equation"]),
)
def test_every_reply_has_one_kind(answer: str | None, reply: str | None, precision: float, type_: str) -> None:
    found = grab_row(answer, reply, precision, type_)
    kind = kind_of(found)
    assert kind in KINDS
    assert (kind == "correct") == (found["exact"] == 1)
    assert (kind == "not scored") == (found["exact"] is None)


def test_an_empty_table_has_no_kinds() -> None:
    assert error_kinds(pd.DataFrame([grab_row("1", "2")]).iloc[:0], GRAB).tolist() == []
