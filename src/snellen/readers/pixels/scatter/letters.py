"""Words and frames among the ink, as of a legend inside the plot: no marks."""

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.sizes import fitting_radius

__all__ = ["legend_keys", "radius_and_letters"]

Mask = NDArray[np.bool_]

_LEAST_RADIUS = 2.5
"""Marks of a smaller radius, in pixels, are as thin as letters."""
_THIN = 0.6
"""A piece in which no disc of this share of a mark's radius fits holds no mark."""
_SINGLE = 3.5
"""A mark alone is no larger than so many radii."""
_DEEPER = 1.8
"""Marks are so many times as thick as letters."""
_FEWEST, _NEAR = 3, 6.0
"""So many letters beside a mark, within so many of its widths, make it the key of a legend."""


def radius_and_letters(mask: Mask, pieces: NDArray[np.int32]) -> tuple[float, Mask]:
    """The radius of the widest disc that fits all marks, in pixels, and which pieces are strokes too thin to hold one.

    `mask` and `pieces` have the picture's shape; pieces are numbered from 1, and 0 is no piece. Shape (n + 1,).
    """
    import cv2
    from scipy.ndimage import maximum

    radius = fitting_radius(mask)
    count = int(pieces.max(initial=0)) + 1
    depths = np.zeros(count)
    if count > 1:
        depth = cv2.distanceTransform(mask.view(np.uint8), cv2.DIST_L2, 5)
        depths[1:] = np.asarray(maximum(depth, pieces, np.arange(1, count)))
    # Where words are much of the ink, their strokes fit everywhere. Piles of marks have edges as round as a mark's.
    deep = depths > _DEEPER * radius
    if deep.any():
        without = fitting_radius(mask & deep[pieces])
        radius = without if without > _DEEPER * radius else radius
    letters = np.zeros(count, dtype=np.bool_)
    if radius >= _LEAST_RADIUS:
        letters[1:] = depths[1:] < _THIN * radius
    return radius, letters


def legend_keys(boxes: NDArray[np.int32], letters: Mask, radius: float) -> Mask:
    """Which pieces of one mark's size stand beside a word: shape (n,).

    `boxes`, shape (n, 5), has each piece's left, top, width and height in pixels; `radius` is a mark's.
    """
    keys = np.zeros(len(boxes), dtype=np.bool_)
    if letters.sum() < _FEWEST:
        return keys
    left, top, width, height = boxes[:, :4].T.astype(np.float64)
    middle = top + height / 2
    single = ~letters & (np.maximum(width, height) < _SINGLE * radius)
    for piece in np.flatnonzero(single).tolist():
        right = left[piece] + width[piece]
        row = letters & (np.abs(middle - middle[piece]) < height[piece]) & (height < 3 * height[piece])
        beside = np.sort(np.concatenate([left[row] - right, left[piece] - left[row] - width[row]]))
        beside = beside[beside >= 0]
        keys[piece] = (
            len(beside) >= _FEWEST and beside[0] < 3 * width[piece] and beside[_FEWEST - 1] < _NEAR * width[piece]
        )
    return keys
