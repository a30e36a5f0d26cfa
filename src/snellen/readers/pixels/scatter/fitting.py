"""Marks moved to where, together, they explain the ink best."""

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.template import Template, stamp

__all__ = ["painted", "refined"]

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

_ROUNDS = 4
_PARTS = 4
_STEP = 0.6
"""Pixels that a mark moves in a round, at most."""


def refined(count: Singles, most: float, template: Template, places: Floats, opacity: float) -> Floats:
    """Places, shape (n, 2), after rounds of Gauss and Newton on the ink's layers, float32 of shape (height, width).

    Where the ink is as deep as can be told (`most`), it says nothing against still more.
    """
    if not len(places):
        return places
    places = places.copy()
    reach = int(np.ceil(template.radius + 1.5))
    wide = stamp(template.form, template.radius, 0.0, 0.0)
    slope_x = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    at = reach - len(wide) // 2
    slope_x[at : at + len(wide), at : at + len(wide)] = wide
    slope_y, slope_x = np.gradient(slope_x)
    offsets = np.arange(-reach, reach + 1)
    height, width = count.shape
    capped = count >= most - 0.02
    for _ in range(_ROUNDS):
        model = painted(count.shape, template, places, opacity)
        rest = np.clip(count - model, -1, 1)
        rest[capped & (rest < 0)] = 0
        useful = ~(capped & (model >= most))
        rest = np.where(useful, rest, 0)
        cell = np.floor(places).astype(np.int64)
        rows, columns = cell[:, 1, None] + offsets, cell[:, 0, None] + offsets
        inside = ((rows >= 0) & (rows < height))[:, :, None] & ((columns >= 0) & (columns < width))[:, None, :]
        rows, columns = np.clip(rows, 0, height - 1)[:, :, None], np.clip(columns, 0, width - 1)[:, None, :]
        own_rest = np.where(inside, rest[rows, columns], 0)
        own_use = inside & useful[rows, columns]
        for axis, slope in enumerate((slope_x, slope_y)):
            # The model's change as a mark moves by +1 is minus its slope.
            pull = -(own_rest * slope).sum(axis=(1, 2))
            weight = (own_use * slope**2).sum(axis=(1, 2)) + 0.25 * float((slope**2).sum())
            places[:, axis] += np.clip(pull / weight, -_STEP, _STEP)
    return np.clip(places, 0, np.array([width, height]) - 1e-6)


def painted(shape: tuple[int, int], template: Template, places: Floats, opacity: float) -> Singles:
    """The layers of marks at the given places, to a quarter of a pixel: float32 of that shape."""
    height, width = shape
    reach = int(np.ceil(template.radius + 1.5))
    cell = np.floor(places).astype(np.int64)
    part = np.minimum(((places - cell) * _PARTS).astype(np.int64), _PARTS - 1)
    key = part[:, 1] * _PARTS + part[:, 0]
    side = 2 * reach + 1
    offsets = np.arange(side)
    tall, broad = height + 2 * side, width + 2 * side
    flat = np.zeros(tall * broad, dtype=np.float64)
    for number in np.unique(key):
        dx, dy = (np.array([number % _PARTS, number // _PARTS]) + 0.5) / _PARTS - 0.5
        small = stamp(template.form, template.radius, float(dx), float(dy))
        cover = np.zeros((side, side), dtype=np.float64)
        at = reach - len(small) // 2
        cover[at : at + len(small), at : at + len(small)] = small
        if opacity < 1:
            cover = np.log1p(-opacity * cover) / np.log(1 - opacity)
        own = cell[key == number] + side - reach
        begins = own[:, 1] * broad + own[:, 0]
        flat_cover = (offsets[:, None] * broad + offsets).ravel()
        places_of = (begins[:, None] + flat_cover).ravel()
        flat += np.bincount(places_of, np.tile(cover.ravel(), len(own)), minlength=len(flat))
    return flat.reshape(tall, broad)[side : side + height, side : side + width].astype(np.float32)
