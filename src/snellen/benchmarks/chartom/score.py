"""What replies to CHARTOM questions score: FACT and MIND, by the card's protocol and by the robust one."""

from collections.abc import Sequence

from snellen.benchmark import Outcome, Score, Scores
from snellen.benchmarks.chartom.replies import (
    answers_fact,
    card_answer,
    card_prediction,
    is_same,
    predicts_fraction,
    read_answer,
    repeats_key,
    written,
)
from snellen.benchmarks.chartom.score_columns import NOTE_COLUMNS, SCORE_COLUMNS
from snellen.dataset import Question
from snellen.parsing import Fault, number_text, read_share

__all__ = ["LATE", "hmi_of", "score", "score_many"]

LATE = 8
"""With so many words before the prediction the justification came first."""

Columns = dict[str, float | None]
Notes = dict[str, str | None]


def score_many(questions: Sequence[Question], replies: Sequence[str]) -> Scores:
    """What each reply scores to its question: see `score`."""
    scores = [score(question, reply) for question, reply in zip(questions, replies, strict=True)]
    return Scores.of(scores, SCORE_COLUMNS, NOTE_COLUMNS)


def score(question: Question, reply: str) -> Score:
    """What one reply scores. Never raises, whatever the reply; time is linear in its length.

    FACT: `fact`, the headline, is 1 where the answer that was read (`read_answer`) is the key or another accepted
    answer (`is_same`), else 0; `fact_card` is 1 where the reply is the key in the form asked for, character by
    character (`card_answer`), else 0; `misled` is 1 where the answer is a tempting one and not right, else 0, and None
    for questions without tempting answers; `fact_valid` says whether an answer was read.

    MIND, with h the people's value and p the prediction that was read (`snellen.parsing.read_share`): `hmi_error` is
    |p − h|, None where none was read; `hmi_error_worst` the same with max(h, 1 − h) there; `hmi_closeness` is 1 −
    `hmi_error_worst`; `hmi_predicted` is p and `mind_valid` says whether it was read. `hmi_error_card`,
    `hmi_predicted_card` and `mind_valid_card` are by `card_prediction`, whose p may lie beyond 0 and 1.
    `justification_first` is 1 where at least `LATE` words stand before the prediction, None where there is none.

    Both: `conflated` is 1 where the reply answers the other task (`predicts_fraction`, `answers_fact`). What does not
    apply to a task is None. The outcome is `answered`, `refused` or `unparsed` by the robust protocol, and `no_key`
    where there is nothing to score against: then the measures that need a key are None, and `parsed`, the prediction,
    and whether they could be read are kept.
    """
    return _mind(question, reply) if question.task == "mind" else _fact(question, reply)


def hmi_of(question: Question) -> float | None:
    """The people's value of a MIND question, from 0 to 1, or None where there is none."""
    try:
        value = float(question.answer) if question.answer is not None else None
    except ValueError:
        return None
    return value if value is not None and 0 <= value <= 1 else None


def _fact(question: Question, reply: str) -> Score:
    columns: Columns = dict.fromkeys(SCORE_COLUMNS)
    notes: Notes = dict.fromkeys(NOTE_COLUMNS)
    found = read_answer(question, reply)
    conflated = predicts_fraction(question, reply, found)
    answer, fault = found.value, found.fault
    if conflated:
        answer, fault = None, _fault("other task", found.fault)
    columns |= {"fact_valid": float(answer is not None), "conflated": float(conflated)}
    notes |= {"fault": fault, "reading": None if answer is None else found.way}
    notes["conflation"] = "predicts a fraction" if conflated else None
    parsed = None if answer is None else written(answer)
    if question.answer is None:
        return Score(parsed, "no_key", columns, notes)
    data = question.answer_data or {}
    right = answer is not None and any(
        is_same(question, answer, key) for key in (question.answer, *_texts(data.get("accepted")))
    )
    columns |= {"fact": float(right), "fact_card": float(reply == card_answer(question))}
    tempting = _texts(data.get("tempting"))
    if tempting:
        tempted = answer is not None and any(is_same(question, answer, each) for each in tempting)
        columns["misled"] = float(tempted and not right)
    return Score(parsed, _outcome(answer is not None, fault), columns, notes)


def _mind(question: Question, reply: str) -> Score:
    columns: Columns = dict.fromkeys(SCORE_COLUMNS)
    notes: Notes = dict.fromkeys(NOTE_COLUMNS)
    found = read_share(reply)
    conflated = answers_fact(question, reply, found)
    share, fault = found.value, found.fault
    if conflated and (share is None or found.way == "recovered" or repeats_key(question, reply, found)):
        share, fault = None, _fault("other task", found.fault)
    card, hmi = card_prediction(reply), hmi_of(question)
    predicted = None if share is None else float(share)
    columns |= {"hmi_predicted": predicted, "mind_valid": float(share is not None), "conflated": float(conflated)}
    columns |= {"hmi_predicted_card": card, "mind_valid_card": float(card is not None)}
    if share is not None:
        columns["justification_first"] = float(found.start >= LATE)
    notes |= {"fault": fault, "reading": None if share is None else found.way}
    notes["card_fault"] = None if card is not None else "no float first" if reply.strip() else "empty"
    notes["conflation"] = "answers the fact question" if conflated else None
    parsed = None if share is None else number_text(share)
    if hmi is None:
        return Score(parsed, "no_key", columns, notes)
    worst = max(hmi, 1 - hmi)
    error = None if predicted is None else abs(predicted - hmi)
    columns |= {"hmi_error": error, "hmi_error_worst": worst if error is None else error}
    columns["hmi_closeness"] = 1 - (worst if error is None else error)
    columns["hmi_error_card"] = None if card is None else abs(card - hmi)
    return Score(parsed, _outcome(share is not None, fault), columns, notes)


def _outcome(there: bool, fault: str | None) -> Outcome:
    return "answered" if there else "refused" if fault == "refusal" else "unparsed"


def _fault(fault: Fault, before: Fault | None) -> Fault:
    """A refusal stays one."""
    return "refusal" if before == "refusal" else fault


def _texts(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list) else []
