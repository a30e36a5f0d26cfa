"""Questions on legends. As elsewhere the options are decided first, and then which of them is right."""

from dataclasses import replace
from typing import Any

import numpy as np

from snellen.benchmarks.grab.ocr.asked import COLORS, MARKERS, Asked, Wanted
from snellen.benchmarks.grab.ocr.library import Pair, library
from snellen.benchmarks.grab.ocr.wording import near_codes, picked

__all__ = ["legend_question"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ENTRIES = (2, 3, 4, 5, 6)


def legend_question(rng: np.random.Generator, pair: Pair, name: str) -> Asked:
    """The question of that property: which series has a colour or marker, which colour a series has, entries.

    Raises KeyError for another property.
    """
    heading, names, closeness = _names(rng, pair)
    if name == "number of entries":
        numbers = picked(rng, _ENTRIES, 5)
        wanted = Wanted(pair, names=tuple(names[: numbers[0]]), heading=heading)
        text = "How many series does the legend of this figure list?"
        return Asked(text, tuple(str(number) for number in numbers), wanted, "number")
    entries = int(rng.integers(3, 7))
    place = int(rng.integers(entries))
    if name == "color of series":
        hues = picked(rng, list(COLORS), 5)
        shown = _around(rng, hues, list(COLORS), place, entries)
        text = f'In which colour is the series "{names[place]}" drawn?'
        wanted = Wanted(pair, names=tuple(names[:entries]), colors=shown, heading=heading)
        return Asked(text, tuple(hues), wanted, "color", {"series": names[place]})
    options = names[:5]
    listed = _around(rng, options, names, place, entries)
    colors, markers = picked(rng, list(COLORS), entries), picked(rng, list(MARKERS), entries)
    wanted = Wanted(pair, names=listed, colors=tuple(colors), markers=tuple(markers), heading=heading)
    details: dict[str, Any]
    match name:
        case "series of color":
            text, details = f"Which series of the legend is drawn in {colors[place]}?", {"color": colors[place]}
            wanted = replace(wanted, markers=None)
        case "series of marker":
            text, details = f"Which series of the legend is drawn with {markers[place]}?", {"marker": markers[place]}
        case "legend entry":
            text = f"Which series is the {_ORDINALS[place]} entry of the legend, counted from the top?"
            details, wanted = {"entry": place + 1}, replace(wanted, markers=None)
        case _:
            raise KeyError(name)
    return Asked(text, tuple(options), wanted, closeness, details)


def _names(rng: np.random.Generator, pair: Pair) -> tuple[str | None, list[str], str]:
    """A heading, eight names that may stand under it, in random order, and what they are."""
    if rng.random() < 0.35:
        return None, near_codes(rng, 8), "codes"
    groups = library().groups_of(pair)
    return groups.heading if rng.random() < 0.6 else None, picked(rng, groups.names, 8), "groups"


def _around(rng: np.random.Generator, options: list[str], known: list[str], place: int, n: int) -> tuple[str, ...]:
    """n of the known with the first option at its place, and as many of the other options as there is room for."""
    rest = [*picked(rng, options[1:], 4), *(each for each in known if each not in options)][: n - 1]
    others = picked(rng, rest, n - 1)
    return (*others[:place], options[0], *others[place:])
