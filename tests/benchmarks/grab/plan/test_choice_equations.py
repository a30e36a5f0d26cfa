"""Options that are equations or pairs: the same block whichever member is the key, and names of what is off."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.choice_blocks import OPTIONS
from snellen.benchmarks.grab.plan.choice_equations import (
    PAIRS,
    equation_block,
    equation_misreading,
    pair_block,
    pair_misreading,
)
from snellen.benchmarks.grab.plan.equations import EQUATION_FORMS, random_equation

seeds = st.integers(0, 2**32)


@given(seeds, st.sampled_from(sorted(EQUATION_FORMS)))
def test_every_equation_of_a_block_has_that_block(seed: int, form: str) -> None:
    key = random_equation(np.random.default_rng(seed), form).coefficients

    def made(of: tuple[float, ...]) -> list[tuple[int, ...]]:
        return equation_block(np.random.default_rng([seed, 1]), form, of)

    found = made(key)
    assert key in found
    assert len(found) == len(set(found)) >= OPTIONS
    assert all(made(member) == found for member in found)
    for member in found:
        assert member[0] > 0 if form == "sine" else member[0] != 0
        assert form != "sine" or (member[1] > 0 and 0 <= member[2] <= 6)
        assert sum(a != b for a, b in zip(member, key, strict=True)) <= 3


@given(seeds, st.integers(*PAIRS), st.integers(*PAIRS))
def test_blocks_of_pairs(seed: int, one: int, other: int) -> None:
    if one == other:
        return
    key = (min(one, other), max(one, other))
    found = pair_block(np.random.default_rng(seed), key)
    assert key in found
    assert len(found) == len(set(found)) >= OPTIONS
    assert all(PAIRS[0] <= first < second <= PAIRS[1] for first, second in found)


@pytest.mark.parametrize(
    ("key", "other", "name"),
    [
        ((2, -3), (2, -4), "a parameter off by one"),
        ((2, -3), (2, 3), "sign of a parameter"),
        ((2, -3), (2, -1), "a parameter off by more than one"),
        ((2, -3), (1, 3), "two parameters off"),
        ((2, -3, 1), (1, 3, 2), "three parameters off"),
    ],
)
def test_what_is_off_in_an_equation(key: tuple[int, ...], other: tuple[int, ...], name: str) -> None:
    assert equation_misreading(key, other) == name


@pytest.mark.parametrize(
    ("other", "name"),
    [
        ((-5, 2), "sign flipped"),
        ((-2, 6), "one point off"),
        ((-1, 6), "both points off"),
        ((-7, 0), "near the pair with signs flipped"),
    ],
)
def test_what_is_off_in_a_pair(other: tuple[int, int], name: str) -> None:
    assert pair_misreading((-2, 5), other) == name
