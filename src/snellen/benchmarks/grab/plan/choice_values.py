"""Five options for an answer that is one number: close neighbours, typical misreadings, signs and factors.

How options are spaced is drawn first, without a look at the key: by neighbours, by signs, by a factor, or by the
distance of one typical misreading from the answer. Then they are drawn from the key's block (`choice_blocks`).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from snellen.benchmarks.grab.plan.choice_blocks import (
    Answers,
    distance_block,
    factor_block,
    neighbour_block,
    sign_block,
)

__all__ = ["FACTORS", "block_of", "steps_of", "value_misreading"]

FACTORS: Mapping[str, int] = {"amplitude": 2, "period": 2}
"""Properties that are typically read as twice or half of what they are."""

_BY_MISREADING, _BY_SIGN_OR_FACTOR = 0.6, 0.2
"""How often options are spaced so, where the question allows it; else they are neighbours."""
_FEW = 6
_SMALLEST_BOTH = 3
_WIDEST = 4
"""Options are spaced by no more than one part in so many of the possible answers."""


def steps_of(value: float, precision: float) -> int:
    """A value in rounding steps."""
    return round(value / precision)


def block_of(
    rng: np.random.Generator, key: int, answers: Answers, misreadings: Sequence[int], factors: Sequence[int]
) -> list[int]:
    """The block of answers, in rounding steps, from which the options for a key are drawn: five or more.

    `misreadings` are the wrong answers whose distance may space the options, in steps; `factors` are those that the
    question invites to miss.
    """
    draws = rng.random(3)
    pick = int(rng.integers(2**31))
    special = ["sign"] if min(-answers.low, answers.high) >= _SMALLEST_BOTH else []
    special += ["factor"] if factors else []
    if draws[0] < _BY_MISREADING and misreadings:
        distances = _distances(key, answers, misreadings)
        if distances:
            return distance_block(rng, key, answers, distances[pick % len(distances)])
    elif draws[0] < _BY_MISREADING + _BY_SIGN_OR_FACTOR and special:
        if special[int(draws[1] * len(special))] == "sign":
            return sign_block(rng, key, answers)
        return factor_block(rng, key, answers, factors[int(draws[2] * len(factors))])
    return neighbour_block(rng, key, answers)


def value_misreading(
    key: int, option: int, misreadings: Sequence[tuple[str, int]], factors: Sequence[int], factor_names: tuple[str, str]
) -> str:
    """What a wrong option is: a typical misreading by its name, or how far off it is.

    `misreadings` are names and steps; `factor_names` are what an option is that is too large and too small by one of
    the factors.
    """
    for name, wrong in misreadings:
        if wrong == option:
            return name
    if option == -key:
        return "sign flipped"
    for factor in factors:
        if option == factor * key:
            return factor_names[0]
        if option * factor == key:
            return factor_names[1]
    off = abs(option - key)
    return "one step off" if off == 1 else "a few steps off" if off <= _FEW else "decoy"


def _distances(key: int, answers: Answers, misreadings: Sequence[int]) -> list[int]:
    """The distances from the key, each once, that can space the options."""
    most = len(answers) // _WIDEST
    return sorted({abs(wrong - key) for wrong in misreadings if 0 < abs(wrong - key) <= most})
