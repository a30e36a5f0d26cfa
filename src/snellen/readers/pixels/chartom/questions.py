"""What a CHARTOM question asks, from its words alone."""

import re
from dataclasses import dataclass
from typing import Literal

from snellen.readers.offered import Offer, offer_of

__all__ = ["Asked", "Kind", "is_mind", "read_question", "suits"]

Kind = Literal[
    "ratio",
    "extreme",
    "larger of two",
    "change",
    "course",
    "end",
    "percent",
    "turns",
    "steepest",
    "above half",
    "order",
    "ranking",
]

_MIND = "What fraction of typical university students"
_FORMS = (
    "Answer with the letter of the right option and nothing else.",
    "Answer with the number or the words that are asked for and nothing else.",
    "Answer with a JSON list of all of them in that order",
    _MIND,
)
_MOST_CHARACTERS = 20_000
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("ratio", re.compile(r"how many times as large (?:is|was) .*\b(?:of|in) (.+?) as (?:that of|in) (.+?)\?", re.I)),
    ("percent", re.compile(r"by how many percent did .* change from (.+?) to (.+?)[?,]", re.I)),
    ("change", re.compile(r"how did .* change from (.+?) to (.+?)[?,]", re.I)),
    ("course", re.compile(r"how did .* change over the (?:years|time)", re.I)),
    ("end", re.compile(r"what was .* in the (?:earliest|first|latest|last) (?:of the )?\w*", re.I)),
    ("turns", re.compile(r"how often did .* (?:fall|rise)\?", re.I)),
    ("larger of two", re.compile(r"which of the two (?:is|was) (?:larger|smaller) in (.+?)\?", re.I)),
    ("steepest", re.compile(r"between which two .* (?:grow|rise|fall) fastest", re.I)),
    ("above half", re.compile(r"how many of the answers did more than half", re.I)),
    ("extreme", re.compile(r"\bwhich\b.*\b(?:largest|highest|most|smallest|lowest|fewest|least)\b", re.I)),
)
_DOWNWARDS = re.compile(r"\b(?:smallest|lowest|fewest|least|smaller)\b", re.I)
_RANKED = re.compile(r"^Rank these from (\w+)", re.M)
_LATE = re.compile(r"\bin the (?:latest|last)\b", re.I)
_IN_TIME = {"earliest": True, "oldest": True, "first": True, "latest": False, "newest": False, "last": False}
_EITHER = re.compile(r"Answer (\S[^.\n]*?) or ([^.\n]+?)\.")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as read."""

    kind: Kind
    names: tuple[str, ...]
    """The names or years in the question's words, in their order."""
    offer: Offer | None
    upwards: bool
    """Whether the largest, or the earliest, is asked for or ranked first; else the smallest, or the latest."""
    rising: bool = True
    """Whether rises are counted or compared, else falls."""
    per_year: bool = False
    either: tuple[str, ...] = ()
    """The two words that the answer is one of."""


def suits(text: str) -> bool:
    """Whether a question is CHARTOM's: it ends in one of the forms of answer of FACT and MIND."""
    return any(form in text for form in _FORMS)


def is_mind(text: str) -> bool:
    """Whether the fraction of people who are misled is asked for."""
    return _MIND in text


def read_question(text: str) -> Asked | None:
    """What a FACT question asks; None for one of no kind that is known. Never raises."""
    if len(text) > _MOST_CHARACTERS:
        return None
    offer = offer_of(text)
    head = text.split("\n\n", 1)[0].replace("\n", " ")
    either = next((tuple(found.groups()) for found in _EITHER.finditer(head)), ())
    down = bool(_DOWNWARDS.search(head))
    rising = not re.search(r"\bfall\b", head)
    per_year = "per year" in text
    if offer is not None and offer.kind == "ranking":
        first = _RANKED.search(text)
        if re.search(r"\bper \d", text):
            return None
        if first and first[1].lower() in _IN_TIME:
            return Asked("order", offer.items, offer, _IN_TIME[first[1].lower()])
        upwards = not first or first[1].lower() in ("largest", "highest", "most", "fastest", "longest", "greatest")
        return Asked("ranking", offer.items, offer, upwards, rising, per_year)
    if re.search(r"\bon the map\b|\bper \d", head):
        return None
    for kind, pattern in _KINDS:
        if found := pattern.search(head):
            if kind == "end":
                return Asked(kind, (), offer, not _LATE.search(head))
            return Asked(kind, tuple(found.groups()), offer, not down, rising, per_year, either)
    return None
