"""Parts of a fresh set: `lite`, to track models cheaply, and `smoke`, one sample of each generator.

Lite shows each of its samples once. Charts of one sample are repeated measures, so at a given number of requests the
mean score is most precise over as many samples as possible, in one design each; the designs take turns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Literal

import numpy as np

from snellen.benchmarks.biy.samples.fresh import fresh_sample
from snellen.benchmarks.biy.samples.recipes import GENERATORS, SHAPES, Recipe, recipes
from snellen.benchmarks.biy.samples.sample import Sample

__all__ = [
    "LITE_COUNTS",
    "LITE_EXAMPLES",
    "LitePick",
    "lite_picks",
    "lite_samples",
    "smoke_ids",
    "smoke_samples",
    "standard_error",
]

LITE_COUNTS = {
    "gaussian_blobs": 59,
    "gaussian_blobs_noise": 59,
    "single_gaussian_blob_outliers": 52,
    "random": 7,
    "relationship": 8,
    "shapes": 96,
}
"""Samples to ask about: all that the examples leave of the paper's test generators, and as many shapes as it takes for
a standard error under 3 points."""

LITE_EXAMPLES = {
    "gaussian_blobs": 1,
    "gaussian_blobs_noise": 1,
    "single_gaussian_blob_outliers": 2,
    "random": 1,
    "relationship": 1,
}
"""Samples to show as worked examples, in the default design; none of them is asked about."""

_SMOKE = (
    "gaussian_blobs+100_3_0_4",
    "gaussian_blobs_noise+100_3_0_4",
    "single_gaussian_blob_outliers+a_0_003_0",
    "random+halton_32",
    "relationship+quadratic_0_1",
    "shapes+star_a_3_0_5",
)


@dataclass(frozen=True)
class LitePick:
    """One chart of lite: a sample in a design, to ask about or to show as an example."""

    sample_id: str
    design: str
    purpose: Literal["test", "example"]


def lite_picks(seed: int, designs: Sequence[str], example_design: str = "default") -> list[LitePick]:
    """The charts of lite: 6 examples and 281 to ask about, generator by generator.

    Which samples are examples, which shapes are left out and which design shows what is drawn by the seed. The designs
    take turns in an order drawn anew for each turn: each comes up equally often, give or take one (within a generator,
    give or take two). Each shape comes up 16 times, with every number of clusters at both sizes.
    """
    rng = _stream(seed, "samples")
    by_generator = {name: [each for each in recipes() if each.generator == name] for name in GENERATORS}
    turns = _turns(_stream(seed, "designs"), designs)
    examples, asked = [], []
    for name, members in by_generator.items():
        if name == "shapes":
            chosen = _chosen_shapes(rng, members)
        else:
            members = [members[int(i)] for i in rng.permutation(len(members))]
            shown = LITE_EXAMPLES[name]
            examples += [LitePick(each.fresh_id, example_design, "example") for each in members[:shown]]
            chosen = members[shown : shown + LITE_COUNTS[name]]
        asked += [LitePick(each.fresh_id, next(turns), "test") for each in chosen]
    return examples + asked


def lite_samples(seed: int) -> Iterator[Sample]:
    """The 287 fresh samples of lite, the examples first, in the order of `lite_picks`."""
    for pick in lite_picks(seed, ["default"]):
        yield fresh_sample(seed, pick.sample_id)


def smoke_ids() -> tuple[str, ...]:
    """The names of the samples of smoke: one of each generator."""
    return _SMOKE


def smoke_samples(seed: int) -> Iterator[Sample]:
    """One fresh sample of each generator."""
    for sample_id in _SMOKE:
        yield fresh_sample(seed, sample_id)


def standard_error(rate: float, samples: int, charts_a_sample: int = 1, correlation: float = 1.0) -> float:
    """The standard error of a mean score over independent samples, each shown in a number of charts.

    `rate` is the mean of scores between 0 and 1: their variance is rate · (1 − rate) if each is 0 or 1, and less
    otherwise, so this is a bound for graded scores. `correlation` is that of the scores of two charts of one sample.

        √(rate (1 − rate) · (correlation + (1 − correlation) / charts_a_sample) / samples)

    >>> round(standard_error(0.5, 281), 4)
    0.0298
    """
    within = correlation + (1 - correlation) / charts_a_sample
    return float(np.sqrt(rate * (1 - rate) * within / samples))


def _stream(seed: int, purpose: str) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *f"biy/lite/{purpose}".encode()])))


def _turns(rng: np.random.Generator, designs: Sequence[str]) -> Iterator[str]:
    while True:
        for number in rng.permutation(len(designs)):
            yield designs[int(number)]


def _chosen_shapes(rng: np.random.Generator, members: list[Recipe]) -> list[Recipe]:
    """Of each shape one sample of every number of clusters and size, and a second one of some, which take turns."""
    kinds = sorted({_kind(each) for each in members})
    again = cycle([kinds[int(i)] for i in rng.permutation(len(kinds))])
    chosen = []
    for shape in SHAPES:
        twice = set(islice(again, LITE_COUNTS["shapes"] // len(SHAPES) - len(kinds)))
        for kind in kinds:
            replicates = [each for each in members if each.arguments["shape"] == shape and _kind(each) == kind]
            order = rng.permutation(len(replicates))[: 2 if kind in twice else 1]
            chosen += [replicates[int(i)] for i in order]
    return chosen


def _kind(recipe: Recipe) -> tuple[int, float]:
    return int(recipe.arguments["centers"]), float(recipe.arguments["radius"])
