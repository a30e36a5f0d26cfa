"""Options of the answers that are no single number: equations, and the pair of stationary points.

As in `choice_blocks`, the possible answers are cut into blocks without a look at the key: each parameter's values are,
and a block is every combination of the values in one block of each. No option can be told from the key by how many
parameters it shares with the others, since every one would have had the same block.
"""

import itertools
from collections.abc import Sequence

import numpy as np

from snellen.benchmarks.grab.plan.choice_blocks import OPTIONS, run_of

__all__ = ["PAIRS", "equation_block", "equation_misreading", "pair_block", "pair_misreading"]

Parameters = tuple[int, ...]

_UP_TO_THREE, _UP_TO_TEN = tuple(range(-3, 4)), tuple(range(-10, 11))
_ONE_TWO = (-2, -1, 1, 2)
_VALUES: dict[str, tuple[tuple[int, ...], ...]] = {
    "linear": ((*range(-9, 0), *range(1, 10)), _UP_TO_TEN),
    "quadratic": ((-3, -2, -1, 1, 2, 3), _UP_TO_THREE, _UP_TO_TEN),
    "cubic": (_ONE_TWO, _UP_TO_THREE, _UP_TO_THREE, _UP_TO_TEN),
    "quartic": (_ONE_TWO, _UP_TO_THREE, _UP_TO_THREE, _UP_TO_THREE, _UP_TO_TEN),
    "sine": (tuple(range(1, 11)), tuple(range(1, 6)), tuple(range(7)), _UP_TO_TEN),
}
"""The values that each parameter of an equation can have, as `snellen.benchmarks.grab.plan.equations` draws them."""

PAIRS = (-12, 12)
"""The least and the greatest x of a pair of stationary points."""


def equation_block(rng: np.random.Generator, form: str, key: Sequence[float]) -> list[Parameters]:
    """Equations of the form that differ in two or three parameters, by a step or two or in sign: five or more.

    `key` are the key's parameters in order. Raises KeyError for an unknown form and ValueError for a parameter that
    the form cannot have.
    """
    values = _VALUES[form]
    varied = sorted(rng.choice(len(values), int(rng.integers(2, min(len(values), 3) + 1)), replace=False).tolist())
    sizes = [2] * 3 if len(varied) == 3 else rng.permutation([3, 2]).tolist()
    wide = dict(zip(varied, sizes, strict=True))
    blocks: list[tuple[int, ...]] = []
    for place, (possible, value) in enumerate(zip(values, key, strict=True)):
        number = round(value)
        blocks.append(_values_block(rng, possible, number, wide[place]) if place in wide else (number,))
    return list(itertools.product(*blocks))


def equation_misreading(key: Sequence[float], other: Sequence[int]) -> str:
    """In what an equation differs from the key: how many parameters, and a single one by how much."""
    differing = [(round(right), wrong) for right, wrong in zip(key, other, strict=True) if round(right) != wrong]
    if len(differing) > 1:
        return f"{'two' if len(differing) == 2 else 'three'} parameters off"
    ((right, wrong),) = differing
    if wrong == -right:
        return "sign of a parameter"
    return "a parameter off by one" if abs(wrong - right) == 1 else "a parameter off by more than one"


def pair_block(rng: np.random.Generator, key: tuple[int, int]) -> list[tuple[int, int]]:
    """Pairs x1 < x2 near the key, and with even chances near its mirror image in x = 0 too: five or more."""
    mirrored = bool(rng.integers(2))
    flipped = mirrored and sum(key) < 0
    first, second = _mirror(key) if flipped else key
    low, high = PAIRS
    count = high - low + 1
    sizes = (3, 3) if mirrored else tuple(rng.permutation([3, 2]).tolist())
    blocks = [
        [low + place for place in run_of(rng, x - low, count, size)]
        for x, size in zip((first, second), sizes, strict=True)
    ]
    near = {(a, b) for a in blocks[0] for b in blocks[1] if a < b}
    if mirrored:
        near = {pair for pair in near if sum(pair) >= 0}
        near |= {_mirror(pair) for pair in near}
    if len(near) < OPTIONS:
        # Where x1 and x2 are neighbours few pairs fit between them: both move together.
        gap, run = key[1] - key[0], run_of(rng, key[0] - low, count - (key[1] - key[0]), OPTIONS)
        return [(low + place, low + place + gap) for place in run]
    return sorted(near)


def pair_misreading(key: tuple[int, int], other: tuple[int, int]) -> str:
    """In what a pair differs from the key."""
    if other == _mirror(key):
        return "sign flipped"
    if other[0] != key[0] and other[1] != key[1]:
        near = max(abs(other[0] - key[0]), abs(other[1] - key[1])) <= 4
        return "both points off" if near else "near the pair with signs flipped"
    return "one point off"


def _mirror(pair: tuple[int, int]) -> tuple[int, int]:
    return -pair[1], -pair[0]


def _values_block(rng: np.random.Generator, possible: Sequence[int], value: int, size: int) -> tuple[int, ...]:
    """A run of neighbouring values, or for a parameter that has both signs at times of magnitudes with both."""
    magnitudes = sorted({abs(each) for each in possible})
    if min(possible) < 0 and rng.integers(2):
        run = run_of(rng, magnitudes.index(abs(value)), len(magnitudes), min(size, 2))
        return tuple(sorted({each for place in run for each in (magnitudes[place], -magnitudes[place])}))
    return tuple(possible[place] for place in run_of(rng, possible.index(value), len(possible), size))
