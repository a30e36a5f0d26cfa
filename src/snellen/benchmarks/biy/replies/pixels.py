"""From the units of a reply to pixels of the image."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["FARTHEST", "many_to_pixels", "to_pixels"]

FARTHEST = 1e9
"""Coordinates farther from the image than this are taken to be this far: no measure can tell, and nothing overflows."""

_UNITS = 1000


def to_pixels(
    value: Sequence[tuple[float, ...]], size: tuple[int, int], truncate: bool, width: int | None = None
) -> NDArray[np.float64]:
    """A reply's boxes or points in pixels: an array of shape (n, 4) or (n, 2), not clipped to the image.

    pixel = unit · size / 1000, with `size` the image's (width, height). `truncate`: towards zero to whole pixels, as
    the paper's code has it (its targets are truncated too: `numpy.trunc`). `width`, 4 or 2, is the number of columns
    where `value` is empty (then 4 unless given).
    """
    columns = width or (len(value[0]) if value else 4)
    return many_to_pixels([value], np.array([size]), truncate, columns)[0]


def many_to_pixels(
    values: Sequence[Sequence[tuple[float, ...]] | None], sizes: NDArray[np.generic], truncate: bool, width: int
) -> list[NDArray[np.float64]]:
    """`to_pixels` for many replies at once: an array for each; None, an invalid reply, becomes one without rows.

    `sizes` has a row for each reply: width and height of its image. `width`: 4 for boxes, 2 for points.
    """
    lengths = np.array([len(value) if value else 0 for value in values], dtype=np.int64)
    flat = [number for value in values if value for element in value for number in element]
    units = np.array(flat, dtype=np.float64).reshape(-1, width)
    scale = np.tile(np.asarray(sizes, dtype=np.float64).reshape(-1, 2), width // 2)
    pixels = np.clip(units, -FARTHEST, FARTHEST) * np.repeat(scale, lengths, axis=0) / _UNITS
    pixels = np.clip(np.trunc(pixels) if truncate else pixels, -FARTHEST, FARTHEST)
    return np.split(pixels, np.cumsum(lengths)[:-1]) if len(lengths) else []
