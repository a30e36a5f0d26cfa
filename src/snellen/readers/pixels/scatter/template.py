"""The mark itself: its form and size, from marks that stand alone, or from the edge of the ink."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.ink import Ink
from snellen.readers.pixels.scatter.layers import Layers

__all__ = ["Template", "find_template", "stamp"]

Singles = NDArray[np.float32]
_SAMPLES = 8


@dataclass(frozen=True, eq=False)
class Template:
    """A mark: `form` is disc or square (half a side is the `radius`); `area` in pixels, and how much it covers of each
    pixel when it stands in the middle of one: `cover`, float32 of shape (2 m + 1, 2 m + 1)."""

    form: str
    radius: float
    area: float
    cover: Singles


def find_template(ink: Ink, layers: Layers) -> Template:
    """The mark of a picture: the typical piece that stands alone, or else the widest form that fits the ink's edge."""
    alone = np.flatnonzero(ink.alone)
    sums, fills = [], []
    for number in alone[:300]:
        left, top, width, height = ink.boxes[number]
        own = ink.pieces[top : top + height, left : left + width] == number + 1
        part = np.where(own, np.minimum(layers.count[top : top + height, left : left + width], 1), 0)
        area = float(part.sum())
        sums.append(area)
        fills.append(area / (float(part.max(axis=0).sum()) * float(part.max(axis=1).sum())))
    radius = ink.radius
    if sums:
        area, fill = float(np.median(sums)), float(np.median(fills))
    else:
        area, fill = float(np.pi * radius**2), float(np.pi / 4)
    form = "square" if fill > 0.9 and area > 12 else "disc"
    radius = float(np.sqrt(area)) / 2 if form == "square" else float(np.sqrt(area / np.pi))
    return Template(form, radius, area, stamp(form, radius, 0.0, 0.0))


@lru_cache(maxsize=512)
def stamp(form: str, radius: float, dx: float, dy: float) -> Singles:
    """How much a mark covers of each pixel around the one in which it stands, (dx, dy) off that pixel's middle."""
    reach = int(np.ceil(radius + 0.5 + max(abs(dx), abs(dy))))
    fine = (np.arange((2 * reach + 1) * _SAMPLES) + 0.5) / _SAMPLES - reach - 0.5
    x, y = fine[None, :] - dx, fine[:, None] - dy
    inside = np.maximum(np.abs(x), np.abs(y)) <= radius if form == "square" else x**2 + y**2 <= radius**2
    side = 2 * reach + 1
    cover: Singles = inside.reshape(side, _SAMPLES, side, _SAMPLES).mean(axis=(1, 3), dtype=np.float32)
    return cover
