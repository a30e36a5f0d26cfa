"""The shape that clusters have in common, whatever the proportions of their axes."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["FORMS", "cluster_form"]

Floats = NDArray[np.float64]

FORMS = ("round", "diamond", "hexagon", "square", "star", "triangle")

_SLACK = 0.04
"""How far outside a shape a point may lie, as a share of half the shape's width: marks are placed to that."""
_STRAY = 0.03
"""The share of points that may lie anywhere in the box."""
_STAR_INNER = (0.38, 0.4, 0.5)


def cluster_form(groups: Sequence[Floats]) -> str:
    """The shape of clusters, each of shape (n, 2); "round" without any.

    Each cluster is stretched to a square. The shape is the one of which its points, all clusters taken together, are
    likeliest a uniform sample; round ones may be uniform discs or Gaussian.
    """
    totals = dict.fromkeys(FORMS, 0.0)
    for group in groups:
        if len(group) < 3:
            continue
        spans = np.ptp(group, axis=0)
        if (spans <= 0).any():
            continue
        square = 2 * (group - group.min(axis=0)) / spans - 1
        for form in FORMS:
            fits = [_uniform(square, corners) for corners in _outlines(form)]
            if form == "round":
                fits.append(_gaussian(square))
            totals[form] += max(fits)
    return max(FORMS, key=lambda form: totals[form])


def _gaussian(points: Floats) -> float:
    deviations = points.std(axis=0)
    scaled = (points - points.mean(axis=0)) / deviations
    return float(-0.5 * (scaled**2).sum() - len(points) * np.log(2 * np.pi * deviations.prod()))


def _uniform(points: Floats, corners: Floats) -> float:
    """The log likelihood of points as a uniform sample of a polygon, some of them anywhere in the square."""
    import cv2

    outline = corners.astype(np.float32).reshape(-1, 1, 2)
    area = float(cv2.contourArea(outline))
    away = np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in points])
    inside = int((away >= -_SLACK).sum())
    within, beyond = np.log((1 - _STRAY) / area + _STRAY / 4), np.log(_STRAY / 4)
    return float(inside * within + (len(points) - inside) * beyond)


@cache
def _outlines(form: str) -> tuple[Floats, ...]:
    """The corners of a shape in each of the ways in which it can stand, stretched to the square from −1 to 1."""
    match form:
        case "round":
            found = [_regular(48, 0)]
        case "diamond":
            found = [_regular(4, 0)]
        case "square":
            found = [_regular(4, 45)]
        case "hexagon":
            found = [_regular(6, 0), _regular(6, 90)]
        case "star":
            found = [_star(inner, first) for inner in _STAR_INNER for first in (90, 270, 0, 180)]
        case _:
            right = np.array([(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)])
            found = [_regular(3, first) for first in (90, 270, 0, 180)]
            found += [right * (across, down) for across in (1, -1) for down in (1, -1)]
    return tuple(_stretched(corners) for corners in found)


def _regular(count: int, first: float) -> Floats:
    angles = np.radians(first + np.arange(count) * 360 / count)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _star(inner: float, first: float) -> Floats:
    reach = np.where(np.arange(10) % 2, inner, 1.0)
    return _regular(10, first) * reach[:, None]


def _stretched(corners: Floats) -> Floats:
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.asarray(2 * (corners - low) / (high - low) - 1)
