"""Marks that a line joins, and marks that run into one another."""

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.picture import Floats

Singles = NDArray[np.float32]

__all__ = ["joined_centres", "split_centres"]

_COVERED = 0.88
_SMALL, _LARGER = 6.0, 3
"""Marks of a smaller inner radius, in pixels, are looked at that many times as large."""
_THICK_ENOUGH = 0.5
_BETWEEN = 0.42
"""Where between the line's half width and a mark's inner radius the line is cut off."""


def joined_centres(shares: Floats, left: int, top: int) -> Floats:
    """The centres of marks on a line: what is left where strokes no wider than the line are worn off.

    `shares` is the ink of the line and its marks, 0 to 1; the result has shape (n, 2), x and y.
    """
    import cv2

    thin, thick = _radii(_depth(shares))
    if thick < 1.5 * thin or not thick:
        return np.empty((0, 2))
    scale = _LARGER if thick < _SMALL else 1
    large = cv2.resize(shares, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR) if scale > 1 else shares
    depth = _depth(large) / scale
    thin, thick = _radii(depth)
    cut = thin + _BETWEEN * (thick - thin)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats((depth > cut).astype(np.uint8), connectivity=8)
    found = []
    for label in range(1, count):
        x, y, w, h, _ = boxes[label]
        part = depth[y : y + h, x : x + w][labels[y : y + h, x : x + w] == label]
        if float(part.max()) >= thin + _THICK_ENOUGH * (thick - thin):
            found.append((middles[label] + 0.5) / scale)
    places = _aligned(shares, np.array(found).reshape(-1, 2), thick)
    return np.asarray(places + np.array([left, top]), dtype=np.float64)


def _depth(shares: Floats) -> Floats:
    """How far each pixel is inside the ink, in pixels."""
    import cv2

    ink = (shares >= 0.5).astype(np.uint8)
    return np.asarray(cv2.distanceTransform(ink, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), dtype=np.float64)


def _radii(depth: Floats) -> tuple[float, float]:
    """Half the line's width, and a mark's inner radius."""
    import cv2

    peaks = (depth >= cv2.dilate(depth, np.ones((3, 3), dtype=np.uint8)) - 1e-6) & (depth > 0)
    radii = np.sort(depth[peaks])
    # Few of the places are marks: the third largest radius is a mark's, while one or two may be sharp corners.
    return (float(np.percentile(radii, 30)), float(radii[-3:][0])) if len(radii) else (0.0, 0.0)


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
        seeds = np.array(
            [points[nearest == k].mean(axis=0) if (nearest == k).any() else seeds[k] for k in range(wanted)]
        )
    return np.asarray(seeds + np.array([left, top]))


def _spread_out(points: Floats, n: int) -> Floats:
    """n of the points, each the furthest from those before it."""
    chosen = [points[np.argmin(points.sum(axis=1))]]
    for _ in range(n - 1):
        distance = np.min([((points - one) ** 2).sum(axis=1) for one in chosen], axis=0)
        chosen.append(points[distance.argmax()])
    return np.array(chosen)


def _aligned(shares: Floats, places: Floats, radius: float) -> Floats:
    """The centres of gravity of marks of one shape, given places near them.

    The shape is what most windows around the places have in common: the line leaves each mark in other directions.
    Each window is then moved to where the shape fits best, ink on it and none around it, and so on.
    """
    import cv2

    if len(places) < 3:
        return places
    reach = round(3.2 * radius) + 2
    room = 2 * reach
    image = np.pad(shares, room).astype(np.float32)
    at = places + room
    for round_ in range(4):
        size = 2 * reach + 1
        windows = np.array([cv2.getRectSubPix(image, (size, size), (float(x) - 0.5, float(y) - 0.5)) for x, y in at])
        shape = np.quantile(windows, 0.35 if round_ else 0.5, axis=0).astype(np.float32)
        body = shape >= 0.5
        _, labels = cv2.connectedComponents(body.astype(np.uint8), connectivity=4)
        own = labels == labels[reach, reach] if labels[reach, reach] else body
        shape = np.where(cv2.dilate(own.astype(np.uint8), np.ones((3, 3), dtype=np.uint8)) > 0, shape, 0)
        if not shape.any():
            return places
        rows, columns = np.indices(shape.shape)
        middle_x = float(np.average(columns, weights=shape)) - reach
        middle_y = float(np.average(rows, weights=shape)) - reach
        around = cv2.dilate(own.astype(np.uint8), np.ones((5, 5), dtype=np.uint8)).astype(np.float32)
        kernel = (2 * shape - around).astype(np.float32)
        moves = np.array([_best_move(image, kernel, x, y, reach // 2 + 1) for x, y in at.tolist()])
        at = at + moves + (middle_x, middle_y)
    size = 2 * reach + 1
    windows = np.array([cv2.getRectSubPix(image, (size, size), (float(x) - 0.5, float(y) - 0.5)) for x, y in at])
    covered = _covered(windows, np.where(own, shape, 0))
    return _without_doubles(at[covered > _COVERED * float(np.median(covered))] - room, 1.2 * radius)


def _covered(windows: Singles, shape: Singles) -> Floats:
    """How much of the shape is ink in each window, but for the quarter turn around it that is covered least.

    Where strokes meet at a sharp angle they are as thick as a mark, but not of its shape. A mark at an end of the line
    lacks the line on one side, which may be in the shape.
    """
    rows, columns = np.indices(shape.shape) - shape.shape[0] // 2
    angle = np.arctan2(rows, columns)
    best = np.zeros(len(windows))
    for start in np.arange(8) * np.pi / 4:
        weights = np.where((angle - start) % (2 * np.pi) >= np.pi / 2, shape, 0)
        best = np.maximum(best, (windows * weights).sum(axis=(1, 2)) / max(1e-6, float(weights.sum())))
    return best


def _best_move(image: Singles, kernel: Singles, x: float, y: float, most: int) -> tuple[float, float]:
    """How far from (x, y) the kernel's middle fits best, to a fraction of a pixel."""
    import cv2

    side = kernel.shape[0] + 2 * most
    window = cv2.getRectSubPix(image, (side, side), (x - 0.5, y - 0.5))
    fit = np.asarray(cv2.matchTemplate(window, kernel, cv2.TM_CCORR), dtype=np.float64)
    row, column = (int(v) for v in np.unravel_index(int(fit.argmax()), fit.shape))
    return column - most + _vertex(fit[row], column), row - most + _vertex(fit[:, column], row)


def _vertex(values: Floats, at: int) -> float:
    """How far from the greatest of evenly spaced values the parabola through it and its neighbours has its vertex."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(v) for v in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.0 if bend >= 0 else min(0.5, max(-0.5, (before - after) / (2 * bend)))


def _without_doubles(places: Floats, distance: float) -> Floats:
    kept: list[Floats] = []
    for place in places:
        if all(np.hypot(*(place - other)) >= distance for other in kept):
            kept.append(place)
    return np.array(kept).reshape(-1, 2)
