"""Which prediction is which target: the least-cost matching, one to one, for many charts at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Matching", "Pairs", "match_boxes", "match_many_boxes", "match_many_points", "match_points", "overlaps"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_EXACT = 1e-9
_FARTHEST = 1e9
_MOST_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False)
class Pairs:
    """Matched pairs of many charts: for each pair its chart, the rows of its target and prediction, and how well.

    `quality` is the IoU of boxes or the distance of points in units of the threshold (0 to 1).
    """

    chart: Integers
    target: Integers
    prediction: Integers
    quality: Floats


@dataclass(frozen=True, eq=False)
class Matching:
    """One chart's matching. `pairs`: (n, 2), the rows of target and prediction, by target; `quality` as in `Pairs`.

    `missed` are the rows of unmatched targets, `extra` those of unmatched predictions.
    """

    pairs: Integers
    quality: Floats
    missed: Integers
    extra: Integers


def match_boxes(targets: ArrayLike, predictions: ArrayLike, *, iou: float) -> Matching:
    """Match one chart's boxes, arrays of shape (n, 4): left, top, right, bottom. See `match_many_boxes`."""
    return _one(match_many_boxes([targets], [predictions], iou), np.size(targets) // 4, np.size(predictions) // 4)


def match_points(targets: ArrayLike, predictions: ArrayLike, *, distance: float | tuple[float, float]) -> Matching:
    """Match one chart's points, arrays of shape (n, 2): x, y. See `match_many_points`."""
    return _one(match_many_points([targets], [predictions], distance), np.size(targets) // 2, np.size(predictions) // 2)


def match_many_boxes(targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], iou: float) -> Pairs:
    """Match boxes by overlap: for each chart the one-to-one matching of least cost, 1 − IoU a pair.

    A match forgone costs the threshold, 1 − `iou`, so that no pair below it is matched, and one at it is (within
    1e-9, so that rounding does not decide): the paper's section 2.3.2, "IoU of 0.75 or higher". Equivalently Σ(IoU −
    `iou`) over matched pairs is largest and then the number of pairs. Where several matchings are that good they have
    the same number of pairs and the same sum of IoUs; which one is returned depends on nothing but the order of rows.

    `targets` and `predictions` have an array of shape (n, 4) for each chart, possibly empty: left, top, right, bottom,
    left ≤ right, top ≤ bottom, any unit. Coordinates beyond ±1e9 count as ±1e9. Raises ValueError where `iou` is not
    within (0, 1], a coordinate is not finite, or the two differ in length.
    """
    if not 0 < iou <= 1:
        raise ValueError(f"an IoU threshold lies within (0, 1], not at {iou}")
    return _joined(
        [
            _best(chunk, overlaps(chunk.targets, chunk.predictions), iou - _EXACT)
            for chunk in _chunks(targets, predictions, 4)
        ]
    )


def match_many_points(targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], distance: ArrayLike) -> Pairs:
    """Match points: as `match_many_boxes`, with the Euclidean distance for a pair's cost and `distance` for threshold.

    `distance` is one number, or two, or a row of two for each chart: then distances are measured in units of the first
    across and of the second down, and the threshold is 1 (an ellipse; `plot_tolerance`). Arrays have the shape (n, 2).
    Raises ValueError where a distance is not above 0.
    """
    reach = np.broadcast_to(np.asarray(distance, dtype=np.float64), (len(targets), 2))
    if not (np.isfinite(reach) & (reach > 0)).all():
        raise ValueError("a distance threshold is a number above 0")
    found = []
    for chunk in _chunks(targets, predictions, 2):
        apart = (chunk.targets - chunk.predictions) / reach[chunk.chart]
        found.append(_best(chunk, 1 - np.hypot(apart[:, 0], apart[:, 1]), -_EXACT))
    pairs = _joined(found)
    return Pairs(pairs.chart, pairs.target, pairs.prediction, 1 - pairs.quality)


def overlaps(one: Floats, other: Floats) -> Floats:
    """Row by row the IoU of boxes, arrays of shape (n, 4): area of the intersection over that of the union.

    Areas are (right − left) · (bottom − top). Where the union has none, 1 for boxes that are the same, else 0.
    """
    low, high = np.maximum(one[:, :2], other[:, :2]), np.minimum(one[:, 2:], other[:, 2:])
    shared = np.prod(np.maximum(high - low, 0), axis=1)
    union = np.prod(one[:, 2:] - one[:, :2], axis=1) + np.prod(other[:, 2:] - other[:, :2], axis=1) - shared
    same = (one == other).all(axis=1)
    return np.where(same, 1.0, np.divide(shared, union, out=np.zeros_like(shared), where=union > 0))


def _one(pairs: Pairs, targets: int, predictions: int) -> Matching:
    return Matching(
        np.stack([pairs.target, pairs.prediction], axis=1),
        pairs.quality,
        np.setdiff1d(np.arange(targets), pairs.target),
        np.setdiff1d(np.arange(predictions), pairs.prediction),
    )


@dataclass(frozen=True, eq=False)
class _Chunk:
    """All pairs of some charts' targets and predictions, chart by chart, target by target."""

    chart: Integers
    target: Integers
    prediction: Integers
    targets: Floats
    predictions: Floats


def _chunks(targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], width: int) -> Iterator[_Chunk]:
    if len(targets) != len(predictions):
        raise ValueError(f"{len(targets)} charts with targets but {len(predictions)} with predictions")
    ours, n = _rows(targets, width)
    theirs, m = _rows(predictions, width)
    before_ours, before_theirs = np.cumsum(n) - n, np.cumsum(m) - m
    both = np.flatnonzero(n * m)
    ends = np.cumsum((n * m)[both])
    start = 0
    while start < len(both):
        done = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + _MOST_AT_ONCE, side="right")))
        here = both[start:stop]
        size = n[here] * m[here]
        chart = np.repeat(here, size)
        inside = np.arange(len(chart)) - np.repeat(np.cumsum(size) - size, size)
        target, prediction = inside // m[chart], inside % m[chart]
        yield _Chunk(
            chart, target, prediction, ours[before_ours[chart] + target], theirs[before_theirs[chart] + prediction]
        )
        start = stop


def _rows(arrays: Sequence[ArrayLike], width: int) -> tuple[Floats, Integers]:
    """All rows of all arrays, and how many each has."""
    shaped = [np.asarray(array, dtype=np.float64).reshape(-1, width) for array in arrays]
    rows = np.concatenate(shaped) if shaped else np.empty((0, width))
    if not np.isfinite(rows).all():
        raise ValueError("coordinates must be finite")
    return np.clip(rows, -_FARTHEST, _FARTHEST), np.array([len(array) for array in shaped], dtype=np.int64)


def _best(chunk: _Chunk, quality: Floats, threshold: float) -> Pairs:
    """The pairs of greatest Σ(quality − threshold). Only charts where pairs compete need an assignment."""
    worth = np.flatnonzero(quality > threshold)
    chart, target, prediction = chunk.chart[worth], chunk.target[worth], chunk.prediction[worth]
    quality = quality[worth]
    contested = _shared(chart, target) | _shared(chart, prediction)
    keep = ~contested
    places = np.flatnonzero(contested)
    for group in np.split(places, np.flatnonzero(np.diff(chart[places])) + 1) if len(places) else []:
        keep[group[_assigned(target[group], prediction[group], quality[group] - threshold)]] = True
    return Pairs(chart[keep], target[keep], prediction[keep], quality[keep])


def _shared(chart: Integers, row: Integers) -> NDArray[np.bool_]:
    """Whether another pair of the chart has the same row."""
    if not len(chart):
        return np.zeros(0, dtype=np.bool_)
    key = chart * (row.max() + 1) + row
    order = np.argsort(key, kind="stable")
    same = np.diff(key[order]) == 0
    shared = np.zeros(len(key), dtype=np.bool_)
    shared[order[1:][same]] = shared[order[:-1][same]] = True
    return shared


def _assigned(target: Integers, prediction: Integers, gain: Floats) -> Integers:
    """Which of these pairs to keep, for the greatest sum of gains: SciPy's assignment, 0 where there is no pair."""
    from scipy.optimize import linear_sum_assignment

    rows, row = np.unique(target, return_inverse=True)
    columns, column = np.unique(prediction, return_inverse=True)
    table = np.zeros((len(rows), len(columns)))
    table[row, column] = gain
    place = np.full(table.shape, -1, dtype=np.int64)
    place[row, column] = np.arange(len(gain))
    kept = place[linear_sum_assignment(table, maximize=True)]
    return kept[kept >= 0]


def _joined(parts: list[Pairs]) -> Pairs:
    nothing = np.empty(0, dtype=np.int64)
    parts = parts or [Pairs(nothing, nothing, nothing, np.empty(0))]
    return Pairs(
        np.concatenate([part.chart for part in parts]),
        np.concatenate([part.target for part in parts]),
        np.concatenate([part.prediction for part in parts]),
        np.concatenate([part.quality for part in parts]),
    )
