"""A dataset's floors as rows beside the scores of a run."""

from math import isfinite

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import Interval

__all__ = ["floor_rows"]

_MOST_QUESTIONS = 5000
_SHOWN = ("blind", "chance")


def floor_rows(dataset: Dataset) -> dict[str, dict[str, Interval]]:
    """What readers that see no picture score on the test set by the benchmark's headline, by name.

    Of `snellen.readers.floors.floors_of` those that have not seen the dataset: blind and chance. Nothing where there
    are none, and for more than some thousand questions, of which `snellen floors` takes a while.
    """
    from snellen.readers.floors import floor_columns, floors_of

    if dataset.manifest.counts.questions > _MOST_QUESTIONS:
        return {}
    headline, _ = floor_columns(find_benchmark(dataset.manifest.benchmark))
    try:
        floors = floors_of(dataset)
    except SnellenError:
        return {}
    rows = {}
    for name in _SHOWN:
        floor = floors.get(name)
        if floor is not None and floor.total.n:
            hits = floor.total
            ends = {end: value if isfinite(value) else None for end, value in (("low", hits.low), ("high", hits.high))}
            rows[name] = {headline: Interval(n=hits.n, score=hits.headline, interval=hits.interval, **ends)}
    return rows
