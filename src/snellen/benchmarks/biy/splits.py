"""Which charts are asked about, which are examples to show before, and which are neither.

The paper tests 115 samples in 15 designs at scale 2, and shows six more in the default design as examples. Its draw
can't be recovered; ours is by the seed, and keeps the noise twins and rotations of the examples out of the test set.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from snellen.benchmarks.biy.samples import GENERATORS, Recipe, recipes

__all__ = ["EXAMPLE_COUNTS", "TEST_COUNTS", "UNTESTED_DESIGNS", "Split", "sample_splits", "scale_asked"]

Split = Literal["test", "example", "rest"]

TEST_COUNTS: Mapping[str, int] = {
    "gaussian_blobs": 25,
    "gaussian_blobs_noise": 25,
    "single_gaussian_blob_outliers": 50,
    "random": 7,
    "relationship": 8,
    "shapes": 0,
}
"""The paper's 115 samples."""

EXAMPLE_COUNTS: Mapping[str, int] = {
    "gaussian_blobs": 1,
    "gaussian_blobs_noise": 1,
    "single_gaussian_blob_outliers": 2,
    "random": 1,
    "relationship": 1,
    "shapes": 0,
}
"""The paper's six examples."""

UNTESTED_DESIGNS = ("random_shapes", "square")
"""The designs that the paper made and did not test."""

_TEST_SCALE = 2.0


def sample_splits(seed: int) -> dict[str, Split]:
    """The split of each of the 371 samples by its released name, in their order.

    Both outlier examples are of one rotation triple, or there would be no 50 samples left that are of none of theirs.
    """
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *b"biy/splits"])))
    members = {name: [each for each in recipes() if each.generator == name] for name in GENERATORS}
    examples: list[Recipe] = []
    for name, wanted in EXAMPLE_COUNTS.items():
        if wanted:
            first = _drawn(rng, members[name], 1)[0]
            alike = [each for each in members[name] if each is not first and _kin(each) == _kin(first)]
            examples += [first, *_drawn(rng, alike, wanted - 1)]
    shown = {_kin(each) for each in examples}
    splits: dict[str, Split] = dict.fromkeys((each.paper_id for each in recipes()), "rest")
    splits |= dict.fromkeys((each.paper_id for each in examples), "example")
    for name, wanted in TEST_COUNTS.items():
        free = [each for each in members[name] if _kin(each) not in shown]
        splits |= dict.fromkeys((each.paper_id for each in _drawn(rng, free, wanted)), "test")
    return splits


def scale_asked(scales: Sequence[float]) -> float:
    """The scale of the test set: 2 as in the paper, or where that is not made the largest."""
    return _TEST_SCALE if _TEST_SCALE in scales else max(scales)


def _drawn(rng: np.random.Generator, members: Sequence[Recipe], count: int) -> list[Recipe]:
    return [members[int(i)] for i in rng.permutation(len(members))[:count]]


def _kin(recipe: Recipe) -> tuple[object, ...]:
    """What a sample shares with its noise twin or its rotations in the paper's set."""
    kind = "blobs" if recipe.generator in ("gaussian_blobs", "gaussian_blobs_noise") else recipe.generator
    return kind, *(value for name, value in recipe.arguments.items() if name != "angle")
