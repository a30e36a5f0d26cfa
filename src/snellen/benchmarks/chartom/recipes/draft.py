"""A pair as a recipe makes it: the table, the question, both drawings, and what the manipulated one invites."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from snellen.benchmarks.chartom.scene import Scene

__all__ = ["COLORS", "Draft", "Kind", "options_of", "shuffled"]

Kind = Literal["count", "year", "percent", "quantity"]

COLORS = ("#1f5f99", "#b4431f", "#2f7d4f", "#7a4b9c", "#946200", "#a1325f")
"""Dark enough to stand out on white, and apart from one another."""


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """Everything about a pair but its names.

    `asked` and `data` are what `keys.key_of` takes. `options` are the choices in order, or the items to rank.
    `tempting` are wrong answers in the key's canonical form. `drawing` states what the tempting answer was computed
    from. `tolerance` is relative, for numbers.
    """

    subject: str
    question: str
    asked: Mapping[str, Any]
    data: Mapping[str, Any]
    tempting: tuple[str, ...]
    honest: Scene
    manipulated: Scene
    options: tuple[str, ...] = ()
    ranked: str = ""
    answer_type: Literal["choice", "number", "text", "ranking"] = "choice"
    kind: Kind = "quantity"
    tolerance: float = 0.0
    unit: str = ""
    drawing: Mapping[str, Any] = field(default_factory=dict)


def options_of(rng: random.Random, key: str, others: Sequence[str]) -> tuple[str, ...]:
    """The options in a random order in which the key stands at any place with the same chance."""
    rest = [*dict.fromkeys(other for other in others if other != key)]
    rng.shuffle(rest)
    rest.insert(rng.randrange(len(rest) + 1), key)
    return tuple(rest)


def shuffled(rng: random.Random, names: Sequence[str], *unlike: Sequence[str]) -> tuple[str, ...]:
    """The names in a random order that is none of `unlike`."""
    order = list(names)
    while True:
        rng.shuffle(order)
        if all(order != list(other) for other in unlike):
            return tuple(order)
