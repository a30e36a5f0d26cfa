"""Reads a scatterplot: the points that have names beside them."""

import numpy as np

from snellen.readers.pixels.chartom.lines import centres_of
from snellen.readers.pixels.chartom.panel import Panel
from snellen.readers.pixels.chartom.readings import Reading

__all__ = ["read_points"]

_REACH = 2.5


def read_points(panel: Panel) -> list[Reading]:
    """The named points: each name in the plot with the point that is nearest to its left or right end, or over it."""
    centres = centres_of(panel.ink) + np.array([panel.left, panel.top])
    if not panel.axes or not len(centres):
        return []
    bottom = panel.top + panel.ink.shape[0]
    found = []
    for text in panel.within():
        named = len(text.text) >= 2 and text.number is None
        if not named or not panel.top <= text.middle_y <= bottom:
            continue
        aside = np.maximum(0, np.maximum(text.left - centres[:, 0], centres[:, 0] - text.right))
        distance = np.hypot(aside, centres[:, 1] - text.middle_y)
        nearest = int(distance.argmin())
        if distance[nearest] <= _REACH * text.height:
            x, y = centres[nearest].tolist()
            found.append(Reading(text.text, panel.axes[0].value(y), x, y))
    return found
