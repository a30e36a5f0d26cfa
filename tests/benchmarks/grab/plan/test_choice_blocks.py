"""Blocks of answers: the same whichever of their members is the key, which is why options give nothing away."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.plan.choice_blocks import (
    OPTIONS,
    Answers,
    distance_block,
    factor_block,
    neighbour_block,
    run_of,
    sign_block,
)

seeds = st.integers(0, 2**32)
Block = Callable[[np.random.Generator, int, Answers], list[int]]


@st.composite
def keys_among(draw: st.DrawFn, low: int = -60, least: int = 10) -> tuple[int, Answers]:
    first = draw(st.integers(low, 20))
    answers = Answers(first, first + draw(st.integers(least - 1, 120)))
    return draw(st.integers(answers.low, answers.high)), answers


def check(seed: int, key: int, answers: Answers, block: Block) -> None:
    def made(of: int) -> list[int]:
        return block(np.random.default_rng(seed), of, answers)

    found = made(key)
    assert key in found
    assert len(found) == len(set(found)) >= OPTIONS
    assert all(member in answers for member in found)
    assert all(made(member) == found for member in found)


@given(seeds, keys_among())
def test_neighbours(seed: int, case: tuple[int, Answers]) -> None:
    check(seed, *case, neighbour_block)


@given(seeds, st.integers(-90, -3), st.integers(3, 90), st.data())
def test_signs(seed: int, low: int, high: int, data: st.DataObject) -> None:
    answers = Answers(low, high)
    key = data.draw(st.integers(low, high))
    check(seed, key, answers, sign_block)
    found = sign_block(np.random.default_rng(seed), key, answers)
    opposite = [-member for member in found if -member in answers]
    assert set(opposite) <= set(found)


@given(seeds, keys_among(), st.sampled_from([2, 3, 5, 10]))
def test_factors(seed: int, case: tuple[int, Answers], factor: int) -> None:
    key, answers = case
    if sum((member >= 0) == (key >= 0) for member in range(answers.low, answers.high + 1)) < OPTIONS:
        return
    check(seed, key, answers, lambda rng, of, among: factor_block(rng, of, among, factor))


@given(seeds, keys_among(), st.data())
def test_distances(seed: int, case: tuple[int, Answers], data: st.DataObject) -> None:
    key, answers = case
    distance = data.draw(st.integers(1, len(answers) // 4))
    check(seed, key, answers, lambda rng, of, among: distance_block(rng, of, among, distance))
    found = distance_block(np.random.default_rng(seed), key, answers, distance)
    assert key + distance in found or key - distance in found


def test_impossible_blocks() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="11 steps"):
        distance_block(rng, 3, Answers(1, 20), 11)
    with pytest.raises(ValueError, match="0 steps"):
        distance_block(rng, 3, Answers(1, 20), 0)
    with pytest.raises(ValueError, match="both signs"):
        sign_block(rng, 3, Answers(-1, 20))


@given(seeds, st.integers(1, 80), st.integers(1, 9), st.data())
def test_runs_cut_all_places(seed: int, count: int, size: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, count - 1))
    run = run_of(np.random.default_rng(seed), place, count, size)
    assert place in run
    assert min(size, count) <= len(run) <= max(2 * size - 1, min(size, count)) or len(run) == count
    assert all(run_of(np.random.default_rng(seed), other, count, size) == run for other in run)


def test_every_rank_is_as_likely_at_the_edge_of_the_range_as_in_its_middle() -> None:
    answers = Answers(1, 12)
    ranks = np.zeros(OPTIONS)
    for seed in range(400):
        rng = np.random.default_rng(seed)
        for key in range(1, 13):
            block = neighbour_block(np.random.default_rng([seed, 1]), key, answers)
            others = rng.choice([member for member in block if member != key], OPTIONS - 1, replace=False)
            ranks[(others < key).sum()] += 1
    # Four standard deviations of a count that is 20% of 4800.
    assert np.abs(ranks - ranks.sum() / OPTIONS).max() < 4 * np.sqrt(ranks.sum() * 0.16)
