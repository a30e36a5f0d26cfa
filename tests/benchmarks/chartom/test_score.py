"""What replies score under both protocols; conflated tasks; questions without people; and that nothing raises."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmarks.chartom.small import HMI, PAIRS, question
from tests.parsing.replies import REPLIES

from snellen.benchmark import find_benchmark
from snellen.benchmarks.chartom.score import score, score_many
from snellen.benchmarks.chartom.score_columns import FACT_COLUMNS, MIND_COLUMNS, NOTE_COLUMNS, SCORE_COLUMNS


def columns(number: int, task: str, reply: str, **more: Any) -> dict[str, float | None]:
    return dict(score(question(number, task, **more), reply).columns)


@pytest.mark.parametrize(
    ("number", "reply", "robust", "card", "misled"),
    [
        (0, "B", 1, 1, 0),
        (0, "2 times", 1, 0, 0),
        (0, "The correct answer is B. The axis starts at 30.", 1, 0, 0),
        (0, "A", 0, 0, 1),
        (0, "C", 0, 0, 0),
        (0, "None of the above", 0, 0, 0),
        (0, "", 0, 0, 0),
        (1, "40", 1, 1, 0),
        (1, "41%", 1, 0, 0),
        (1, "no change", 0, 0, 1),
        (1, "20", 0, 0, 0),
        (2, '["South East", "North", "South"]', 1, 1, 0),
        (2, "South East > North > South", 1, 0, 0),
        (2, "North, South East, South", 1, 0, 0),
        (2, "South, North, South East", 0, 0, 1),
        (2, "North, South, South East", 0, 0, 0),
        (2, "South East, North", 0, 0, 0),
        (3, "increase", 1, 1, 0),
        (3, "It is increasing.", 1, 0, 0),
        (3, "decreasing", 0, 0, 1),
    ],
)
def test_fact(number: int, reply: str, robust: int, card: int, misled: int) -> None:
    found = columns(number, "fact", reply)
    assert (found["fact"], found["fact_card"], found["misled"]) == (robust, card, misled)
    assert all(found[name] is None for name in MIND_COLUMNS)


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_the_key_itself_is_right_under_both_protocols_and_the_tempting_answer_is_misled(number: int) -> None:
    asked = question(number, "fact")
    assert asked.answer is not None
    key = score(asked, "B" if number == 0 else asked.answer)
    assert (key.outcome, key.columns["fact"], key.columns["fact_card"], key.columns["misled"]) == ("answered", 1, 1, 0)
    tempted = score(asked, PAIRS[number]["data"]["tempting"][0])
    assert (tempted.columns["fact"], tempted.columns["misled"]) == (0, 1)


def test_without_a_tempting_answer_nobody_is_said_to_be_misled() -> None:
    assert columns(0, "fact", "A", answer_data=None)["misled"] is None


def test_mind_errors() -> None:
    # The people's value is 0.8.
    found = columns(0, "mind", "0.5. The axis starts at 30; 60 looks 4 times 20.", manipulated=True)
    for name in ("hmi_error", "hmi_error_worst", "hmi_error_card"):
        assert found[name] == pytest.approx(0.3)
    assert found["hmi_closeness"] == pytest.approx(0.7)
    assert (found["mind_valid"], found["mind_valid_card"], found["justification_first"]) == (1, 1, 0)
    assert all(found[name] is None for name in FACT_COLUMNS)


def test_a_failure_to_read_is_the_worst_case_and_no_half() -> None:
    for manipulated, worst in ((True, 0.8), (False, 0.9)):
        found = columns(0, "mind", "Many.", manipulated=manipulated)
        assert (found["hmi_error"], found["hmi_predicted"], found["mind_valid"]) == (None, None, 0)
        assert found["hmi_error_worst"] == pytest.approx(worst)
        assert found["hmi_closeness"] == pytest.approx(1 - worst)


def test_the_cards_protocol_takes_what_float_takes() -> None:
    percent = columns(0, "mind", "80%", manipulated=True)
    assert (percent["hmi_error"], percent["hmi_error_card"], percent["mind_valid_card"]) == (0, None, 0)
    whole = columns(0, "mind", "80", manipulated=True)
    assert whole["hmi_error"] is None
    assert whole["hmi_error_card"] == pytest.approx(79.2)


def test_justification_first_is_counted_and_fails_the_card() -> None:
    late = "The axis is cut, so that most students compare heights. Prediction: 0.8"
    found = score(question(0, "mind", manipulated=True), late)
    assert (found.columns["hmi_error"], found.columns["justification_first"]) == (0, 1)
    assert (found.columns["mind_valid_card"], found.notes["card_fault"]) == (0, "no float first")


def test_without_people_the_prediction_is_kept() -> None:
    found = score(question(3, "mind", manipulated=True), "0.35. As the axis is upside down.")
    assert HMI[3, True] is None
    assert (found.outcome, found.parsed, found.columns["hmi_predicted"]) == ("no_key", "0.35", 0.35)
    assert [found.columns[name] for name in ("hmi_error", "hmi_error_worst", "hmi_error_card")] == [None] * 3
    assert score(question(0, "fact", answer=None), "B").outcome == "no_key"


@pytest.mark.parametrize(
    ("number", "reply"),
    [
        (0, "0.35"),
        (0, "35%"),
        (0, "0.35 of students will be misled"),
        (1, "I predict that 0.4 of students will be misled"),
        (2, "About 40% of people will be misled by the colours."),
        (3, "0.35. Students will be misled by the axis."),
    ],
)
def test_a_fact_reply_that_predicts_a_fraction(number: int, reply: str) -> None:
    found = score(question(number, "fact"), reply)
    assert (found.columns["conflated"], found.columns["fact"], found.outcome) == (1, 0, "unparsed")
    assert (found.notes["fault"], found.notes["conflation"]) == ("other task", "predicts a fraction")


@pytest.mark.parametrize(
    ("number", "reply"),
    [
        (0, "B"),
        (0, "The answer is B."),
        (0, "B) 2 times"),
        (0, "The answer is 2 times, as the bars are 30 and 60."),
        (1, "The answer is 40."),
        (1, "450"),
        (2, "South East > North > South"),
    ],
)
def test_a_mind_reply_that_answers_the_fact_question(number: int, reply: str) -> None:
    found = score(question(number, "mind"), reply)
    assert (found.columns["conflated"], found.outcome, found.columns["hmi_error"]) == (1, "unparsed", None)
    assert (found.notes["fault"], found.notes["conflation"]) == ("other task", "answers the fact question")


def test_a_mind_reply_that_does_both_is_counted_and_read() -> None:
    found = score(question(0, "mind"), "B\n\nPrediction: 0.1")
    assert [found.columns["conflated"], found.columns["hmi_error"]] == pytest.approx([1, 0])


@pytest.mark.parametrize(
    ("task", "reply"),
    [
        ("fact", "The chart is misleading, but the answer is B."),
        ("fact", "B. 40% of readers might be misled."),
        ("mind", "0.4. The right answer is B, but many will say A."),
        ("mind", "Prediction: 0.4\nThe answer is 2 times."),
    ],
)
def test_a_word_on_the_other_task_is_no_conflation(task: str, reply: str) -> None:
    found = score(question(0, task), reply)
    assert (found.columns["conflated"], found.outcome) == (0, "answered")


def test_refusals_and_empty_replies() -> None:
    for task in ("fact", "mind"):
        assert score(question(0, task), "I'm sorry, but I can't see the image.").outcome == "refused"
        empty = score(question(0, task), " \n")
        assert (empty.outcome, empty.notes["fault"]) == ("unparsed", "empty")


@given(REPLIES, st.integers(0, 3), st.sampled_from(["fact", "mind"]), st.booleans(), st.booleans())
def test_any_reply_has_a_score(reply: str, number: int, task: str, manipulated: bool, keyless: bool) -> None:
    asked = question(number, task, manipulated=manipulated)
    if keyless:
        asked = asked.replaced(answer=None)
    found = score(asked, reply)
    assert set(found.columns) == set(SCORE_COLUMNS)
    assert set(found.notes) == set(NOTE_COLUMNS)
    assert (found.outcome == "no_key") == (asked.answer is None)
    assert (found.parsed is None) == (found.columns["fact_valid" if task == "fact" else "mind_valid"] == 0)
    assert (found.parsed is None) == (found.notes["fault"] is not None)
    for name in ("fact", "fact_card", "misled", "conflated", "hmi_error", "hmi_error_worst", "hmi_closeness"):
        value = found.columns[name]
        assert value is None or 0 <= value <= 1
    if found.columns["fact_card"] == 1:
        assert found.columns["fact"] == 1


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_key_has_a_score(key: str, reply: str) -> None:
    for number in range(4):
        asked = question(number, "fact", answer=key, answer_data={"tempting": [reply], "tolerance": 0.1})
        found = score(asked, reply)
        assert found.outcome in ("answered", "unparsed", "refused")
        assert found.columns["fact"] in (0, 1)
    assert (score(question(0, "mind", answer=key), reply).notes["fault"] is None) == (
        score(question(0, "mind"), reply).notes["fault"] is None
    )


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    asked = [question(number, task) for number in range(4) for task in ("fact", "mind")]
    replies = ["B", "0.4", "40", "40%", json.dumps(["South"]), "x", "increase", ""]
    many = score_many(asked, replies)
    assert [many[place] for place in range(8)] == [score(*each) for each in zip(asked, replies, strict=True)]
    benchmark = find_benchmark("chartom")
    assert benchmark.headline == benchmark.score_columns[0] == benchmark.summary_columns[0]


@pytest.mark.parametrize(
    ("key", "reply"), [("1.3", "1.3"), ("1.3", "**1.3**"), ("20%", "Answer: 20%"), ("20", "Answer: 20%")]
)
def test_the_key_of_the_other_question_is_no_prediction(key: str, reply: str) -> None:
    asked = question(1, "mind")
    asked = asked.replaced(metadata={**asked.metadata, "fact_key": key})
    found = score(asked, reply)
    assert (found.columns["conflated"], found.columns["hmi_predicted"], found.outcome) == (1, None, "unparsed")
    assert found.notes["fault"] == "other task"


@pytest.mark.parametrize("reply", ["20%", "Prediction: 20%", "Answer: 0.2", "Answer: 30%"])
def test_a_prediction_like_the_key_is_one(reply: str) -> None:
    asked = question(1, "mind")
    found = score(asked.replaced(metadata={**asked.metadata, "fact_key": "20%"}), reply)
    assert (found.columns["conflated"], found.outcome) == (0, "answered")
