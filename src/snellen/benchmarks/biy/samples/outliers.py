"""A Gaussian blob with outliers, as PyOD's `generate_data` makes it, turned by a right angle."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.samples.blobs import Randomness
from snellen.benchmarks.biy.samples.sample import NO_LABEL, OUTLIER

__all__ = ["N_POINTS", "BlobWithOutliers", "blob_with_outliers", "rotated"]

N_POINTS = 1000

_OFFSETS = 10
_LEAST_SD = 0.001


@dataclass(frozen=True)
class BlobWithOutliers:
    """The points, shape (1000, 2), inliers first; their labels; and what they were drawn from.

    The blob stands at (offset, offset) with standard deviation `sd`; outliers are uniform over ±offset in both.
    """

    points: NDArray[np.float64]
    cluster: NDArray[np.int64]
    outlier: NDArray[np.int64]
    offset: int
    sd: float


def blob_with_outliers(randomness: Randomness, contamination: float) -> BlobWithOutliers:
    """A blob of which a share is outliers: PyOD's `generate_data(1000, n_features=2, train_only=True)`.

    With a `RandomState(seed)` it draws what PyOD draws, in the same order: the offset, the standard deviation, the
    inliers, the outliers. An offset of 0, at which all outliers would be one point, is drawn again.
    """
    if isinstance(randomness, np.random.RandomState):
        offset = int(randomness.randint(_OFFSETS)) or int(randomness.randint(1, _OFFSETS))
        sd = float(randomness.random_sample()) + _LEAST_SD
    else:
        offset = int(randomness.integers(1, _OFFSETS))
        sd = float(randomness.random()) + _LEAST_SD
    n_outliers = int(N_POINTS * contamination)
    inliers = sd * randomness.standard_normal((N_POINTS - n_outliers, 2)) + offset
    outliers = randomness.uniform(-offset, offset, size=(n_outliers, 2))
    is_outlier = np.arange(N_POINTS) >= len(inliers)
    return BlobWithOutliers(
        np.concatenate([inliers, outliers]),
        np.where(is_outlier, NO_LABEL, 0),
        np.where(is_outlier, OUTLIER, NO_LABEL),
        offset,
        sd,
    )


def rotated(points: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """Points turned anticlockwise about the centre of their bounding box."""
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    x, y = (points - center).T
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(np.stack([x * cos - y * sin, x * sin + y * cos], axis=-1) + center)
