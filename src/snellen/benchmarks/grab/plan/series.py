"""A series of data points as GRAB draws it: coordinates, and the family and parameters that it came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["DECIMALS", "Series", "series_from_data", "series_to_data"]

Floats = NDArray[np.float64]

DECIMALS = 6
"""Coordinates have at most this many decimals, so that what is stored is exactly what is drawn and measured."""


@dataclass(frozen=True, slots=True)
class Series:
    """Points in data units: `x` and `y` are arrays of the same length, in drawing order."""

    x: Floats
    y: Floats
    family: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def rounded(cls, x: ArrayLike, y: ArrayLike, family: str = "", **parameters: Any) -> "Series":
        """A series whose coordinates are rounded to `DECIMALS`, without negative zeros."""
        return cls(_rounded(x), _rounded(y), family, parameters)

    def __len__(self) -> int:
        return len(self.x)


def series_to_data(series: Sequence[Series]) -> dict[str, Any]:
    """What a source stores: `{"series": [{"x": [...], "y": [...]}, ...]}`."""
    return {"series": [{"x": one.x.tolist(), "y": one.y.tolist()} for one in series]}


def series_from_data(data: Mapping[str, Any]) -> list[Series]:
    """The series that a source stores, exactly as they were drawn.

    Raises KeyError where it stores none; TypeError, ValueError or OverflowError where one is not a list of points.
    """
    series = [
        Series(np.asarray(one["x"], dtype=np.float64), np.asarray(one["y"], dtype=np.float64)) for one in data["series"]
    ]
    for one in series:
        if one.x.ndim != 1 or one.x.shape != one.y.shape or len(one) == 0:
            raise ValueError("a series has as many x as y values, and at least one")
        if not (np.isfinite(one.x).all() and np.isfinite(one.y).all()):
            raise ValueError("a series has finite values only")
    return series


def _rounded(values: ArrayLike) -> Floats:
    # Adding zero turns -0.0 into 0.0.
    return np.asarray(np.round(np.asarray(values, dtype=np.float64), DECIMALS) + 0.0, dtype=np.float64)
