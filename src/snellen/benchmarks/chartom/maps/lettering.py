"""Type on a map: where a name fits into its region, and how large it can be there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.font_manager import FontProperties
    from shapely import MultiPolygon, Polygon

__all__ = ["Lettering", "Name", "Placed"]

_LEADING = 1.15
_CLEAR = 3.0
"""Pixels between a name and the border of its region."""


@dataclass(frozen=True, slots=True)
class Name:
    """What stands in a region: its name, and lines under it."""

    name: str
    below: tuple[str, ...] = ()

    def settings(self) -> Iterator[str]:
        """The name on one line, or broken between words, with the lines below."""
        words = self.name.split()
        for breaks in range(len(words)):
            rows = [" ".join(words[: len(words) - breaks]), *words[len(words) - breaks :]] if breaks else [self.name]
            yield "\n".join((*rows, *self.below))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a name stands: its middle and its box (left, top, right, bottom) in pixels."""

    x: float
    y: float
    box: tuple[float, float, float, float]


class Lettering:
    """Writes on axes whose unit is the pixel, y downwards."""

    def __init__(self, axes: "Axes", renderer: Any) -> None:
        self._axes = axes
        self._renderer = renderer

    def write(self, text: str, x: float, y: float, size: float, colour: str, wide: float) -> float:
        """Writes text with its top left corner there, broken between words to a width; gives the y below it."""
        rows: list[str] = []
        for word in text.split():
            longer = f"{rows[-1]} {word}" if rows else word
            if rows and self._extent(longer, size)[0] <= wide:
                rows[-1] = longer
            else:
                rows.append(word)
        for row in rows:
            self._axes.text(x, y, row, font=_face(size), color=colour, ha="left", va="top")
            y += size * _LEADING
        return y

    def write_beside(self, text: str, x: float, y: float, size: float, colour: str) -> None:
        """Writes text to the right of a point, its digits in the middle of the point's height."""
        self._axes.text(x, y, text, font=_face(size), color=colour, ha="left", va="center_baseline")

    def place(
        self, name: Name, shape: "Polygon | MultiPolygon", sizes: tuple[float, float], colour: str
    ) -> Placed | None:
        """Writes a name where it has most room in its region, as large as fits there from the first size to the second.

        None, and nothing written, where it fits at no size.
        """
        for size in np.linspace(*sizes, 7).tolist():
            for text in name.settings():
                width, height = self._extent(text, size)
                (x, y), room = _roomiest_spot(shape, width + 2 * _CLEAR, height + 2 * _CLEAR)
                if room >= 1:
                    return self._written(text, x, y, size, colour)
        return None

    def place_beside(
        self, name: Name, shape: "Polygon | MultiPolygon", size: float, colour: str, land: Any, bounds: Sequence[float]
    ) -> Placed:
        """Writes a name off the `land`, as near to its region as it finds room within `bounds`, with a line to it.

        Raises ValueError where there is no such room.
        """
        import shapely

        text = next(name.settings())
        width, height = self._extent(text, size)
        left, top, right, bottom = bounds
        x, y = (
            axis.ravel()
            for axis in np.meshgrid(
                np.arange(left + width / 2, right - width / 2, 4.0),
                np.arange(top + height / 2, bottom - height / 2, 4.0),
            )
        )
        half = width / 2 + 2 * _CLEAR, height / 2 + 2 * _CLEAR
        boxes = shapely.box(x - half[0], y - half[1], x + half[0], y + half[1])
        shapely.prepare(land)
        away = np.where(shapely.disjoint(land, boxes), shapely.distance(shape, boxes), np.inf)
        if not len(away) or not np.isfinite(away.min()):
            raise ValueError(f"there is no room for the name of {name.name} beside the map")
        # A line that runs level or upright is easier to follow than one that crosses other regions.
        target = shapely.maximum_inscribed_circle(shape, tolerance=1.0).coords[0]
        best = int(np.argmin(away + 0.2 * np.hypot(x - target[0], y - target[1])))
        placed = self._written(text, float(x[best]), float(y[best]), size, colour)
        box = shapely.box(*placed.box)
        start = shapely.shortest_line(box, shapely.Point(target)).coords[0]
        self._axes.plot([start[0], target[0]], [start[1], target[1]], color=colour, lw=size / 12, zorder=4)
        self._axes.plot([target[0]], [target[1]], marker="o", ms=size / 4, mec="white", mew=0.8, color=colour, zorder=4)
        return placed

    def _written(self, text: str, x: float, y: float, size: float, colour: str) -> Placed:
        width, height = self._extent(text, size)
        self._axes.text(
            x, y, text, font=_face(size), color=colour, ha="center", va="center", linespacing=1.05, zorder=5
        )
        return Placed(x, y, (x - width / 2, y - height / 2, x + width / 2, y + height / 2))

    def _extent(self, text: str, size: float) -> tuple[float, float]:
        """Width and height of text in pixels."""
        rows = text.split("\n")
        widths = [self._renderer.get_text_width_height_descent(row, _face(size), False)[0] for row in rows]
        return float(max(widths)), size * (0.8 + 1.26 * (len(rows) - 1))


def _roomiest_spot(shape: "Polygon | MultiPolygon", width: float, height: float) -> tuple[tuple[float, float], float]:
    """Where a rectangle of that size has most room in a shape, and the room: how many times as large it could be.

    The places tried are a grid over the shape, with steps of a third of the height.
    """
    import shapely

    left, top, right, bottom = shape.bounds
    step = max(2.0, height / 3)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)))
    room = _room(shape, x, y, width, height)
    # Among equal rooms the place nearest to the middle of the shape.
    middle = shapely.point_on_surface(shape)
    away = np.hypot((x - middle.x) / (right - left), (y - middle.y) / (bottom - top))
    best = int(np.argmax(np.minimum(room, 1.6) - 0.1 * away))
    return (float(x[best]), float(y[best])), float(room[best])


def _room(
    shape: "Polygon | MultiPolygon", x: NDArray[np.float64], y: NDArray[np.float64], width: float, height: float
) -> NDArray[np.float64]:
    """How many times as large a rectangle about each point can be and still lie in the shape, up to 1.6; 0 outside."""
    import shapely

    shapely.prepare(shape)
    room = np.zeros(len(x))
    for factor in (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6):
        half = factor * width / 2, factor * height / 2
        boxes = shapely.box(x - half[0], y - half[1], x + half[0], y + half[1])
        room[shapely.contains_properly(shape, boxes)] = factor
    return room


@cache
def _face(size: float) -> "FontProperties":
    """The font that Matplotlib ships, whatever the machine has."""
    import matplotlib
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), size=size)
