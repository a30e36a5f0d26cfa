"""The numbers that stand in a text, each with its place, its percent sign and whether it bounds a range."""

import re
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Token", "numbers_in"]

_DIGITS = "[0-9]{1,30}"
_BODY = (
    rf"[1-9][0-9]{{0,2}}(?:(?:,[0-9]{{3}})+|(?:\u2009[0-9]{{3}})+|(?:'[0-9]{{3}})+)(?![0-9])(?:\.{_DIGITS})?"
    rf"|[0-9]{{1,3}},{_DIGITS}|{_DIGITS}(?:\.{_DIGITS})?|\.{_DIGITS}"
)
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "K": 3, "M": 6, "bn": 9, "B": 9}
_NUMBER = re.compile(
    rf"(?<![\w.,])(?<![0-9][-/:])(?P<sign>(?<![%)\]])[-+])?(?P<body>{_BODY})"
    r"(?P<exponent>[eE][-+]?[0-9]{1,2}(?![0-9]))?"
    rf"(?:\s?/\s?(?P<below>{_DIGITS})(?![/0-9])|\s+out\s+of\s+(?:every\s+)?(?P<of>{_DIGITS}))?"
    r"(?P<scale>\s?(?:thousand|million|billion|trillion)\b|(?:k|K|M|bn|B)\b)?"
    r"(?P<percent>\s?(?:%|percent(?:age\s+points?)?\b|per\s+cent\b|pct\b))?"
    r"(?P<times>\s?[x\u00d7*](?![\w*]))?"
    r"(?::1(?![\w:.]))?(?!\w|[.,/:][0-9])"
)
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[,\u2009'][0-9]{3})+(?:\.[0-9]+)?")
_RANGE = re.compile(r"[\s*_`$]*(?:-|\.\.\.?|to|or|~|through|/)[\s*_`$]*(?:about\s+|around\s+)?", re.IGNORECASE)
_BOUND = re.compile(
    r"(?:\b(?:at\s+least|at\s+most|up\s+to|(?:no\s+)?(?:more|less|fewer|greater)\s+than|over|under|above|below)|[≤≥])[\s*_`$]*\Z",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween[\s*_`$]*\Z", re.IGNORECASE)
_AND = re.compile(r"[\s*_`$]*and[\s*_`$]*", re.IGNORECASE)
_RANGED_HYPHEN = re.compile(rf"(?<![\w.,])(?:{_BODY})%?-(?={_BODY})")


@dataclass(frozen=True, slots=True)
class Token:
    """One number: its value as written (40 for `40%`), its span, whether it is a percentage, or bounds a range."""

    value: Fraction
    start: int
    end: int
    percent: bool = False
    ranged: bool = False

    @property
    def share(self) -> Fraction:
        """The value, a percentage as a part of 1."""
        return self.value / 100 if self.percent else self.value


def numbers_in(text: str) -> list[Token]:
    """The numbers of a text in `plain_characters`, from left to right. In time linear in its length.

    Read: signs, `1,000`, `0,4` (a comma is decimal unless three digits follow a number from 1 to 999), `.8`, `8e-1`,
    `1/3`, `3 out of 10`, `1.2 million`, `40%`, `40 percent`, `2x`, `2:1`. Not read: what is part of a word or a code
    (`Q1`, `3D`, `1st`, `1.2.3`, `10:30`), and numbers of more than 30 digits. Two that differ are a range with
    "to", "or" or a dash between them, or "between … and" around them; one after "at least", "under" and the like is
    a bound, of a range that is open.

    >>> [float(token.value) for token in numbers_in("0,4 of 1,000 in 3D, .8 or 8e-1")]
    [0.4, 1000.0, 0.8, 0.8]
    >>> [token.ranged for token in numbers_in("between 0.3 and 0.4, so 0.35 (35%)")]
    [True, True, False, False]
    """
    tokens = [token for match in _NUMBER.finditer(_spaced(text)) if (token := _token(match))]
    ranged = set[int]()
    for place in range(1, len(tokens)):
        one, other = tokens[place - 1], tokens[place]
        gap = text[one.end : other.start]
        if len(gap) > 24 or one.share == other.share:
            continue
        sign = text[other.start] == "-"
        between = _AND.fullmatch(gap) and _BETWEEN.search(text[max(0, one.start - 24) : one.start])
        if _RANGE.fullmatch(gap) or between or (sign and not gap):
            ranged |= {place - 1, place}
    for place, token in enumerate(tokens):
        if _BOUND.search(text[max(0, token.start - 20) : token.start]):
            ranged.add(place)
    return [
        Token(token.value, token.start, token.end, token.percent, place in ranged) for place, token in enumerate(tokens)
    ]


def _spaced(text: str) -> str:
    """The text, of the same length, with the dash of `0.3-0.4` made a character that no number begins with."""
    return _RANGED_HYPHEN.sub(lambda match: match[0][:-1] + "~", text)


def _token(match: re.Match[str]) -> Token | None:
    body = match["body"]
    if _GROUPED.fullmatch(body):
        body = re.sub(r"[,\u2009']", "", body)
    value = Fraction(body.replace(",", "."))
    if match["exponent"]:
        value *= Fraction(10) ** int(match["exponent"][1:])
    below = match["below"] or match["of"]
    if below:
        if int(below) == 0:
            return None
        value /= int(below)
    if match["scale"]:
        value *= 10 ** _SCALES[match["scale"].strip()]
    if match["sign"] and match["sign"][0] == "-":
        value = -value
    return Token(value, match.start(), match.end(), match["percent"] is not None)
