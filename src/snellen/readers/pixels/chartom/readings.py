"""A value read off a chart, and how names in the picture and in the question are matched."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["Reading", "likeness", "nearest_name"]

_LIKE = 0.6


@dataclass(frozen=True, slots=True)
class Reading:
    """One bar, point or slice."""

    name: str
    value: float
    x: float
    y: float
    """Where it is in the picture: a bar's end, a point's middle, a slice's text."""
    series: str = ""
    """The name in the legend, where there is one."""
    printed: bool = False
    """Whether the value was read as a number beside the mark."""
    length: float | None = None
    """How large the mark itself says that it is, in units of its own; None where the value rests on that."""


def likeness(one: str, other: str) -> float:
    """From 0 to 1: 1 for the same letters and digits, whatever the case and what is between them.

    >>> likeness("Night Ferry", "NightFerry"), likeness("2004", "2005")
    (1.0, 0.0)
    """
    a, b = (re.sub(r"[^0-9a-z]", "", text.lower()) for text in (one, other))
    if a == b:
        return 1.0 if a else 0.0
    if a.isdigit() and b.isdigit():
        return 0.0
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def nearest_name(name: str, among: Sequence[str]) -> int | None:
    """The place of the most alike name, the first of equals; None where none is alike in most of its letters."""
    scores = [likeness(name, other) for other in among]
    best = max(range(len(scores)), key=scores.__getitem__, default=None)
    return best if best is not None and scores[best] >= _LIKE else None
