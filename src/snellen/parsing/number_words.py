"""Numbers in English words: read whole or not at all."""

import re
from fractions import Fraction

from snellen.parsing.tokens import Token

__all__ = ["spelled_at"]

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_SMALL = {word: number for number, word in enumerate(_ONES.split())}
_TENS = {
    word: 10 * number
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_NUMERAL = "|".join([*_SMALL, *_TENS, "hundred", *_SCALES])
_NUMERALS = re.compile(
    rf"(?:a(?=\s+(?:hundred|thousand|million|billion|trillion)\b)|(?:{_NUMERAL}))\b"
    rf"(?:(?:\s+and\s+|\s*-\s*|\s+)(?:{_NUMERAL}|point)\b){{0,20}}+",
    re.IGNORECASE,
)
_OTHERS: dict[str, Fraction] = {
    **dict.fromkeys(("twice", "double", "doubled"), Fraction(2)),
    **dict.fromkeys(("thrice", "triple", "tripled"), Fraction(3)),
    **dict.fromkeys(("half", "a half", "one half"), Fraction(1, 2)),
    **dict.fromkeys(("a third", "one third"), Fraction(1, 3)),
    "two thirds": Fraction(2, 3),
    **dict.fromkeys(("a quarter", "one quarter"), Fraction(1, 4)),
    "three quarters": Fraction(3, 4),
    **dict.fromkeys(("none", "no change", "unchanged", "no difference", "nothing"), Fraction(0)),
}
_OTHER = re.compile(
    "|".join(r"[\s-]+".join(each.split()) for each in sorted(_OTHERS, key=len, reverse=True)), re.IGNORECASE
)
_END = re.compile(r"(?![\w-])(?P<percent>\s+per\s?cent(?:age\s+points?)?\b)?", re.IGNORECASE)
_GOES_ON = re.compile(
    rf"\s+(?:and\s+a\s+(?:half|quarter)|{_NUMERAL}|halves|half|thirds?|quarters?|fifths?|tenths?)\b", re.I
)


def spelled_at(text: str, start: int) -> Token | None:
    """The number in words at a place of a text, or None where there is none or it goes on as no number does.

    Read: whole numbers up to the trillions ("one thousand two hundred and five"), decimals ("one point three"),
    percentages ("five percent"), and half, a third, twice, no change and the like.

    >>> [float(spelled_at(text, 0).value) for text in ("one thousand", "twenty-five", "one point three five")]
    [1000.0, 25.0, 1.35]
    >>> spelled_at("one two", 0), spelled_at("one and a half", 0)
    (None, None)
    """
    other = _OTHER.match(text, start)
    if other is not None:
        value: Fraction | None = _OTHERS[" ".join(re.split(r"[\s-]+", other[0].lower()))]
        end = other.end()
    else:
        numerals = _NUMERALS.match(text, start)
        if numerals is None:
            return None
        value, end = _value(re.findall(r"[a-z]+", numerals[0].lower())), numerals.end()
    after = _END.match(text, end)
    if value is None or after is None or _GOES_ON.match(text, end):
        return None
    return Token(value, start, after.end(), after["percent"] is not None)


def _value(words: list[str]) -> Fraction | None:
    whole, point, decimals = words, False, list[str]()
    if "point" in words:
        place = words.index("point")
        whole, point, decimals = words[:place], True, words[place + 1 :]
    total = _whole(whole)
    if total is None or not point:
        return None if total is None else Fraction(total)
    if not decimals or any(_SMALL.get(word, 10) > 9 for word in decimals):
        return None
    return total + Fraction(int("".join(str(_SMALL[word]) for word in decimals)), 10 ** len(decimals))


def _whole(words: list[str]) -> int | None:
    """A whole number: groups below a thousand, each with a smaller scale than the one before."""
    total, group, last = 0, list[str](), 10**15
    for word in words:
        if word not in _SCALES:
            group.append(word)
            continue
        number, scale = _below_thousand(group), _SCALES[word]
        if number is None or scale >= last:
            return None
        total, group, last = total + number * scale, [], scale
    if not group:
        return total if last < 10**15 else None
    number = _below_thousand(group)
    return None if number is None else total + number


def _below_thousand(words: list[str]) -> int | None:
    words = [word for word in words if word not in ("and", "a")] or (["one"] if words == ["a"] else [])
    hundreds = 0
    if "hundred" in words:
        before = words[: words.index("hundred")]
        words = words[len(before) + 1 :]
        if len(before) > 1 or (before and not 1 <= _SMALL.get(before[0], 0) <= 9):
            return None
        hundreds = 100 * (_SMALL[before[0]] if before else 1)
        if not words:
            return hundreds
    if len(words) == 1:
        value = _SMALL.get(words[0], _TENS.get(words[0]))
        return None if value is None or (hundreds and value == 0) else hundreds + value
    if len(words) == 2 and words[0] in _TENS and 1 <= _SMALL.get(words[1], 0) <= 9:
        return hundreds + _TENS[words[0]] + _SMALL[words[1]]
    return None
