"""What a GRAB question asks, from its words alone."""

import re
from dataclasses import dataclass
from typing import Literal

from snellen.readers.offered import offer_of
from snellen.readers.pixels.operations import Operation, read_operations

__all__ = ["Asked", "read_question"]

_PROPERTIES = (
    ("stationary points", r"x-coordinates of both stationary points"),
    ("stationary point", r"x-coordinate of the stationary point"),
    ("peak location", r"x-coordinate of the peak"),
    ("peak location", r"\bmean m of"),
    ("function variance", r"\bvariance v of"),
    ("data variance", r"\bvariance of the y values"),
    ("data mean", r"\bmean of the y values"),
    ("x-intercept", r"\bx-intercept"),
    ("y-intercept", r"\by-intercept"),
    ("gradient", r"\bgradient"),
    ("phase shift", r"\bphase shift"),
    ("vertical shift", r"\bvertical shift"),
    ("period", r"\bperiod\b"),
    ("amplitude", r"\bamplitude"),
    ("net area", r"\bnet area"),
    ("total area", r"\btotal area"),
    ("interquartile range", r"\binterquartile range"),
    ("range span", r"\brange span"),
    ("domain length", r"\bdomain length"),
    ("median", r"\bmedian"),
    ("minimum", r"\bminimum"),
    ("maximum", r"\bmaximum"),
    ("Pearson correlation", r"\bPearson"),
    ("Spearman correlation", r"\bSpearman"),
    ("Kendall correlation", r"\bKendall"),
)
"""Property → the words that ask for it, the more special ones first."""

_ASKING = re.compile(r"\bfind\b(.*?)(?:\.|$)", re.IGNORECASE | re.DOTALL)
_FORM = re.compile(r"\bin the form (y = .*?), where each letter", re.DOTALL)
_PRECISIONS = (
    (10.0, re.compile(r"\bto the nearest 10\b")),
    (0.1, re.compile(r"\bto 1 decimal place\b")),
    (1.0, re.compile(r"\bto the nearest integer\b")),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as read."""

    property: str
    subject: Literal["function", "data"]
    precision: float
    operations: tuple[Operation, ...] = ()
    form: str | None = None
    """An equation's, with letters in angle brackets for its coefficients."""
    options: tuple[str, ...] = ()
    """The texts to choose from, lettered from A."""


def read_question(text: str) -> Asked | None:
    """What the words ask for, or None where they ask for nothing that GRAB asks of a curve or of points."""
    offer = offer_of(text)
    options = offer.items if offer is not None and offer.kind == "choice" else ()
    if form := _FORM.search(text):
        return Asked("equation", "function", 1.0, form=form[1], options=options)
    if re.search(r"\bcount the (?:data )?series\b", text, re.IGNORECASE):
        return Asked("number of series", "data", 1.0, options=options)
    if re.search(r"\bcount the points\b", text, re.IGNORECASE):
        return Asked("number of points", "data", 1.0, options=options)
    operations = read_operations(text)
    name = next((found for asking in _ASKING.finditer(text) if (found := _property(asking[1]))), None)
    if name is None or operations is None:
        return None
    of_data = re.search(r"\bof (?:the data|that data series|the series|that series)\b", text)
    precision = next((step for step, words in _PRECISIONS if words.search(text)), 1.0)
    return Asked(name, "data" if of_data else "function", precision, operations, options=options)


def _property(words: str) -> str | None:
    return next((name for name, pattern in _PROPERTIES if re.search(pattern, words, re.IGNORECASE)), None)
