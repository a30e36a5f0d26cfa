"""Scatterplots drawn for tests, pixel by pixel, in looks of their own: nothing here is a benchmark's."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Look", "blob", "picture"]

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

_FINE = 6


@dataclass(frozen=True)
class Look:
    """How a picture looks: colours are RGB from 0 to 255, sizes pixels, `shape` is disc, square, diamond or ring."""

    width: int = 420
    height: int = 360
    margin: int = 40
    page: tuple[int, int, int] = (255, 255, 255)
    panel: tuple[int, int, int] = (255, 255, 255)
    frame: tuple[int, int, int] | None = (40, 40, 40)
    grid: tuple[int, int, int] | None = None
    colours: tuple[tuple[int, int, int], ...] = ((200, 60, 40),)
    opacity: float = 1.0
    radius: float = 5.0
    shape: str = "disc"

    @property
    def plot(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the plot."""
        return self.margin, self.margin, self.width - self.margin, self.height - self.margin


def picture(places: Floats, look: Look = Look(), colour_of: Sequence[int] | None = None) -> Bytes:
    """Marks at places, shape (n, 2), in pixels from the top left corner; `colour_of` numbers each one's colour."""
    left, top, right, bottom = look.plot
    canvas = np.empty((look.height, look.width, 3))
    canvas[:] = look.page
    canvas[top:bottom, left:right] = look.panel
    if look.grid is not None:
        for x in np.linspace(left, right, 8)[1:-1].astype(int):
            canvas[top:bottom, x] = look.grid
        for y in np.linspace(top, bottom, 7)[1:-1].astype(int):
            canvas[y, left:right] = look.grid
    if look.frame is not None:
        canvas[top, left:right] = canvas[bottom - 1, left:right] = look.frame
        canvas[top:bottom, left] = canvas[top:bottom, right - 1] = look.frame
        for x in np.linspace(left, right - 1, 6).astype(int):
            canvas[bottom : bottom + 5, x] = look.frame
        for y in np.linspace(top, bottom - 1, 6).astype(int):
            canvas[y, left - 5 : left] = look.frame
    for number, (x, y) in enumerate(places.tolist()):
        colour = look.colours[0 if colour_of is None else colour_of[number]]
        _mark(canvas, x, y, colour, look)
    return np.round(canvas).astype(np.uint8)


def blob(rng: np.random.Generator, center: tuple[float, float], sd: float, n: int) -> Floats:
    """A Gaussian cluster of n places, none further than 3 standard deviations across or down."""
    return np.asarray(np.clip(rng.normal(0, 1, (n, 2)), -3, 3) * sd + center)


def _mark(canvas: Floats, x: float, y: float, colour: tuple[int, int, int], look: Look) -> None:
    reach = int(look.radius) + 2
    column, row = int(x), int(y)
    first_row, first_column = max(row - reach, 0), max(column - reach, 0)
    part = canvas[first_row : row + reach + 1, first_column : column + reach + 1]
    if not part.size:
        return
    rows = first_row + (np.arange(part.shape[0] * _FINE) + 0.5) / _FINE - y
    columns = first_column + (np.arange(part.shape[1] * _FINE) + 0.5) / _FINE - x
    across, down = np.abs(columns)[None, :], np.abs(rows)[:, None]
    away = np.hypot(across, down)
    inside = {
        "disc": away <= look.radius,
        "ring": (away <= look.radius) & (away >= look.radius - 1.5),
        "square": np.maximum(across, down) <= look.radius * 0.9,
        "diamond": across + down <= look.radius * 1.25,
    }[look.shape]
    cover = inside.reshape(part.shape[0], _FINE, part.shape[1], _FINE).mean(axis=(1, 3))[:, :, None] * look.opacity
    part[:] = part * (1 - cover) + np.array(colour) * cover
