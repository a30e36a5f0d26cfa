"""How wide text is in the fonts of the pictures, known here so that planning needs no Matplotlib."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["LINE_HEIGHT", "text_width", "wrapped"]

LINE_HEIGHT = 1.4
"""In ems: room for a line of type, ascenders and descenders included, in any of the fonts."""
_SLACK = 1.03
"""Agg places glyphs by hinted advances, which add up to a little more than the fonts' own."""


def text_width(text: str, family: str) -> float:
    """The width of a line of text in ems, or a little more. Raises KeyError for a font or character that is not known.

    Source: the advance widths in the fonts that Matplotlib ships.
    """
    advances = _advances()[family]
    return _SLACK * sum(advances[character] for character in text)


def wrapped(text: str, family: str, width: float) -> str:
    """The text with line breaks between words, so that no line but one of a single long word is wider than `width` ems.

    Of the ways with the fewest lines it is the one whose widest line is narrowest.
    """
    fewest = _broken(text, family, width)
    low, high = 0.0, width
    for _ in range(12):
        middle = (low + high) / 2
        if len(_broken(text, family, middle)) > len(fewest):
            low = middle
        else:
            high = middle
    return "\n".join(_broken(text, family, high))


def _broken(text: str, family: str, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", family) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@cache
def _advances() -> Mapping[str, Mapping[str, float]]:
    found: Mapping[str, Mapping[str, float]] = json.loads(
        files("snellen.benchmarks.grab").joinpath("type_widths.json").read_text(encoding="utf-8")
    )
    return found
