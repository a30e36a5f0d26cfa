"""Right and wrong counts, and whether the answers on one chart agree on the number."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["consistent", "count_correct", "count_error", "lengths"]

Floats = NDArray[np.float64]


def count_correct(predicted: ArrayLike, true: ArrayLike) -> Floats:
    """1 where the counts are the same, 0 where not, NaN where `predicted` is (an invalid reply). Mean: accuracy.

    >>> count_correct([3, 4, float("nan")], [3, 3, 3]).tolist()
    [1.0, 0.0, nan]
    """
    return _where_all_known(np.equal(predicted, true), predicted)


def count_error(predicted: ArrayLike, true: ArrayLike) -> Floats:
    """|predicted − true|, NaN where `predicted` is (an invalid reply). Mean: the mean absolute error.

    >>> count_error([3, 1, float("nan")], [3, 3, 3]).tolist()
    [0.0, 2.0, nan]
    """
    return np.abs(np.asarray(predicted, dtype=np.float64) - np.asarray(true, dtype=np.float64))


def consistent(*numbers: ArrayLike) -> Floats:
    """1 where a chart's answers give the same number, right or not; 0 where not; NaN where one is NaN (invalid).

    For clusters the count and the numbers of boxes and of centres; for outliers the count and the number of locations
    (the paper's section 2.3.1). Arrays of shape (n,), in the order of the same charts under the same conditions.

    >>> consistent([3, 2, 2], [3, 2, float("nan")], [3, 4, 2]).tolist()
    [1.0, 0.0, nan]
    """
    given = np.array(numbers, dtype=np.float64)
    return _where_all_known((given == given[0]).all(axis=0), *given)


def lengths(values: Sequence[Sequence[tuple[float, ...]] | None]) -> Floats:
    """How many boxes or points each reply has, NaN where it is invalid (None): for `consistent`."""
    return np.array([np.nan if value is None else len(value) for value in values], dtype=np.float64)


def _where_all_known(result: NDArray[np.bool_], *given: ArrayLike) -> Floats:
    unknown = np.isnan(np.array(given, dtype=np.float64)).any(axis=0)
    return np.where(unknown, np.nan, result)
