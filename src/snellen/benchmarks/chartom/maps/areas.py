"""Real geography: areas of a few regions each, with their shapes.

The shapes are those of the U.S. Census Bureau (TIGER/Line, public domain), as the package bokeh_sampledata of the
Bokeh project carries them; nothing is fetched. Areas are chosen for regions that can all be seen and named on a map
of half a megapixel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["AREAS", "CREDIT", "Area", "kind_of", "regions_of", "shapes_of"]

CREDIT = "U.S. Census Bureau, TIGER/Line Shapefiles, as carried by bokeh_sampledata"
"""Who is to be named as the source of the shapes."""


@dataclass(frozen=True, slots=True)
class Area:
    """What is on the map: states by their postal codes, or the counties of one state (`state`)."""

    kind: str
    codes: tuple[str, ...] = ()
    state: str = ""


_AREAS: Mapping[str, Area] = {
    "the western United States": Area("states", ("AZ", "CA", "CO", "ID", "MT", "NM", "NV", "OR", "UT", "WA", "WY")),
    "the midwestern United States": Area(
        "states", ("IA", "IL", "IN", "KS", "MI", "MN", "MO", "ND", "NE", "OH", "SD", "WI")
    ),
    "the southeastern United States": Area(
        "states", ("AL", "AR", "FL", "GA", "KY", "LA", "MS", "NC", "SC", "TN", "VA", "WV")
    ),
    "Arizona": Area("counties", state="AZ"),
    "Connecticut": Area("counties", state="CT"),
    "New Hampshire": Area("counties", state="NH"),
    "Vermont": Area("counties", state="VT"),
}
AREAS: tuple[str, ...] = tuple(_AREAS)
"""Names of the areas, as they read in a title."""


def regions_of(area: str) -> tuple[str, ...]:
    """Names of the area's regions in alphabetical order. Raises ValueError for another area than those of AREAS."""
    return tuple(shapes_of(area))


def kind_of(area: str) -> str:
    """What the regions are: states, or counties."""
    return _area(area).kind


@cache
def shapes_of(area: str) -> "Mapping[str, Polygon | MultiPolygon]":
    """Outline of each region by name, in the area's own map projection: unit of length 1 Earth radius, y northwards.

    The projection is Lambert's azimuthal equal-area one about the middle of the area, on a sphere (Snyder 1987,
    Map Projections, a Working Manual, U.S. Geological Survey Professional Paper 1395, equations 24-2 to 24-4).
    """
    import shapely

    found = dict(sorted(_in_degrees(area).items()))
    west, south, east, north = shapely.total_bounds(list(found.values())).tolist()
    centre = (west + east) / 2, (south + north) / 2
    return {name: shapely.transform(shape, lambda points: _projected(points, *centre)) for name, shape in found.items()}


def _area(name: str) -> Area:
    if name not in _AREAS:
        raise ValueError(f"no area is called {name!r}; there are {', '.join(AREAS)}")
    return _AREAS[name]


def _in_degrees(area: str) -> dict[str, Any]:
    wanted = _area(area)
    if wanted.state:
        from bokeh_sampledata import us_counties

        return {county["name"]: county["geometry"] for county in us_counties.records(wanted.state)}
    from bokeh_sampledata import us_states

    return {state["name"]: state["geometry"] for state in us_states.records() if state["code"] in wanted.codes}


def _projected(points: NDArray[np.float64], longitude: float, latitude: float) -> NDArray[np.float64]:
    """Degrees (n, 2) of longitude and latitude on the plane that touches the sphere at the centre."""
    east, north = np.radians(points[:, 0] - longitude), np.radians(points[:, 1])
    middle = np.radians(latitude)
    toward = np.sin(middle) * np.sin(north) + np.cos(middle) * np.cos(north) * np.cos(east)
    stretch = np.sqrt(2 / (1 + toward))
    x = stretch * np.cos(north) * np.sin(east)
    y = stretch * (np.cos(middle) * np.sin(north) - np.sin(middle) * np.cos(north) * np.cos(east))
    return np.column_stack([x, y])
