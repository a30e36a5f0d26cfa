"""Boxes and points however written: the lenient reading. It never chooses between answers that differ."""

import re
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from snellen.benchmarks.biy.replies.forms import Form, folded
from snellen.benchmarks.biy.replies.reply import Coordinates, Fault, Reply
from snellen.benchmarks.biy.replies.scanning import Located, Object, Value, scan
from snellen.parsing import is_refusal, plain_characters

__all__ = ["AnyAnswer", "ascii_quotes", "lenient_coordinates", "sorted_corners"]

_QUOTES = {ord(mark): "'" for mark in "‘’‚‛"} | {ord(mark): '"' for mark in "“”„‟"}
_NUMBER = re.compile(r"[+-]?(?:(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{0,300})?|\.[0-9]{1,300})(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_STRING = 2000
_MOST_WRAPPERS = 16
_FENCE = re.compile(r"```[A-Za-z0-9_+-]*")
_BRACED_NUMBER = re.compile(r"\{\s*[0-9]+\s*\}")


@dataclass(frozen=True, slots=True)
class AnyAnswer:
    """An answer, the part of the text that it was read from, and whether a key said what it is."""

    value: Coordinates
    text: str
    keyed: bool


class _Elements(NamedTuple):
    """What a value is as boxes or points. `flat`: a single one, without the list around it."""

    value: Coordinates | None
    fault: Fault | None = None
    flat: bool = False


def lenient_coordinates(form: Form, text: str) -> tuple[Reply, AnyAnswer | None]:
    """What the lenient reading finds, and where it found it (None where it found nothing).

    Objects with a key that names what was asked for are answers, or where there is none, lists without a key; a box or
    point without a list around it is one where nothing else was written. All answers must be the same, in any order.
    """
    plain = ascii_quotes(plain_characters(text))
    if not plain.strip():
        return Reply(None, "empty"), None
    found = scan(plain)
    answers, faults = list[AnyAnswer](), list[Fault]()
    for located in found.values:
        elements, keyed = _read(form, located.value)
        if elements.flat and not keyed and (len(found.values) > 1 or _words_around(plain, located)):
            elements = _Elements(None, "wrong shape")
        if elements.value is not None:
            answers.append(AnyAnswer(elements.value, plain[located.start : located.end], keyed))
        elif elements.fault is not None:
            faults.insert(0 if keyed else len(faults), elements.fault)
    if found.unclosed:
        return Reply(None, "truncated"), None
    answers = [answer for answer in answers if answer.keyed] or answers
    if answers:
        first = answers[0]
        if "several answers" in faults or any(sorted(other.value) != sorted(first.value) for other in answers[1:]):
            return Reply(None, "several answers"), None
        return Reply(sorted_corners(_rescaled(first.value)), None), first
    return Reply(None, _fault(plain, faults, found.broken)), None


def sorted_corners(found: Coordinates) -> Coordinates:
    """Boxes with the smaller of each two coordinates first; points as they are."""
    if not found or len(found[0]) != 4:
        return found
    return [
        (x1, y1, x2, y2) if x1 <= x2 and y1 <= y2 else (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        for x1, y1, x2, y2 in found
    ]


def ascii_quotes(text: str) -> str:
    """The text with typographic quotation marks made straight."""
    return text if text.isascii() else text.translate(_QUOTES)


def _rescaled(found: Coordinates) -> Coordinates:
    """Coordinates from 0 to 1 as 0 to 1000: all within [0, 1] and not all whole. Whole ones are as asked for."""
    numbers = [number for element in found for number in element]
    if not numbers or min(numbers) < 0 or max(numbers) > 1 or all(number in (0, 1) for number in numbers):
        return found
    return [tuple(round(1000 * number, 9) for number in element) for element in found]


def _fault(plain: str, faults: list[Fault], broken: bool) -> Fault:
    if faults:
        return faults[0]
    if broken:
        return "malformed"
    if _BRACED_NUMBER.search(plain):
        return "wrong shape"
    return "refusal" if is_refusal(plain) else "prose"


def _words_around(plain: str, located: Located) -> bool:
    return _FENCE.sub("", plain[: located.start] + plain[located.end :]).strip(" \t\r\n`*.") != ""


def _read(form: Form, value: Value) -> tuple[_Elements, bool]:
    """What a list or object from the text is, and whether it has a key that names what was asked for."""
    for _ in range(_MOST_WRAPPERS):
        if isinstance(value, list):
            if len(value) != 1 or not isinstance(value[0], Object) or _element(form, value[0]) is not None:
                return _elements(form, value), False
            value = value[0]
        if not isinstance(value, Object):
            return _Elements(None, "wrong shape"), False
        given = [each for key, each in value.pairs if key == form.key]
        given = given or [each for key, each in value.pairs if folded(key) in form.variants]
        single = _element(form, value)
        if given:
            read = [_elements(form, each) for each in given]
            if any(other.value != read[0].value for other in read):
                return _Elements(None, "several answers"), True
            if read[0].value is not None or single is None:
                return read[0], True
        if single is not None:
            return _Elements([single], flat=True), False
        if len(value.pairs) != 1 or not isinstance(value.pairs[0][1], Object):
            return _Elements(None, "wrong key"), False
        value = value.pairs[0][1]
    return _Elements(None, "wrong shape"), False


def _elements(form: Form, value: Value) -> _Elements:
    """A list's boxes or points; a list too many around them is taken off."""
    for _ in range(_MOST_WRAPPERS):
        if not isinstance(value, list):
            single = _element(form, value)
            return _Elements(None, "wrong shape") if single is None else _Elements([single], flat=True)
        found = [element for each in value if (element := _element(form, each)) is not None]
        if len(found) == len(value):
            return _Elements(found)
        single = None if any(isinstance(each, list) for each in value) else _element(form, value)
        if single is not None:
            return _Elements([single], flat=True)
        fault = _fault_of_elements(form, value)
        if fault == "not a number" or len(value) != 1 or not isinstance(value[0], list):
            return _Elements(None, fault)
        value = value[0]
    return _Elements(None, "wrong shape")


def _fault_of_elements(form: Form, value: list[Value]) -> Fault:
    """Not a number where all is of the right shape but for an entry that is none; else the shape is wrong."""
    for element in value:
        if not isinstance(element, list) or len(element) != form.width:
            return "wrong shape"
        if any(isinstance(number, list | Object) for number in element):
            return "wrong shape"
    return "not a number"


def _element(form: Form, value: Value, depth: int = 0) -> tuple[float, ...] | None:
    """A box or point: numbers in a list, in a text, under names of their own or under one name, a list too many or not.

    A box may be two corners, each a list of two numbers.
    """
    if isinstance(value, list) and len(value) == form.width:
        quick = tuple(each for each in value if type(each) is float and isfinite(each))
        if len(quick) == form.width:
            return quick
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list | Object | str):
        value = value[0]
    if isinstance(value, str):
        value = _listed(value)
    if isinstance(value, list):
        if form.width == 4 and len(value) == 2 and all(isinstance(each, list) and len(each) == 2 for each in value):
            value = [number for corner in value for number in corner]  # type: ignore[union-attr]
        numbers = [_number(each) for each in value] if len(value) == form.width else []
        found = tuple(number for number in numbers if number is not None)
        return found if found and len(found) == len(numbers) else None
    if isinstance(value, Object) and depth < _MOST_WRAPPERS:
        return _named(form, value, depth)
    return None


def _named(form: Form, value: Object, depth: int) -> tuple[float, ...] | None:
    """The element of an object such as {"x": 250, "y": 40, "label": "A"} or {"bbox": […]}; None where two differ."""
    named = {folded(key): each for key, each in value.pairs}
    if len(named) < len(value.pairs):
        return None
    found = set[tuple[float, ...] | None]()
    for corners in form.corners:
        if all(corner in named for corner in corners):
            numbers = [_number(named[corner]) for corner in corners]
            found.add(tuple(number for number in numbers if number is not None) if None not in numbers else None)
    for key, each in named.items():
        if key in form.wholes and isinstance(each, list | Object | str):
            element = _element(form, each, depth + 1)
            if element is not None or not isinstance(each, str):  # a text may say where it is in words
                found.add(element)
    return found.pop() if len(found) == 1 else None


def _number(value: Value) -> float | None:
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value.strip()) if len(value) <= _LONGEST_STRING else None
        value = float(match[0]) if match else None
    return value if type(value) is float and isfinite(value) else None


def _listed(text: str) -> list[Value]:
    """The parts of "[250, 40]", "(250, 40)" or "250, 40"; none where the text is too long to be such a list."""
    text = text.strip() if len(text) <= _LONGEST_STRING else ""
    if text[:1] + text[-1:] in ("[]", "()"):
        text = text[1:-1]
    return [*text.split(",")] if text else []
