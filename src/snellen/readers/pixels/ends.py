"""Where a fitted curve is seen: it is followed through gaps and under other curves to its last pixel on either side."""

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.families import Fitted
from snellen.readers.pixels.ground import Drawn
from snellen.readers.pixels.picture import Floats, Mask

__all__ = ["visible_span"]

_STEP = 0.34
"""Pixels along the curve from one look to the next."""
_LEAST_PIECE = 2.0
_MISFIT = 40.0
_FULL = 0.75
_BEYOND = 20.0


def visible_span(drawn: Drawn, colours: Floats, index: int, fitted: Fitted, width: float) -> tuple[float, float] | None:
    """The least and the greatest x, in pixels of the drawn part, at which the curve shows its own colour.

    An end is where the colour is half its full share, averaged over the middle half of the stroke. None where nothing
    of the curve is seen.
    """
    x, y = _along(fitted, drawn.ink.shape)
    if len(x) < 3:
        return None
    tilt = np.hypot(1.0, fitted.slope(x))
    normal = np.stack([-fitted.slope(x) / tilt, 1 / tilt])
    shares = np.zeros(len(x))
    for offset in (-width / 4, 0.0, width / 4):
        at_x, at_y = x + offset * normal[0], y + offset * normal[1]
        shares += _own_shares(drawn, colours, index, _colours_at(drawn, at_x, at_y), at_x, at_y) / 3
    # Blurred edges of strokes that cross are mixtures too, but hardly ever of one colour at its full.
    least = round(max(_LEAST_PIECE, 0.6 * width) / _STEP)
    pieces = [piece for piece in _pieces(shares >= 0.5, least) if shares[piece[0] : piece[1] + 1].max() > _FULL]
    if not pieces:
        return None
    first, last = pieces[0][0], pieces[-1][1]
    return _crossing(x, shares, first, first - 1), _crossing(x, shares, last, last + 1)


def _along(fitted: Fitted, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Points on the curve within the drawn part, evenly spaced along it."""
    height, width = shape
    x = np.arange(0.0, width + 0.1, 0.25)
    with np.errstate(over="ignore", invalid="ignore"):
        y = np.clip(np.nan_to_num(fitted(x), nan=-_BEYOND), -_BEYOND, height + _BEYOND)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    even = np.interp(np.arange(0.0, way[-1], _STEP), way, x)
    at = fitted(even)
    inside = (at >= 0) & (at <= height)
    return even[inside], at[inside]


def _colours_at(drawn: Drawn, x: Floats, y: Floats) -> Floats:
    """The colours at places between pixels, by bilinear interpolation: shape (n, 3)."""
    height, width = drawn.ink.shape
    at_x, at_y = np.clip(x - 0.5, 0, width - 1.001), np.clip(y - 0.5, 0, height - 1.001)
    column, row = at_x.astype(np.intp), at_y.astype(np.intp)
    right, down = (at_x - column)[:, None], (at_y - row)[:, None]
    pixels = drawn.pixels
    upper = pixels[row, column] * (1 - right) + pixels[row, column + 1] * right
    lower = pixels[row + 1, column] * (1 - right) + pixels[row + 1, column + 1] * right
    return np.asarray(upper * (1 - down) + lower * down)


def _own_shares(drawn: Drawn, colours: Floats, index: int, seen: Floats, x: Floats, y: Floats) -> Floats:
    """The share of the curve's own colour at each place, 0 where another colour or a line of the grid is nearer."""
    ground = drawn.colour.astype(np.float64)
    away = seen - ground
    shares, misfits = [], []
    for colour in colours:
        way = colour - ground
        share = np.clip(away @ way / max(1.0, float(way @ way)), 0, 1)
        shares.append(share)
        misfits.append(np.linalg.norm(away - share[:, None] * way, axis=1))
    off = np.array(misfits)
    own = (off[index] <= off.min(axis=0) + 1e-9) & (off[index] < _MISFIT)
    height, width = drawn.ink.shape
    on_line = drawn.lines[np.clip(y, 0, height - 1).astype(np.intp), np.clip(x, 0, width - 1).astype(np.intp)]
    own &= ~on_line | (shares[index] > 0.9)
    return np.where(own, shares[index], 0.0)


def _pieces(own: Mask, least: int) -> list[tuple[int, int]]:
    """First and last index of each unbroken piece that is long enough."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], own, [False]]).astype(np.int8)))
    starts: NDArray[np.intp] = edges[::2]
    stops: NDArray[np.intp] = edges[1::2]
    return [(int(a), int(b) - 1) for a, b in zip(starts, stops, strict=True) if b - a >= least]


def _crossing(x: Floats, shares: Floats, inner: int, outer: int) -> float:
    """The x at which the share passes a half, between two neighbouring places."""
    if not 0 <= outer < len(x) or abs(x[outer] - x[inner]) > 2:
        return float(x[inner])
    high, low = shares[inner], shares[outer]
    part = 0.5 if high == low else (high - 0.5) / (high - low)
    return float(x[inner] + (x[outer] - x[inner]) * min(1.0, max(0.0, part)))
