"""The marks of a scatterplot, one by one: alone, or parted where they overlap."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.fitting import painted, refined
from snellen.readers.pixels.scatter.ink import Ink
from snellen.readers.pixels.scatter.layers import Layers
from snellen.readers.pixels.scatter.template import Template, stamp

__all__ = ["Marks", "find_marks"]

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

_SEARCH_RADIUS = 4.0
"""Overlapping marks are looked for in a picture shrunk until a mark's radius is this many pixels, or left as it is."""
_ENOUGH = 0.55
"""The share of a mark's ink that must still be unexplained where another mark is seen."""
_STICKS_OUT = 0.22
"""The share of a mark that must be unexplained, once marks are placed, where another is under them."""
_PASSES = 24
_EXPOSED = 0.35
_HIDDEN, _ON_INK = 0.7, 0.95
"""The share of a mark's edge on ink too deep to tell, and of the mark on ink, where it may go unseen."""
_OVER = 1.0
_MOST_MARKS = 6000


@dataclass(frozen=True, eq=False)
class Marks:
    """Where marks stand: `places`, shape (n, 2), x and y in pixels from the top left corner of the picture (the middle
    of its first pixel is at 0.5). Where the ink is too deep for marks to be told apart, `crowd`, shape (m, 2), are the
    middles of squares of area `cell` that cover the places where a mark would change nothing. About one stands in each,
    or many more."""

    places: Floats
    crowd: Floats
    cell: float


def find_marks(ink: Ink, layers: Layers, template: Template) -> Marks:
    """All marks. A piece of a single mark's size has it in its middle; others are taken apart.

    Marks are looked for where a mark's whole form has ink that no mark found so far explains, those first of which the
    edge is seen; then all are moved to where they explain the ink best.
    """
    single = ink.alone | (ink.areas <= 1.25 * template.area)
    single &= ink.areas >= 0.3 * template.area
    places = [_middle(ink, layers, number) for number in np.flatnonzero(single).tolist()]
    crowds = []
    # Ink without a gap at this depth takes about two standard deviations more than its depth, on average: as many
    # marks lie over each place, and squares are made so large that one stands in each.
    side = max(0.5, float(np.sqrt(template.area / (layers.most + 2 * np.sqrt(layers.most)))))
    for number in np.flatnonzero(~single & (ink.areas > 1.25 * template.area)):
        found, crowd = _taken_apart(ink, layers, template, int(number), side)
        places += list(found)
        crowds.append(crowd)
    crowd = np.concatenate(crowds) if crowds else np.zeros((0, 2))
    return Marks(np.array(places, dtype=np.float64).reshape(-1, 2), crowd, side**2)


def _middle(ink: Ink, layers: Layers, number: int) -> Floats:
    left, top, width, height = ink.boxes[number]
    box = slice(top, top + height), slice(left, left + width)
    weight = np.where(ink.pieces[box] == number + 1, np.minimum(layers.count[box], 1), 0).astype(np.float64)
    total = weight.sum()
    if total <= 0:
        return np.array([left + width / 2, top + height / 2])
    x = weight.sum(axis=0) @ (np.arange(width) + 0.5) / total
    y = weight.sum(axis=1) @ (np.arange(height) + 0.5) / total
    return np.array([left + x, top + y])


def _taken_apart(ink: Ink, layers: Layers, template: Template, number: int, side: float) -> tuple[Floats, Floats]:
    """The places of the marks that overlap in one piece, and the middles of the squares that are crowded."""
    left, top, width, height = ink.boxes[number].tolist()
    pad = int(template.radius) + 4
    box = slice(top, top + height), slice(left, left + width)
    count = np.zeros((height + 2 * pad, width + 2 * pad), dtype=np.float32)
    count[pad:-pad, pad:-pad] = np.where(ink.pieces[box] == number + 1, layers.count[box], 0)
    found = _search(count, layers.most, template)
    found = refined(count, layers.most, template, found, layers.opacity)
    more = _overlooked(count, layers, template, found)
    if len(more):
        found = refined(count, layers.most, template, np.concatenate([found, more]), layers.opacity)
    crowded = _crowded(count, layers.most, template)
    corner = (left - pad, top - pad)
    if not crowded.any():
        return found + corner, np.zeros((0, 2))
    at = np.clip(np.floor(found).astype(np.int64), 0, np.array(count.shape[::-1]) - 1)
    found = found[~crowded[at[:, 1], at[:, 0]]]
    down, across = np.arange(side / 2, count.shape[0], side), np.arange(side / 2, count.shape[1], side)
    rows, columns = np.nonzero(crowded[np.ix_(down.astype(np.int64), across.astype(np.int64))])
    return found + corner, np.column_stack([across[columns], down[rows]]) + corner


def _overlooked(count: Singles, layers: Layers, template: Template, found: Floats) -> Floats:
    """Marks of which only a part sticks out from under others: shape (n, 2)."""
    import cv2

    rest = count - painted((count.shape[0], count.shape[1]), template, found, layers.opacity)
    body = stamp(template.form, template.radius, 0.0, 0.0)
    part = cv2.filter2D(np.clip(rest, 0, 1), -1, body / float(body.sum()), borderType=cv2.BORDER_CONSTANT)
    inked = cv2.filter2D(np.minimum(count, 1), -1, body / float(body.sum()), borderType=cv2.BORDER_CONSTANT)
    score = np.where(inked >= _ON_INK, part, 0)
    apart = max(1, round(template.radius))
    peaks = (score >= _STICKS_OUT) & (score >= cv2.dilate(score, np.ones((2 * apart + 1, 2 * apart + 1), np.uint8)))
    y, x = np.nonzero(peaks)
    if not len(x):
        return np.zeros((0, 2))
    y, x = _spaced(y, x, score[y, x], apart)
    return np.column_stack([x, y]).astype(np.float64) + 0.5


def _crowded(count: Singles, most: float, template: Template) -> NDArray[np.bool_]:
    """Where a mark can be whose edge would not be seen: it lies on ink, most of its edge on ink too deep to tell."""
    import cv2

    deep = (count >= most - 0.02 if most > 1 else count > 0.5).astype(np.float32)
    body = stamp(template.form, template.radius, 0.0, 0.0)
    inked = cv2.filter2D(np.minimum(count, 1), -1, body / float(body.sum()), borderType=cv2.BORDER_CONSTANT)
    edge = stamp(template.form, template.radius + 1.2, 0.0, 0.0).copy()
    inner = stamp(template.form, template.radius - 0.3, 0.0, 0.0)
    at = (len(edge) - len(inner)) // 2
    edge[at : at + len(inner), at : at + len(inner)] -= inner
    hidden = cv2.filter2D(deep, -1, edge / float(edge.sum()), borderType=cv2.BORDER_CONSTANT)
    return np.asarray((hidden >= _HIDDEN) & (inked >= _ON_INK))


def _search(count: Singles, most: float, template: Template) -> Floats:
    """Places, shape (n, 2), of overlapping marks, to about a pixel."""
    import cv2

    shrink = min(1.0, _SEARCH_RADIUS / template.radius)
    if shrink < 1:
        size = max(1, round(count.shape[1] * shrink)), max(1, round(count.shape[0] * shrink))
        scale = np.array([size[0] / count.shape[1], size[1] / count.shape[0]])
        count = cv2.resize(count, size, interpolation=cv2.INTER_AREA)
    else:
        scale = np.ones(2)
    radius = template.radius * float(scale.mean())
    body = stamp(template.form, radius, 0.0, 0.0)
    rim = stamp(template.form, radius + 1.5, 0.0, 0.0)
    inner = stamp(template.form, radius + 0.3, 0.0, 0.0)
    rim = rim - np.pad(inner, (len(rim) - len(inner)) // 2)
    body_kernel, rim_kernel = body / float((body**2).sum()), rim / float(rim.sum())
    capped = count >= most - 0.02
    model = np.zeros_like(count)
    apart = max(1, round(0.9 * radius))
    near = np.ones((2 * apart + 1, 2 * apart + 1), np.uint8)
    found: list[NDArray[np.int64]] = []
    reach = len(body) // 2
    padded = np.zeros((count.shape[0] + 2 * reach, count.shape[1] + 2 * reach), dtype=np.float32)
    for _ in range(_PASSES):
        rest = count - model
        rest[capped & (rest < 0)] = 0
        explained = cv2.filter2D(np.clip(rest, -_OVER, 1), -1, body_kernel, borderType=cv2.BORDER_CONSTANT)
        exposed = 1 - cv2.filter2D(np.clip(rest, 0, 1), -1, rim_kernel, borderType=cv2.BORDER_CONSTANT)
        score = np.where(explained >= _ENOUGH, explained + _EXPOSED * exposed, 0)
        peaks = (score > 0) & (score >= cv2.dilate(score, near))
        y, x = np.nonzero(peaks)
        if not len(x) or sum(map(len, found)) > _MOST_MARKS:
            break
        y, x = _spaced(y, x, score[y, x], apart)
        found.append(np.column_stack([x, y]))
        for row, column in zip(y.tolist(), x.tolist(), strict=True):
            padded[row : row + 2 * reach + 1, column : column + 2 * reach + 1] += body
        model = padded[reach : reach + count.shape[0], reach : reach + count.shape[1]].copy()
    if not found:
        return np.zeros((0, 2))
    places: Floats = (np.concatenate(found) + 0.5) / scale
    return places


def _spaced(
    y: NDArray[np.int64], x: NDArray[np.int64], score: Singles, apart: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Peaks at least so far apart, the best first: plateaus have many of one height."""
    order = np.argsort(-score, kind="stable")
    taken = set[tuple[int, int]]()
    kept = []
    cell = max(apart, 1)
    for index in order.tolist():
        row, column = int(y[index]) // cell, int(x[index]) // cell
        if any((row + i, column + j) in taken for i in (-1, 0, 1) for j in (-1, 0, 1)):
            continue
        taken.add((row, column))
        kept.append(index)
    return y[kept], x[kept]
