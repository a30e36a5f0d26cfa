"""Data samples as the records of a dataset, and back: what is stored once and everything else follows from."""

from snellen.benchmarks.biy.own import OwnPoints
from snellen.benchmarks.biy.samples import Sample
from snellen.dataset import Source

__all__ = ["points_of", "source_of"]


def source_of(sample: Sample, source_id: str, group_id: str) -> Source:
    """The record of a sample. Its floats are those of the sample to the last bit."""
    return Source(
        source_id=source_id,
        group_id=group_id,
        kind=sample.generator,
        parameters=dict(sample.parameters),
        data=OwnPoints(sample.x, sample.y, sample.cluster, sample.outlier).to_data(),
    )


def points_of(source: Source) -> OwnPoints:
    """The points that a record holds; labels that it lacks are not known.

    Raises KeyError or ValueError where it holds no points.
    """
    return OwnPoints.from_data({"cluster": None, "outlier": None, **source.data})
