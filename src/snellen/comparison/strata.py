"""Strata of two sets of results: what both hold by design, small ones joined to their neighbours."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LEAST_GROUPS", "merge_strata", "strata_of"]

Whole = NDArray[np.int64]
Key = tuple[Any, ...]

LEAST_GROUPS = 5
"""A stratum with fewer groups than this in either set is joined to a neighbour."""
_ALWAYS = ("task", "property", "complexity", "precision")
_BY_DESIGN = 0.01
"""Up to this total variation distance a column counts as set by the design of the sets, and not by chance."""


def strata_of(
    first: "pd.DataFrame", second: "pd.DataFrame", facets: Sequence[str] = ()
) -> tuple[list[Key], list[Key], list[str]]:
    """The stratum of each row of two results tables, as a tuple of values, and the columns that these are of.

    Columns are task, property, complexity and precision, and those of `facets` (a benchmark's own) that are set by
    design: the two sets hold, within the strata made so far, the same number of rows at each value, up to a total
    variation distance of 1%. A column with one value is left out; a missing value is a value of its own ("").
    """
    keys: tuple[list[Key], list[Key]] = ([()] * len(first), [()] * len(second))
    used: list[str] = []
    for name in dict.fromkeys((*_ALWAYS, *facets)):
        values = _values(first, name), _values(second, name)
        if len({*values[0], *values[1]}) < 2:
            continue
        longer = tuple(
            [(*key, value) for key, value in zip(*pair, strict=True)] for pair in zip(keys, values, strict=True)
        )
        if name in _ALWAYS or _distance(longer[0], longer[1]) <= _BY_DESIGN:
            keys, used = (longer[0], longer[1]), [*used, name]
    return keys[0], keys[1], used


def merge_strata(sizes: Mapping[Key, tuple[int, int]], least: int = LEAST_GROUPS) -> dict[Key, int]:
    """The number of the block that each stratum belongs to, so that blocks have `least` groups or more in both sets.

    `sizes` has the number of groups of a stratum in either set. Strata are a tree, by the values of their tuples from
    the left. From the leaves up, among the blocks below one node in sorted order, the smallest of those that are too
    small is joined to the smaller of its neighbours, until none is too small or one is left, which is then joined on
    the level above. Too small is whatever remains of sets that are.
    """
    blocks = _merged(sorted(sizes, key=_order), sizes, 0, least)
    return {key: number for number, block in enumerate(blocks) for key in block}


def _merged(keys: Sequence[Key], sizes: Mapping[Key, tuple[int, int]], depth: int, least: int) -> list[list[Key]]:
    if not keys or depth == len(keys[0]):
        return [list(keys)] if keys else []
    children: dict[Any, list[Key]] = {}
    for key in keys:
        children.setdefault(key[depth], []).append(key)
    blocks = [block for child in children.values() for block in _merged(child, sizes, depth + 1, least)]
    while len(blocks) > 1:
        amounts = [_size(block, sizes) for block in blocks]
        place = int(np.argmin(amounts))
        if amounts[place] >= least:
            break
        beside = [neighbour for neighbour in (place - 1, place + 1) if 0 <= neighbour < len(blocks)]
        low, high = sorted((place, min(beside, key=lambda each: amounts[each])))
        blocks[low : high + 1] = [blocks[low] + blocks[high]]
    return blocks


def _size(block: Sequence[Key], sizes: Mapping[Key, tuple[int, int]]) -> int:
    return min(sum(sizes[key][side] for key in block) for side in (0, 1))


def _order(key: Key) -> tuple[tuple[bool, Any], ...]:
    return tuple((isinstance(value, str), value) for value in key)


def _values(frame: "pd.DataFrame", name: str) -> list[Any]:
    import pandas as pd

    if name not in frame:
        return [""] * len(frame)
    return ["" if missing else value for value, missing in zip(frame[name].tolist(), pd.isna(frame[name]), strict=True)]


def _distance(first: Sequence[Key], second: Sequence[Key]) -> float:
    """The total variation distance of two lists of values."""
    from collections import Counter

    one, other = Counter(first), Counter(second)
    return sum(abs(one[key] / len(first) - other[key] / len(second)) for key in {*one, *other}) / 2
