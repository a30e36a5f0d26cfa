"""Fresh data samples: the paper's recipes, every sample from a random stream of its own, and clear by rule.

What differs from the paper's: no two samples share a random number; outliers and clusters keep the rules of `rules`,
by drawing again until they do; the centres of shapes are at least as far apart as the shapes are wide (the paper's of
radius 1 overlap); and relationships are seen at random places of x, or the ones without noise would be the paper's own
again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from snellen.benchmarks.biy.samples.blobs import blob_centers, blob_sizes, noise_over, shuffled
from snellen.benchmarks.biy.samples.outliers import blob_with_outliers, rotated
from snellen.benchmarks.biy.samples.random_points import quasi_random
from snellen.benchmarks.biy.samples.recipes import Recipe, recipes
from snellen.benchmarks.biy.samples.relationships import N_POINTS, interval, related
from snellen.benchmarks.biy.samples.rules import STRAY_LIMIT, Arrangement, broken_rule, straying
from snellen.benchmarks.biy.samples.sample import NO_LABEL, OUTLIER, Sample, make_sample
from snellen.benchmarks.biy.samples.shapes import POINTS_A_CLUSTER, points_inside, polygon, scattered_centers
from snellen.errors import SnellenError

__all__ = ["FreshSample", "draw_fresh_sample", "fresh_sample", "fresh_samples"]

Floats = NDArray[np.float64]

_MOST_DRAWS = 100_000
"""Never met: the rarest arrangement takes some hundreds."""


@dataclass(frozen=True)
class FreshSample:
    """A sample, and how many arrangements were dropped on the way to it, by the name of the first rule they broke."""

    sample: Sample
    dropped: Mapping[str, int]


def fresh_samples(seed: int) -> Iterator[Sample]:
    """371 samples in the order of the paper's, independent of each other: each is its own group.

    The same seed gives the same samples; other seeds give others.
    """
    for recipe in recipes():
        yield _draw(recipe, seed).sample


def fresh_sample(seed: int, sample_id: str) -> Sample:
    """One of them, drawn alone. Raises SnellenError where there is none of that name."""
    return draw_fresh_sample(seed, sample_id).sample


def draw_fresh_sample(seed: int, sample_id: str) -> FreshSample:
    """One of them with an account of its drawing. Raises SnellenError where there is none of that name."""
    for recipe in recipes():
        if recipe.fresh_id == sample_id:
            return _draw(recipe, seed)
    raise SnellenError(f"BIY has no fresh data sample {sample_id!r}; a name is like shapes+star_a_4_0_5.")


def _draw(recipe: Recipe, seed: int) -> FreshSample:
    name = recipe.fresh_id
    arguments = recipe.fresh_arguments
    rng = _stream(seed, name)
    dropped: Counter[str] = Counter()
    points, cluster, outlier = np.empty((0, 2)), None, None
    facts: dict[str, JsonValue] | None = None
    shape: str | None = "round"
    n_noise = 0
    match recipe.generator:
        case "random":
            points, shape = quasi_random(rng, str(arguments["sequence"]), int(arguments["n"])), None
        case "relationship":
            kind, shape = str(arguments["kind"]), None
            x = np.sort(rng.uniform(*interval(kind), N_POINTS))
            points, facts = related(rng, kind, float(arguments["noise_level"]), x)
        case "single_gaussian_blob_outliers":
            contamination, angle = float(arguments["contamination"]), float(arguments["angle"])
            points, cluster, outlier = _clear_outliers(rng, contamination, angle, dropped)
        case "shapes":
            shape = str(arguments["shape"])
            clusters = _clear_shapes(rng, shape, int(arguments["centers"]), float(arguments["radius"]), dropped)
            points = np.concatenate(clusters)
            cluster = np.repeat(np.arange(len(clusters)), POINTS_A_CLUSTER)
        case _:
            n, centers, std = int(arguments["n"]), int(arguments["centers"]), float(arguments["cluster_std"])
            points, cluster = shuffled(rng, _clear_blobs(rng, n, centers, std, dropped))
            if recipe.generator == "gaussian_blobs_noise":
                noise = noise_over(points, rng)
                n_noise = len(noise)
                points, cluster = np.concatenate([points, noise]), np.append(cluster, np.full(n_noise, NO_LABEL))
    sample = make_sample(
        name,
        arguments,
        name,
        points,
        cluster,
        outlier,
        n_noise=n_noise,
        cluster_shape=shape,
        relationship=facts,
    )
    return FreshSample(sample, dict(dropped))


def _stream(seed: int, sample_id: str) -> np.random.Generator:
    """The random stream of one sample of one seed, independent of all others."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *f"biy/{sample_id}".encode()])))


def _clear_blobs(rng: np.random.Generator, n: int, centers: int, std: float, dropped: Counter[str]) -> list[Floats]:
    """Blobs without strays, about centres drawn until the blobs are clear."""
    shapes = [_compact_blob(rng, size, dropped) * std for size in blob_sizes(n, centers)]
    return _placed(shapes, lambda: blob_centers(rng, centers), dropped)


def _compact_blob(rng: np.random.Generator, size: int, dropped: Counter[str]) -> Floats:
    for _ in range(_MOST_DRAWS):
        points = rng.standard_normal((size, 2))
        if straying(points) <= STRAY_LIMIT:
            return points
        dropped["blob with a stray"] += 1
    raise _endless()


def _clear_shapes(
    rng: np.random.Generator, shape: str, centers: int, radius: float, dropped: Counter[str]
) -> list[Floats]:
    """Shapes about centres at least as far apart as the shapes are wide, drawn until the shapes are clear."""
    corners = polygon(shape, 0, 0, radius)
    shapes = [points_inside(rng, corners, POINTS_A_CLUSTER) for _ in range(centers)]
    return _placed(shapes, lambda: scattered_centers(rng, centers, 2 * radius), dropped)


def _placed(shapes: list[Floats], places: Callable[[], Floats], dropped: Counter[str]) -> list[Floats]:
    """The clusters moved to the first places, drawn again and again, at which they keep every rule."""
    for _ in range(_MOST_DRAWS):
        centers = places()
        if len(centers) < len(shapes):
            dropped["too few centres"] += 1
            continue
        clusters = [points + center for points, center in zip(shapes, centers, strict=True)]
        broken = broken_rule(Arrangement(clusters, np.empty((0, 2))))
        if broken is None:
            return clusters
        dropped[broken.name] += 1
    raise _endless()


def _clear_outliers(
    rng: np.random.Generator, contamination: float, angle: float, dropped: Counter[str]
) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """A blob with outliers, turned; all of it drawn until the outliers are clear. Points, clusters, outliers."""
    for _ in range(_MOST_DRAWS):
        drawn = blob_with_outliers(rng, contamination)
        points, is_outlier = rotated(drawn.points, angle), drawn.outlier == OUTLIER
        broken = broken_rule(Arrangement([points[~is_outlier]], points[is_outlier]))
        if broken is None:
            return points, drawn.cluster, drawn.outlier
        dropped[broken.name] += 1
    raise _endless()


def _endless() -> RuntimeError:
    return RuntimeError("no arrangement keeps the rules; one of them can hardly be kept")
