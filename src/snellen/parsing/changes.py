"""The direction that words around a number give it: a fall of 5, 20% higher."""

import re

from snellen.parsing.tokens import Token

__all__ = ["after_change", "direction_of", "direction_said"]

_FALLS = (
    r"(?:fell|falls?|fallen|falling|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|los(?:t|s|ses)|lowered|"
    r"reduc(?:ed|es|tion)|shr(?:ank|unk|inks?)|sank|sunk|dip(?:s|ped)?|plunged?|plummeted|slid|slumped|(?:is\s+|was\s+|went\s+)?down)"
)
_RISES = (
    r"(?:rose|ris(?:e|es|en|ing)|increas(?:e|es|ed|ing)|gr(?:ew|ows?|own|owth|owing)|gain(?:s|ed)?|climb(?:s|ed)?|jump(?:s|ed)?|"
    r"surged?|soared|(?:is\s+|was\s+|went\s+)up)"
)
_LESS, _MORE = r"(?:lower|less|fewer|smaller)", r"(?:higher|more|greater|larger)"
_ABOUT = (
    r"(?:(?:by|of|about|around|approximately|roughly|nearly|almost|exactly|only|just|some|a|an|the|total|percentage|=|:|~|≈)"
    r"[\s*_`$]*+)*+"
)
_FROM = (
    r"(?:from\s+\S{1,20}\s+(?:in\s+\S{1,8}\s+)?to\s+\S{1,20}\s+(?:in\s+\S{1,8}\s+)?"
    r"|in\s+(?:\w{1,20}\s+){1,5}?(?=of\b)|(?:sharply|slightly|steadily|overall|again)\s+)?"
)
_BEFORE = re.compile(rf"\b(?:(?P<down>{_FALLS})|(?P<up>{_RISES}))[\s*_`]++{_FROM}{_ABOUT}", re.IGNORECASE)
_THAN = r"(?!\s+than\s+(?!(?:in|at|before|it|the\s+(?:start|first|beginning|previous)|last|[0-9]{4})\b))"
_AFTER = re.compile(
    r"[\s*_`\"',(–-]*+(?:(?:percentage\s+points?|points?|a|an|the|overall|total|net)\s+){0,3}"
    rf"(?:(?P<down>(?:{_FALLS}|{_LESS}))|(?P<up>(?:{_RISES}|{_MORE})))\b{_THAN}(?!\s+(?:from|to|by|of|in)\s+[0-9])",
    re.IGNORECASE,
)
_WORDS = re.compile(rf"\b(?:(?P<down>{_FALLS}|{_LESS})|(?P<up>{_RISES}|{_MORE}))\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:\b(?:not|never|no|neither|nor|without|rather than|instead of)|n't)\s+(?:\w+\s+){0,2}\Z", re.I)
_WINDOW = 90


def direction_of(text: str, token: Token) -> int | None:
    """Which way words give a number: 1 up ("rose by 20"), −1 down ("a decrease of 20%", "20% lower"), 0 where none do.

    None where they deny it ("did not fall by 20%"). "20 less than B" has none: it compares two things.
    """
    window = text[max(0, token.start - _WINDOW) : token.start]
    for match in _BEFORE.finditer(window):
        if match.end() == len(window):
            return None if _DENIED.search(window[: match.start()]) else -1 if match["down"] else 1
    after = _AFTER.match(text[token.end : token.end + _WINDOW])
    return 0 if after is None else -1 if after["down"] else 1


def direction_said(text: str) -> int:
    """Which way all words of change in a text go, as a question asks: 1, −1, or 0 for none or both."""
    found = {-1 if match["down"] else 1 for match in _WORDS.finditer(text)}
    return found.pop() if len(found) == 1 else 0


def after_change(text: str) -> list[int]:
    """Where a text goes on right after words such as "dropped by", in order."""
    return [match.end() for match in _BEFORE.finditer(text)]
