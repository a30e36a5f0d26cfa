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
from snellen.parsing.declarations import lines_of

__all__ = ["answers_fact", "predicts_fraction"]

_MISLED = re.compile(r"\bmis(?:led|lead(?:s|ing)?)\b|\bfooled\b|\bdeceived\b|\btricked\b", re.IGNORECASE)
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
    one above 100.
    """
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
    if number.value is None or number.value.percent or 0 <= number.value.value <= 1:
        return False
    return number.way == "declared" or (number.way in ("bare", "leading") and number.value.value > _LARGEST_PERCENTAGE)


def _kind(question: Question) -> str:
    if question.metadata.get("format") == "ranking":
        return "ranking"
    return "option" if question.choices else "number"
