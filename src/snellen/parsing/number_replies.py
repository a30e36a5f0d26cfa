"""The number that a reply gives: bare, with a unit, declared, at its beginning or at its end."""

import re
from dataclasses import dataclass
from fractions import Fraction

from snellen.parsing.declarations import declarations, lines_of, readable, words_before
from snellen.parsing.found import Found, Way, nothing
from snellen.parsing.refusals import is_refusal
from snellen.parsing.tokens import Token, numbers_in

__all__ = ["Quantity", "read_quantity"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is written, 40 for `40%`, and whether it is a percentage."""

    value: Fraction
    percent: bool = False


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
_WORDS: dict[str, Fraction] = {
    word: Fraction(number) for number, word in enumerate([*_ONES.split(), "eighteen", "nineteen"])
}
_TENS = {
    word: 10 * number
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_WORDS |= {word: Fraction(number) for word, number in _TENS.items()}
_WORDS |= {
    f"{ten}{between}{one}": Fraction(_TENS[ten] + number)
    for ten in _TENS
    for number, one in enumerate(_ONES.split()[1:10], 1)
    for between in "- "
}
_WORDS |= {"a hundred": Fraction(100), "one hundred": Fraction(100), "hundred": Fraction(100)}
_WORDS |= {
    "twice": Fraction(2),
    "double": Fraction(2),
    "doubled": Fraction(2),
    "thrice": Fraction(3),
    "triple": Fraction(3),
}
_WORDS |= {"tripled": Fraction(3), "half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2)}
_WORDS |= {
    "a quarter": Fraction(1, 4),
    "one quarter": Fraction(1, 4),
    "a third": Fraction(1, 3),
    "one third": Fraction(1, 3),
}
_WORDS |= dict.fromkeys(("none", "no change", "unchanged", "no difference", "nothing"), Fraction(0))
_ANY_WORD = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
_SPELLED = re.compile(
    rf"(?P<word>{_ANY_WORD})(?![\w-])(?P<percent>\s+per\s?cent\b)?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"[\s*_`\"'(\[{$€£¥\\≈~=#>]*+(?:(?:about|approximately|around|roughly|nearly|approx\.?|circa|ca\.?|exactly|almost|"
    r"usd|us|boxed|text)\b[\s*_`$€£¥≈~{]*+)*+",
    re.IGNORECASE,
)
_UNIT = r"(?:[^\S\n]*[*_`\"')\]}$°/]*[^\S\n]*(?!(?:or|and|to|because|since|as)\b)[^\W\d][\w²³/.'-]*){0,4}?"
_AFTER = re.compile(
    rf"{_UNIT}[\s*_`\"')\]}}$\\]*+(?:\Z|[.,;:!?(–-]|\b(?:because|since|as)\b)|{_UNIT}[*_`\"')\]}}$\\]*+[^\S\n]*\n",
    re.IGNORECASE,
)
_WHOLE = re.compile(rf"{_UNIT}[\s*_`\"')\]}}$\\.!]*+\Z")
_SENTENCE = re.compile(r"[.!?](?=\s|\Z)|\n")
_EQUALS = re.compile(r"[=≈][\s*_`$]*\Z")
_BOLD = re.compile(r"\*\*([^*\n]{1,60})\*\*")


def read_quantity(text: str) -> Found[Quantity]:
    """The number that a reply gives. In time linear in the text, which may be anything.

    The first of these that is there: the reply as a whole, a number with a currency before or a unit of up to four
    words after it; the last of its declarations ("The answer is 45."), where a number stands first in it or is the only
    one of its sentence; the number with which the reply begins, a unit at most before the next sign of punctuation or
    line; the last line, or what it ends with after an equals sign; the only number in bold; the only number in the
    reply (way `recovered`). Numbers are read as by `snellen.parsing.tokens.numbers_in`, or from zero to a hundred, and
    as half, twice, none and the like, in words, unless they would be recovered. A range is no answer, nor are numbers
    that differ.

    >>> read_quantity("about 1,000 units").value
    Quantity(value=Fraction(1000, 1), percent=False)
    >>> read_quantity("From 20 in 2010 it grew to 60. The answer is 40%.").value
    Quantity(value=Fraction(40, 1), percent=True)
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    for found in (_bare(plain), _declared(plain), _leading(plain), _closing(plain)):
        if found is not None:
            return found
    tokens = numbers_in(plain)
    for way, there in (("declared", _bold(plain)), ("recovered", tokens)):
        if there and len({(token.value, token.percent) for token in there}) == 1 and not there[0].ranged:
            return _found(plain, there[0], there[0].start, "declared" if way == "declared" else "recovered")
    if tokens:
        return nothing("several answers")
    return nothing("refusal" if is_refusal(plain) else "no answer")


def _bare(plain: str) -> Found[Quantity] | None:
    token = _first(plain)
    if token is None or not _WHOLE.match(plain, token.end):
        return None
    return nothing("several answers") if token.ranged else _found(plain, token, 0, "bare")


def _declared(plain: str) -> Found[Quantity] | None:
    for each in reversed(declarations(plain)):
        token = _first(each.said)
        if token is None:
            end = _SENTENCE.search(each.said)
            there = numbers_in(each.said[: end.start()] if end else each.said)
            token = there[0] if len({(one.value, one.percent) for one in there}) == 1 else None
        if token is not None:
            return nothing("several answers") if token.ranged else _found(plain, token, each.start, "declared")
    return None


def _leading(plain: str) -> Found[Quantity] | None:
    token = _first(plain)
    if token is None or not _AFTER.match(plain, token.end):
        return None
    return nothing("several answers") if token.ranged else _found(plain, token, 0, "leading")


def _closing(plain: str) -> Found[Quantity] | None:
    lines = lines_of(plain) or [plain]
    last = lines[-1]
    token = _first(last)
    if token is None or not _WHOLE.match(last, token.end) or len(lines) == 1:
        there = numbers_in(last)
        token = there[-1] if there else None
        if token is None or not _EQUALS.search(last[: token.start]) or not _WHOLE.match(last, token.end):
            return None
    return nothing("several answers") if token.ranged else _found(plain, token, plain.rfind(last), "closing")


def _bold(plain: str) -> list[Token]:
    return [
        token for match in _BOLD.finditer(plain) if (token := _first(match[1])) and _WHOLE.match(match[1], token.end)
    ]


def _first(text: str) -> Token | None:
    """The number with which a text begins, in figures or words."""
    opening = _BEFORE.match(text)
    start = opening.end() if opening else 0
    for token in numbers_in(text[: start + 200]):
        if token.start <= start + 1 and not text[start : token.start].strip("-+"):
            return token
        break
    spelled = _SPELLED.match(text, start)
    if spelled is None:
        return None
    value = _WORDS[" ".join(spelled["word"].lower().split())]
    return Token(value, spelled.start(), spelled.end(), spelled["percent"] is not None)


def _found(plain: str, token: Token, start: int, way: Way) -> Found[Quantity]:
    return Found(Quantity(token.value, token.percent), way, None, words_before(plain, start))
