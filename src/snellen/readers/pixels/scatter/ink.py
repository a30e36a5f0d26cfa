"""What stands out from the ground, in connected pieces, and which of these are a mark alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.ground import Ground
from snellen.readers.pixels.scatter.letters import legend_keys, radius_and_letters
from snellen.readers.pixels.scatter.sizes import fitting_radius, single_marks

__all__ = ["Ink", "find_ink"]

Bytes = NDArray[np.uint8]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_FAINT = 18
"""Levels by which a channel differs from the ground under a mark, at least."""
_STRONG = 0.6
"""Lines of this much of a mark's contrast need care."""
_REACH = 0.04
"""How far marks stick out of the plot, as a share of its longer side, at most."""
_INSIDE = 0.35
"""The share of a piece that lies in the plot; tick marks and labels lie outside."""
_HOLLOW, _LEAST_HOLES = 4.0, 3
"""A hollow mark's hole has this many times the area of a disc as wide as the stroke; there are this many, or none."""
_SPECK = 0.2
"""Ink of less than this share of a mark is dirt."""


@dataclass(frozen=True, eq=False)
class Ink:
    """The ink of a picture of shape (height, width), and its pieces.

    `change` is how each channel differs from the ground, float32 of shape (height, width, 3), 0 where there is no ink.
    `pieces` numbers the pixels of each piece from 1, holes filled where no larger than a mark can make them. `boxes`,
    shape (n, 4), are left, top, width and height of each piece, `areas` its pixels, `alone` whether it is a single
    mark by its size and form. `radius` is that of the widest disc that fits everywhere.
    """

    mask: Mask
    change: Singles
    pieces: NDArray[np.int32]
    boxes: NDArray[np.int64]
    areas: NDArray[np.int64]
    alone: Mask
    hollow: bool
    radius: float


def find_ink(pixels: Bytes, ground: Ground) -> Ink:
    """The ink of a scatterplot's marks: 8-bit RGB of shape (height, width, 3), and the ground beneath."""
    import cv2

    change = _change(pixels, ground)
    mask = np.abs(change).max(axis=2) > _FAINT
    if ground.framed:
        reach = max(3, round(_REACH * max(ground.right - ground.left, ground.bottom - ground.top)))
        clear = np.zeros_like(mask)
        clear[
            max(ground.top - reach, 0) : ground.bottom + reach, max(ground.left - reach, 0) : ground.right + reach
        ] = 1
        mask &= clear
        mask = _inside_alone(mask, ground)
    outlines = mask
    mask, hollow = _filled(mask)
    _, pieces, boxes, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8), connectivity=4)
    radius, letters = radius_and_letters(mask, pieces)
    marks = (boxes[:, 4] >= _SPECK * np.pi * radius**2) & ~letters & ~legend_keys(boxes, letters, radius)
    kept = np.flatnonzero(marks[1:]) + 1
    renamed = np.zeros(len(boxes), dtype=np.int32)
    renamed[kept] = np.arange(1, len(kept) + 1)
    pieces = renamed[pieces]
    mask = pieces > 0
    change[~mask] = 0
    if hollow:
        change[mask & ~outlines] = np.median(change[mask & outlines], axis=0)
    sizes = boxes[kept].astype(np.int64)
    return Ink(mask, change, pieces, sizes[:, :4], sizes[:, 4], single_marks(sizes, radius), hollow, radius)


def _change(pixels: Bytes, ground: Ground) -> Singles:
    """How much each channel differs from the ground: float32 of shape (height, width, 3).

    On lines that differ from the panel about as much as marks do, it is that of the pixels around: there a mark of
    some opacity makes another change, or none.
    """
    import cv2

    change: Singles = cv2.subtract(pixels, ground.pixels, dtype=cv2.CV_32F)
    box = slice(ground.top, ground.bottom), slice(ground.left, ground.right)
    contrast = cv2.absdiff(ground.pixels[box], np.full_like(ground.pixels[box], 0) + ground.panel).max(axis=2)
    lines = contrast > 0
    size = np.abs(change[box]).max(axis=2)
    inked = size[(size > _FAINT) & ~lines]
    if not lines.any() or not len(inked):
        return change
    strong = contrast > _STRONG * float(np.median(inked))
    # Lines along the plot's edge have marks on one side alone, and the page on the other.
    if not strong.any() or strong.mean() > 0.5:
        return change
    clear = (~strong).astype(np.float32)
    around = cv2.GaussianBlur(change[box] * clear[:, :, None], (7, 7), 1.5, borderType=cv2.BORDER_REPLICATE)
    weight = cv2.GaussianBlur(clear, (7, 7), 1.5, borderType=cv2.BORDER_REPLICATE)
    filled = around / np.maximum(weight, 1e-3)[:, :, None]
    part = change[box]
    part[strong] = np.where((weight > 1e-3)[:, :, None], filled, 0)[strong]
    return change


def _inside_alone(mask: Mask, ground: Ground) -> Mask:
    """Without pieces that lie mostly outside the plot, or on its lines alone: ticks, and where lines cross."""
    import cv2

    inside = np.zeros_like(mask)
    inside[ground.top : ground.bottom, ground.left : ground.right] = True
    count, pieces = cv2.connectedComponents(mask.view(np.uint8), connectivity=4)
    whole = np.bincount(pieces[mask], minlength=count)
    within = np.bincount(pieces[mask & inside], minlength=count)
    plain = inside & (ground.pixels == ground.panel).all(axis=2)
    free = np.bincount(pieces[mask & plain], minlength=count)
    good = (within >= _INSIDE * np.maximum(whole, 1)) & (free > 0)
    good[0] = False
    return np.asarray(good[pieces])


def _filled(mask: Mask) -> tuple[Mask, bool]:
    """With the holes of hollow marks filled, and whether marks are hollow: holes are much wider than strokes.

    A whole hole is round, or square; those in overlapping rings are parts of one, and gaps between marks are neither.
    """
    import cv2

    _, holes, boxes, _ = cv2.connectedComponentsWithStats((~mask).view(np.uint8), connectivity=4)
    if len(boxes) < 4:
        return mask, False
    width, height, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    fill = area / (width * height)
    stroke = fitting_radius(mask)
    whole = (fill > 0.68) & (np.abs(width - height) <= 1 + 0.15 * width) & (area > _HOLLOW * np.pi * stroke**2)
    whole &= area < 0.02 * mask.size
    whole[0] = False
    if whole.sum() < _LEAST_HOLES:
        return mask, False
    largest = float(np.sort(area[whole])[-_LEAST_HOLES:].min())
    fill_these = area <= 1.3 * largest
    fill_these[0] = False
    return mask | fill_these[holes], True
