"""Questions whose text says what may be answered: lettered options, items to rank, a fraction."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from snellen.readers.knowledge import Learned, shape_of

__all__ = ["Offer", "answer_in_form", "drawn_in_form", "offer_of"]

_OPTION = re.compile(r"^([A-Z])[.)] (.+)$", re.MULTILINE)
_ITEMS = re.compile(r"^Rank these[^:\n]*: (.+)\.$", re.MULTILINE)
_FRACTION = re.compile(r"\bas a decimal number between 0 and 1\b")
_MIDDLE = "0.5"
_MEASURABLE = ("number", "list", "equation")
"""Formats of answers of which an option can be near without being the same."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be answered: one of lettered options, all items in some order, or a number from 0 to 1 (no `items`)."""

    kind: Literal["choice", "ranking", "fraction"]
    items: tuple[str, ...] = ()


def offer_of(text: str) -> Offer | None:
    """What a question's text offers; None where it leaves the answer open.

    >>> offer_of("Which?\\n\\nA. Red\\nB. Blue"), offer_of("How many?")
    (Offer(kind='choice', items=('Red', 'Blue')), None)
    """
    if _FRACTION.search(text):
        return Offer("fraction")
    if listed := _ITEMS.search(text):
        return Offer("ranking", tuple(listed[1].split(", ")))
    options = _OPTION.findall(text)
    if len(options) >= 2 and all(letter == chr(ord("A") + place) for place, (letter, _) in enumerate(options)):
        return Offer("choice", tuple(option for _, option in options))
    return None


def answer_in_form(offer: Offer | None, known: Learned | None) -> str:
    """The most common answer, in the form that is asked for.

    Where it is not among lettered options, it is the option nearest to it, if it is a number, a list or an equation
    (by the sum of the distances of its numbers, in order; the first of equals), else A. Where the items or the
    fraction to give are not known, it is the items as listed, or 0.5. Without an offer it is the answer as it was
    learned, and nothing where nothing is known.
    """
    answer = known.answer if known else ""
    match offer:
        case None:
            return answer
        case Offer("choice", options):
            if answer not in options and known and known.answer_type in _MEASURABLE:
                return _letter(_nearest(answer, options))
            return _letter(options.index(answer)) if answer in options else "A"
        case Offer("ranking", items):
            return answer if sorted(_listed(answer)) == sorted(items) else json.dumps(items, ensure_ascii=False)
        case _:
            return answer if known and known.answer_type == "fraction" else _MIDDLE


def drawn_in_form(offer: Offer, below: Callable[[int], int]) -> str:
    """A letter, an order or a number of two decimals, each with the same chance; `below(n)` draws from 0 to n − 1."""
    match offer:
        case Offer("choice", options):
            return _letter(below(len(options)))
        case Offer("ranking", items):
            left = list(items)
            return json.dumps([left.pop(below(len(left))) for _ in items], ensure_ascii=False)
        case _:
            return f"{below(101) / 100:.2f}"


def _nearest(answer: str, options: Sequence[str]) -> int:
    """The place of the option whose numbers are nearest to the answer's; the first where none is of its form."""
    _, wanted = shape_of(answer)

    def distance(option: str) -> float:
        _, values = shape_of(option)
        return sum(abs(a - b) for a, b in zip(values, wanted, strict=True)) if len(values) == len(wanted) else inf

    return min(range(len(options)), key=lambda place: distance(options[place]))


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _listed(answer: str) -> list[str]:
    try:
        found = json.loads(answer)
    except ValueError:
        return []
    return [str(item) for item in found] if isinstance(found, list) else []
