"""Columns of labels: which cluster a point is in, and whether it is an outlier."""

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.own.tables import Table
from snellen.benchmarks.biy.own.values import UNWRITABLE, in_words, number
from snellen.errors import SnellenError

__all__ = ["MOST_CLUSTERS", "Convention", "cluster_labels", "outlier_labels"]

Convention = Literal["plain", "biy"]
"""`biy` is that of the released files: −1 is a point in no cluster, and 0 marks an outlier, −1 any other point."""
MOST_CLUSTERS = 100
_TRUE = frozenset({"true", "t", "yes", "y"})
_FALSE = frozenset({"false", "f", "no", "n"})
_BIY = "--label-convention biy"


def cluster_labels(table: Table, name: str, convention: Convention) -> tuple[NDArray[np.int64], list[str]]:
    """The cluster of each point (−1 for none), shape (n,), and the name of each cluster by its label.

    Plain: every different value is a cluster, an empty cell is none; labels count from 0 in the order of the names,
    numbers by size, and 1.0 is the same name as 1. `biy`: whole numbers, kept as they are, without names. Raises
    SnellenError for values that name nothing and for more than 100 clusters.
    """
    if convention == "biy":
        labels = _whole_numbers(table, name, MOST_CLUSTERS, f"whole numbers from −1 to {MOST_CLUSTERS - 1}")
        return labels, []
    names = [None if cell is None else _name(table, name, row, cell) for row, cell in enumerate(table.columns[name])]
    different = sorted({each for each in names if each is not None}, key=_order)
    if len(different) > MOST_CLUSTERS:
        raise SnellenError(
            f"{table.path}: column {name!r} has {len(different):,} different values, and {MOST_CLUSTERS} clusters "
            "are the most; name a column with one value for each cluster."
        )
    label = {each: index for index, each in enumerate(different)}
    return np.array([-1 if each is None else label[each] for each in names], dtype=np.int64), different


def outlier_labels(table: Table, name: str, convention: Convention) -> NDArray[np.int64]:
    """0 for an outlier and −1 for any other point, shape (n,).

    Plain: booleans, 1 and 0, or yes and no, in any case. Raises SnellenError for other values and for empty cells.
    """
    if convention == "biy":
        return _whole_numbers(table, name, 1, "0 for an outlier and −1 for any other point")
    return np.array(
        [0 if _is_outlier(table, name, row, cell) else -1 for row, cell in enumerate(table.columns[name])],
        dtype=np.int64,
    )


def _whole_numbers(table: Table, name: str, end: int, allowed: str) -> NDArray[np.int64]:
    labels = np.empty(len(table), dtype=np.int64)
    for row, cell in enumerate(table.columns[name]):
        value = number(cell)
        if value is None or not value.is_integer() or not -1 <= value < end:
            raise SnellenError(
                f"{table.at(row)}: column {name!r} is {in_words(cell)}, where {_BIY} takes {allowed}; "
                "correct it, or leave the option out."
            )
        labels[row] = int(value)
    return labels


def _name(table: Table, column: str, row: int, cell: Any) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    value = number(cell)
    if value == -1:
        raise SnellenError(
            f"{table.at(row)}: column {column!r} is −1; where that means no cluster give {_BIY}, or leave the "
            "cell empty."
        )
    if value is not None and math.isfinite(value) and value.is_integer():
        return str(int(value))
    # Text such as "inf" may well be a name.
    if not isinstance(cell, str) or (value is not None and math.isfinite(value)):
        wrong = f"is {in_words(cell)}"
    elif UNWRITABLE.search(cell):
        wrong = "has a broken character"
    elif cell.lower() in ("true", "false"):
        return cell.lower()
    elif cell.strip():
        return cell.strip()
    else:
        wrong = "is blank"
    raise SnellenError(
        f"{table.at(row)}: column {column!r} {wrong}, which names no cluster; give text, whole numbers or booleans, "
        "and leave the cell empty for a point in no cluster."
    )


def _order(name: str) -> tuple[bool, int, str]:
    value = number(name)
    return (True, 0, name) if value is None or not math.isfinite(value) else (False, int(value), name)


def _is_outlier(table: Table, name: str, row: int, cell: Any) -> bool:
    if isinstance(cell, bool):
        return cell
    value = number(cell)
    if value in (0, 1):
        return value == 1
    if isinstance(cell, str) and cell.strip().lower() in _TRUE | _FALSE:
        return cell.strip().lower() in _TRUE
    hint = f", or give {_BIY} where −1 and 0 are meant as in the released files" if value == -1 else ""
    said = "is empty" if cell is None else f"is {in_words(cell)}"
    raise SnellenError(
        f"{table.at(row)}: column {name!r} {said}; mark outliers by true and other points by false (1 and 0, or "
        f"yes and no){hint}."
    )
