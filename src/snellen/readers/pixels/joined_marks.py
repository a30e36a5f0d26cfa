"""Marks that a line joins, and marks that run into one another."""

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.picture import Floats

__all__ = ["joined_centres", "split_centres"]

_FINE = 4
"""Marks are looked at that many times as large, since a line may be two pixels wide."""
_BETWEEN = 0.42
"""Where between the line's half width and a mark's inner radius the line is cut off."""


def joined_centres(shares: Floats, left: int, top: int) -> Floats:
    """The centres of marks on a line: what is left where strokes no wider than the line are worn off.

    `shares` is the ink of the line and its marks, 0 to 1; the result has shape (n, 2), x and y.
    """
    import cv2

    depth = cv2.distanceTransform((shares >= 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    peaks = (depth >= cv2.dilate(depth, np.ones((3, 3), dtype=np.uint8)) - 1e-6) & (depth > 0)
    radii = depth[peaks]
    thin, thick = float(np.percentile(radii, 30)), float(np.percentile(radii, 99.5))
    if thick < 1.5 * thin:
        return np.empty((0, 2))
    cut = thin + _BETWEEN * (thick - thin)
    count, labels, _, middles = cv2.connectedComponentsWithStats((depth > cut).astype(np.uint8), connectivity=8)
    reach = max(4, round(2.6 * thick))
    found = []
    for label in range(1, count):
        if float(depth[labels == label].max()) < thin + 0.6 * (thick - thin):
            continue
        x, y = middles[label]
        found.append(_fine_centre(shares, float(x), float(y), reach, cut))
    places = np.array(found).reshape(-1, 2)
    return places + np.array([left, top])


def split_centres(shares: Floats, left: int, top: int, area: float) -> Floats:
    """The centres of several marks of a known area that touch: shape (n, 2).

    Worn down until they part; where they never do, the pixels are divided evenly among as many centres as there is
    area for.
    """
    import cv2

    wanted = max(2, round(float(shares.sum()) / area))
    depth = cv2.distanceTransform((shares >= 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    seeds: NDArray[np.float64] | None = None
    for cut in np.linspace(0.2, 0.95, 16) * float(depth.max()):
        count, _, _, middles = cv2.connectedComponentsWithStats((depth > cut).astype(np.uint8), connectivity=8)
        if count - 1 == wanted:
            seeds = middles[1:] + 0.5
            break
    rows, columns = np.nonzero(shares >= 0.5)
    points = np.stack([columns + 0.5, rows + 0.5], axis=1)
    if seeds is None:
        seeds = _spread_out(points, wanted)
    for _ in range(20):
        nearest = ((points[:, None] - seeds) ** 2).sum(axis=2).argmin(axis=1)
        seeds = np.array([points[nearest == k].mean(axis=0) if (nearest == k).any() else seeds[k] for k in range(wanted)])
    return np.asarray(seeds + np.array([left, top]))


def _spread_out(points: Floats, n: int) -> Floats:
    """n of the points, each the furthest from those before it."""
    chosen = [points[np.argmin(points.sum(axis=1))]]
    for _ in range(n - 1):
        distance = np.min([((points - one) ** 2).sum(axis=1) for one in chosen], axis=0)
        chosen.append(points[distance.argmax()])
    return np.array(chosen)


def _fine_centre(shares: Floats, x: float, y: float, reach: int, cut: float) -> tuple[float, float]:
    """The centre of gravity of one mark without the line, looked at closely."""
    import cv2

    column, row = round(x), round(y)
    left, top = max(0, column - reach), max(0, row - reach)
    window = shares[top : row + reach + 1, left : column + reach + 1].astype(np.float32)
    large = cv2.resize(window, None, fx=_FINE, fy=_FINE, interpolation=cv2.INTER_LINEAR)
    size = 2 * round(cut * _FINE) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx((large >= 0.5).astype(np.uint8), cv2.MORPH_OPEN, disc)
    _, labels = cv2.connectedComponents(opened, connectivity=4)
    at = labels[min(labels.shape[0] - 1, int((y + 0.5 - top) * _FINE)), min(labels.shape[1] - 1, int((x + 0.5 - left) * _FINE))]
    if at == 0:
        return x + 0.5, y + 0.5
    rows, columns = np.nonzero(labels == at)
    return left + (float(columns.mean()) + 0.5) / _FINE, top + (float(rows.mean()) + 0.5) / _FINE
