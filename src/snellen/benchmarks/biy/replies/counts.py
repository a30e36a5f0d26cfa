"""Counts: the last number in curly brackets, such a number and nothing else, or the one number that there is."""

import re
from collections.abc import Callable
from fractions import Fraction

from snellen.benchmarks.biy.replies.lenient import ascii_quotes
from snellen.benchmarks.biy.replies.reply import Fault, Reply
from snellen.parsing import is_refusal, parse_number, plain_characters

__all__ = ["exact_count", "lenient_count", "released_count"]

_MOST_DIGITS = 15
_ASKED = re.compile(r"\{([0-9]++)\}")
_BRACED_DIGITS = re.compile(r"\{(\d++)\}")
_BRACES = re.compile(r"\{([^{}]*+)\}")
_UNCLOSED = re.compile(r"\{[^{}]*+\Z")
_CONSTANT = re.compile(r"\s*['\"]?(?:[+-]?(?:nan|infinity|inf)|true|false|null|none|undefined)['\"]?\s*", re.IGNORECASE)

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_WORD = rf"(?<![\w-])(?P<word>{'|'.join(_WORDS)})(?!\w|-\w)"
_DIGITS = (
    r"(?<![\w.])(?P<digits>[+-]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,8}+|[0-9]++)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)"
    r"(?!\w|\.[0-9])(?P<share>\s?%)?"
)


def _numbers_of(subject: str, other: str) -> re.Pattern[str]:
    """Numbers in a text, "none" and "no outliers"; `other` where what is counted is the other task's."""
    few_words = r"\s++(?:[a-z]++\s++){0,2}?"
    return re.compile(
        rf"(?:{_DIGITS}|{_WORD})(?P<other>(?={few_words}{other}))?|\b(?P<none>none)\b|\bno{few_words}{subject}",
        re.IGNORECASE,
    )


_NUMBER = rf"(?:[0-9]|(?:{'|'.join(_WORDS)}|none)\b)"


def _saying_of(subject: str) -> re.Pattern[str]:
    """Where a text says that a number is the answer: "3 dense clusters", "the number of clusters is 3", "I see 3"."""
    return re.compile(
        rf"(?<!\w){_NUMBER}[0-9]*+\s++(?:[a-z]++\s++){{0,2}}?{subject}|\bno\s++(?:[a-z]++\s++){{0,2}}?{subject}"
        rf"|\b(?:answer|counts?|counted|total|see|there (?:is|are)|{subject})(?:\W++[a-z]++){{0,4}}?\W{{1,4}}{_NUMBER}",
        re.IGNORECASE,
    )


_CLUSTERS, _OUTLIERS = r"(?:clusters?|groups?|clustering|grouping)\b", r"(?:outliers?|anomal(?:y|ies))\b"
_NUMBERS = {
    "cluster_count": _numbers_of(_CLUSTERS, _OUTLIERS),
    "outlier_count": _numbers_of(_OUTLIERS, _CLUSTERS),
}
_SAYING = {"cluster_count": _saying_of(_CLUSTERS), "outlier_count": _saying_of(_OUTLIERS)}
_ALONE = re.compile(rf"\W*+(?:{'|'.join(_WORDS)}|none)\W*+", re.IGNORECASE)
# With these a number in words is not a count: a bound, a negation, or more than the words up to twenty.
_INEXACT = re.compile(
    rf"\b(?:at (?:least|most)|(?:more|fewer|less|greater) than|up to|or (?:more|fewer|less))\b"
    rf"|(?:\b(?:over|under|above|below|not|cannot)|n't)\s(?:[a-z]++\s)?{_NUMBER}|(?:^|\s)[<>≤≥]=?\s?[0-9]|±"
    r"|[0-9]\s?\+|[0-9]\s?/\s?[0-9]"
    r"|\b(?:thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?)\b",
    re.IGNORECASE,
)


def released_count(text: str, lenient: Callable[[], Reply]) -> Reply:
    """As the paper's code reads: the last `{digits}` of the reply, whatever stands around it.

    Digits of any script, as `\\d` and `int` have it. A number of more than 15 digits is out of range. `lenient` gives
    what `lenient_count` finds, for the fault.
    """
    last = None
    for match in _BRACED_DIGITS.finditer(text):
        last = match
    return Reply(None, _strict_fault(text, lenient())) if last is None else _count_of_digits(last[1])


def exact_count(text: str, lenient: Callable[[], Reply]) -> Reply:
    """The asked form and nothing else: `{digits}`, ASCII, with white space around it at most."""
    if asked := _ASKED.fullmatch(text.strip()):
        return _count_of_digits(asked[1])
    braced = {match[1].lstrip("0") for match in _BRACED_DIGITS.finditer(text)}
    if braced:
        return Reply(None, "several answers" if len(braced) > 1 else "extra text")
    return Reply(None, _strict_fault(text, lenient()))


def lenient_count(task: str, text: str) -> Reply:
    """The one number in curly brackets (also `{ 3 }`, `{three}`, `{"count": 3}`, `\\boxed{3}`), else in the reply.

    Numbers in digits, and in words from zero to twenty; "none" and "no outliers" are 0. Without brackets the reply must
    be the number, or say that it is the answer ("3 clusters", "the number of clusters is 3", "I see 3"). All numbers in
    brackets, or where there are none, all in the reply must be the same ("one" is always a number), those apart that
    count the other task's subject ("3 clusters" where outliers are asked for). Bounds ("at least 3"), negations and
    ranges are not read. A fraction, a number below 0 and a share (3%) are no counts.
    """
    plain = ascii_quotes(plain_characters(text))
    if not plain.strip():
        return Reply(None, "empty")
    contents = [match[1] for match in _BRACES.finditer(plain)]
    numbers = {number for content in contents if "[" not in content for number in _numbers(task, content)}
    if numbers:
        inexact = any(_INEXACT.search(content) for content in contents)
        return Reply(None, "several answers") if inexact else _only(numbers)
    if _UNCLOSED.search(plain):
        return Reply(None, "truncated")
    if any("[" in content for content in contents):
        return Reply(None, "wrong shape")
    if any(_CONSTANT.fullmatch(content) for content in contents):
        return Reply(None, "not a number")
    if is_refusal(plain):
        return Reply(None, "refusal")
    numbers = _numbers(task, plain)
    if numbers and _INEXACT.search(plain):
        return Reply(None, "several answers")
    if len(numbers) > 1 or (numbers and _says(task, plain)):
        return _only(numbers)
    return Reply(None, "no number" if contents else "prose")


def _says(task: str, plain: str) -> bool:
    return bool(parse_number(plain) is not None or _ALONE.fullmatch(plain) or _SAYING[task].search(plain))


def _numbers(task: str, text: str) -> set[Fraction]:
    found = {
        (match["digits"], match["share"] is not None, match["word"])
        for match in _NUMBERS[task].finditer(text)
        if match["other"] is None
    }
    return {
        _fraction(digits.replace(",", "")) / (100 if share else 1)
        if digits
        else Fraction(_WORDS.index(word.lower()) if word else 0)
        for digits, share, word in found
    }


def _fraction(digits: str) -> Fraction:
    """Exact, but for numbers so long or large that they are out of range anyway."""
    mantissa, _, exponent = digits.lower().partition("e")
    if len(mantissa) > 40 or len(exponent) > 3:
        return Fraction(10) ** 40
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


def _only(numbers: set[Fraction]) -> Reply:
    if len(numbers) > 1:
        return Reply(None, "several answers")
    (number,) = numbers
    if number.denominator != 1 or number < 0 or number >= 10**_MOST_DIGITS:
        return Reply(None, "out of range")
    return Reply(int(number), None)


def _count_of_digits(digits: str) -> Reply:
    significant = digits.lstrip("0") or "0"
    if len(significant) > _MOST_DIGITS:
        significant = plain_characters(digits).lstrip("0") or "0"  # zeros of other scripts
    return Reply(int(significant), None) if len(significant) <= _MOST_DIGITS else Reply(None, "out of range")


def _strict_fault(text: str, lenient: Reply) -> Fault:
    """Why a reply without `{digits}` is invalid."""
    if lenient.fault is not None:
        return lenient.fault
    return "wrong shape" if "{" in text or parse_number(text) is not None else "prose"
