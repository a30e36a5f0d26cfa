"""Presets: how many charts of what, and what a selection leaves."""

from collections import Counter

import pytest

from snellen.benchmarks.biy.presets import chosen_scales, scale_text, showings
from snellen.errors import SnellenError

DESIGNS = (
    *("default", "16_9", "21_9", "3_4", "4_3", "9_16", "colors", "dark", "full_opacity", "half_opacity"),
    *("half_point_size", "points_only", "random_colors", "random_shapes", "square", "x2_point_size", "yaxis_only"),
)


def splits(preset: str, seed: int = 0, **only: list[str]) -> Counter[str]:
    """How many charts of each split a preset has."""
    return Counter(
        showing.split_of(design, scale)
        for showing in showings(preset, seed, only)
        for design in showing.designs
        for scale in showing.scales
    )


@pytest.mark.parametrize("preset", ["paper", "fresh"])
def test_whole_sets_have_the_papers_counts(preset: str) -> None:
    made = showings(preset, 0, {})
    assert len(made) == 371
    assert all(set(showing.designs) == set(DESIGNS) and showing.scales == (0.5, 1, 2) for showing in made)
    assert splits(preset) == {"test": 1725, "example": 6, "rest": 18921 - 1731}


def test_tested_are_fifteen_designs_at_scale_two() -> None:
    tested = {
        (design, scale)
        for showing in showings("paper", 4, {})
        for design in showing.designs
        for scale in showing.scales
        if showing.split_of(design, scale) == "test"
    }
    assert tested == {(design, 2.0) for design in DESIGNS if design not in ("random_shapes", "square")}


def test_lite_shows_each_sample_once() -> None:
    made = showings("lite", 3, {})
    assert Counter(showing.split for showing in made) == {"test": 281, "example": 6}
    assert all(len(showing.designs) == 1 and showing.scales == (2.0,) for showing in made)
    assert {showing.designs for showing in made if showing.split == "example"} == {("default",)}
    assert splits("lite", 3) == {"test": 281, "example": 6}


def test_smoke_has_each_generator_in_every_design() -> None:
    made = showings("smoke", 1, {})
    assert len({showing.generator for showing in made}) == len(made) == 6
    assert splits("smoke", 1) == {"test": 6 * 15, "rest": 6 * 17 * 3 - 6 * 15}


def test_designs_that_are_named_are_tested() -> None:
    named = splits("paper", 0, design=["square", "matplotlib"], scale=["0.5", "1"])
    assert named == {"test": 115 * 2, "example": 6, "rest": 371 * 4 - 115 * 2 - 6}


def test_a_selection_keeps_the_order_and_the_split_of_the_whole() -> None:
    whole = {showing.sample_id: showing for showing in showings("paper", 2, {})}
    some = showings("paper", 2, {"generator": ["random", "relationship"]})
    assert [showing.sample_id for showing in some] == [
        name for name in whole if name.startswith(("random", "relationship"))
    ]
    assert all(showing == whole[showing.sample_id] for showing in some)
    one = showings("fresh", 2, {"sample": ["random+halton_8"]})
    assert [showing.sample_id for showing in one] == ["random+halton_8"]


@pytest.mark.parametrize(
    ("preset", "only", "message"),
    [
        ("full", {}, "no preset 'full'"),
        ("own", {}, "with --data"),
        ("paper", {"task": ["cluster_count"]}, "no field 'task'; it has generator, sample, design, scale"),
        ("paper", {"generator": ["blobs"]}, "no generator is called 'blobs'"),
        ("paper", {"design": ["darker"]}, "'darker' is not a design"),
        ("paper", {"scale": ["0.25"]}, "'0.25' is no scale"),
        ("paper", {"scale": ["nan"]}, "'nan' is no scale"),
        ("paper", {"scale": ["two"]}, "'two' is no scale"),
        ("fresh", {"sample": ["random+halton_9"]}, "no sample 'random"),
        ("fresh", {"sample": ["random+halton_8"], "generator": ["shapes"]}, "leaves no chart"),
    ],
)
def test_what_does_not_exist_is_named(preset: str, only: dict[str, list[str]], message: str) -> None:
    with pytest.raises(SnellenError, match=message):
        showings(preset, 0, only)


def test_scales_are_written_as_in_the_released_ids() -> None:
    assert [scale_text(scale) for scale in chosen_scales(["0.5", "1.0", "2", "1", "1.25"], ())] == [
        *("0_5", "1", "2"),
        "1_25",
    ]
