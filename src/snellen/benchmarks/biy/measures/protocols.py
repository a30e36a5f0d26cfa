"""Which replies count, and for what: the paper's protocol and a strict one."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["PROTOCOLS", "Charts", "Protocol", "under_protocol"]

Protocol = Literal["paper", "strict"]
Charts = Literal["all", "non-empty", "empty"]

PROTOCOLS: tuple[Protocol, ...] = ("paper", "strict")
"""Invalid replies are dropped; invalid replies are wrong."""


def under_protocol(
    scores: ArrayLike, valid: ArrayLike, empty: ArrayLike, protocol: Protocol, charts: Charts = "all"
) -> NDArray[np.float64]:
    """Scores from 0 to 1 as a protocol counts them, NaN where it does not: the figure is the mean of the rest.

    `scores`, `valid` (whether the reply is) and `empty` (whether the chart has nothing to find) have a value for each
    reply. `paper` drops invalid replies, `strict` gives them 0; `charts` restricts either to those with or without
    something to find. Not for errors of counts: an invalid reply has none.

    >>> under_protocol([1, 0.5, 0.7], [True, True, False], [True, False, False], "strict", "non-empty").tolist()
    [nan, 0.5, 0.0]
    """
    known, nothing = np.asarray(valid, dtype=np.bool_), np.asarray(empty, dtype=np.bool_)
    counted = np.where(known, scores, np.nan if protocol == "paper" else 0.0)
    if charts == "all":
        return counted
    return np.where(nothing == (charts == "empty"), counted, np.nan)
