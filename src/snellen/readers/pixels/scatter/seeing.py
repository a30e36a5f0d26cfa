"""What is seen in the picture of a scatterplot, from pixels to clusters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.scatter.ground import Ground, find_ground
from snellen.readers.pixels.scatter.grouping import Crowd, Grouping, group_points
from snellen.readers.pixels.scatter.ink import find_ink
from snellen.readers.pixels.scatter.layers import find_layers
from snellen.readers.pixels.scatter.marks import find_marks
from snellen.readers.pixels.scatter.template import Template, find_template

__all__ = ["Scatter", "perceive_scatter"]

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

_LEAST_SIDE = 8
_PLACED_TO = 0.4
"""Pixels: how well marks are placed."""


@dataclass(frozen=True, eq=False)
class Scatter:
    """What was seen: `size`, width and height of the picture in pixels; `places` of marks, shape (n, 2), in pixels from
    its top left corner; how they group; and the ground and the mark that this was read with, None where there is none.
    """

    size: tuple[int, int]
    places: Floats
    grouping: Grouping
    ground: Ground | None = None
    template: Template | None = None
    opacity: float = 1.0


def perceive_scatter(picture: Bytes) -> Scatter:
    """What is seen in a picture, 8-bit RGB of shape (height, width, 3). Nothing is seen in one without marks."""
    height, width = picture.shape[:2]
    nothing = np.zeros((0, 2))
    if min(height, width) < _LEAST_SIDE:
        return Scatter((width, height), nothing, group_points(nothing, _PLACED_TO))
    ground = find_ground(picture)
    ink = find_ink(picture, ground)
    if not len(ink.areas):
        return Scatter((width, height), nothing, group_points(nothing, _PLACED_TO), ground)
    layers = find_layers(ink)
    template = find_template(ink, layers)
    marks = find_marks(ink, layers, template)
    grouping = group_points(marks.places, _PLACED_TO, Crowd(marks.crowd, marks.cell))
    return Scatter((width, height), marks.places, grouping, ground, template, layers.opacity)
