"""In what way each reply is wrong."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, log10
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from snellen.benchmark import Benchmark
from snellen.parsing import LONGEST_VALUE, parse_equation, parse_list, parse_number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KINDS", "error_kinds"]

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "correct": "full score by the headline scorer",
        "partly right": "a score between 0 and 1",
        "right value, wrong form": "no full score, but right by a reading that forgives the form",
        "wrong precision": "the right value, rounded more or less finely than asked",
        "sign": "the right value but for its sign (of one number of a list or an equation at least)",
        "off by one unit": "one step of the precision asked for beside the answer (each number of a list at most)",
        "misled": "the wrong answer that the chart tempts to",
        "other wrong": "a value was read, and it is wrong in another way",
        "unparsed": "no value could be read out of the reply",
        "refusal": "the model refused, or its vendor's filter did",
        "no reply": "there is no reply to the question",
        "error": "asking failed",
        "not scored": "no key, or not of a task that the headline scores",
    }
)
"""The kinds of replies, each with what it means, in the order in which pages list them."""

_FORGIVING = ("tolerant", "lenient", "exact", "extracted_large", "extracted_small", "judged")
"""Scorers that are 1 where the value is right, whatever its form."""

_DECIMALS = re.compile(r"\d+(?:\.(\d+))?")
_LONGEST_WRITTEN = 200

Values = tuple[Fraction, ...]


def error_kinds(frame: "pd.DataFrame", benchmark: Benchmark, headline: str | None = None) -> "pd.Series[str]":
    """The kind of each row of the results table, one of `KINDS`, with the frame's index.

    `headline` is the scorer that says what is right, the benchmark's own by default. What applies first in this order
    is the kind: not scored; correct (score 1); right value, wrong form (score below 1, and 1 by `tolerant`, `lenient`,
    `exact`, an extractor or the judge, or the value that was read equals the answer); no reply or error, refusal,
    unparsed, by the outcome; partly right; and for values that were read and are wrong: wrong precision, sign, off by
    one unit, misled (the column `misled` is 1), other wrong. Numbers are compared exactly, as fractions; lists element
    by element, equations by their coefficients; the unit is the row's `precision`, or 1 where none is given and both
    values are whole. What was read but is none of these (words, boxes, points) is misled or other wrong. A reply is
    rounded too coarsely where it is written with fewer decimals than asked and is the answer rounded to these.

    Columns used: the scorer, outcome, error, answer, parsed, reply, precision, and of the forgiving scorers and
    `misled` those that are there. Raises KeyError where one of the former is missing.
    """
    import numpy as np
    import pandas as pd

    scorer = headline or benchmark.headline
    scores = _numbers(frame, scorer)
    n = len(frame)
    forgiven = np.zeros(n, dtype=bool)
    for name in _FORGIVING:
        if name != scorer and name in frame:
            forgiven |= _numbers(frame, name) == 1
    misled = _numbers(frame, "misled") == 1 if "misled" in frame else np.zeros(n, dtype=bool)
    outcomes, errors, answers, parsed, replies = (
        _texts(frame, name) for name in ("outcome", "error", "answer", "parsed", "reply")
    )
    precisions = _numbers(frame, "precision")
    kinds = [
        _kind(
            float(scores[row]),
            bool(forgiven[row]),
            bool(misled[row]),
            outcomes[row],
            errors[row],
            answers[row],
            parsed[row],
            replies[row],
            None if np.isnan(precisions[row]) else float(precisions[row]),
        )
        for row in range(n)
    ]
    return pd.Series(kinds, index=frame.index, dtype="object", name="kind")


def _kind(
    score: float,
    forgiven: bool,
    misled: bool,
    outcome: str,
    error: str,
    answer: str,
    parsed: str,
    reply: str,
    precision: float | None,
) -> str:
    if score != score:
        return "not scored"
    if score >= 1:
        return "correct"
    if forgiven:
        return "right value, wrong form"
    if outcome == "error":
        return "no reply" if error == "no reply" else "error"
    if outcome == "refused":
        return "refusal"
    if outcome != "answered":
        return "unparsed"
    if score > 0:
        return "partly right"
    found = _wrong_value(answer, parsed, _written_decimals(reply), precision)
    return found or ("misled" if misled else "other wrong")


@lru_cache(maxsize=65536)
def _wrong_value(answer: str, parsed: str, decimals: int | None, precision: float | None) -> str | None:
    """How a value differs from the answer; None where that has no name."""
    if parsed == answer:
        return "right value, wrong form"
    if max(len(answer), len(parsed)) > LONGEST_VALUE:
        return None
    key, value = _values(answer), _values(parsed)
    if key is None or value is None or key[0] != value[0] or len(key[1]) != len(value[1]):
        return None
    asked, found = key[1], value[1]
    if asked == found:
        return "right value, wrong form"
    whole = all(each.denominator == 1 for each in (*asked, *found))
    unit = Fraction(str(precision)) if precision and precision > 0 else Fraction(1) if whole else None
    if unit is not None and _is_rounded(asked, found, decimals, unit):
        return "wrong precision"
    if all(abs(one) == abs(other) for one, other in zip(asked, found, strict=True)):
        return "sign"
    if unit is not None and all(abs(one - other) <= unit for one, other in zip(asked, found, strict=True)):
        return "off by one unit"
    return None


def _is_rounded(asked: Values, found: Values, decimals: int | None, unit: Fraction) -> bool:
    """Whether both are one value, `found` finer than the unit, or coarser as it was written."""
    pairs = list(zip(asked, found, strict=True))
    if any((each / unit).denominator != 1 for each in found) and all(abs(a - b) <= unit / 2 for a, b in pairs):
        return True
    wanted = max(0, ceil(round(-log10(unit), 9)))
    if decimals is None or decimals >= wanted:
        return False
    step = Fraction(1, 10**decimals)
    return all(abs(a - b) <= step / 2 and (b / step).denominator == 1 for a, b in pairs)


@lru_cache(maxsize=65536)
def _values(text: str) -> tuple[str, Values] | None:
    """A number, a list or the coefficients of an equation, with which of them it is."""
    number = parse_number(text)
    if number is not None:
        return "number", (number,)
    several = parse_list(text)
    if several is not None:
        return "list", several
    function = parse_equation(text)
    if function is None:
        return None
    coefficients = function.polynomial()
    if coefficients is not None:
        # Of equal length whatever the degree, so that a missing term is a coefficient of 0.
        return "polynomial", (Fraction(0),) * (16 - len(coefficients)) + tuple(coefficients)
    sine = function.sine()
    return None if sine is None else ("sine", tuple(sine))


def _written_decimals(reply: str) -> int | None:
    """The most decimals of a number in a short reply; None where there is no number, or the reply is long."""
    if len(reply) > _LONGEST_WRITTEN:
        return None
    found = [len(each.group(1) or "") for each in _DECIMALS.finditer(reply)]
    return max(found) if found else None


def _numbers(frame: "pd.DataFrame", name: str) -> Any:
    import numpy as np

    return frame[name].to_numpy(dtype=np.float64, na_value=np.nan)


def _texts(frame: "pd.DataFrame", name: str) -> Sequence[str]:
    column = frame[name]
    return ["" if missing else str(value) for value, missing in zip(column.tolist(), column.isna(), strict=True)]
