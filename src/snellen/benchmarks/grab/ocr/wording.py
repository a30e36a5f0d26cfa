"""What titles, labels and legends say, and texts that are close to one another, each of which could be printed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from snellen.benchmarks.grab.ocr.library import Variable

__all__ = [
    "QUALIFIERS",
    "TITLE_FORMS",
    "Label",
    "TitleForm",
    "label_of",
    "misprints",
    "near_codes",
    "near_numbers",
    "near_years",
    "picked",
    "qualified",
    "within_a_sentence",
]

T = TypeVar("T")

QUALIFIERS = ("Mean", "Median", "Measured", "Estimated", "Observed", "Expected", "Reported", "Predicted", "Typical")
LABEL_FORMS = ("{name} ({unit})", "{name} [{unit}]", "{name}, {unit}", "{name} / {unit}")
CODE_HEADS = ("Group", "Sample", "Run", "Batch", "Series")
_ALIKE = dict(zip("abcdefghikmnopqrstuvwy", "ohebctqbjhnucqgnzfnyvv", strict=True))
"""A letter that is much like each: what a careless reader takes it for."""


@dataclass(frozen=True, slots=True)
class Label:
    """An axis label: the variable's name as printed, its unit, and how the two are put together."""

    name: str
    unit: str | None
    form: str

    @property
    def text(self) -> str:
        """What stands at the axis."""
        return self.name if self.unit is None else self.form.format(name=self.name, unit=self.unit)


@dataclass(frozen=True, slots=True)
class TitleForm:
    """A way to word a title, and whether the independent variable is on the vertical axis under it."""

    wording: Callable[[str, str], str]
    swapped: bool

    def of(self, x: str, y: str) -> str:
        """The title over an independent and a dependent variable of these names."""
        return self.wording(x, y)


def within_a_sentence(name: str) -> str:
    """A name as it stands within a sentence: `Exam score` as `exam score`, and `pH of mixture` as it is."""
    return name[0].lower() + name[1:] if name[1:2].islower() or name[1:2] == " " else name


def _forms(wording: Callable[[str, str], str]) -> tuple[TitleForm, TitleForm]:
    """Both orders of one wording."""
    return (
        TitleForm(lambda x, y: _capital(wording(within_a_sentence(x), within_a_sentence(y))), False),
        TitleForm(lambda x, y: _capital(wording(within_a_sentence(y), within_a_sentence(x))), True),
    )


TITLE_FORMS: tuple[tuple[TitleForm, TitleForm], ...] = (
    _forms(lambda across, up: f"{up} against {across}"),
    _forms(lambda across, up: f"{up} versus {across}"),
    _forms(lambda across, up: f"{up} by {across}"),
    _forms(lambda across, up: f"{up} and {across}"),
    _forms(lambda across, up: f"how {up} varies with {across}"),
    _forms(lambda across, up: f"{up} as a function of {across}"),
    _forms(lambda across, up: f"effect of {across} on {up}"),
)
"""Wordings, each with the independent variable on the horizontal axis and on the vertical one."""


def label_of(variable: Variable, form: str, *, name: str | None = None, unit: str | None = None) -> Label:
    """A variable's label; another name or another unit may take the place of its own."""
    return Label(name or variable.name, unit or variable.unit, form)


def qualified(rng: np.random.Generator, name: str, n: int) -> list[str]:
    """So many of the name itself and the name after a qualifier, such as `Mean exam score`, in random order."""
    texts = [name, *(f"{word} {within_a_sentence(name)}" for word in QUALIFIERS)]
    return picked(rng, texts, n)


def misprints(rng: np.random.Generator, text: str, n: int) -> list[str]:
    """The text and n − 1 others that differ from it in one letter each, never the first of a word, in random order.

    Fewer where the text has not enough letters with a double.
    """
    places = [at for at in range(1, len(text)) if text[at] in _ALIKE and text[at - 1].isalpha()]
    changed = [text[:at] + _ALIKE[text[at]] + text[at + 1 :] for at in picked(rng, places, min(n - 1, len(places)))]
    return picked(rng, [text, *changed], len(changed) + 1)


def near_years(rng: np.random.Generator, n: int) -> list[int]:
    """So many (at most 6) different years from 1950 to 2019 that share three of their digits or two."""
    century, tens = (19, range(5, 10)) if rng.random() < 0.5 else (20, range(2))
    return _combined(rng, century, tens, n)


def near_numbers(rng: np.random.Generator, n: int) -> list[int]:
    """So many (at most 6) different numbers from 101 to 999 that share a digit or two."""
    return _combined(rng, int(rng.integers(1, 10)), range(10), n)


def near_codes(rng: np.random.Generator, n: int) -> list[str]:
    """So many (at most 9) names like `Sample 41`, `Sample 14`: one word, with numbers of the same three digits."""
    head, digits = picked(rng, CODE_HEADS, 1)[0], picked(rng, range(1, 10), 3)
    numbers = [10 * tens + ones for tens in digits for ones in digits]
    return [f"{head} {number}" for number in picked(rng, numbers, n)]


def picked(rng: np.random.Generator, items: Sequence[T], n: int) -> list[T]:
    """n different items in random order."""
    return [items[int(at)] for at in rng.permutation(len(items))[:n]]


def _combined(rng: np.random.Generator, front: int, tens: Sequence[int], n: int) -> list[int]:
    """Numbers of the same front, two tens and three ones."""
    numbers = [100 * front + 10 * ten + one for ten in picked(rng, tens, 2) for one in picked(rng, range(1, 10), 3)]
    return picked(rng, numbers, n)


def _capital(text: str) -> str:
    """The text with a capital in front, but for names such as `pH` that keep their first letter."""
    return text[0].upper() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
