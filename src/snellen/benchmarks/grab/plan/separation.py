"""Whether marks can be told apart: distances between their centres, in pixels."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.looks import pixels_per_unit
from snellen.benchmarks.grab.plan.series import Series
from snellen.benchmarks.grab.scene import Look, Points

__all__ = ["closest", "diameter", "footprint", "in_pixels", "inside", "placed_apart", "scattered"]

Floats = NDArray[np.float64]

_SPREAD = {"s": 2**0.5, "D": 2**0.5, "d": 2**0.5, "X": 1.2, "P": 1.2}
"""The circle around a marker, in diameters: Matplotlib gives squares and diamonds a side of one diameter."""
_TRIES = 12


def diameter(look: Look, size: float) -> float:
    """A marker's nominal diameter in pixels, its `size` being in points."""
    return size * look.dpi / 72


def footprint(look: Look, size: float, marker: str) -> float:
    """The diameter in pixels of the circle around a marker, corners included."""
    return diameter(look, size) * _SPREAD.get(marker, 1.0)


def in_pixels(look: Look, x: Floats, y: Floats) -> Floats:
    """Positions in pixels up to a shift and a reflection, which distances do not feel: shape (n, 2)."""
    scale = pixels_per_unit(look)
    return np.column_stack((x * scale[0], y * scale[1]))


def closest(points: Floats, others: Floats | None = None) -> float:
    """The smallest distance between two of the points, shape (n, 2), or between one of them and one of the others.

    Infinite where there is no pair.
    """
    if others is None:
        first, second = _pairs(len(points))
        difference = points[first] - points[second]
    else:
        difference = (points[:, None] - others).reshape(-1, 2)
    squares = np.einsum("ij,ij->i", difference, difference)
    return float(np.sqrt(squares.min())) if len(squares) else float("inf")


@cache
def _pairs(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(n, 1)


def inside(look: Look, points: Points) -> bool:
    """Whether every mark lies inside the axes as a whole, a pixel short of the frame."""
    room = footprint(look, points.size, points.marker) / 2 + 1
    reach_x = room * (look.x_limits[1] - look.x_limits[0]) / look.plot.width
    reach_y = room * (look.y_limits[1] - look.y_limits[0]) / look.plot.height
    return bool(
        points.x.min() >= look.x_limits[0] + reach_x
        and points.x.max() <= look.x_limits[1] - reach_x
        and points.y.min() >= look.y_limits[0] + reach_y
        and points.y.max() <= look.y_limits[1] - reach_y
    )


def placed_apart(
    draw: Callable[[], Series | None], look: Look, taken: Sequence[Floats], *, own: float, other: float
) -> Series | None:
    """The first series drawn whose marks are `own` pixels apart, and `other` pixels from those `taken`.

    `draw` makes one series, or None; after a dozen draws the answer is None.
    """
    before = np.concatenate(taken) if taken else np.empty((0, 2))
    for _ in range(_TRIES):
        one = draw()
        if one is None:
            continue
        points = in_pixels(look, one.x, one.y)
        if closest(points) >= own and closest(points, before) >= other:
            return one
    return None


def scattered(candidates: Floats, n: int, distance: float) -> NDArray[np.intp] | None:
    """The indices of the first n candidates, shape (m, 2), that keep the distance from those before them.

    None where there are fewer.
    """
    limit = distance * distance
    free = np.ones(len(candidates), dtype=bool)
    chosen: list[int] = []
    while len(chosen) < n:
        place = int(free.argmax())
        if not free[place]:
            return None
        chosen.append(place)
        difference = candidates - candidates[place]
        free &= np.einsum("ij,ij->i", difference, difference) >= limit
    return np.asarray(chosen)
