"""How large a mark is, and which pieces of ink are a mark alone."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["fitting_radius", "single_marks"]

Mask = NDArray[np.bool_]

_LARGER = 3.0
"""A mark's area over that of the widest disc that fits everywhere, at most: a square's corners hold no disc."""


def single_marks(sizes: NDArray[np.int64], radius: float) -> Mask:
    """Which pieces, rows of left, top, width, height, area, are single marks: compact and of the least common size.

    `radius` is what `fitting_radius` found in the same ink.
    """
    if not len(sizes):
        return np.zeros(0, dtype=np.bool_)
    width, height, area = sizes[:, 2], sizes[:, 3], sizes[:, 4].astype(np.float64)
    fill = area / (width * height)
    slack = 1 + 0.12 * np.minimum(width, height)
    compact = (fill > 0.42) & (np.abs(width - height) <= slack)
    compact &= area <= _LARGER * np.pi * (radius + 0.5) ** 2
    if not compact.any():
        return np.asarray(compact)
    logs = np.log(area)
    spread = 0.12 + 2.5 / np.sqrt(area)
    support = np.array(
        [(compact & (np.abs(logs - value) < width)).sum() for value, width in zip(logs, spread, strict=True)]
    )
    support = np.where(compact, support, 0)
    enough = np.flatnonzero(support >= max(0.25 * support.max(), 1))
    first = enough[area[enough].argmin()]
    # The centre of the group that begins with the smallest.
    near = compact & (logs - logs[first] < 2 * spread[first])
    middle = float(np.median(logs[near]))
    return np.asarray(compact & (np.abs(logs - middle) < 1.3 * spread[first]))


def fitting_radius(mask: NDArray[np.bool_]) -> float:
    """The radius of the widest disc that reaches nearly all of the ink: discs, drawn, are reached by one like them."""
    import cv2

    ink = mask.view(np.uint8)
    total = int(ink.sum())
    edge = total - int(cv2.erode(ink, np.ones((3, 3), np.uint8)).sum())
    best = 1.0
    if not total:
        return best
    depth = cv2.distanceTransform(ink, cv2.DIST_L2, 5)
    for radius in np.arange(1.5, 40.0, 0.5):
        core = (depth >= radius).view(np.uint8)
        if not core.any():
            break
        away = cv2.distanceTransform(1 - core, cv2.DIST_L2, 5)
        missed = int((mask & (away > radius)).sum())
        if missed > 0.35 * edge:
            break
        best = float(radius)
    return best
