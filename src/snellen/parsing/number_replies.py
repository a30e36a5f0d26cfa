"""The number that a reply gives: bare, with a unit, declared, at its beginning or at its end."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from snellen.parsing.changes import after_change, direction_of
from snellen.parsing.declarations import declarations, lines_of, readable, words_before
from snellen.parsing.found import Found, Way, nothing
from snellen.parsing.number_words import spelled_at
from snellen.parsing.refusals import is_refusal
from snellen.parsing.tokens import Token, numbers_in

__all__ = ["Quantity", "read_quantity"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is written, 40 for `40%`, whether it is a percentage, and which way words give it.

    `direction` is 1 for "rose by 40%", −1 for "fell by 40%", 0 where no words do; the value is not changed by it.
    """

    value: Fraction
    percent: bool = False
    direction: int = 0


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
_SPACED = re.compile(r"[-+]?[1-9][0-9]{0,2}(?: [0-9]{3})+(?![\w,]|\.[0-9]| [0-9])")
_FROM_TO = re.compile(
    r"\bfrom\s+[^\s,;]{1,20}\s+(?:in\s+[^\s,;]{1,10}\s+)?to\s+[^\s,;]{1,20}(?:\s+in\s+[0-9]{4})?", re.I
)
_CONCLUDES = re.compile(
    r"(?:so|thus|therefore|hence)\b[\s,:*_`]*+(?:(?:[^\W\d]+\s+){0,8}(?:is|was|equals|be|by)\s+)?", re.IGNORECASE
)
_LAST_SENTENCE = re.compile(r"[.!?]\s+(?=\S)|\n")
_BOLD = re.compile(r"\*\*([^*\n]{1,60})\*\*")


def read_quantity(text: str) -> Found[Quantity]:
    """The number that a reply gives. In time linear in the text, which may be anything.

    The first of these that is there: the reply as a whole, a number with a currency before or a unit of up to four
    words after it; the last of its declarations ("The answer is 45."), where a number stands first in it or is the
    only one of its sentence; the number with which the reply begins, a unit at most before the next sign of
    punctuation or line; the last line, what it ends with after an equals sign, or a last sentence that begins with
    "so", "thus" and the like and whose only number ends it; the only number in bold; the only number in the reply
    beside those of "from 40 to 48", or after words of change ("dropped five percent") (way `recovered`). Numbers are
    read as by `snellen.parsing.tokens.numbers_in`, with spaces between thousands where one begins the reply, line or
    declaration, or in words (`spelled_at`) there and after words of change. A range is no answer, nor are numbers that
    differ, nor one that is denied ("did not fall by 20%").

    >>> read_quantity("about 1,000 units").value
    Quantity(value=Fraction(1000, 1), percent=False, direction=0)
    >>> read_quantity("From 20 in 2010 it grew to 60. The answer is 40%.").value
    Quantity(value=Fraction(40, 1), percent=True, direction=0)
    """
    plain = readable(text)
    if not plain:
        return nothing("unfinished thinking" if text.strip() else "empty")
    for found in (_bare(plain), _declared(plain), _leading(plain), _closing(plain)):
        if found is not None:
            return found
    tokens = numbers_in(plain)
    for way, there in (("declared", _bold(plain)), ("recovered", _apart(plain, tokens) or _spelled_changes(plain))):
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
            return (
                nothing("several answers") if token.ranged else _found(plain, token, each.start, "declared", each.said)
            )
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
            token = _concluded(last)
        if token is None:
            return None
    return nothing("several answers") if token.ranged else _found(plain, token, plain.rfind(last), "closing", last)


def _concluded(line: str) -> Token | None:
    """The number that ends the last sentence of a line, its only one, where that begins with "so" or the like."""
    start = max((match.end() for match in _LAST_SENTENCE.finditer(line)), default=0)
    opening = _CONCLUDES.match(line, start)
    there = numbers_in(line[opening.end() :]) if opening else []
    if opening is None or len(there) != 1 or numbers_in(line[start : opening.end()]):
        return None
    token = _first(line[opening.end() :])
    if token is None or not _WHOLE.match(line, opening.end() + token.end):
        return None
    return replace(token, start=opening.end() + token.start, end=opening.end() + token.end)


def _apart(plain: str, tokens: list[Token]) -> list[Token]:
    """The numbers beside those between which a change is said to run, "from 40 to 48"; all, if there are no others."""
    spans, place, kept = [match.span() for match in _FROM_TO.finditer(plain)], 0, []
    for token in tokens:
        while place < len(spans) and spans[place][1] <= token.start:
            place += 1
        if place == len(spans) or not spans[place][0] <= token.start:
            kept.append(token)
    return kept or tokens


def _spelled_changes(plain: str) -> list[Token]:
    return [token for place in after_change(plain) if (token := spelled_at(plain, place))]


def _bold(plain: str) -> list[Token]:
    return [
        replace(token, start=match.start(1) + token.start, end=match.start(1) + token.end)
        for match in _BOLD.finditer(plain)
        if (token := _first(match[1])) and _WHOLE.match(match[1], token.end)
    ]


def _first(text: str) -> Token | None:
    """The number with which a text begins, in figures or words."""
    opening = _BEFORE.match(text)
    start = opening.end() if opening else 0
    if spaced := _SPACED.match(text, start):
        text = text[:start] + spaced[0].replace(" ", "\u2009") + text[spaced.end() :]
    for token in numbers_in(text[: start + 200]):
        if token.start <= start + 1 and not text[start : token.start].strip("-+"):
            return token
        break
    return spelled_at(text, start)


def _found(plain: str, token: Token, start: int, way: Way, said: str | None = None) -> Found[Quantity]:
    """A number of `said`, a part of the reply, or of the reply itself."""
    direction = direction_of(plain if said is None else said, token)
    if direction is None:
        return nothing("no answer")
    return Found(Quantity(token.value, token.percent, direction), way, None, words_before(plain, start))
