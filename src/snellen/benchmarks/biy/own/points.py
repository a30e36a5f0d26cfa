"""A user's points out of a user's file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.own.labels import Convention, cluster_labels, outlier_labels
from snellen.benchmarks.biy.own.tables import read_table
from snellen.benchmarks.biy.own.values import coordinates, json_values

__all__ = ["Columns", "OwnPoints", "read_points"]


@dataclass(frozen=True)
class Columns:
    """The names of a file's columns: coordinates, labels where there are any, and those that specifications need."""

    x: str
    y: str
    cluster: str | None = None
    outlier: str | None = None
    convention: Convention = "plain"
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class OwnPoints:
    """n points in the order of their file, as `designs.PointData` has them.

    `cluster_names` are the names of the labels 0, 1, …; `columns` the further columns as JSON values; `temporal` says
    which of x and y are milliseconds since 1970-01-01 UTC; `rows` where each point stands in its file, as a unit
    ("line") and numbers, where that is known, and `file` that file's name.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    cluster: NDArray[np.int64] | None = None
    outlier: NDArray[np.int64] | None = None
    cluster_names: list[str] = field(default_factory=list)
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    temporal: frozenset[str] = frozenset()
    file: str = ""
    rows: tuple[str, Sequence[int]] | None = None

    def at(self, row: int) -> str:
        """Where a point stands, such as `prices.csv, line 7`, or its number from 1."""
        return f"{self.file}, {self.rows[0]} {self.rows[1][row]}" if self.rows else f"point {row + 1}"

    def to_data(self) -> dict[str, Any]:
        """The points as a source's data: x, y, cluster, outlier, and columns where there are any."""
        labels = {
            name: None if column is None else column.tolist()
            for name, column in (("cluster", self.cluster), ("outlier", self.outlier))
        }
        columns = {"columns": {name: [*values] for name, values in self.columns.items()}} if self.columns else {}
        return {"x": self.x.tolist(), "y": self.y.tolist(), **labels, **columns}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "OwnPoints":
        """The points of a source's data; the clusters' names and which axes are times do not stand there."""
        x, y = (np.array(data[name], dtype=np.float64) for name in "xy")
        cluster, outlier = (
            None if data[name] is None else np.array(data[name], dtype=np.int64) for name in ("cluster", "outlier")
        )
        return cls(x, y, cluster, outlier, columns=data.get("columns") or {})


def read_points(path: Path, columns: Columns) -> OwnPoints:
    """The points of a CSV, JSON or Parquet file (`tables.read_table`), one for each row.

    A column of labels that is not named is not known: None. Raises SnellenError, with the place in the file, for files
    that cannot be read, columns that are missing, coordinates that are neither finite numbers nor dates
    (`values.coordinates`) and labels that mean nothing (`labels`).
    """
    named = (columns.x, columns.y, columns.cluster, columns.outlier, *columns.extra)
    table = read_table(path, [*dict.fromkeys(name for name in named if name is not None)])
    x, x_temporal = coordinates(table, columns.x)
    y, y_temporal = coordinates(table, columns.y)
    cluster, names = None, list[str]()
    if columns.cluster is not None:
        cluster, names = cluster_labels(table, columns.cluster, columns.convention)
    outlier = None if columns.outlier is None else outlier_labels(table, columns.outlier, columns.convention)
    extra = {name: json_values(table, name) for name in dict.fromkeys(columns.extra)}
    temporal = frozenset(name for name, is_time in (("x", x_temporal), ("y", y_temporal)) if is_time)
    rows = (table.unit, table.numbers)
    return OwnPoints(x, y, cluster, outlier, names, extra, temporal, str(path), rows)
