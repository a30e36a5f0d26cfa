"""One data sample: its points in row order, their labels, and what is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import JsonValue

__all__ = ["NO_LABEL", "OUTLIER", "Sample", "as_written", "make_sample"]

NO_LABEL = -1
OUTLIER = 0

_DECIMALS = 1e10


@dataclass(frozen=True, eq=False)
class Sample:
    """The points of a scatterplot and their labels, all of one length, in the order in which they are drawn.

    `x` and `y` are rounded to 10 decimals; `cluster` is the number of a point's cluster or −1; `outlier` is 0 for an
    outlier and −1 otherwise (the released files' convention). Samples that share random numbers share `group_id`.

    `parameters` hold the recipe's own, and for every generator alike: `n_points`, `n_clusters`, `n_outliers`,
    `n_noise` (points of background noise), `cluster_shape` ("round", a shape's name, or None without clusters) and
    `relationship` (None, or kind, coefficients, noise_level and noise_sd).
    """

    sample_id: str
    generator: str
    parameters: dict[str, JsonValue]
    group_id: str
    x: NDArray[np.float64] = field(repr=False)
    y: NDArray[np.float64] = field(repr=False)
    cluster: NDArray[np.int64] = field(repr=False)
    outlier: NDArray[np.int64] = field(repr=False)

    @property
    def points(self) -> NDArray[np.float64]:
        """The points as an array of shape (n, 2)."""
        return np.stack([self.x, self.y], axis=-1)

    @property
    def cluster_points(self) -> list[NDArray[np.float64]]:
        """The points of each cluster, by its number: arrays of shape (n, 2)."""
        points = self.points
        return [points[self.cluster == label] for label in np.unique(self.cluster[self.cluster != NO_LABEL])]

    @property
    def outlier_points(self) -> NDArray[np.float64]:
        """The outliers, an array of shape (n, 2), in row order."""
        outliers: NDArray[np.float64] = self.points[self.outlier == OUTLIER]
        return outliers


def make_sample(
    sample_id: str,
    parameters: Mapping[str, JsonValue],
    group_id: str,
    points: NDArray[np.float64],
    cluster: NDArray[np.int64] | None = None,
    outlier: NDArray[np.int64] | None = None,
    *,
    n_noise: int = 0,
    cluster_shape: str | None = None,
    relationship: dict[str, JsonValue] | None = None,
) -> Sample:
    """A sample from unrounded points of shape (n, 2): coordinates rounded as written, the common parameters added."""
    none = np.full(len(points), NO_LABEL, dtype=np.int64)
    cluster = none if cluster is None else np.asarray(cluster, dtype=np.int64)
    outlier = none if outlier is None else np.asarray(outlier, dtype=np.int64)
    truth: dict[str, JsonValue] = {
        "n_points": len(points),
        "n_clusters": len(np.unique(cluster[cluster != NO_LABEL])),
        "n_outliers": int((outlier == OUTLIER).sum()),
        "n_noise": n_noise,
        "cluster_shape": cluster_shape,
        "relationship": relationship,
    }
    generator = sample_id.partition("+")[0]
    columns = (as_written(points[:, 0]), as_written(points[:, 1]), cluster, outlier)
    for column in columns:
        column.setflags(write=False)
    return Sample(sample_id, generator, {**parameters, **truth}, group_id, *columns)


def as_written(values: ArrayLike) -> NDArray[np.float64]:
    """Values as pandas' `to_json` writes them, to 10 decimals: what a reader of the released files gets back.

    The fraction is scaled in double precision and rounded to the nearest, a half going up where the digit before it
    is odd or the fraction is zero, so in rare ties this is not the nearest decimal. Exact for magnitudes up to 900,000.
    """
    values = np.asarray(values, dtype=np.float64)
    whole = np.floor(np.abs(values))
    scaled = (np.abs(values) - whole) * _DECIMALS
    digits = np.floor(scaled)
    rest = scaled - digits
    digits += (rest > 0.5) | ((rest == 0.5) & ((digits == 0) | (digits % 2 == 1)))
    return np.asarray(np.copysign((whole * _DECIMALS + digits) / _DECIMALS, values))
