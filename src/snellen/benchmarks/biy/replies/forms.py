"""The form that each task's answer has, and the names that models give its parts."""

import re
from dataclasses import dataclass

__all__ = ["COUNTS", "FORMS", "Form", "folded"]

COUNTS = ("cluster_count", "outlier_count")
"""The tasks whose answer is a number in curly brackets."""


@dataclass(frozen=True)
class Form:
    """A JSON object with one list under `key`, its elements of `width` numbers: 4 a box, 2 a point.

    `variants` are further keys that can only mean the same. An element that is an object has its numbers under one of
    `corners`, or the whole of them under one of `wholes`. All names are `folded`.
    """

    key: str
    width: int
    variants: frozenset[str]
    corners: tuple[tuple[str, ...], ...]
    wholes: frozenset[str]


def folded(name: str) -> str:
    """A name without letter case, spaces, underscores and the like: `Bounding_Boxes` is `boundingboxes`."""
    return _NOT_LETTERS.sub("", name.casefold())


_NOT_LETTERS = re.compile(r"[\W_]+")


def _variants(subject: str, parts: str) -> frozenset[str]:
    """Singular and plural of each part, alone and after the subject (with "detected" or "identified" or neither)."""
    names = {subject, f"{subject}s"}
    for part in parts.split():
        names |= {part, subject + part, f"{subject}s{part}"}
    return frozenset(before + name for before in ("", "detected", "identified") for name in names)


_POINT = (("x", "y"), ("cx", "cy"), ("centerx", "centery"), ("centrex", "centrey"), ("xcenter", "ycenter"))
# Not box_2d: some models give y before x under it. Not x, y, width, height: x, y may be a corner or the centre.
_BOX = (
    ("x1", "y1", "x2", "y2"),
    ("x0", "y0", "x1", "y1"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("minx", "miny", "maxx", "maxy"),
    ("left", "top", "right", "bottom"),
)
_CENTERS = "center centers centre centres centroid centroids centerpoint centerpoints centrepoint centrepoints"
_PLACES = "point points location locations position positions coordinate coordinates coords"
_BOXES = "box boxes bbox bboxes boundingbox boundingboxes"


def _form(key: str, width: int, subject: str, parts: str, corners: tuple[tuple[str, ...], ...], bare: str = "") -> Form:
    variants = _variants(subject, parts)
    wholes = (variants | {*bare.split()}) - _variants(subject, "")
    return Form(key, width, variants, corners, wholes)


FORMS: dict[str, Form] = {
    "cluster_bboxes": _form("clusters", 4, "cluster", _BOXES, _BOX, "coordinates coords bounds"),
    "cluster_points": _form("cluster_centers", 2, "cluster", f"{_CENTERS} {_PLACES}", _POINT),
    "outlier_points": _form("outliers", 2, "outlier", _PLACES, _POINT),
}
"""By task, those whose answer is JSON."""
