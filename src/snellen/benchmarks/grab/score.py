"""What a reply to a GRAB question scores, by the three protocols, and how much of an equation is right."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, log10

from snellen.benchmark import Score
from snellen.benchmarks.grab.score_choices import chosen_option, option_notes, score_choice
from snellen.dataset import Question
from snellen.metrics import exact_match, parameter_share, prefix_match
from snellen.parsing import (
    LONGEST_VALUE,
    Function,
    is_refusal,
    list_text,
    number_text,
    parse_equation,
    parse_list,
    parse_number,
)

__all__ = ["parameters_of", "score"]

Value = Fraction | tuple[Fraction, ...] | Function

_SCORERS = ("exact", "prefix", "tolerant")
# Filled in by `snellen extract`, which asks other models what a reply says.
_BY_OTHER_MODELS: dict[str, float | None] = dict.fromkeys(("extracted_large", "extracted_small", "judged"))
_NOTES: dict[str, str | None] = dict.fromkeys(
    ("extraction_large", "extraction_small", "verdict", "chosen_letter", "misreading")
)
_POWER = re.compile(r"x(?:\^(\d+))?")


def score(question: Question, reply: str) -> Score:
    """What one reply scores. Never raises, whatever the reply; time is linear in its length.

    - `exact`, the headline: white space stripped at both ends, then equality with the answer.
    - `prefix`: leading white space removed, then only as many characters compared as the answer has, as the code
      released with the paper does.
    - `tolerant`: the same value however written. The reply must be a bare value of the question's type: a number
      (`snellen.parsing.parse_number`), a list (`parse_list`; the order counts) or an equation (`parse_equation`; any
      algebraically equivalent one), in wrappers or under the label "Answer:" at most (`strip_wrappers`). Values are
      compared exactly: 4.00 is 4.0, and 4.04 is not. A sentence, a unit, a percent sign, or several values for one
      are not read.
    - `parameters`, for equations: the share of the parameters of the form asked for that are right (the coefficients
      from the highest power down; a, b, c, d of the sine with b > 0). 0 where the reply is no equation of that form,
      None for other questions.

    A question with options is answered by a letter or by an option's text, and the three protocols are those of
    `snellen.benchmarks.grab.score_choices.score_choice`.

    The outcome is `answered` where the tolerant reading found a value, `refused` where it did not and the reply opens
    with a refusal (`is_refusal`), else `unparsed`; `no_key` where the question has no answer, and then every scorer
    is None. `parsed` is the value's canonical text, with as many decimals as the question asks for, or the option's
    text. A reply that is `exact` is always `prefix`, `tolerant` and `answered` too.
    """
    answer, stripped = question.answer, reply.strip()
    if answer is None:
        nothing = {**dict.fromkeys(_SCORERS), "parameters": None, **_BY_OTHER_MODELS}
        return Score(_parsed(question, stripped), "no_key", nothing, _NOTES)
    if question.choices is not None:
        columns, chosen = score_choice(question, answer, reply, _value)
        parsed = None if chosen is None else question.choices[chosen]
        return _ended(parsed, stripped, columns, option_notes(question, chosen))
    exact = exact_match(stripped, answer)
    parsed, tolerant = _parsed(question, stripped), exact
    if not exact:
        value = _value(question.answer_type, stripped)
        tolerant = float(value is not None and value == _value(question.answer_type, answer))
    if exact and parsed is None:
        parsed = answer
    own: dict[str, float | None] = {
        "exact": exact,
        "prefix": prefix_match(reply, answer),
        "tolerant": tolerant,
        "parameters": _parameters(question, answer, stripped),
    }
    return _ended(parsed, stripped, own)


def parameters_of(value: Function | None, form: str) -> tuple[Fraction, ...] | None:
    """The parameters of a function in the form that an equation's text has, or None where it is not of that form.

    A polynomial's form is its highest written power: `y = 0x^3 - 2x^2 + 5x + 2` has four parameters. A polynomial of
    lower degree is of the form, its missing coefficients 0; one of higher degree is not.
    """
    if value is None:
        return None
    if "sin" in form:
        return value.sine()
    coefficients = value.polynomial()
    degree = max((int(power or 1) for power in _POWER.findall(form)), default=0)
    if coefficients is None or len(coefficients) > degree + 1:
        return None
    return (Fraction(0),) * (degree + 1 - len(coefficients)) + coefficients


def _ended(
    parsed: str | None, reply: str, columns: Mapping[str, float | None], notes: Mapping[str, str | None] | None = None
) -> Score:
    whole, more = {"parameters": None, **columns, **_BY_OTHER_MODELS}, {**_NOTES, **(notes or {})}
    if parsed is not None:
        return Score(parsed, "answered", whole, more)
    return Score(None, "refused" if is_refusal(reply) else "unparsed", whole, more)


def _parameters(question: Question, answer: str, reply: str) -> float | None:
    if question.answer_type != "equation":
        return None
    key = parameters_of(_equation(answer), answer)
    return None if key is None else parameter_share(parameters_of(_equation(reply), answer), key)


def _equation(text: str) -> Function | None:
    value = _value("equation", text)
    return value if isinstance(value, Function) else None


def _parsed(question: Question, reply: str) -> str | None:
    if question.choices is not None:
        chosen = chosen_option(question, reply, _value)
        return None if chosen is None else question.choices[chosen]
    return _canonical(question.answer_type, reply, question.precision) if len(reply) <= LONGEST_VALUE else None


def _value(answer_type: str, text: str) -> Value | None:
    return _read(answer_type, text) if len(text) <= LONGEST_VALUE else None


@lru_cache(maxsize=16384)
def _canonical(answer_type: str, text: str, precision: float | None) -> str | None:
    value = _read(answer_type, text)
    if value is None:
        return None
    if isinstance(value, Function):
        return value.text()
    decimals = max(0, ceil(round(-log10(precision), 9))) if precision else 0
    return number_text(value, decimals) if isinstance(value, Fraction) else list_text(value, decimals)


@lru_cache(maxsize=16384)
def _read(answer_type: str, text: str) -> Value | None:
    match answer_type:
        case "number":
            return parse_number(text)
        case "list":
            return parse_list(text)
        case "equation":
            return parse_equation(text)
        case _:
            return None
