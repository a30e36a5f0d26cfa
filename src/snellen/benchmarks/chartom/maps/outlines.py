"""Shapes of regions in the pixels of a picture."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["fitted", "rings_of"]

_DETAIL = 0.35
"""Pixels: points closer than this to the line between their neighbours are left out."""


def fitted(
    shapes: "Mapping[str, Polygon | MultiPolygon]", left: float, top: float, right: float, bottom: float
) -> "dict[str, Polygon | MultiPolygon]":
    """The shapes (y northwards) as large as they fit into that rectangle of pixels (y downwards), in its middle."""
    import shapely

    west, south, east, north = shapely.total_bounds(list(shapes.values())).tolist()
    scale = min((right - left) / (east - west), (bottom - top) / (north - south))
    x = (left + right) / 2 - scale * (west + east) / 2
    y = (top + bottom) / 2 + scale * (south + north) / 2

    def moved(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack([x + scale * points[:, 0], y - scale * points[:, 1]])

    found = {name: shapely.transform(shape, moved) for name, shape in shapes.items()}
    return {name: shapely.orient_polygons(shapely.simplify(shape, _DETAIL)) for name, shape in found.items()}


def rings_of(shape: "Polygon | MultiPolygon") -> list[list[tuple[float, float]]]:
    """Every ring of a shape, outer rings and holes: corners to a hundredth of a pixel, the first not repeated."""
    import shapely

    rings = []
    for part in shapely.get_parts(shape).tolist():
        for ring in (part.exterior, *part.interiors):
            corners = np.round(np.asarray(ring.coords)[:-1], 2).tolist()
            rings.append([(float(x), float(y)) for x, y in corners])
    return rings
