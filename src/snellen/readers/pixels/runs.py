"""Where strokes of one colour run: the middles of the stroke along columns and along rows, to a fraction of a pixel."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.colours import Inked
from snellen.readers.pixels.picture import Floats, Mask

__all__ = ["Samples", "stroke_samples"]

_SURE = 0.5
_FEWEST = 20
_LEAST, _MOST = 0.85, 1.9
"""A run's length in stroke widths: shorter ones are partly hidden, longer ones are met at a flat angle."""


@dataclass(frozen=True)
class Samples:
    """Points on the middle line of one stroke, in pixels within the drawn part; a pixel's middle is at + 0.5."""

    x: Floats
    y: Floats
    width: float
    """The stroke's."""


@dataclass(frozen=True)
class _Runs:
    """Unbroken runs of ink along columns (or rows), arrays of one shape; `line` is the column, `middle` along it."""

    colour: NDArray[np.intp]
    """−1 where a run has several colours."""
    line: Floats
    middle: Floats
    length: Floats
    of_pixel: NDArray[np.intp]
    """Which run each pixel of ink is in."""


def stroke_samples(inked: Inked, shape: tuple[int, int]) -> list[Samples]:
    """For each colour, points on the middle line of what is drawn in it.

    Runs that touch another colour are left out, since what they show of the stroke may be a part of its width. `shape`
    is that of the drawn part: runs at its edges are left out too.
    """
    columns = _runs(inked.columns, inked.rows, inked, shape[0])
    rows = _runs(inked.rows, inked.columns, inked, shape[1])
    found = []
    for index in range(len(inked.colours)):
        width = _width(inked, columns, rows, index)
        down, across = (_kept(runs, index, width) for runs in (columns, rows))
        x = np.concatenate([columns.line[down], rows.middle[across]])
        y = np.concatenate([columns.middle[down], rows.line[across]])
        found.append(Samples(x, y, width))
    return found


def _width(inked: Inked, columns: _Runs, rows: _Runs, index: int) -> float:
    """The usual width of the strokes in one colour, from the lengths of the runs that each of its pixels is in."""
    mine = inked.nearest == index
    pure = (columns.colour[columns.of_pixel] == index) & (rows.colour[rows.of_pixel] == index)
    for chosen in (mine & pure & (inked.shares > 0.9), mine & pure, mine):
        if chosen.sum() >= _FEWEST:
            # A stroke's shorter run is at most √2 of its width; the median angle makes it an eighth more.
            shorter = np.minimum(columns.length[columns.of_pixel[chosen]], rows.length[rows.of_pixel[chosen]])
            return max(1.0, float(np.percentile(shorter, 40)) / 1.06)
    return 1.0


def _kept(runs: _Runs, index: int, width: float) -> Mask:
    return np.asarray((runs.colour == index) & (runs.length >= _LEAST * width) & (runs.length <= _MOST * width))


def _runs(lines: NDArray[np.intp], along: NDArray[np.intp], inked: Inked, length: int) -> _Runs:
    """The runs of ink, of any colour, along each line."""
    order = np.lexsort((along, lines))
    line, place = lines[order], along[order]
    if not len(order):
        empty = np.empty(0)
        return _Runs(np.empty(0, dtype=np.intp), empty, empty, empty, np.empty(0, dtype=np.intp))
    starts = np.flatnonzero(np.concatenate([[True], (np.diff(line) != 0) | (np.diff(place) > 1)]))
    shares, colour = inked.shares[order], inked.nearest[order]
    sure = shares >= _SURE
    many = len(inked.colours)
    lowest = np.minimum.reduceat(np.where(sure, colour, many), starts)
    highest = np.maximum.reduceat(np.where(sure, colour, -1), starts)
    total = np.add.reduceat(shares, starts)
    middle = np.add.reduceat(shares * (place + 0.5), starts) / np.maximum(total, 1e-9)
    ends = np.append(starts[1:], len(order)) - 1
    inside = (place[starts] > 0) & (place[ends] < length - 1)
    of_pixel = np.empty(len(order), dtype=np.intp)
    of_pixel[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(order))))
    pure = np.where((lowest == highest) & inside, lowest, -1)
    return _Runs(pure, np.asarray(line[starts] + 0.5, dtype=np.float64), middle, total, of_pixel)
