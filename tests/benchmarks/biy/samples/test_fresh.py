"""Fresh samples: independent of each other, always the same for a seed, and clear."""

from collections import Counter

import numpy as np
import pytest
from tests.benchmarks.biy.samples.conftest import FRESH_SEED

from snellen.benchmarks.biy.designs import DESIGNS
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.samples import (
    GENERATORS,
    FreshSample,
    Sample,
    arrangement,
    broken_rule,
    draw_fresh_sample,
    fresh_sample,
    recipes,
)
from snellen.errors import SnellenError

ARGUMENTS = {recipe.fresh_id: (recipe.generator, dict(recipe.fresh_arguments)) for recipe in recipes()}


@pytest.mark.slow
def test_the_mix_is_the_papers(fresh: dict[str, FreshSample]) -> None:
    counts = Counter(each.sample.generator for each in fresh.values())
    assert list(counts.items()) == list(zip(GENERATORS, (60, 60, 54, 8, 9, 180), strict=True))
    assert len(fresh) == 371
    for name, (generator, arguments) in ARGUMENTS.items():
        sample = fresh[name].sample
        facts = sample.parameters
        assert (sample.sample_id, sample.group_id, sample.generator) == (name, name, generator)
        assert arguments.items() <= facts.items()
        assert facts["n_clusters"] == arguments.get("centers", int("contamination" in arguments))
        assert facts["n_outliers"] == round(1000 * float(arguments.get("contamination", 0)))
        assert facts["n_points"] == len(sample.x)
        assert bool(facts["n_noise"]) == (generator == "gaussian_blobs_noise")
        assert (facts["relationship"] is not None) == (generator == "relationship")


def test_no_name_of_a_seeded_sample_is_a_released_one() -> None:
    for recipe in recipes():
        assert (recipe.fresh_id == recipe.paper_id) == ("seed" not in recipe.arguments)


def test_no_point_and_no_centre_stands_in_two_samples(fresh: dict[str, FreshSample], paper: dict[str, Sample]) -> None:
    every = [*(each.sample for each in fresh.values()), *(paper[name] for name in ("gaussian_blobs+2000_6_0_6",))]
    points = np.concatenate([sample.points for sample in every])
    assert len(np.unique(points, axis=0)) == len(points)
    irregular = [sample.points for sample in every if sample.generator not in ("relationship", "random")]
    steps = np.concatenate([np.diff(points, axis=0) for points in irregular])
    assert len(np.unique(steps.round(6), axis=0)) == len(steps), "no sample is another one moved"


def test_every_sample_keeps_every_rule(fresh: dict[str, FreshSample]) -> None:
    assert {name: broken_rule(arrangement(each.sample)) for name, each in fresh.items()} == dict.fromkeys(fresh)


@pytest.mark.parametrize("seed", [0, 1, 2, 2**63])
def test_rules_hold_whatever_the_seed(seed: int) -> None:
    for recipe in list(recipes())[seed % 23 :: 23]:
        sample = fresh_sample(seed, recipe.fresh_id)
        assert broken_rule(arrangement(sample)) is None, recipe.fresh_id


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_rules_hold_in_whole_sets(seed: int) -> None:
    for recipe in recipes():
        assert broken_rule(arrangement(fresh_sample(seed, recipe.fresh_id))) is None, recipe.fresh_id


@pytest.mark.parametrize(
    "name",
    [
        "gaussian_blobs+100_6_0_2",
        "single_gaussian_blob_outliers+b_0_01_90",
        "single_gaussian_blob_outliers+c_0_005_180",
        "shapes+star_a_5_1",
    ],
)
def test_clusters_and_outliers_are_clear_in_the_pixels_of_every_design(
    fresh: dict[str, FreshSample], name: str
) -> None:
    sample = fresh[name].sample
    for design in DESIGNS.values():
        laid_out = layout(design, sample, 0.5)
        pixels = laid_out.to_pixels(sample.x, sample.y)
        plot = laid_out.plot
        assert (pixels >= [plot.left - 1e-6, plot.top - 1e-6]).all()
        assert (pixels <= [plot.right + 1e-6, plot.bottom + 1e-6]).all()
        in_cluster, is_outlier = sample.cluster >= 0, sample.outlier == 0
        for label in np.unique(sample.cluster[in_cluster]):
            members = pixels[sample.cluster == label]
            assert (np.ptp(members, axis=0) >= 5).all()
            others = pixels[in_cluster & (sample.cluster != label)]
            for point in others[:: max(1, len(others) // 50)]:
                assert np.hypot(*(members - point).T).min() >= 5
        for row in np.flatnonzero(is_outlier):
            assert np.hypot(*(pixels[in_cluster] - pixels[row]).T).min() >= 8
            rest = is_outlier & (np.arange(len(pixels)) != row)
            assert np.hypot(*(pixels[rest] - pixels[row]).T).min() >= 6


def test_outliers_are_farther_off_than_twice_what_any_inlier_is(fresh: dict[str, FreshSample]) -> None:
    for each in fresh.values():
        sample = each.sample
        if sample.generator != "single_gaussian_blob_outliers":
            continue
        inliers = sample.points[sample.cluster == 0]
        far = min(np.hypot(*(inliers - point).T).min() for point in sample.outlier_points)
        order = inliers[np.argsort(np.hypot(*(inliers - inliers.mean(axis=0)).T))[-50:]]
        apart = [np.partition(np.hypot(*(inliers - point).T), 1)[1] for point in order]
        assert far >= 2 * max(apart), sample.sample_id


def test_a_sample_is_the_same_alone_and_again(fresh: dict[str, FreshSample]) -> None:
    for name in list(fresh)[::37]:
        again = draw_fresh_sample(FRESH_SEED, name)
        assert again.dropped == fresh[name].dropped
        assert again.sample.parameters == fresh[name].sample.parameters
        np.testing.assert_array_equal(again.sample.points, fresh[name].sample.points)
        np.testing.assert_array_equal(again.sample.cluster, fresh[name].sample.cluster)
        other = fresh_sample(FRESH_SEED + 1, name)
        assert not np.isin(other.x, again.sample.x).any()


def test_relationships_keep_their_formula_at_places_of_their_own(fresh: dict[str, FreshSample]) -> None:
    line, curve = (fresh[f"relationship+{kind}_0_0"].sample for kind in ("linear", "exponential"))
    np.testing.assert_allclose(line.y, 2 * line.x + 1, atol=1e-9)
    np.testing.assert_allclose(curve.y, 2 * np.exp(curve.x), rtol=1e-8)
    for sample in (line, curve):
        assert (np.diff(sample.x) > 0).all()
        assert ((sample.x >= 0) & (sample.x <= 10)).all()


def test_unknown_names_are_told() -> None:
    with pytest.raises(SnellenError, match="shapes\\+star_a"):
        fresh_sample(1, "shapes+star_42_3_1")
