"""The operations of a transform question: read from its numbered lines, and applied to points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snellen.readers.pixels.picture import Floats

__all__ = ["Operation", "applied", "read_operations"]

_LINE = re.compile(r"^[ \t]*\d{1,4}\.[ \t]+([^\n]*?)[;.]?[ \t]*$", re.MULTILINE)
_NUMBER = r"([-−]?\d{1,9}(?:\.\d{1,9})?)"
_TURN = re.compile(
    rf"\b(?:turn|rotat\w+)\b.*?\bby {_NUMBER} ?(?:degrees|°) (counter-?clockwise|anti-?clockwise|clockwise)"
)
_SCALE = re.compile(rf"\bmultiply every ([xy])-coordinate by {_NUMBER}$")
_SHIFT = re.compile(rf"\badd {_NUMBER} to every ([xy])-coordinate$")
_AXIS = re.compile(r"\b(?:mirror|reflect)\w* in the ([xy])-axis$")
_DIAGONAL = re.compile(r"\b(?:mirror|reflect)\w* in the line y ?= ?([-−]?) ?x$")
_LINE_AT = re.compile(rf"\b(?:mirror|reflect)\w* in the line ([xy]) ?= ?{_NUMBER}$")


@dataclass(frozen=True, slots=True)
class Operation:
    """(x, y) → (a·x + b·y + e, c·x + d·y + f)."""

    a: float
    b: float
    c: float
    d: float
    e: float = 0.0
    f: float = 0.0


def read_operations(text: str) -> tuple[Operation, ...] | None:
    """The operations in a question's numbered lines, in order; none where there are no such lines.

    None where a line is not understood, for an answer without it would be wrong.

    >>> read_operations("1. add 3 to every x-coordinate;")
    (Operation(a=1.0, b=0.0, c=0.0, d=1.0, e=3.0, f=0.0),)
    """
    found = [_operation(line[1].strip()) for line in _LINE.finditer(text)]
    return None if any(each is None for each in found) else tuple(each for each in found if each is not None)


def applied(operations: Sequence[Operation], x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Points, arrays of one shape, after all operations in order."""
    for o in operations:
        x, y = o.a * x + o.b * y + o.e, o.c * x + o.d * y + o.f
    return x, y


def _operation(words: str) -> Operation | None:
    if turn := _TURN.search(words):
        angle = np.deg2rad(_value(turn[1])) * (-1 if turn[2] == "clockwise" else 1)
        # Quarter turns to the last digit.
        cosine, sine = round(float(np.cos(angle)), 12), round(float(np.sin(angle)), 12)
        return Operation(cosine, -sine, sine, cosine)
    if scale := _SCALE.search(words):
        factor = _value(scale[2])
        return Operation(factor, 0.0, 0.0, 1.0) if scale[1] == "x" else Operation(1.0, 0.0, 0.0, factor)
    if shift := _SHIFT.search(words):
        by = _value(shift[1])
        return Operation(1.0, 0.0, 0.0, 1.0, *((by, 0.0) if shift[2] == "x" else (0.0, by)))
    if axis := _AXIS.search(words):
        return Operation(1.0, 0.0, 0.0, -1.0) if axis[1] == "x" else Operation(-1.0, 0.0, 0.0, 1.0)
    if diagonal := _DIAGONAL.search(words):
        sign = -1.0 if diagonal[1] else 1.0
        return Operation(0.0, sign, sign, 0.0)
    if line := _LINE_AT.search(words):
        at = 2 * _value(line[2])
        return Operation(-1.0, 0.0, 0.0, 1.0, at) if line[1] == "x" else Operation(1.0, 0.0, 0.0, -1.0, 0.0, at)
    return None


def _value(text: str) -> float:
    return float(text.replace("−", "-"))
