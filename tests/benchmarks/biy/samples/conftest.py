"""Sets of samples that several modules look at."""

import pytest

from snellen.benchmarks.biy.samples import FreshSample, Sample, draw_fresh_sample, paper_samples, recipes

FRESH_SEED = 5


@pytest.fixture(scope="session")
def paper() -> dict[str, Sample]:
    """The released samples by name, in order."""
    return {sample.sample_id: sample for sample in paper_samples()}


@pytest.fixture(scope="session")
def fresh() -> dict[str, FreshSample]:
    """The fresh samples of one seed by name, in order."""
    return {recipe.fresh_id: draw_fresh_sample(FRESH_SEED, recipe.fresh_id) for recipe in recipes()}
