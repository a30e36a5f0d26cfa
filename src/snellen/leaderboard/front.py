"""The conditions that nothing beats in both of two things."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["pareto_front"]


def pareto_front(costs: ArrayLike, scores: ArrayLike) -> NDArray[np.bool_]:
    """Which of some points no other dominates: none costs as little or less and scores as high or higher, one better.

    Both of shape (n,), and so is the result. Points with NaN in either are not on the front. Points that are alike in
    both are on it together. Raises ValueError where lengths differ.

    >>> pareto_front([1, 2, 3, 3], [0.5, 0.4, 0.9, 0.8]).tolist()
    [True, False, True, False]
    """
    cost, score = np.asarray(costs, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    if cost.shape != score.shape:
        raise ValueError("costs and scores must be of one length")
    there = ~(np.isnan(cost) | np.isnan(score))
    cost_of, score_of = cost[:, None], score[:, None]
    no_worse = (cost <= cost_of) & (score >= score_of) & there
    better = (cost < cost_of) | (score > score_of)
    front: NDArray[np.bool_] = there & ~(no_worse & better).any(axis=1)
    return front
