"""The answers that questions on data may have: all that every complexity reaches, so that none stands out."""

from collections.abc import Mapping

__all__ = ["DATA_ANSWERS"]


def _grid(low: float, high: float, step: float) -> tuple[float, ...]:
    """Multiples of the step from low to high, both included, as exact as a float with one decimal can be."""
    return tuple(round(multiple * step, 1) + 0.0 for multiple in range(round(low / step), round(high / step) + 1))


_SERIES: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    # For each property the range of integer answers and that of answers with one decimal.
    "data mean": ((-8, 8), (-8.0, 8.0)),
    "data variance": ((1, 30), (0.5, 10.0)),
    "minimum": ((-9, 7), (-9.0, 7.0)),
    "maximum": ((-7, 9), (-7.0, 9.0)),
    "interquartile range": ((1, 14), (0.5, 12.0)),
    "median": ((-8, 8), (-8.0, 8.0)),
    "range span": ((2, 19), (2.0, 19.0)),
    "domain length": ((3, 19), (3.0, 19.0)),
}
"""Variances above 10 are too coarse for one decimal: a pixel in every point moves them by more than a step."""

_PROPERTIES: Mapping[str, tuple[float, float]] = {
    "number of points": (15, 96),
    "number of series": (1, 12),
    "interquartile range": (2, 60),
    "median": (-60, 60),
    "minimum": (-60, 60),
    "maximum": (-60, 60),
    "range span": (5, 100),
    "domain length": (5, 100),
}

_CORRELATIONS = ("Pearson correlation", "Spearman correlation", "Kendall correlation")

DATA_ANSWERS: Mapping[tuple[str, str, float], tuple[float, ...]] = {
    **{("series", name, 1.0): _grid(*integers, 1.0) for name, (integers, _) in _SERIES.items()},
    **{("series", name, 0.1): _grid(*decimals, 0.1) for name, (_, decimals) in _SERIES.items()},
    **{("properties", name, 1.0): _grid(*integers, 1.0) for name, integers in _PROPERTIES.items()},
    **{(task, name, 0.1): _grid(-1.0, 1.0, 0.1) for task in ("series", "properties") for name in _CORRELATIONS},
}
"""By task, property and precision, ascending: answers on the precision's grid, all about equally reachable."""
