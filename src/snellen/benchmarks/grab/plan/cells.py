"""The cells of the GRAB table: how many questions of each property, at each precision and complexity.

Source: the published 2170 questions, counted (the paper's Tables 1 to 3 give the sums).
"""

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["CATEGORIES", "LEVELS", "TASKS", "TaskCell", "paper_cells"]

TASKS = ("properties", "functions", "series", "transforms")
LEVELS = 10

CATEGORIES: dict[str, tuple[str, ...]] = {
    "Measures of Spread": (
        "peak location",
        "function variance",
        "interquartile range",
        "median",
        "data mean",
        "data variance",
    ),
    "Extrema": ("minimum", "maximum"),
    "Range": ("range span", "domain length"),
    "Intercepts and Gradients": ("x-intercept", "y-intercept", "gradient"),
    "Trigonometric": ("period", "amplitude", "phase shift", "vertical shift"),
    "Stationary Points": ("stationary point", "stationary points", "function mean"),
    "Area Bounded": ("net area", "total area"),
    "Correlation": ("Pearson correlation", "Spearman correlation", "Kendall correlation"),
    "Counting": ("number of points", "number of series"),
    "Functions": ("equation",),
}
"""The category under which each property is filed, as published."""

_CATEGORY_OF = {name: category for category, names in CATEGORIES.items() for name in names}

# Properties task: property → subject → questions; the precision is 10 for areas, 0.1 for correlations, else 1.
_PROPERTIES: dict[str, dict[str, int]] = {
    "x-intercept": {"function": 30},
    "y-intercept": {"function": 30},
    "gradient": {"function": 30},
    "peak location": {"function": 30},
    "function variance": {"function": 30},
    "stationary point": {"function": 30},
    "stationary points": {"function": 30},
    "period": {"function": 30},
    "amplitude": {"function": 30},
    "phase shift": {"function": 30},
    "vertical shift": {"function": 30},
    "number of points": {"data": 30},
    "number of series": {"data": 30},
    "interquartile range": {"data": 30},
    "median": {"data": 30},
    "minimum": {"function": 15, "data": 15},
    "maximum": {"function": 15, "data": 15},
    "range span": {"function": 15, "data": 15},
    "domain length": {"function": 15, "data": 15},
    "net area": {"function": 15},
    "total area": {"function": 15},
    "Pearson correlation": {"data": 10},
    "Spearman correlation": {"data": 10},
    "Kendall correlation": {"data": 10},
    "equation": {"linear": 9, "quadratic": 2, "cubic": 7, "quartic": 4, "sine": 8},
}
_PROPERTIES_PRECISION = {
    "net area": 10.0,
    "total area": 10.0,
    "Pearson correlation": 0.1,
    "Spearman correlation": 0.1,
    "Kendall correlation": 0.1,
}

# The other tasks: questions a level, and how many of them at one decimal on levels 0 to 9.
_BY_LEVEL: dict[str, dict[str, tuple[int, tuple[int, ...]]]] = {
    "functions": {
        "x-intercept": (5, (1, 2, 1, 1, 1, 2, 1, 1, 4, 2)),
        "y-intercept": (5, (2, 2, 2, 1, 2, 2, 1, 2, 2, 2)),
        "gradient": (5, (1, 2, 2, 1, 3, 2, 0, 4, 2, 2)),
        "stationary point": (5, (0, 1, 2, 1, 2, 0, 2, 1, 0, 2)),
        "function mean": (5, (2, 2, 1, 3, 2, 2, 1, 2, 3, 0)),
        "period": (5, (1, 1, 1, 2, 1, 1, 2, 2, 0, 1)),
        "amplitude": (5, (3, 3, 2, 2, 2, 5, 2, 0, 1, 3)),
        "vertical shift": (5, (4, 1, 2, 1, 1, 3, 3, 1, 0, 3)),
        "minimum": (5, (2, 3, 4, 1, 2, 1, 2, 3, 5, 1)),
        "maximum": (5, (1, 1, 1, 2, 1, 1, 1, 2, 1, 2)),
        "range span": (5, (0, 1, 0, 3, 0, 1, 3, 1, 1, 2)),
        "domain length": (5, (3, 1, 2, 1, 2, 2, 2, 0, 2, 1)),
        "function variance": (5, (1, 0, 2, 2, 2, 2, 2, 3, 3, 1)),
        "net area": (3, (0,) * 10),
        "total area": (3, (0,) * 10),
    },
    "series": {
        "data mean": (5, (2, 2, 2, 4, 2, 2, 1, 3, 1, 1)),
        "data variance": (5, (2, 1, 2, 2, 1, 0, 0, 2, 2, 3)),
        "interquartile range": (5, (2, 0, 3, 1, 2, 2, 3, 2, 0, 4)),
        "median": (5, (0, 1, 1, 2, 1, 1, 1, 1, 1, 3)),
        "minimum": (5, (2, 2, 1, 2, 0, 3, 1, 2, 3, 2)),
        "maximum": (5, (2, 2, 1, 1, 3, 2, 4, 4, 1, 1)),
        "range span": (5, (1, 4, 0, 0, 2, 2, 3, 1, 3, 1)),
        "domain length": (5, (3, 1, 2, 1, 2, 2, 1, 0, 3, 1)),
        "Pearson correlation": (3, (3,) * 10),
        "Spearman correlation": (3, (3,) * 10),
        "Kendall correlation": (3, (3,) * 10),
    },
    "transforms": {
        "domain length": (5, (2, 1, 4, 1, 3, 1, 2, 1, 2, 1)),
        "range span": (5, (1, 1, 0, 2, 1, 2, 1, 2, 3, 2)),
        "minimum": (5, (1, 4, 2, 1, 1, 2, 1, 1, 3, 1)),
        "maximum": (5, (2, 1, 2, 4, 1, 3, 3, 3, 2, 3)),
        "gradient": (5, (1, 1, 1, 1, 3, 0, 2, 3, 1, 1)),
        "net area": (3, (0,) * 10),
        "total area": (3, (0,) * 10),
    },
}


@dataclass(frozen=True, slots=True)
class TaskCell:
    """One property of one task at one level, and how many questions it has at each precision."""

    task: str
    category: str
    property: str
    subject: str
    """function or data; for equations the form (linear, quadratic, cubic, quartic, sine)."""
    complexity: int
    counts: dict[float, int]
    before: dict[float, int]
    """How many questions at each precision the lower levels have that draw on the same answers."""
    key: str
    """A name for the cell, fit for a file name and unique in the table."""


def paper_cells() -> Iterator[TaskCell]:
    """Every cell of the table, 2170 questions in all: Properties, Functions, Series, Transforms, level by level."""
    for name, subjects in _PROPERTIES.items():
        precision = _PROPERTIES_PRECISION.get(name, 1.0)
        for subject, count in subjects.items():
            key = f"properties-{_slug(name)}-{subject}-c0" if len(subjects) > 1 else f"properties-{_slug(name)}-c0"
            yield TaskCell("properties", _CATEGORY_OF[name], name, subject, 0, {precision: count}, {}, key)
    for task, properties in _BY_LEVEL.items():
        subject = "data" if task == "series" else "function"
        for name, (per_level, decimals) in properties.items():
            before = {1.0: 0, 0.1: 0}
            for level, fine in enumerate(decimals):
                counts = {1.0: per_level - fine, 0.1: fine}
                kept = {precision: n for precision, n in counts.items() if n}
                key = f"{task}-{_slug(name)}-c{level}"
                yield TaskCell(task, _CATEGORY_OF[name], name, subject, level, kept, dict(before), key)
                # Without operations, answers are other ones: those of transforms are counted from level 1 on.
                if task != "transforms" or level > 0:
                    before = {precision: before[precision] + n for precision, n in counts.items()}


def _slug(name: str) -> str:
    return name.replace(" ", "-").lower()
