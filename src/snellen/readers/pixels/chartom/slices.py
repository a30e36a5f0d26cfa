"""Reads a pie: by the shares printed with its names, or else by its slices' areas."""

import re

import numpy as np

from snellen.readers.pixels.chartom.page_texts import number_in
from snellen.readers.pixels.chartom.panel import Panel
from snellen.readers.pixels.chartom.readings import Reading
from snellen.readers.pixels.picture import Floats

__all__ = ["read_slices"]

_LABEL = re.compile(r"(.*?[^\W\d_].*?)[\s:,(]*(\d+(?:[.,]\d+)?) ?[%\uff05]?\)?")
_LEADERS = " -_.·\N{EN DASH}\N{EM DASH}"
"""What lines from a slice to its label are read as."""
_LEAST_SLICE = 0.02


def read_slices(panel: Panel) -> list[Reading]:
    """The slices in order of their texts down the page.

    Printed shares are taken as they stand. Without them a slice's share is that of its colour's pixels, which a pie
    that is seen at a slant keeps, and its name is the legend's, or the text that is nearest in its direction.
    """
    slices = _areas(panel)
    found = []
    for text in panel.texts:
        # What is read after the sign is the line that leads to the slice.
        said = re.match(r".*[%\uff05]", text.text)
        label = _LABEL.fullmatch((said[0] if said else text.text).strip(_LEADERS))
        share = number_in(label[2]) if label else None
        if label is None or share is None:
            continue
        length = _nearest_share(slices, text.middle_x, text.middle_y)
        found.append(
            Reading(label[1].strip(_LEADERS), share, text.middle_x, text.middle_y, printed=True, length=length)
        )
    return found if len(found) >= 2 else _by_area(panel, slices)


def _areas(panel: Panel) -> list[tuple[Floats, float, float, float]]:
    """Each slice: its colour, its share in percent, and its middle in the picture."""
    inked = panel.inked()
    rows, columns = inked.rows, inked.columns
    full = inked.shares >= 0.8
    total = int(full.sum())
    found = []
    for index in range(len(inked.colours)):
        mine = full & (inked.nearest == index)
        if mine.sum() >= _LEAST_SLICE * max(1, total):
            x, y = float(columns[mine].mean()) + panel.left, float(rows[mine].mean()) + panel.top
            found.append((inked.colours[index], 100.0 * float(mine.sum()) / total, x, y))
    return found


def _nearest_share(slices: list[tuple[Floats, float, float, float]], x: float, y: float) -> float | None:
    """The share of the slice in whose direction, from the middle of all, a text stands."""
    if not slices:
        return None
    middle = np.average([[s[2], s[3]] for s in slices], axis=0, weights=[s[1] for s in slices])
    way = np.arctan2(y - middle[1], x - middle[0])
    ways = np.array([np.arctan2(s[3] - middle[1], s[2] - middle[0]) for s in slices])
    return slices[int(np.abs(np.angle(np.exp(1j * (ways - way)))).argmin())][1]


def _by_area(panel: Panel, slices: list[tuple[Floats, float, float, float]]) -> list[Reading]:
    found = []
    for colour, share, x, y in slices:
        apart = [(float(np.linalg.norm(np.array(entry.colour) - colour)), entry.text) for entry in panel.legend]
        near = min(apart, default=(np.inf, ""))
        if near[0] <= 60:
            found.append(Reading(near[1], share, x, y))
    if found or not slices:
        return found
    title = max(panel.texts, key=lambda text: text.height, default=None)
    for text in panel.texts:
        share_seen = _nearest_share(slices, text.middle_x, text.middle_y)
        if text is not title and share_seen is not None:
            found.append(Reading(text.text, share_seen, text.middle_x, text.middle_y))
    return found
