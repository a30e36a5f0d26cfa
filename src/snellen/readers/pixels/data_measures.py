"""The properties of points as GRAB's questions define them."""

from collections.abc import Callable

import numpy as np

from snellen.readers.pixels.picture import Floats, UnreadableError

__all__ = ["measure_points"]


def measure_points(name: str, x: Floats, y: Floats) -> float:
    """The property of one series: population variance, quartiles by linear interpolation, tau-b.

    Raises UnreadableError for a property that points do not have, and for too few points.
    """
    if name not in _OF_DATA or not len(x) or ("correlation" in name and len(x) < 2):
        raise UnreadableError(f"no {name}")
    return float(_OF_DATA[name](x, y))


def _pearson(x: Floats, y: Floats) -> float:
    dx, dy = x - x.mean(), y - y.mean()
    size = float(np.sqrt((dx @ dx) * (dy @ dy)))
    return float(dx @ dy) / size if size else 0.0


def _ranks(values: Floats) -> Floats:
    """Ranks from 0, ties at their mean."""
    below = (values[:, None] > values).sum(axis=1)
    same = (values[:, None] == values).sum(axis=1)
    return np.asarray(below + (same - 1) / 2, dtype=np.float64)


def _kendall(x: Floats, y: Floats) -> float:
    over = np.triu_indices(len(x), 1)
    signs_x, signs_y = (np.sign(np.subtract.outer(v, v))[over] for v in (x, y))
    size = float(np.sqrt((signs_x @ signs_x) * (signs_y @ signs_y)))
    return float(signs_x @ signs_y) / size if size else 0.0


_OF_DATA: dict[str, Callable[[Floats, Floats], float]] = {
    "data mean": lambda _, y: float(y.mean()),
    "data variance": lambda _, y: float(y.var()),
    "median": lambda _, y: float(np.median(y)),
    "interquartile range": lambda _, y: float(np.quantile(y, 0.75) - np.quantile(y, 0.25)),
    "minimum": lambda _, y: float(y.min()),
    "maximum": lambda _, y: float(y.max()),
    "range span": lambda _, y: float(np.ptp(y)),
    "domain length": lambda x, _: float(np.ptp(x)),
    "Pearson correlation": _pearson,
    "Spearman correlation": lambda x, y: _pearson(_ranks(x), _ranks(y)),
    "Kendall correlation": _kendall,
}
