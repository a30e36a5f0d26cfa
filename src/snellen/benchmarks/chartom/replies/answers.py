"""Answers to FACT questions: read by the format of the question, compared with a key, and written canonically."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from snellen.benchmarks.chartom.replies.words import folded, read_words
from snellen.dataset import Question
from snellen.parsing import (
    Fault,
    Found,
    Quantity,
    Way,
    number_text,
    read_option,
    read_quantity,
    read_ranking,
    runs_upwards,
)
from snellen.parsing.changes import direction_said

__all__ = ["Answer", "answer_kind", "is_same", "known_answers", "read_answer", "written"]

Answer = str | Quantity | tuple[str, ...]
"""An option's text or other words; a number; or the items of a ranking in their order."""

_SIGN_STATED = re.compile(r"\bminus\b|\bnegative\b|\bsigns?\b", re.IGNORECASE)
_UNDIRECTED = re.compile(r"\bhow\s+many\s+times\b|\bratio\b|\bdiffer\w*\b|\bapart\b|\bgap\b", re.IGNORECASE)
"""What asks for a size alone."""

Kind = Literal["option", "number", "words", "ranking"]


def answer_kind(question: Question) -> Kind:
    """What kind of answer a question takes, by its format, its options and the type of its answer."""
    if question.metadata.get("format") == "ranking" or question.answer_type == "ranking":
        return "ranking"
    if question.choices:
        return "option"
    return "number" if question.answer_type == "number" else "words"


def read_answer(question: Question, reply: str) -> Found[Answer]:
    """The answer that a reply gives to a FACT question. Never raises, whatever the reply.

    An option is read by `snellen.parsing.read_option`, a number by `read_quantity`, a ranking by `read_ranking`, words
    by `read_words`; which of these it is, `answer_kind` says. Words of change give a number its sign ("It fell by 20%"
    is −20%): falls are negative, or positive where the question asks for a fall and its key has no sign. They are
    without effect where the question asks for a count, a year, a ratio or a difference.
    """
    match answer_kind(question):
        case "option":
            options = question.choices or ()
            option = read_option(reply, options)
            return Found(None if option.value is None else options[option.value], *_rest(option))
        case "number":
            number = read_quantity(reply)
            return number if number.value is None else replace(number, value=_signed(number.value, question))
        case "ranking":
            items = question.choices or list(_ranked(question.answer or "") or ())
            order = read_ranking(reply, items, upwards=runs_upwards(question.text))
            return Found(None if order.value is None else tuple(items[place] for place in order.value), *_rest(order))
        case _:
            return read_words(reply, known_answers(question))


def is_same(question: Question, answer: Answer, key: str) -> bool:
    """Whether an answer is the same as a key in canonical text.

    Options and words are compared without letter case and white space, words also without articles and endings;
    rankings item by item. A number x is the same as a key k where |x − k| ≤ t·|k| with the question's relative
    tolerance t (`answer_data`, by default 0): counts and years are exact, and so is a key of 0. A percentage is
    compared as it is written (40% is 40), and where the key is none also as a part of 1 (0.4); a count or a year is
    none.
    """
    if isinstance(answer, tuple):
        order = _ranked(key)
        return order is not None and list(map(_plain, answer)) == list(map(_plain, order))
    if isinstance(answer, Quantity):
        number = read_quantity(key).value
        return number is not None and _same_number(answer, number, question.answer_data or {})
    if answer_kind(question) == "option":
        return _plain(answer) == _plain(key)
    return folded(answer) == folded(key)


def written(answer: Answer) -> str:
    """An answer's canonical text: `40%`, `["North", "South"]`, or the words as they are.

    >>> written(Quantity(Fraction(40), True)), written(("North", "South"))
    ('40%', '["North", "South"]')
    """
    if isinstance(answer, Quantity):
        return number_text(answer.value) + ("%" if answer.percent else "")
    return json.dumps(list(answer), ensure_ascii=False) if isinstance(answer, tuple) else answer


def known_answers(question: Question) -> list[str]:
    """The key, the other right answers and the tempting ones, in canonical text."""
    data: dict[str, Any] = question.answer_data or {}
    listed = [data.get(name) for name in ("accepted", "tempting")]
    more = [str(each) for values in listed if isinstance(values, list) for each in values]
    return [*([] if question.answer is None else [question.answer]), *more]


def _signed(number: Quantity, question: Question) -> Quantity:
    """A number with the sign that the words around it give, and without a direction."""
    kind = (question.answer_data or {}).get("kind")
    if not number.direction or number.value <= 0 or kind in ("count", "year") or _UNDIRECTED.search(question.text):
        return Quantity(number.value, number.percent)
    key = read_quantity(question.answer or "").value
    # "With a minus sign for a fall" says how to write either, and asks for neither.
    asked = 1 if _SIGN_STATED.search(question.text) else direction_said(question.text) or 1
    if key is not None and (key.direction or key.value < 0):
        asked = key.direction or 1
    return Quantity(number.value * number.direction * asked, number.percent)


def _rest(found: Found[Any]) -> tuple[Way | None, Fault | None, int]:
    return found.way, found.fault, found.start


def _same_number(answer: Quantity, key: Quantity, data: dict[str, Any]) -> bool:
    exact = data.get("kind") in ("count", "year")
    tolerance = data.get("tolerance")
    allowed = Fraction(str(tolerance)) if isinstance(tolerance, int | float) and not exact else Fraction(0)
    values = [answer.value]
    if answer.percent and not key.percent and data.get("kind") != "percent":
        if exact:
            return False
        values.append(answer.value / 100)
    return any(abs(value - key.value) <= allowed * abs(key.value) for value in values)


def _ranked(key: str) -> Sequence[str] | None:
    try:
        order = json.loads(key)
    except (ValueError, RecursionError):
        return None
    return [str(item) for item in order] if isinstance(order, list) else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
