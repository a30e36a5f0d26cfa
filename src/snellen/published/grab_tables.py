"""GRAB's own statistics: the numbers of the paper's Table 1, and its Table 2 with the names that questions carry."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PropertyRow", "grab_property", "grab_table_1", "grab_table_2"]


@dataclass(frozen=True, slots=True)
class PropertyRow:
    """One of Table 2's 23 properties: its category there, and the values of `property` that it covers."""

    category: str
    name: str
    covers: tuple[str, ...]


_ROWS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    (
        "Intercepts & Gradients",
        (("x-intercept", ("x-intercept",)), ("y-intercept", ("y-intercept",)), ("gradient", ("gradient",))),
    ),
    ("Stationary Points", (("stationary point(s) coordinates", ("stationary point", "stationary points")),)),
    (
        "Trigonometric",
        (("amplitude", ("amplitude",)), ("vertical shift", ("vertical shift",)), ("period", ("period",))),
    ),
    ("Functions", (("function equations", ("equation",)),)),
    ("Counting", (("number of points", ("number of points",)), ("number of series", ("number of series",)))),
    (
        "Correlation",
        (
            ("Pearson's correlation coefficient", ("Pearson correlation",)),
            ("Spearman's rank correlation coefficient", ("Spearman correlation",)),
            ("Kendall rank correlation coefficient", ("Kendall correlation",)),
        ),
    ),
    ("Area Bounded", (("total area bounded", ("total area",)), ("net area bounded", ("net area",)))),
    (
        "Measures of Spread",
        (
            ("mean", ("data mean", "function mean", "peak location")),
            ("median", ("median",)),
            ("interquartile range", ("interquartile range",)),
            ("variance", ("data variance", "function variance")),
        ),
    ),
    (
        "Range & Extrema",
        (
            ("min value", ("minimum",)),
            ("max value", ("maximum",)),
            ("domain length", ("domain length",)),
            ("range", ("range span",)),
        ),
    ),
)


def grab_table_2() -> tuple[PropertyRow, ...]:
    """The paper's Table 2 in its order; `phase shift`, which questions ask for, is not in it."""
    return tuple(PropertyRow(category, name, covers) for category, rows in _ROWS for name, covers in rows)


def grab_property(name: str) -> PropertyRow | None:
    """The row of Table 2 that a question's `property` belongs to; None for one that is not in it."""
    return next((row for row in grab_table_2() if name in row.covers), None)


def grab_table_1() -> Mapping[str, int]:
    """The paper's Table 1: statistic to number, in its order."""
    return {
        "Questions": 2170,
        "Tasks": 4,
        "Graph properties": 23,
        "Properties questions": 660,
        "Functions questions": 710,
        "Series questions": 490,
        "Transforms questions": 310,
        "10s precision questions": 30,
        "Integer precision questions": 1575,
        "1 d.p. precision questions": 565,
    }
