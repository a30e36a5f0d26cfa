"""Which subject a pair gets: the seed shuffles each list, and pairs take from it in turn."""

import random
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["chosen"]

T = TypeVar("T")


def chosen(subjects: Sequence[T], seed: int, name: str, turn: int) -> T:
    """The subject of the pair that is the `turn`-th (from 0) to take from this list, which is called `name`.

    Nothing comes twice before all have come once. Python's `random` gives the same order in every release.
    """
    order = list(range(len(subjects)))
    random.Random(f"chartom/{seed}/{name}").shuffle(order)
    return subjects[order[turn % len(order)]]
