"""What is where in a picture: clusters and outliers, in pixels of that image."""

from typing import Any

import numpy as np

from snellen.benchmarks.biy.designs import PointData
from snellen.benchmarks.biy.layout import Floats, Layout

__all__ = ["annotations"]

OUTLIER = 0
"""The label of an outlier in the released data; −1 is any other point."""


def annotations(points: PointData, layout: Layout) -> dict[str, Any]:
    """The annotations of one image, JSON values throughout: `clusters` and `outliers`, either null where not known.

    - `clusters`: by label, each with `label`, `n` (its points), `box` (left, top, right, bottom of its points, without
      the marks' extent), `center` (x, y: the mean of its points), `box_with_marks` (the marks' extent included).
    - `outliers`: [x, y] of each, in data order.

    Floats, origin at the top left, parts beyond the image not cut off. Source: the paper's section 2.1, whose box and
    centre these are.
    """
    places = layout.to_pixels(points.x, points.y)
    clusters = outliers = None
    if points.cluster is not None:
        labels = np.unique(points.cluster[points.cluster >= 0])
        clusters = [_cluster(int(label), points.cluster == label, places, layout.reach) for label in labels]
    if points.outlier is not None:
        outliers = places[points.outlier == OUTLIER].tolist()
    return {"clusters": clusters, "outliers": outliers}


def _cluster(label: int, members: Any, places: Floats, reach: Floats) -> dict[str, Any]:
    own, beyond = places[members], reach[members]
    return {
        "label": label,
        "n": len(own),
        "box": [*own.min(axis=0).tolist(), *own.max(axis=0).tolist()],
        "center": own.mean(axis=0).tolist(),
        "box_with_marks": [*(own - beyond[:, :2]).min(axis=0).tolist(), *(own + beyond[:, 2:]).max(axis=0).tolist()],
    }
