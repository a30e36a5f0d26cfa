"""The icons of pictorial bars: outlines in a box of width and height 1, y downwards, that touch all its edges."""

import math
from collections.abc import Mapping, Sequence

__all__ = ["ASPECTS", "ICONS", "Part"]

Part = tuple[str, tuple[tuple[float, float], ...]]
"""A shade (`dark`, `plain`, `light`) and a closed outline."""


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _ellipse(x: float, y: float, across: float, down: float) -> tuple[tuple[float, float], ...]:
    turns = [2 * math.pi * n / 48 for n in range(48)]
    return tuple((x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns)


ICONS: Mapping[str, Sequence[Part]] = {
    "house": (
        ("plain", _box(0.1, 0.42, 0.9, 1)),
        ("dark", ((0, 0.44), (0.5, 0), (1, 0.44))),
        ("light", _box(0.42, 0.66, 0.6, 1)),
        ("light", _box(0.18, 0.55, 0.34, 0.72)),
        ("light", _box(0.68, 0.55, 0.84, 0.72)),
    ),
    "tree": (
        ("dark", _box(0.43, 0.8, 0.57, 1)),
        ("plain", ((0, 0.85), (0.5, 0.35), (1, 0.85))),
        ("plain", ((0.1, 0.58), (0.5, 0.16), (0.9, 0.58))),
        ("plain", ((0.2, 0.34), (0.5, 0), (0.8, 0.34))),
    ),
    "bottle": (
        ("dark", _box(0.36, 0, 0.64, 0.08)),
        ("plain", ((0.38, 0.08), (0.62, 0.08), (0.62, 0.26), (1, 0.42), (1, 1), (0, 1), (0, 0.42), (0.38, 0.26))),
        ("light", _box(0, 0.56, 1, 0.82)),
    ),
    "person": (
        ("plain", _ellipse(0.5, 0.14, 0.28, 0.14)),
        (
            "plain",
            (
                *((0.12, 0.28), (0.88, 0.28), (1, 0.4), (1, 0.68), (0.86, 0.68), (0.86, 0.44), (0.8, 0.44), (0.8, 1)),
                *((0.54, 1), (0.54, 0.7), (0.46, 0.7), (0.46, 1), (0.2, 1), (0.2, 0.44), (0.14, 0.44), (0.14, 0.68)),
                *((0, 0.68), (0, 0.4)),
            ),
        ),
    ),
    "book": (
        ("plain", _box(0, 0, 1, 1)),
        ("dark", _box(0, 0, 0.14, 1)),
        ("light", _box(0.28, 0.16, 0.86, 0.36)),
        ("light", _box(0.14, 0.93, 1, 0.965)),
    ),
    "boat": (
        ("dark", ((0, 0.74), (1, 0.74), (0.84, 1), (0.16, 1))),
        ("plain", ((0.5, 0), (0.5, 0.68), (0.08, 0.68))),
        ("light", ((0.55, 0.1), (0.55, 0.68), (0.94, 0.68))),
        ("dark", _box(0.5, 0, 0.55, 0.76)),
    ),
}
ASPECTS: Mapping[str, float] = {"house": 0.62, "tree": 0.6, "bottle": 0.34, "person": 0.42, "book": 0.62, "boat": 0.62}
"""Width over height."""
