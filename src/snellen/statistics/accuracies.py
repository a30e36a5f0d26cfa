"""Mean scores in the cells of a results table, with intervals."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snellen.statistics.clusters import standard_errors
from snellen.statistics.proportions import wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["accuracy_by"]

Floats = NDArray[np.float64]


def accuracy_by(results: "pd.DataFrame", by: Sequence[str], scorer: str, confidence: float = 0.95) -> "pd.DataFrame":
    """The mean of a scorer in each group of rows of the results table, with its interval.

    Columns: those of `by`; `n`, the rows that have a score (rows without a key have none); `answered`, how many of
    these answered; `score`, the mean, a share from 0 to 1; `low` and `high`, its interval; `interval`, how that was
    made:

    - `wilson`: every score is 0 or 1 and no `group_id` occurs twice. Wilson's interval.
    - `wilson, clustered`: every score is 0 or 1 and some `group_id` occurs more than once. Wilson's interval at the
      effective size score·(1 − score)/SE², SE being `clustered_standard_error`, and never more than n; where all
      scores are the same, SE says nothing and the effective size is the number of groups. The size has the factor
      (t(n − 1)/t(G − 1))² for few groups. (Korn and Graubard, Survey Methodology 24 (1998) 193–201; Dean and Pagano,
      Journal of Survey Statistics and Methodology 3 (2015) 484–503.)
    - `t, clustered`: scores between 0 and 1. score ± t·SE with one degree of freedom fewer than there are groups, cut
      at 0 and 1; NaN where there are fewer than two groups.

    Rows are sorted by `by`, missing values last; no `by` gives one row for all. Groups without a score have n 0 and
    NaN. Raises KeyError for a column that the table lacks.
    """
    import pandas as pd

    keys = list(by)
    frame = results[list(dict.fromkeys([*keys, "group_id", "outcome", scorer]))]
    cell, labels = _cells(frame, keys)
    scores = frame[scorer].to_numpy(dtype=np.float64, na_value=np.nan)
    scored = ~np.isnan(scores)
    answered = (frame["outcome"] == "answered").to_numpy(dtype=bool) & scored
    clusters = np.asarray(pd.factorize(frame["group_id"])[0], dtype=np.int64)
    summary = {
        "n": np.bincount(cell[scored], minlength=len(labels)),
        "answered": np.bincount(cell[answered], minlength=len(labels)),
        **_summary(cell[scored], clusters[scored], scores[scored], len(labels), confidence),
    }
    return pd.concat([labels, pd.DataFrame(summary, index=labels.index)], axis=1)


def _cells(frame: "pd.DataFrame", keys: list[str]) -> tuple[NDArray[np.int64], "pd.DataFrame"]:
    import pandas as pd

    if not keys:
        return np.zeros(len(frame), dtype=np.int64), pd.DataFrame(index=range(1))
    grouped = frame.groupby(keys, sort=True, dropna=False, observed=True)
    labels = grouped.size().reset_index()[keys]
    return np.asarray(grouped.ngroup(), dtype=np.int64), labels


def _summary(
    cell: NDArray[np.int64], clusters: NDArray[np.int64], scores: Floats, cells: int, confidence: float
) -> dict[str, NDArray[Any]]:
    from scipy.stats import t

    n = np.bincount(cell, minlength=cells)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(cell, weights=scores, minlength=cells) / n
    pair = cell * (int(clusters.max(initial=-1)) + 2) + clusters + 1
    _, first, inverse = np.unique(pair, return_index=True, return_inverse=True)
    within = np.bincount(inverse, weights=scores - mean[cell], minlength=first.size)
    groups = np.bincount(cell[first], minlength=cells)
    error = standard_errors(np.bincount(cell[first], weights=within**2, minlength=cells), groups, n)
    upper = (1 + confidence) / 2
    fractional = np.bincount(cell[(scores != 0) & (scores != 1)], minlength=cells) > 0

    with np.errstate(divide="ignore", invalid="ignore"):
        few = (t.ppf(upper, np.fmax(n - 1, 1)) / t.ppf(upper, np.fmax(groups - 1, 1))) ** 2
        effective = np.fmin(few * mean * (1 - mean) / error**2, n)
    effective = np.where(groups == n, n, np.where((mean == 0) | (mean == 1) | (groups < 2), groups, effective))
    low, high = wilson_interval(np.where(n > 0, np.clip(mean, 0, 1), 0) * effective, effective, confidence)
    with np.errstate(invalid="ignore"):
        reach = t.ppf(upper, np.where(groups > 1, groups - 1, np.nan)) * error
    ends = np.clip(mean - reach, 0, 1), np.clip(mean + reach, 0, 1)
    kind = np.where(fractional, "t, clustered", np.where(groups == n, "wilson", "wilson, clustered"))
    return {
        "score": mean,
        "low": np.where(fractional, ends[0], low),
        "high": np.where(fractional, ends[1], high),
        "interval": kind.astype(object),
    }
