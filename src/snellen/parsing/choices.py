"""Which of the offered options a reply names."""

import re
from collections.abc import Sequence

from snellen.parsing.numbers import parse_number
from snellen.parsing.text import strip_wrappers

__all__ = ["parse_choice"]

_LETTERED = re.compile(
    r"(?:option\s+)?(?:\(([a-z])\)|([a-z])\s*[.):]|([a-z])(?=\s*$))\s*(.*)", re.IGNORECASE | re.DOTALL
)


def parse_choice(text: str, choices: Sequence[str]) -> int | None:
    """The index of the one option that a text names, or None.

    An option is named by its text (the same after `strip_wrappers`, letter case and runs of white space apart, or the
    same number), by its letter (`B`, `(b)`, `B.`, `Option B`), or by both where they agree. The text goes first:
    where the options are themselves letters they mean themselves. Options that cannot be told apart are never named
    by text.

    >>> parse_choice("**B) 4.0**", ["3", "4"]), parse_choice("4", ["3", "4"]), parse_choice("A) 4", ["3", "4"])
    (1, 1, None)
    """
    plain = strip_wrappers(text)
    if not plain:
        return None
    by_text = _matching(plain, choices)
    if by_text:
        return by_text[0] if len(by_text) == 1 else None
    lettered = _LETTERED.fullmatch(plain)
    if lettered is None:
        return None
    index = ord((lettered[1] or lettered[2] or lettered[3]).lower()) - ord("a")
    if index >= len(choices) or (lettered[4] and index not in _matching(lettered[4], choices)):
        return None
    return index


def _matching(plain: str, choices: Sequence[str]) -> list[int]:
    folded, number = _folded(plain), parse_number(plain)
    same = [index for index, choice in enumerate(choices) if _folded(choice) == folded]
    if same or number is None:
        return same
    return [index for index, choice in enumerate(choices) if parse_number(choice) == number]


def _folded(text: str) -> str:
    return " ".join((strip_wrappers(text) or text).casefold().split())
