"""What is where in a picture: clusters and outliers, in pixels of that image."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.designs import PointData
from snellen.benchmarks.biy.layout import Floats, Layout
from snellen.benchmarks.biy.samples import OUTLIER

__all__ = ["annotations"]


def annotations(points: PointData, layout: Layout) -> dict[str, Any]:
    """The annotations of one image, JSON values throughout: `clusters` and `outliers`, either null where not known.

    - `clusters`: by label, each with `label`, `n` (its points), `box` (left, top, right, bottom of its points, without
      the marks' extent), `center` (x, y: the mean of its points), `box_with_marks` (the marks' extent included).
    - `outliers`: [x, y] of each, in data order.

    Floats, origin at the top left, parts beyond the image not cut off. Source: the paper's section 2.1, whose box and
    centre these are. Points that cannot be seen (`Layout.visible`) are left out of everything, and where there are any,
    `hidden` counts them: `points`, `outliers` (null where not known) and `clusters` of which nothing is seen.
    """
    places = layout.to_pixels(points.x, points.y)
    seen = np.ones(len(places), dtype=np.bool_) if layout.visible is None else layout.visible
    clusters = outliers = None
    if points.cluster is not None:
        labels = np.unique(points.cluster[seen & (points.cluster >= 0)])
        clusters = [_cluster(int(label), seen & (points.cluster == label), places, layout.reach) for label in labels]
    if points.outlier is not None:
        outliers = places[seen & (points.outlier == OUTLIER)].tolist()
    found = {"clusters": clusters, "outliers": outliers}
    return found if seen.all() else {**found, "hidden": _hidden(points, seen)}


def _hidden(points: PointData, seen: NDArray[np.bool_]) -> dict[str, int | None]:
    clusters = outliers = None
    if points.cluster is not None:
        all_labels, seen_labels = (np.unique(labels[labels >= 0]) for labels in (points.cluster, points.cluster[seen]))
        clusters = len(all_labels) - len(seen_labels)
    if points.outlier is not None:
        outliers = int((points.outlier[~seen] == OUTLIER).sum())
    return {"points": int((~seen).sum()), "clusters": clusters, "outliers": outliers}


def _cluster(label: int, members: Any, places: Floats, reach: Floats) -> dict[str, Any]:
    own, beyond = places[members], reach[members]
    return {
        "label": label,
        "n": len(own),
        "box": [*own.min(axis=0).tolist(), *own.max(axis=0).tolist()],
        "center": own.mean(axis=0).tolist(),
        "box_with_marks": [*(own - beyond[:, :2]).min(axis=0).tolist(), *(own + beyond[:, 2:]).max(axis=0).tolist()],
    }
