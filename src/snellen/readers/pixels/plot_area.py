"""Finds the plot area: the rectangle that the frame, the axis lines or a ground of another colour mark out."""

from dataclasses import dataclass

import numpy as np

from snellen.readers.pixels.picture import Mask, Picture

__all__ = ["PlotArea", "Segment", "find_plot_area", "long_segments"]

_LEAST_SHARE = 0.25
"""A line that marks out the plot is at least this share of the picture's side long."""
_CORNER_SHARE = 0.04
"""How far, as a share of the picture's side, a line may run past the corner: a tick mark does."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight stroke along rows or columns, in pixels: the half-open box that it fills."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The plot's rectangle: the half-open box from the outer edges of its frame, in whole pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top


def find_plot_area(picture: Picture) -> PlotArea | None:
    """The plot area, or None where no lines or ground mark one out.

    Its sides are the outermost long strokes; where a side has no stroke of its own, the strokes across it say how far
    the plot reaches.
    """
    if (block := _ground_block(picture)) is not None:
        return block
    across, down = long_segments(picture.ink, "rows"), long_segments(picture.ink, "columns")
    if not across or not down:
        return None
    slack_x, slack_y = _CORNER_SHARE * picture.width, _CORNER_SHARE * picture.height
    left = _side([s.left for s in down], min(s.left for s in across), slack_x, first=True)
    right = _side([s.right for s in down], max(s.right for s in across), slack_x, first=False)
    top = _side([s.top for s in across], min(s.top for s in down), slack_y, first=True)
    bottom = _side([s.bottom for s in across], max(s.bottom for s in down), slack_y, first=False)
    if right - left < _LEAST_SHARE * picture.width or bottom - top < _LEAST_SHARE * picture.height:
        return None
    return PlotArea(left, top, right, bottom)


def _ground_block(picture: Picture) -> PlotArea | None:
    """The plot's rectangle where its ground has a colour of its own that fills a quarter of the picture or more.

    White gridlines may cut it into cells.
    """
    some = picture.pixels[::4, ::4].reshape(-1, 3).astype(np.int64) @ np.array([65536, 256, 1])
    codes, counts = np.unique(some, return_counts=True)
    page = int(picture.page.astype(np.int64) @ np.array([65536, 256, 1]))
    code, count = max(
        ((int(c), int(n)) for c, n in zip(codes, counts, strict=True) if c != page), key=lambda e: e[1], default=(0, 0)
    )
    if count < _LEAST_SHARE * len(some):
        return None
    same = (picture.pixels == np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.uint8)).all(axis=2)
    rows, columns = same.sum(axis=1), same.sum(axis=0)
    down, across = np.flatnonzero(rows > 0.5 * rows.max()), np.flatnonzero(columns > 0.5 * columns.max())
    return PlotArea(int(across[0]), int(down[0]), int(across[-1]) + 1, int(down[-1]) + 1)


def long_segments(ink: Mask, along: str) -> list[Segment]:
    """The strokes of ink at least a quarter of the picture's side long, along "rows" or "columns"."""
    import cv2

    mask = ink.view(np.uint8) if along == "rows" else np.ascontiguousarray(ink.T).view(np.uint8)
    least = max(3, int(_LEAST_SHARE * mask.shape[1]))
    # Few lines hold so much ink: only they can hold such a stroke.
    able = np.flatnonzero(cv2.reduce(mask, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0] >= least)
    opened = np.zeros_like(mask)
    if len(able):
        opened[able] = cv2.morphologyEx(mask[able], cv2.MORPH_OPEN, np.ones((1, least), dtype=np.uint8))
    found = []
    for band in np.split(able, np.flatnonzero(np.diff(able) > 1) + 1):
        if len(band) == 0:
            continue
        _, _, boxes, _ = cv2.connectedComponentsWithStats(opened[band[0] : band[-1] + 1], connectivity=8)
        for x, y, w, h, _ in boxes[1:].tolist():
            box = (x, y + int(band[0]), x + w, y + int(band[0]) + h)
            found.append(Segment(*box) if along == "rows" else Segment(box[1], box[0], box[3], box[2]))
    return found


def _side(strokes: list[int], reach: int, slack: float, *, first: bool) -> int:
    """The outermost stroke, unless the strokes across reach far beyond it."""
    outermost = min(strokes) if first else max(strokes)
    beyond = outermost - reach if first else reach - outermost
    return outermost if beyond <= slack else reach
