"""The 371 released data samples, to the last written digit."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.samples.blobs import blobs, noise_over
from snellen.benchmarks.biy.samples.outliers import blob_with_outliers, rotated
from snellen.benchmarks.biy.samples.random_points import quasi_random
from snellen.benchmarks.biy.samples.recipes import Argument, Recipe, recipes
from snellen.benchmarks.biy.samples.relationships import N_POINTS, interval, related
from snellen.benchmarks.biy.samples.sample import NO_LABEL, Sample, make_sample
from snellen.benchmarks.biy.samples.shapes import scattered_centers, shape_clusters
from snellen.errors import SnellenError

__all__ = ["paper_sample", "paper_samples"]


def paper_samples() -> Iterator[Sample]:
    """The 371 samples, generator by generator in the order of `GENERATORS`, each in the order of its draws.

    Samples that share random numbers share `group_id`: all blobs with and without noise (they have the same centres),
    the outlier samples of one seed (one blob; three in all), the quasi-random points, the relationships (one draw of
    noise), the shapes of one seed (one stream, and the same centres where there are two).
    """
    for recipe in recipes():
        yield _family(_stream_of(recipe))[recipe.paper_id]


def paper_sample(sample_id: str) -> Sample:
    """The released sample of that name. Raises SnellenError where there is none."""
    for recipe in recipes():
        if recipe.paper_id == sample_id:
            return _family(_stream_of(recipe))[sample_id]
    raise SnellenError(f"BIY has no data sample {sample_id!r}; a name is like gaussian_blobs_noise+500_3_0_4.")


def _stream_of(recipe: Recipe) -> tuple[Argument, ...]:
    """What identifies the random stream out of which a sample is drawn, together with others."""
    if recipe.generator == "shapes":
        return ("shapes", recipe.arguments["shape"], recipe.arguments["seed"])
    return (recipe.generator,)


@lru_cache(maxsize=2)
def _family(stream: tuple[Argument, ...]) -> dict[str, Sample]:
    """All samples drawn out of one stream, by name: none can be drawn without those before it."""
    members = [recipe for recipe in recipes() if _stream_of(recipe) == stream]
    draw = {
        "gaussian_blobs": _blobs,
        "gaussian_blobs_noise": _noisy_blobs,
        "single_gaussian_blob_outliers": _outliers,
        "random": _random,
        "relationship": _relationships,
        "shapes": _shapes,
    }[str(stream[0])]
    return {sample.sample_id: sample for sample in draw(members)}


def _blobs(members: list[Recipe]) -> Iterator[Sample]:
    for recipe in members:
        points, cluster = blobs(np.random.RandomState(0), **recipe.arguments)  # type: ignore[arg-type]
        yield _sample(recipe, "gaussian_blobs+0", points, cluster, cluster_shape="round")


def _noisy_blobs(members: list[Recipe]) -> Iterator[Sample]:
    rng = np.random.default_rng(0)
    for recipe in members:
        points, cluster = blobs(np.random.RandomState(0), **recipe.arguments)  # type: ignore[arg-type]
        noise = noise_over(points, rng)
        points = np.concatenate([points, noise])
        cluster = np.concatenate([cluster, np.full(len(noise), NO_LABEL)])
        yield _sample(recipe, "gaussian_blobs+0", points, cluster, cluster_shape="round", n_noise=len(noise))


def _outliers(members: list[Recipe]) -> Iterator[Sample]:
    for recipe in members:
        seed = int(recipe.arguments["seed"])
        drawn = blob_with_outliers(np.random.RandomState(seed), float(recipe.arguments["contamination"]))
        points = rotated(drawn.points, float(recipe.arguments["angle"]))
        group = f"{recipe.generator}+{seed}"
        yield _sample(recipe, group, points, drawn.cluster, drawn.outlier, cluster_shape="round")


def _random(members: list[Recipe]) -> Iterator[Sample]:
    rng = np.random.default_rng(0)
    for recipe in members:
        yield _sample(recipe, "random+0", quasi_random(rng, **recipe.arguments))  # type: ignore[arg-type]


def _relationships(members: list[Recipe]) -> Iterator[Sample]:
    for recipe in members:
        kind, noise_level = str(recipe.arguments["kind"]), float(recipe.arguments["noise_level"])
        x = np.linspace(*interval(kind), N_POINTS)
        points, facts = related(np.random.default_rng(0), kind, noise_level, x)
        yield _sample(recipe, "relationship+0", points, relationship=facts)


def _shapes(members: list[Recipe]) -> Iterator[Sample]:
    shape, seed = str(members[0].arguments["shape"]), int(members[0].arguments["seed"])
    rng = np.random.default_rng(seed)
    places = np.empty((0, 2))
    for recipe in members:
        centers = int(recipe.arguments["centers"])
        if len(places) != centers:  # both radii share the centres
            places = scattered_centers(rng, centers)
        points, cluster = shape_clusters(rng, shape, places, float(recipe.arguments["radius"]))
        yield _sample(recipe, f"shapes+{seed}", points, cluster, cluster_shape=shape)


def _sample(
    recipe: Recipe,
    group_id: str,
    points: NDArray[np.float64],
    cluster: NDArray[np.int64] | None = None,
    outlier: NDArray[np.int64] | None = None,
    **facts: Any,
) -> Sample:
    return make_sample(recipe.paper_id, recipe.arguments, group_id, points, cluster, outlier, **facts)
