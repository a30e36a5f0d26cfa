"""Clusters in the form of a shape: uniform points inside polygons about scattered centres."""

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["POINTS_A_CLUSTER", "inside", "points_inside", "polygon", "scattered_centers", "shape_clusters"]

POINTS_A_CLUSTER = 200

_CORNERS = {"diamond": (4, 0), "hexagon": (6, 90), "square": (4, 45), "star": (10, 90), "triangle_down": (3, -90)}
"""How many corners a shape has, and at which angle in degrees, from the x axis anticlockwise, the first one stands."""
_INNER_RADIUS = 0.4
_BATCH = 256


def scattered_centers(rng: np.random.Generator, centers: int, apart: float = 1.0) -> NDArray[np.float64]:
    """Centres at least that far apart (Poisson disk), in a square from 0 to `centers`: shape (centers, 2).

    Where they are farther than 1 apart, the square grows by as much. There are fewer centres where no more were found
    to fit; none of the paper's lacks any.
    """
    from scipy.stats import qmc

    side = centers + apart - 1
    engine = qmc.PoissonDisk(d=2, radius=apart, rng=rng, l_bounds=[0, 0], u_bounds=[side, side])
    return np.asarray(engine.random(centers))


def shape_clusters(
    rng: np.random.Generator, shape: str, places: NDArray[np.float64], radius: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """200 uniform points in a shape about each place: an array of shape (n, 2), cluster by cluster, and the labels."""
    points = [points_inside(rng, polygon(shape, x, y, radius), POINTS_A_CLUSTER) for x, y in places.tolist()]
    return np.concatenate(points), np.repeat(np.arange(len(places)), POINTS_A_CLUSTER)


def polygon(shape: str, x: float, y: float, radius: float) -> NDArray[np.float64]:
    """The corners, shape (n, 2), of a shape about (x, y).

    Corners lie on a circle of that radius, every other one of a star's at 0.4 of it. A triangle_right is the lower
    left half of the square with sides of twice the radius.
    """
    if shape == "triangle_right":
        return np.array([(x - radius, y - radius), (x + radius, y - radius), (x - radius, y + radius)])
    count, first = _CORNERS[shape]
    corners = []
    for number in range(count):
        angle = math.radians(first + number * 360 / count)
        reach = radius * _INNER_RADIUS if shape == "star" and number % 2 else radius
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return np.array(corners)


def points_inside(rng: np.random.Generator, corners: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """n uniform points inside a polygon, shape (n, 2): those of its bounding box that fall within.

    The stream stands afterwards as if points had been drawn one at a time, x before y, until there were enough.
    """
    low, high = corners.min(axis=0), corners.max(axis=0)
    found: list[NDArray[np.float64]] = []
    missing = n
    while missing:
        before = rng.bit_generator.state
        drawn = rng.uniform(low, high, (_BATCH, 2))
        hits = np.flatnonzero(inside(corners, drawn))
        if len(hits) >= missing:
            hits = hits[:missing]
            rng.bit_generator.state = before
            drawn = rng.uniform(low, high, (int(hits[-1]) + 1, 2))
        found.append(drawn[hits])
        missing -= len(hits)
    return np.concatenate(found)


def inside(corners: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points, shape (n, 2), a polygon contains; for points on its edge either answer may come.

    A ray to the right of a point inside crosses the edge an odd number of times.
    """
    x, y = points[:, :1], points[:, 1:]
    (x1, y1), (x2, y2) = corners.T, np.roll(corners, -1, axis=0).T
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return np.asarray((spans & (x < crossing)).sum(axis=1) % 2 == 1)
