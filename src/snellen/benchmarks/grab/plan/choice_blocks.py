"""Blocks of possible answers from which options are drawn: nothing in a block says which of its members is the key.

A template's possible answers are the whole numbers low to high, in rounding steps. Each function cuts all of them into
blocks, at random and without a look at the key, and returns the block that the key is in. So any other member of that
block would, as the key, have had the same block: the options that are drawn from it with equal chances say nothing of
which of them is right, as far as the answers of a template are equally common.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["OPTIONS", "Answers", "distance_block", "factor_block", "neighbour_block", "run_of", "sign_block"]

OPTIONS = 5
"""How many options a question has."""
_LONGEST_STEP = 6


@dataclass(frozen=True, slots=True)
class Answers:
    """The possible answers, whole numbers from `low` to `high`, both included: at least ten."""

    low: int
    high: int

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __contains__(self, step: int) -> bool:
        return self.low <= step <= self.high


def run_of(rng: np.random.Generator, place: int, count: int, size: int) -> range:
    """Places 0 to count − 1, cut at a random phase into runs of `size` neighbours: the run that `place` is in.

    What is left at either end joins the run beside it, so runs have `size` to 2·size − 1 places, or all of them where
    there are fewer.
    """
    phase = int(rng.integers(size))
    cuts = [cut for cut in range(phase, count, size) if cut >= size and count - cut >= size]
    start = max((cut for cut in cuts if cut <= place), default=0)
    return range(start, min((cut for cut in cuts if cut > place), default=count))


def neighbour_block(rng: np.random.Generator, key: int, answers: Answers) -> list[int]:
    """Five or more answers one, two or three steps apart."""
    stride = int(rng.choice((1, 1, 2, 3)))
    if len(answers) // stride < OPTIONS:
        stride = 1
    first = answers.low + (key - answers.low) % stride
    members = range(first, answers.high + 1, stride)
    return [members[place] for place in run_of(rng, members.index(key), len(members), OPTIONS)]


def sign_block(rng: np.random.Generator, key: int, answers: Answers) -> list[int]:
    """Three or more neighbouring magnitudes, each with both signs where both are possible.

    Raises ValueError where fewer than three magnitudes have both signs.
    """
    both = min(-answers.low, answers.high)
    stride = int(rng.choice((1, 2))) if both >= 7 else 1
    if both < 3:
        raise ValueError("answers of both signs are needed")
    magnitudes = range(abs(key) % stride, max(-answers.low, answers.high) + 1, stride)
    # Those that are possible with one sign alone join the last run.
    count = len(range(magnitudes.start, both + 1, stride))
    place = min(magnitudes.index(abs(key)), count - 1)
    run = run_of(rng, place, count, 3)
    chosen = magnitudes[run.start :] if run.stop == count else magnitudes[run.start : run.stop]
    return sorted({step for m in chosen for step in (-m, m) if step in answers})


def factor_block(rng: np.random.Generator, key: int, answers: Answers, factor: int) -> list[int]:
    """Answers in pairs of one and `factor` times as much, about three pairs whose smaller answers are neighbours.

    Every answer is in at most one pair; which pairs there are (1–2 and 4–8, or 2–4 and 8–16) is drawn. Answers without
    a partner among the possible ones stand alone between the pairs. Negative answers pair like positive ones, and
    blocks do not mix signs.
    """
    sign = -1 if key < 0 else 1
    most, least = (-answers.low, max(-answers.high, 1)) if sign < 0 else (answers.high, max(answers.low, 0))
    parity = int(rng.integers(2))
    units: list[tuple[int, ...]] = []
    for size in range(least, most + 1):
        lower = size > 0 and _power_in(size, factor) % 2 == parity
        if lower and size * factor <= most:
            units.append((size, size * factor))
        elif lower or size == 0 or size % factor or size // factor < least:
            units.append((size,))
    return [sign * step for step in _gathered(rng, units, abs(key))]


def distance_block(rng: np.random.Generator, key: int, answers: Answers, distance: int) -> list[int]:
    """Answers that are `distance` apart: a chain of five, or chains of two or three that begin at neighbours.

    A chain of five is no block of close answers where the distance is long; then there are neighbours in it always.

    Raises ValueError where the distance is no more than 0 or more than half the possible answers.
    """
    links = len(answers) // distance if distance > 0 else 0
    shapes = [(1, OPTIONS)] * 2 if links >= OPTIONS and distance <= _LONGEST_STEP else []
    shapes += [(2, 3)] if links >= 3 and distance >= 2 else []
    shapes += [(3, 2)] if links >= 2 and distance >= 3 else []
    if not shapes:
        raise ValueError(f"no options are {distance} steps apart")
    beside, along = shapes[int(rng.integers(len(shapes)))]
    link, residue = divmod(key - answers.low, distance)
    # The last link is shorter than the others: it joins the run of the last whole one.
    chain = run_of(rng, min(link, links - 1), links, along)
    if chain.stop == links:
        chain = range(chain.start, links + 1)
    stride = int(rng.integers(1, min(3, distance // beside) + 1))
    starts = range(residue % stride, distance, stride)
    chosen = [starts[place] for place in run_of(rng, starts.index(residue), len(starts), beside)] if beside > 1 else []
    steps = (answers.low + start + distance * place for place in chain for start in (chosen or [residue]))
    return sorted(step for step in steps if step in answers)


def _power_in(number: int, factor: int) -> int:
    """How often a number can be divided by the factor."""
    power = 0
    while number % factor == 0:
        number //= factor
        power += 1
    return power


def _gathered(rng: np.random.Generator, units: Sequence[tuple[int, ...]], key: int) -> list[int]:
    """Units joined in order to groups of at least five answers: the group of the key."""
    groups: list[list[int]] = [[]]
    wanted = OPTIONS + int(rng.integers(3))
    for unit in units:
        if len(groups[-1]) >= wanted:
            groups.append([])
            wanted = OPTIONS
        groups[-1] += unit
    if len(groups) > 1 and len(groups[-1]) < OPTIONS:
        last = groups.pop()
        groups[-1] += last
    return next(sorted(group) for group in groups if key in group)
