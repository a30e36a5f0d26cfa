"""Finds the colours that series are drawn in, and which pixels have which."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.ground import Drawn
from snellen.readers.pixels.picture import Floats, Mask

__all__ = ["Inked", "find_colours", "ink_of"]

_APART, _APART_SURE = 40.0, 22.0
"""Two colours further apart than this, Euclidean in 8-bit RGB, are two; than the second where both are seen unmixed."""
_SAME = 3
_LEAST_CORE = 10
_LEAST_SHARE = 0.015
"""Of the commonest colour's core pixels: fewer are where strokes cross and blur."""
_ON_THE_WAY = 26.0


@dataclass(frozen=True)
class Inked:
    """The pixels of ink as a list, in order of rows; arrays of shape (n,) unless said otherwise."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    """Within the drawn part of the plot."""
    colours: Floats
    """Shape (colours, 3): RGB."""
    nearest: NDArray[np.intp]
    """Which colour a pixel is a mixture of with the ground, as an index."""
    shares: Floats
    """The share of that colour in the mixture, 0 to 1."""
    misfits: Floats
    """How far the pixel is from being such a mixture, in 8-bit RGB."""


def find_colours(drawn: Drawn) -> Inked:
    """The colours in the plot, the commonest first, and the ink's pixels sorted by them."""
    rows, columns = np.nonzero(drawn.ink)
    values = drawn.pixels[rows, columns].astype(np.float64)
    core = _core(drawn, rows, columns)
    solid = _solid(drawn, rows[core], columns[core])
    colours = _apart(values[core], solid, drawn.colour.astype(np.float64))
    return ink_of(drawn, rows, columns, colours)


def ink_of(drawn: Drawn, rows: NDArray[np.intp], columns: NDArray[np.intp], colours: Floats) -> Inked:
    """Pixels of ink as mixtures of the ground and one of the colours, shape (colours, 3), each."""
    ground = drawn.colour.astype(np.float64)
    away = drawn.pixels[rows, columns].astype(np.float64) - ground
    best, shares, nearest = np.full(len(rows), np.inf), np.zeros(len(rows)), np.zeros(len(rows), dtype=np.intp)
    for index, colour in enumerate(colours):
        way = colour - ground
        share = np.clip(away @ way / max(1.0, float(way @ way)), 0, 1)
        off = np.linalg.norm(away - share[:, None] * way, axis=1)
        better = off < best - 1e-9
        best[better], shares[better], nearest[better] = off[better], share[better], index
    return Inked(rows, columns, colours, nearest, shares, best)


def _core(drawn: Drawn, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Mask:
    """Pixels in the middle of strokes and marks: none of their neighbours is further from the ground's colour."""
    import cv2

    ground = np.empty_like(drawn.pixels)
    ground[:] = drawn.colour
    away = cv2.absdiff(drawn.pixels, ground)
    distance = cv2.transform(away, np.full((1, 3), 1 / 3, dtype=np.float32))
    most = cv2.dilate(distance, np.ones((3, 3), dtype=np.uint8))
    return np.asarray(most[rows, columns] <= distance[rows, columns].astype(np.int16) + 2)


def _solid(drawn: Drawn, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Mask:
    """Pixels whose neighbours all have the same colour: no blurred edge has such."""
    height, width = drawn.ink.shape
    here = drawn.pixels[rows, columns].astype(np.int16)
    same = np.ones(len(rows), dtype=np.bool_)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            at = drawn.pixels[np.clip(rows + down, 0, height - 1), np.clip(columns + right, 0, width - 1)]
            same &= np.abs(at.astype(np.int16) - here).max(axis=1) <= _SAME
    return same


def _apart(values: Floats, solid: Mask, ground: Floats) -> Floats:
    """The commonest colours that are apart from one another and no mere mixtures with the ground: shape (n, 3)."""
    found: list[Floats] = []
    counts: list[int] = []
    sure: list[bool] = []
    left = values
    most = 0
    while len(left) >= _LEAST_CORE:
        codes, count = np.unique((left // 8).astype(np.int64) @ np.array([65536, 256, 1]), return_counts=True)
        code = int(codes[count.argmax()])
        middle = np.array([code >> 16, code >> 8 & 255, code & 255]) * 8.0 + 4
        near = np.linalg.norm(left - middle, axis=1) < 12
        colour = np.median(left[near], axis=0)
        # Where strokes are wide enough to show their colour itself, close colours are told apart.
        is_sure = int(solid[near].sum()) >= _LEAST_CORE
        mine = np.linalg.norm(left - colour, axis=1) < (_APART_SURE if is_sure else _APART)
        n = int(mine.sum())
        left, solid = left[~mine], solid[~mine]
        most = max(most, n)
        if n < max(_LEAST_CORE, _LEAST_SHARE * most):
            if count.max() < max(3, 0.005 * most):
                break
            continue
        if not is_sure and any(
            _mixed(colour, other, ground) and n < 0.3 * m for other, m in zip(found, counts, strict=True)
        ):
            continue
        # A paler mixture may be met first where strokes are thin: the full colour takes its place.
        paler = [
            i for i, other in enumerate(found) if not sure[i] and _mixed(other, colour, ground) and counts[i] < 3 * n
        ]
        for i in reversed(paler):
            n += counts.pop(i)
            found.pop(i)
            sure.pop(i)
        found.append(colour)
        counts.append(n)
        sure.append(is_sure)
    order = np.argsort(counts)[::-1]
    return np.array(found).reshape(-1, 3)[order]


def _mixed(colour: Floats, other: Floats, ground: Floats) -> bool:
    """Whether a colour is a mixture of another one and the ground, and not nearly that other one."""
    way = other - ground
    share = float((colour - ground) @ way / max(1.0, float(way @ way)))
    return 0 < share < 0.98 and float(np.linalg.norm(colour - ground - share * way)) < _ON_THE_WAY
