"""Answers questions on what a chart's title, axis labels and legend say."""

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

import numpy as np

from snellen.readers.offered import offer_of
from snellen.readers.pixels.answer import Answer
from snellen.readers.pixels.colour_names import colour_name
from snellen.readers.pixels.legend import Entry, find_entries
from snellen.readers.pixels.lettering import line_fit, read_line
from snellen.readers.pixels.marker_shapes import shape_name
from snellen.readers.pixels.picture import Mask, UnreadableError
from snellen.readers.pixels.texts import Place, line_image
from snellen.readers.pixels.tick_labels import find_label_boxes
from snellen.readers.pixels.tick_marks import find_tick_marks
from snellen.readers.pixels.view import View

__all__ = ["answer", "suits"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_UNIT = re.compile(r"^(.*?)( ?[(\[]|, | / )[^(\[,/]*([)\]]?)$")


def suits(text: str) -> bool:
    """Whether a question is one on a chart's texts, with options."""
    return offer_of(text) is not None and any(pattern.search(text) for pattern, _ in _KINDS)


def answer(view: View, text: str) -> Answer:
    """The letter of the option that the chart says. Raises UnreadableError where the text asked for is not found."""
    offer = offer_of(text)
    if offer is None:
        raise UnreadableError("no options")
    for pattern, look in _KINDS:
        if found := pattern.search(text):
            place = look(view, found, offer.items)
            return Answer(chr(ord("A") + place), {"option": offer.items[place]})
    raise UnreadableError("no question that is known")


Look = Callable[[View, re.Match[str], Sequence[str]], int]


def _whole(view: View, place: Place, options: Sequence[str]) -> int:
    return int(np.argmax(line_fit(line_image(view.picture, view.plot, place), options)))


def _axis(found: re.Match[str]) -> Place:
    return "horizontal" if found[1] == "horizontal" else "vertical"


def _number(view: View, _: re.Match[str], options: Sequence[str]) -> int:
    """The title with each of the options in its number's place."""
    image = line_image(view.picture, view.plot, "title")
    said = read_line(image)
    number = list(re.finditer(r"\d+", said))
    texts = [said[: number[-1].start()] + option + said[number[-1].end() :] if number else option for option in options]
    return int(np.argmax(line_fit(image, texts)))


def _unit(view: View, found: re.Match[str], options: Sequence[str]) -> int:
    """The label with each of the options in its unit's place."""
    image = line_image(view.picture, view.plot, _axis(found))
    said = read_line(image)
    parts = _UNIT.match(said)
    texts = [f"{parts[1]}{parts[2]}{option}{parts[3]}" if parts else option for option in options]
    return int(np.argmax(line_fit(image, texts)))


def _variables(view: View, _: re.Match[str], options: Sequence[str]) -> int:
    said = {place: read_line(line_image(view.picture, view.plot, place)) for place in ("horizontal", "vertical")}

    def likeness(option: str) -> float:
        named = re.findall(r"(horizontal|vertical): ([^;]+)", option)
        return sum(_alike(name, said[place][: len(name) + 1]) for place, name in named)

    return max(range(len(options)), key=lambda place: likeness(options[place]))


def _entries(view: View) -> list[Entry]:
    def look() -> list[Entry]:
        marks = find_tick_marks(view.picture, view.plot, "bottom")
        boxes = [label.box for label in find_label_boxes(view.picture, view.plot, marks, "bottom")]
        if not boxes:
            raise UnreadableError("no type to compare with")
        return find_entries(view.picture, view.plot, float(np.median([box[3] - box[1] for box in boxes])))

    found = view.kept("legend", look)
    if not found:
        raise UnreadableError("no legend")
    return found


def _by_colour(view: View, found: re.Match[str], options: Sequence[str]) -> int:
    entries = _entries(view)
    named = [entry for entry in entries if colour_name(entry.colour) == found[1]]
    return _named(named or entries, options)


def _by_marker(view: View, found: re.Match[str], options: Sequence[str]) -> int:
    entries = _entries(view)
    named = [entry for entry in entries if shape_name(_marker(entry.sample)) == found[1]]
    return _named(named or entries, options)


def _by_order(view: View, found: re.Match[str], options: Sequence[str]) -> int:
    entries, place = _entries(view), _ORDINALS.index(found[1])
    if place >= len(entries):
        raise UnreadableError("no such entry")
    return _named([entries[place]], options)


def _colour_of(view: View, found: re.Match[str], options: Sequence[str]) -> int:
    entries = _entries(view)
    fits = [line_fit(entry.name, [found[1]])[0] / entry.name.shape[1] for entry in entries]
    name = colour_name(entries[int(np.argmax(fits))].colour)
    return options.index(name) if name in options else 0


def _count(view: View, _: re.Match[str], options: Sequence[str]) -> int:
    count = len(_entries(view))
    return min(range(len(options)), key=lambda place: abs(int(re.sub(r"\D", "", options[place]) or 0) - count))


def _named(entries: Sequence[Entry], options: Sequence[str]) -> int:
    """The option that the name of one of the entries fits best."""
    fits = np.max([line_fit(entry.name, options) for entry in entries], axis=0)
    return int(np.argmax(fits))


def _marker(sample: Mask) -> Mask:
    """The mark on a piece of line: what is left without strokes as thin as the line."""
    import cv2

    mask = sample.astype(np.uint8)
    thickness = mask.sum(axis=0)
    ends = thickness[thickness > 0]
    line = int(min(ends[0], ends[-1])) if len(ends) else 0
    wide = len(ends) >= 1.6 * int(sample.any(axis=1).sum())
    if not wide or line >= 0.6 * int(ends.max()):
        return sample
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((line + 1, 1), dtype=np.uint8))
    return np.asarray(opened > 0) if opened.any() else sample


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio()


_KINDS: tuple[tuple[re.Pattern[str], Look], ...] = (
    (re.compile(r"^What is the title of this figure"), lambda view, _, options: _whole(view, "title", options)),
    (re.compile(r"^Which number stands in the title"), _number),
    (
        re.compile(r"^What is the label of the (horizontal|vertical) axis"),
        lambda view, found, options: _whole(view, _axis(found), options),
    ),
    (re.compile(r"^Which unit does the label of the (horizontal|vertical) axis give"), _unit),
    (re.compile(r"^Which variable is on which axis"), _variables),
    (re.compile(r"^Which series of the legend is drawn in (\w+)\?"), _by_colour),
    (re.compile(r"^Which series of the legend is drawn with ([a-z ]+)\?"), _by_marker),
    (re.compile(rf"^Which series is the ({'|'.join(_ORDINALS)}) entry of the legend"), _by_order),
    (re.compile(r"^In which colou?r is the series \"([^\"\n]+)\" drawn"), _colour_of),
    (re.compile(r"^How many series does the legend"), _count),
)
