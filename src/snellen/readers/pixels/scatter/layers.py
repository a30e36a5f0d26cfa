"""How much ink lies where: marks of one opacity laid over one another, counted pixel by pixel."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.ink import Ink

__all__ = ["Layers", "find_layers"]

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

_OPAQUE = 0.96
_ALIGNED = 0.985
_LEVELS = 3.0
"""Grey levels that count as nothing: what eight bits and rounding leave uncertain."""


@dataclass(frozen=True, eq=False)
class Layers:
    """`count`, float32 of shape (height, width): layers of ink, a mark's edge counting in part.

    No more than `most` can be told apart, and what reaches `most` is that or more. `opacity` is that of one mark,
    1 where marks hide what is below them. `colours`, shape (k, 3), are changes of the ground under one mark.
    """

    count: Singles
    most: float
    opacity: float
    colours: Singles


def find_layers(ink: Ink) -> Layers:
    """The layers of ink. With one colour and some opacity the layers are counted; else ink is there or not."""
    colours, weights = _single_colours(ink)
    strength = np.abs(ink.change).max(axis=2)
    if not len(colours) or not np.abs(colours).max(axis=1).min() > 1:
        return Layers((strength > 0).astype(np.float32), 1.0, 1.0, colours)
    main = colours[weights.argmax()]
    length = float(np.linalg.norm(main))
    along = ink.change @ (main / length)
    inked = ink.mask & (strength > 0.5 * np.abs(main).max())
    norms = np.linalg.norm(ink.change[inked], axis=1)
    aligned = along[inked] > _ALIGNED * norms
    if aligned.mean() < 0.9:
        return Layers(_covered(ink, colours), 1.0, 1.0, colours)
    depth = along / length  # 1 where one mark lies
    opacity = _opacity(depth[inked])
    if opacity >= _OPAQUE:
        return Layers(np.clip(depth, 0, 1).astype(np.float32), 1.0, 1.0, colours)
    least = _LEVELS / (length / opacity)
    through = np.clip(1 - opacity * depth, least, 1)
    per_layer = float(np.log(1 - opacity))
    count = np.log(through) / per_layer
    # Two steps of the grey scale must part the last two layers.
    most = float(np.log(max(2 * least / opacity, least)) / per_layer)
    most = max(most, 1.0)
    return Layers(np.minimum(count, most).astype(np.float32), most, opacity, colours)


def _single_colours(ink: Ink) -> tuple[Singles, Floats]:
    """The changes that single marks make, alike ones together, and how many marks make each."""
    import cv2

    inner = cv2.erode(ink.mask.view(np.uint8), np.ones((3, 3), np.uint8)) > 0
    found: list[Singles] = []
    weights: list[int] = []
    picked = np.flatnonzero(ink.alone)
    if len(picked) < 3:
        return _commonest_change(ink, inner)
    for number in picked[:400]:
        left, top, width, height = ink.boxes[number]
        own = (ink.pieces[top : top + height, left : left + width] == number + 1) & inner[
            top : top + height, left : left + width
        ]
        part = ink.change[top : top + height, left : left + width]
        if not own.any():
            y, x = np.unravel_index(np.abs(part).max(axis=2).argmax(), part.shape[:2])
            value = part[y, x]
        else:
            value = np.median(part[own], axis=0)
        for place, known in enumerate(found):
            if np.abs(known - value).max() < 14:
                weights[place] += 1
                break
        else:
            found.append(value.astype(np.float32))
            weights.append(1)
    return np.array(found, dtype=np.float32).reshape(-1, 3), np.array(weights, dtype=np.float64)


def _commonest_change(ink: Ink, inner: NDArray[np.bool_]) -> tuple[Singles, Floats]:
    """The faintest of the common changes within the ink: that of one layer, where no mark stands alone."""
    values = ink.change[inner if inner.any() else ink.mask]
    if not len(values):
        return np.zeros((0, 3), dtype=np.float32), np.zeros(0)
    rounded, counts = np.unique(np.round(values / 4).astype(np.int32), axis=0, return_counts=True)
    common = rounded[counts >= 0.12 * counts.max()]
    faintest = common[np.abs(common).max(axis=1).argmin()]
    near = np.abs(values - faintest * 4).max(axis=1) <= 4
    return np.median(values[near], axis=0).astype(np.float32)[None], np.ones(1)


def _opacity(depth: Floats) -> float:
    """The opacity of a mark from how much darker two are than one: 1, then 2 − opacity, and 1 / opacity at last."""
    deeper = depth[depth > 1.03]
    if len(deeper) < max(8, 0.002 * len(depth)):
        return 1.0
    counts, edges = np.histogram(deeper, bins=np.arange(1.03, 2.1, 0.02))
    smooth = np.convolve(counts, [0.5, 1, 0.5], mode="same")
    top = float(np.quantile(deeper, 0.999))
    fits = []
    for opacity in np.arange(0.1, 0.96, 0.025):
        if 1 / opacity < top - 0.06:
            continue
        levels = (1 - (1 - opacity) ** np.arange(2, 6)) / opacity
        places = np.digitize(levels, edges) - 1
        hit = sum(float(smooth[p]) for p in np.unique(places[(places >= 0) & (places < len(smooth))]))
        chance = float(smooth.mean()) * len(np.unique(places)) + 1
        fits.append((hit / chance, hit, float(opacity)))
    return max(fits)[2] if fits else 1.0


def _covered(ink: Ink, colours: Singles) -> Singles:
    """Where marks of several colours lie: from 0 at an edge to 1."""
    import cv2

    strength = np.linalg.norm(ink.change, axis=2).astype(np.float32)
    around = cv2.dilate(strength, np.ones((3, 3), np.uint8))
    least = float(np.linalg.norm(colours, axis=1).min())
    share: Singles = np.clip(strength / np.clip(around, least, None), 0, 1).astype(np.float32)
    return share
