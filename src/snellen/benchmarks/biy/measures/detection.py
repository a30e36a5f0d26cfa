"""Precision, recall, F1 and average IoU of boxes and points, chart by chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.benchmarks.biy.measures.matching import Pairs, match_many_boxes, match_many_points

__all__ = [
    "PLOT_SHARE",
    "ManyMeasures",
    "Measures",
    "box_measures",
    "many_box_measures",
    "many_point_measures",
    "plot_tolerance",
    "point_measures",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PLOT_SHARE = 1 / 60
"""The share of the plot's width and height that is the paper's 10 pixels in its square design (600 pixels)."""


@dataclass(frozen=True)
class Measures:
    """What the answer on one chart scores.

    `tp`: matched pairs; `fp`: predictions without a target; `fn`: targets without a prediction. With n targets and m
    predictions: `precision` = tp / m, `recall` = tp / n, `f1` = 2 tp / (n + m); all 1 where n = m = 0, and 0 where one
    of them is. `mean_iou`, for boxes, is the mean IoU of the matched pairs; 0 where there is none, 1 where n = m = 0.
    """

    tp: int
    fp: int
    fn: int
    precision: float
    recall: float
    f1: float
    mean_iou: float | None


@dataclass(frozen=True, eq=False)
class ManyMeasures:
    """`Measures` of many charts, an array each; `mean_iou` is None for points."""

    tp: Integers
    fp: Integers
    fn: Integers
    precision: Floats
    recall: Floats
    f1: Floats
    mean_iou: Floats | None

    def __len__(self) -> int:
        return len(self.tp)

    @overload
    def __getitem__(self, index: int) -> Measures: ...
    @overload
    def __getitem__(self, index: slice) -> "ManyMeasures": ...
    def __getitem__(self, index: int | slice) -> "Measures | ManyMeasures":
        if isinstance(index, slice):
            return ManyMeasures(
                self.tp[index],
                self.fp[index],
                self.fn[index],
                self.precision[index],
                self.recall[index],
                self.f1[index],
                None if self.mean_iou is None else self.mean_iou[index],
            )
        return Measures(
            int(self.tp[index]),
            int(self.fp[index]),
            int(self.fn[index]),
            float(self.precision[index]),
            float(self.recall[index]),
            float(self.f1[index]),
            None if self.mean_iou is None else float(self.mean_iou[index]),
        )


def box_measures(targets: ArrayLike, predictions: ArrayLike, *, iou: float) -> Measures:
    """One chart's boxes, arrays of shape (n, 4), matched as `match_boxes` does.

    >>> box_measures([[0, 0, 10, 10], [20, 0, 30, 10]], [[0, 0, 10, 8]], iou=0.75)
    Measures(tp=1, fp=0, fn=1, precision=1.0, recall=0.5, f1=0.6666666666666666, mean_iou=0.8)
    """
    return many_box_measures([targets], [predictions], iou=iou)[0]


def point_measures(targets: ArrayLike, predictions: ArrayLike, *, distance: float | tuple[float, float]) -> Measures:
    """One chart's points, arrays of shape (n, 2), matched as `match_points` does.

    >>> point_measures([[0, 0]], [[6, 8], [100, 0]], distance=10)
    Measures(tp=1, fp=1, fn=0, precision=0.5, recall=1.0, f1=0.6666666666666666, mean_iou=None)
    """
    return many_point_measures([targets], [predictions], distance=distance)[0]


def many_box_measures(targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], *, iou: float) -> ManyMeasures:
    """`box_measures` of many charts at once: an array of shape (n, 4) for each, possibly empty.

    `mean_iou` is what fits the published tables (columns mean_iou_0_5 and mean_iou_0_75): an average over targets could
    not exceed recall, as theirs does; and where precision is all due to empty charts it equals precision.
    """
    pairs = match_many_boxes(targets, predictions, iou)
    return _measured(targets, predictions, 4, pairs, pairs.quality)


def many_point_measures(
    targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], *, distance: ArrayLike
) -> ManyMeasures:
    """`point_measures` of many charts at once: an array of shape (n, 2) for each, possibly empty.

    `distance`: one number, or two (across, down), or a row of two for each chart, as `plot_tolerance` gives.
    """
    return _measured(targets, predictions, 2, match_many_points(targets, predictions, distance), None)


def plot_tolerance(width: ArrayLike, height: ArrayLike, share: float = PLOT_SHARE) -> Floats:
    """A distance threshold that is the same share of every plot: `share` of its width across, of its height down.

    Shape (2,), or (n, 2) for arrays. Charts of other sizes and shapes then ask for the same precision in their data,
    as the IoU does anyway: stretching a chart leaves it as it is.

    >>> plot_tolerance(600, 600).round(6).tolist(), plot_tolerance(600, 300, 1 / 30).round(6).tolist()
    ([10.0, 10.0], [20.0, 10.0])
    """
    across, down = np.broadcast_arrays(np.asarray(width, dtype=np.float64), np.asarray(height, dtype=np.float64))
    return np.stack([across, down], axis=-1) * share


def _measured(
    targets: Sequence[ArrayLike], predictions: Sequence[ArrayLike], width: int, pairs: Pairs, overlap: Floats | None
) -> ManyMeasures:
    n, m = (np.array([np.size(each) // width for each in sides], dtype=np.int64) for sides in (targets, predictions))
    tp = np.bincount(pairs.chart, minlength=len(n))
    empty = (n + m == 0).astype(np.float64)  # the score of an answer that is right to be empty
    mean_iou = None if overlap is None else _share(np.bincount(pairs.chart, overlap, minlength=len(n)), tp, empty)
    return ManyMeasures(
        tp, m - tp, n - tp, _share(tp, m, empty), _share(tp, n, empty), _share(2 * tp, n + m, empty), mean_iou
    )


def _share(part: NDArray[np.generic], whole: Integers, otherwise: Floats) -> Floats:
    shares = otherwise.copy()
    np.divide(part, whole, out=shares, where=whole > 0)
    return shares
