"""Boxes and points as the paper's code reads them, and in the asked form alone."""

import re
from collections.abc import Callable
from math import isfinite

from snellen.benchmarks.biy.replies.forms import Form
from snellen.benchmarks.biy.replies.lenient import AnyAnswer, sorted_corners
from snellen.benchmarks.biy.replies.reply import Coordinates, Fault, Reply
from snellen.benchmarks.biy.replies.scanning import DECODER, Object, Value

__all__ = ["exact_coordinates", "released_coordinates", "same_in_all"]

Lenient = Callable[[], tuple[Reply, AnyAnswer | None]]
"""Gives what `lenient_coordinates` finds; called where a text is not JSON, to say what it is instead."""

_LARGEST = 1000.0
_FENCE = "```"
_TAG = re.compile(r"[A-Za-z0-9_+-]*")


class _NotJson:
    """In place of a value."""


_NOT_JSON = _NotJson()


def released_coordinates(form: Form, text: str, lenient: Lenient) -> Reply:
    """As the paper's code reads: JSON that is the whole reply or all that follows the first code fence.

    The fence's language and a fence at the very end are taken off. The list is looked up under the asked key, other
    keys ignored, of a repeated one the last. Every element must be of the form's number of finite numbers; one that
    is not makes the reply invalid. Nothing is asked of the numbers' range or of the corners' order.
    """
    value = _decoded(_after_fence(text))
    if isinstance(value, _NotJson):
        return Reply(None, _fault_of_text(form, text, *lenient()))
    if not isinstance(value, Object) or form.key not in (key for key, _ in value.pairs):
        return Reply(None, "wrong key" if isinstance(value, Object) else "wrong shape")
    found, fault = _strict(form, dict(value.pairs)[form.key])
    return Reply(None if found is None else sorted_corners(found), fault)


def exact_coordinates(form: Form, text: str, lenient: Lenient) -> Reply:
    """The asked form and nothing else: one JSON object, white space around it apart, with the asked key alone.

    Its value is a list of lists of the form's number of numbers, each from 0 to 1000; of a box the left edge not right
    of the right one and the top not below the bottom.
    """
    value = _decoded(text.strip())
    if isinstance(value, _NotJson):
        return Reply(None, _fault_of_text(form, text, *lenient()))
    if not isinstance(value, Object):
        return Reply(None, "wrong shape")
    if [key for key, _ in value.pairs] != [form.key]:
        return Reply(None, "wrong key")
    found, fault = _strict(form, value.pairs[0][1])
    if found is None:
        return Reply(None, fault)
    in_range = all(0 <= number <= _LARGEST for element in found for number in element)
    return Reply(found, None) if in_range and sorted_corners(found) == found else Reply(None, "out of range")


def same_in_all(reply: Reply) -> bool:
    """Whether what `exact_coordinates` found is also what the two other readings find: all but 0 to 1 coordinates."""
    if not isinstance(reply.value, list):
        return False
    return not reply.value or max(map(max, reply.value)) > 1


def _after_fence(text: str) -> str:
    start = text.find(_FENCE)
    if start < 0:
        return text.strip()
    tag = _TAG.match(text, start + len(_FENCE))
    inside = text[tag.end() if tag else start + len(_FENCE) :].strip()
    return inside.removesuffix(_FENCE).strip()


def _decoded(text: str) -> Value | _NotJson:
    try:
        value: Value = DECODER.decode(text)
    except (ValueError, RecursionError):
        return _NOT_JSON
    return value


def _strict(form: Form, value: Value) -> tuple[Coordinates | None, Fault | None]:
    """The boxes or points that a list of lists of numbers holds, as given, or what is wrong with it."""
    if not isinstance(value, list):
        return None, "wrong shape"
    found: Coordinates = []
    for element in value:
        if not isinstance(element, list) or len(element) != form.width:
            return None, "wrong shape"
        numbers = tuple(number for number in element if type(number) is float and isfinite(number))
        if len(numbers) != form.width:
            nested = any(isinstance(number, list | Object) for number in element)
            return None, "wrong shape" if nested else "not a number"
        found.append(numbers)
    return found, None


def _fault_of_text(form: Form, text: str, reply: Reply, answer: AnyAnswer | None) -> Fault:
    """Why a text is not JSON as a strict reading wants it: what the lenient reading makes of it says so."""
    if answer is None or reply.fault is not None:
        return reply.fault or "prose"
    value = _decoded(answer.text) if answer.text in text else _NOT_JSON
    if isinstance(value, _NotJson):
        return "malformed"
    if not isinstance(value, Object):
        return "wrong shape"
    given = dict(value.pairs)
    return _strict(form, given[form.key])[1] or "extra text" if form.key in given else "wrong key"
