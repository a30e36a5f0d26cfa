"""Splits: the paper's counts, and no twin or rotation of an example in the test set."""

from collections import Counter

import pytest

from snellen.benchmarks.biy.samples import recipes
from snellen.benchmarks.biy.splits import sample_splits, scale_asked

BY_ID = {recipe.paper_id: recipe for recipe in recipes()}


def generators(splits: dict[str, str], split: str) -> dict[str, int]:
    return dict(Counter(BY_ID[name].generator for name, is_in in splits.items() if is_in == split))


@pytest.mark.parametrize("seed", [0, 1, 2, 77, 2**40])
def test_the_papers_counts(seed: int) -> None:
    splits = sample_splits(seed)
    assert list(splits) == list(BY_ID)
    assert generators(dict(splits), "test") == {
        "gaussian_blobs": 25,
        "gaussian_blobs_noise": 25,
        "single_gaussian_blob_outliers": 50,
        "random": 7,
        "relationship": 8,
    }
    assert generators(dict(splits), "example") == {
        "gaussian_blobs": 1,
        "gaussian_blobs_noise": 1,
        "single_gaussian_blob_outliers": 2,
        "random": 1,
        "relationship": 1,
    }


@pytest.mark.parametrize("seed", range(25))
def test_no_example_has_a_twin_or_a_rotation_in_the_test_set(seed: int) -> None:
    splits = sample_splits(seed)
    examples = [name for name, split in splits.items() if split == "example"]
    tested = {name for name, split in splits.items() if split == "test"}
    for name in examples:
        generator, _, arguments = name.partition("+")
        if generator.startswith("gaussian_blobs"):
            assert f"gaussian_blobs+{arguments}" not in tested
            assert f"gaussian_blobs_noise+{arguments}" not in tested
        if generator == "single_gaussian_blob_outliers":
            triple = name.rpartition("_")[0]
            assert not any(other.rpartition("_")[0] == triple for other in tested)
    triples = {name.rpartition("_")[0] for name in examples if name.startswith("single")}
    assert len(triples) == 1


def test_the_draw_is_the_seeds() -> None:
    assert sample_splits(5) == sample_splits(5)
    assert len({tuple(sample_splits(seed).values()) for seed in range(10)}) == 10


def test_the_test_scale_is_two_or_the_largest() -> None:
    assert scale_asked([0.5, 1, 2]) == 2
    assert scale_asked([2, 4]) == 2
    assert scale_asked([1, 0.5]) == 1
