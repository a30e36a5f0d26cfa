"""The listed operations of a question, read out of its text, as affine maps."""

import re

import numpy as np
from tests.benchmarks.grab.drawn import Floats

__all__ = ["Affine", "read_operations"]

Affine = tuple[Floats, Floats]
"""A matrix and a shift: p becomes matrix @ p + shift."""

_LINE = re.compile(r"(\d+)\. (.+);")
_NUMBER = r"(-?\d+(?:\.\d+)?)"


def read_operations(text: str) -> list[Affine]:
    """In the listed order. Raises AssertionError for a line that says something else."""
    first, *lines = text.split("\n")
    if not lines:
        return []
    assert first.endswith("one after another in the listed order:")
    # The last line goes on with the question.
    operations = []
    for number, line in enumerate(lines[:-1], 1):
        match = _LINE.fullmatch(line)
        assert match, line
        assert int(match[1]) == number, line
        operations.append(_operation(match[2]))
    return operations


def _operation(line: str) -> Affine:
    still = np.zeros(2)
    if match := re.fullmatch(rf"turn by {_NUMBER} degrees counter-clockwise about the origin", line):
        turn = np.deg2rad(float(match[1]))
        return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]).round(12), still
    if match := re.fullmatch(rf"multiply every ([xy])-coordinate by {_NUMBER}", line):
        factor = float(match[2])
        return np.diag([factor, 1.0] if match[1] == "x" else [1.0, factor]), still
    if match := re.fullmatch(rf"add {_NUMBER} to every ([xy])-coordinate", line):
        shift = float(match[1])
        return np.eye(2), np.array([shift, 0.0] if match[2] == "x" else [0.0, shift])
    if line == "mirror in the x-axis":
        return np.diag([1.0, -1.0]), still
    if line == "mirror in the y-axis":
        return np.diag([-1.0, 1.0]), still
    if line == "mirror in the line y = x":
        return np.array([[0.0, 1.0], [1.0, 0.0]]), still
    if line == "mirror in the line y = -x":
        return np.array([[0.0, -1.0], [-1.0, 0.0]]), still
    if match := re.fullmatch(rf"mirror in the line ([xy]) = {_NUMBER}", line):
        at = float(match[2])
        if match[1] == "x":
            return np.diag([-1.0, 1.0]), np.array([2 * at, 0.0])
        return np.diag([1.0, -1.0]), np.array([0.0, 2 * at])
    raise AssertionError(f"an operation that nobody knows: {line!r}")
