"""What a specification may hold so that drawing it ends, needs no network, and is the same everywhere."""

import re
from collections.abc import Iterator
from typing import Any

from snellen.benchmarks.biy.own.values import UNWRITABLE
from snellen.errors import SnellenError

__all__ = ["LARGEST_FILE", "LARGEST_SIDE", "check_limits"]

LARGEST_FILE = 1_000_000
"""Bytes of a specification."""
LARGEST_SIDE = 6000
"""Pixels of a picture's width and height, and units of a plot's."""
_DEEPEST = 40
_LONGEST_TEXT = 2000
_LARGEST_NUMBER = 100_000
_MOST_PIECES = 500
_SHORTEST_DASH = 0.1
_FREE = frozenset(
    {"domain", "domainMin", "domainMax", "domainMid", "values", "datum", "constant", "test", "base", "transform"}
)
"""Under these any number may stand: they are values of the data."""


def check_limits(spec: dict[str, Any], name: str) -> None:
    """Raise SnellenError for what would take too long or too much memory, or is computed while it is drawn."""
    for path, value in _walk(spec, (), 0):
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        where = f"{name}: {'.'.join(map(str, path))}"
        if len(path) > _DEEPEST:
            raise SnellenError(f"{name} is nested more than {_DEEPEST} deep; write a plain specification.")
        if isinstance(value, dict) and ("expr" in value or "signal" in value):
            raise SnellenError(f"{where} is computed by an expression; write the value itself.")
        if isinstance(value, dict) and ("param" in value or "selection" in value):
            raise SnellenError(f"{where} depends on an interaction, of which a picture has none; leave it out.")
        if isinstance(value, str):
            if len(value) > _LONGEST_TEXT:
                raise SnellenError(f"{where} is longer than {_LONGEST_TEXT} characters; shorten it.")
            if UNWRITABLE.search(value):
                raise SnellenError(f"{where} has a broken character; correct it.")
            if key.lower().endswith("format") and re.search(r"[0-9]{3}", value):
                raise SnellenError(f"{where} is wider than 99 characters; shorten it.")
        if isinstance(value, int | float) and not isinstance(value, bool):
            if not abs(value) < float("inf"):
                raise SnellenError(f"{where} is not a finite number; correct it.")
            _check_number(value, path, key, where)


def _check_number(value: float, path: tuple[str | int, ...], key: str, where: str) -> None:
    if _FREE.intersection(path):
        return
    largest = _MOST_PIECES if key in ("tickCount", "count", "nice") else _LARGEST_NUMBER
    if abs(value) > largest:
        raise SnellenError(f"{where} is {value:g}, and {largest:,} is the most; make it smaller.")
    # Lines are cut into dashes one by one.
    dashed = any(isinstance(part, str) and part.lower().endswith("dash") for part in path)
    if dashed and 0 < abs(value) < _SHORTEST_DASH:
        raise SnellenError(f"{where} is {value:g}, and {_SHORTEST_DASH} is the shortest dash; make it longer.")


def _walk(value: Any, path: tuple[str | int, ...], depth: int) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    if depth > _DEEPEST:
        return
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from _walk(child, (*path, key), depth + 1)
