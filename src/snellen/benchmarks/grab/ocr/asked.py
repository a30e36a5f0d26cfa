"""A question on a picture's texts before there is one: what is asked, what is right, what must be printed."""

from dataclasses import dataclass, field
from typing import Any

from snellen.benchmarks.grab.ocr.library import Pair
from snellen.benchmarks.grab.ocr.wording import Label

__all__ = ["COLORS", "KINDS", "MARKERS", "Asked", "Wanted", "kind_of"]

COLORS = {
    "blue": "#1f77b4",
    "orange": "#e86c00",
    "green": "#2a992a",
    "red": "#d62728",
    "purple": "#8e5fc0",
    "brown": "#7a4236",
    "pink": "#e055b5",
    "grey": "#6e6e6e",
}
"""Those of the series' colours that people call by one word each, and do not mix up."""
MARKERS = {"circles": "o", "squares": "s", "triangles": "^", "diamonds": "D", "plus signs": "P", "crosses": "X"}

KINDS: dict[str, tuple[str, ...]] = {
    "Title": ("title", "title number"),
    "Legend": ("series of color", "series of marker", "color of series", "legend entry", "number of entries"),
    "Axis Label": ("horizontal label", "vertical label", "variables"),
    "Unit": ("horizontal unit", "vertical unit"),
}
"""Category, which is a kind of text → the properties that are asked of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What must be printed; None leaves it open."""

    pair: Pair
    swapped: bool | None = None
    """Whether the pair's independent variable is on the vertical axis."""
    title: str | None = None
    horizontal: Label | None = None
    vertical: Label | None = None
    names: tuple[str, ...] | None = None
    """The legend's, from the top."""
    colors: tuple[str, ...] | None = None
    markers: tuple[str, ...] | None = None
    heading: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: five options of which the first is the key, and what must be printed for that."""

    text: str
    options: tuple[str, ...]
    wanted: Wanted
    closeness: str
    """What makes the options close: their strategy, for analyses."""
    details: dict[str, Any] = field(default_factory=dict)
    """What the key depends on beside the property, such as the colour that is asked for."""


def kind_of(index: int) -> tuple[str, str]:
    """Category and property of question number `index`, from 0: the categories in turn, and in each its properties."""
    category = list(KINDS)[index % len(KINDS)]
    properties = KINDS[category]
    return category, properties[index // len(KINDS) % len(properties)]
