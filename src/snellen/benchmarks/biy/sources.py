"""Data samples as the records of a dataset, and back: what is stored once and everything else follows from."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.samples import Sample
from snellen.dataset import Source

__all__ = ["StoredPoints", "points_of", "source_of"]


@dataclass(frozen=True, eq=False)
class StoredPoints:
    """The points of a source: x, y of shape (n,), and their labels in the released convention, None where unknown."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    cluster: NDArray[np.int64] | None
    outlier: NDArray[np.int64] | None


def source_of(sample: Sample, source_id: str, group_id: str) -> Source:
    """The record of a sample. Its floats are those of the sample to the last bit."""
    return Source(
        source_id=source_id,
        group_id=group_id,
        kind=sample.generator,
        parameters=dict(sample.parameters),
        data={
            "x": sample.x.tolist(),
            "y": sample.y.tolist(),
            "cluster": sample.cluster.tolist(),
            "outlier": sample.outlier.tolist(),
        },
    )


def points_of(source: Source) -> StoredPoints:
    """The points that a record holds. Raises KeyError or ValueError where it holds none."""
    data: dict[str, Any] = source.data
    labels = {
        name: None if data.get(name) is None else np.asarray(data[name], dtype=np.int64)
        for name in ("cluster", "outlier")
    }
    return StoredPoints(np.asarray(data["x"], np.float64), np.asarray(data["y"], np.float64), **labels)
