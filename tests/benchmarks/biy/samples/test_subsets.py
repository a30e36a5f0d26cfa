"""What lite and smoke hold, and how precise lite is."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.benchmarks.biy.designs import PAPER_DESIGNS
from snellen.benchmarks.biy.samples import GENERATORS, SHAPES, fresh_sample, lite_picks, recipes, smoke_samples
from snellen.benchmarks.biy.samples.subsets import LITE_COUNTS, LITE_EXAMPLES, lite_samples, standard_error

DESIGNS = [design.name for design in PAPER_DESIGNS]
ARGUMENTS = {recipe.fresh_id: recipe.arguments for recipe in recipes()}


def generator_of(sample_id: str) -> str:
    return sample_id.partition("+")[0]


@settings(max_examples=20)
@given(st.integers(0, 2**64), st.integers(1, 17))
def test_lite_is_stratified_and_its_designs_take_turns(seed: int, designs: int) -> None:
    picks = lite_picks(seed, DESIGNS[:designs])
    asked = [pick for pick in picks if pick.purpose == "test"]
    shown = [pick for pick in picks if pick.purpose == "example"]
    assert len({pick.sample_id for pick in picks}) == len(picks) == 287
    assert Counter(generator_of(pick.sample_id) for pick in asked) == LITE_COUNTS
    assert Counter(generator_of(pick.sample_id) for pick in shown) == LITE_EXAMPLES
    assert {pick.design for pick in shown} == {"default"}
    by_design = Counter(pick.design for pick in asked)
    assert len(by_design) == designs
    assert max(by_design.values()) - min(by_design.values()) <= 1
    for generator in GENERATORS:
        of_it = Counter(dict.fromkeys(DESIGNS[:designs], 0))
        of_it.update(pick.design for pick in asked if generator_of(pick.sample_id) == generator)
        assert max(of_it.values()) - min(of_it.values()) <= 2
    shapes = [ARGUMENTS[pick.sample_id] for pick in asked if generator_of(pick.sample_id) == "shapes"]
    assert Counter(each["shape"] for each in shapes) == dict.fromkeys(SHAPES, 16)
    kinds = Counter((each["shape"], each["centers"], each["radius"]) for each in shapes)
    assert len(kinds) == 60
    assert set(kinds.values()) == {1, 2}
    sizes = Counter((each["centers"], each["radius"]) for each in shapes)
    assert set(sizes.values()) <= {9, 10}


def test_lite_differs_by_seed_and_is_the_same_again() -> None:
    assert lite_picks(1, DESIGNS) == lite_picks(1, DESIGNS)
    assert lite_picks(1, DESIGNS) != lite_picks(2, DESIGNS)


def test_lite_samples_are_those_of_the_fresh_set() -> None:
    picks = lite_picks(4, DESIGNS)
    for pick, sample in zip(picks[:10], lite_samples(4), strict=False):
        assert sample.sample_id == pick.sample_id
        assert (sample.points == fresh_sample(4, pick.sample_id).points).all()


def test_lite_costs_a_twentieth_and_is_precise_to_three_points() -> None:
    asked = sum(LITE_COUNTS.values())
    tasks, strategies = 5, 3
    # one strategy against the paper's run; all three against the whole fresh set
    assert asked * tasks == pytest.approx(1725 * tasks * strategies / 20, rel=0.1)
    fresh_charts = (371 - sum(LITE_EXAMPLES.values())) * len(DESIGNS)
    assert asked * tasks * strategies == pytest.approx(fresh_charts * tasks * strategies / 20, rel=0.1)
    assert standard_error(0.5, asked) < 0.03


def test_standard_errors_are_those_of_the_textbook() -> None:
    assert standard_error(0.5, 100) == pytest.approx(0.05)
    assert standard_error(0.2, 100, 4, 0.0) == pytest.approx(0.02)
    assert standard_error(0.2, 100, 4, 1.0) == pytest.approx(0.04)


def test_smoke_has_one_of_each_generator() -> None:
    samples = list(smoke_samples(3))
    assert [sample.generator for sample in samples] == list(GENERATORS)
    assert (samples[0].points == fresh_sample(3, samples[0].sample_id).points).all()
