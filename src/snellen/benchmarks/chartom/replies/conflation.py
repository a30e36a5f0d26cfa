"""Replies that answer the other question on the same chart: the card's first pitfall."""

import re
from fractions import Fraction

from snellen.benchmarks.chartom.replies.answers import Answer, answer_kind, known_answers
from snellen.dataset import Question
from snellen.parsing import (
    Found,
    Quantity,
    parse_choice,
    read_option,
    read_quantity,
    read_ranking,
    read_share,
    readable,
)
from snellen.parsing.declarations import declarations, lines_of

__all__ = ["answers_fact", "predicts_fraction", "repeats_key"]

_MISLED = re.compile(r"\bmis(?:led|lead(?:s|ing)?)\b|\bfooled\b|\bdeceived\b|\btricked\b", re.IGNORECASE)
_PREDICTION = re.compile(r"\bpredict|\bestimate|\bhmi\b", re.IGNORECASE)
_SHORT = 3
_LARGEST_PERCENTAGE = 100


def predicts_fraction(question: Question, reply: str, found: Found[Answer]) -> bool:
    """Whether a reply to a FACT question predicts a fraction of people instead; `found` is what was read as its answer.

    It does where it speaks of being misled and gives a share of which `read_share` can be sure or which is its only
    number, while no answer was read, or that number itself was merely leading or recovered; and where a question with
    options or items is answered by nothing but a decimal or percentage, or begins with one and speaks of being misled.
    """
    share = read_share(reply)
    if share.value is None:
        return False
    speaks = _MISLED.search(reply) is not None
    if isinstance(found.value, Quantity):
        same = share.value in (found.value.value, found.value.value / 100)
        return speaks and same and found.way in ("leading", "recovered")
    kind = answer_kind(question)
    if kind == "number":
        return speaks and found.value is None
    first = share.start == 0 and share.way in ("bare", "leading", "declared") and share.value.denominator > 1
    unknown = found.way == "recovered" or (kind == "words" and found.value not in known_answers(question))
    if found.value is not None:
        return speaks and first and unknown
    return speaks or (first and kind != "words")


def answers_fact(question: Question, reply: str, share: Found[Fraction]) -> bool:
    """Whether a reply to a MIND question answers the FACT question; `share` is what was read as its prediction.

    With options: its first line is a letter or the text of one, or it chooses one while no prediction was read, or one
    was merely recovered. With items to rank: it ranks them. In free text: it declares a number beyond 0 to 1, or is
    one above 100; or it gives the FACT question's key (`fact_key` of its metadata) where no prediction was read, or
    as `repeats_key` says.
    """
    if repeats_key(question, reply, share):
        return True
    sure = share.value is not None and share.way != "recovered"
    kind = _kind(question)
    if kind == "option":
        options = question.choices or []
        first = lines_of(readable(reply))[:1]
        place = parse_choice(first[0], options) if first and not (sure and share.start == 0) else None
        if place is not None and (len(options[place]) > _SHORT or len(first[0].strip(" .*()[]$`")) == 1):
            return True
        return not sure and read_option(reply, options).way in ("bare", "declared", "leading", "closing")
    if sure:
        return False
    if kind == "ranking":
        return read_ranking(reply, question.choices or []).value is not None
    number = read_quantity(reply)
    if number.value is None or 0 <= number.value.value <= 1 or number.value.percent:
        return False
    if number.way != "recovered" and number.value == _key(question, number.value):
        return True
    return number.way == "declared" or (number.way in ("bare", "leading") and number.value.value > _LARGEST_PERCENTAGE)


def repeats_key(question: Question, reply: str, share: Found[Fraction]) -> bool:
    """Whether what was read as a prediction is declared as the answer and is, in percent, the FACT question's key.

    "Answer: 20%" where the key is 20% can be told for no prediction; "Prediction: 20%" and "20%" are one.
    """
    if share.value is None or share.way != "declared" or share.value == 0 or _kind(question) != "number":
        return False
    plain = readable(reply)
    number = read_quantity(plain).value
    return (
        number is not None
        and number.percent
        and number.value == 100 * share.value
        and number == _key(question, number)
        and bool(declarations(plain))
        and _PREDICTION.search(plain) is None
    )


def _key(question: Question, like: Quantity) -> Quantity | None:
    """The FACT question's key, where it is a number, written as `like` is; None where it is not known."""
    key = read_quantity(str(question.metadata.get("fact_key") or "")).value
    return (
        None if key is None or (key.percent and not like.percent) else Quantity(key.value, like.percent, like.direction)
    )


def _kind(question: Question) -> str:
    if question.metadata.get("format") == "ranking":
        return "ranking"
    return "option" if question.choices else "number"
