"""Tells what is drawn in the plot from its ground: the colour behind everything, gridlines, zero lines, the frame."""

from dataclasses import dataclass

import numpy as np

from snellen.readers.pixels.picture import Bytes, Floats, Mask, Picture, stands_out
from snellen.readers.pixels.plot_area import PlotArea

__all__ = ["Drawn", "drawn_in"]

_LINE_SHARE, _SOLID_SHARE = 0.25, 0.8
"""A column or row with ink over this share of its length holds a line across the plot, a solid one over the second."""
_LIKE_LINE = 36.0
"""Euclidean distance in 8-bit RGB within which a pixel has the line's colour."""
_TENTHS, _TENTH_SHARE, _END_SHARE = 10, 0.15, 0.03
_FRAME_SHARE = 0.02
_TICK_SHARE = 0.015


@dataclass(frozen=True)
class Drawn:
    """What is drawn in a plot: pixels of the inside, and where they are neither ground nor lines across it."""

    pixels: Bytes
    """The inside of the frame: shape (height, width, 3)."""
    left: int
    top: int
    """Where its first column and row are in the picture."""
    colour: Bytes
    """The ground's: shape (3,)."""
    ink: Mask
    lines: Mask
    """Pixels of gridlines and zero lines."""


def drawn_in(picture: Picture, plot: PlotArea) -> Drawn:
    """What is drawn inside the plot's frame."""
    left, top, right, bottom = _inside(picture, plot)
    pixels = np.ascontiguousarray(picture.pixels[top:bottom, left:right])
    colour = _commonest(pixels)
    standing_out = stands_out(pixels, colour)
    lines = _lines(pixels, standing_out, colour) | _lines(pixels.transpose(1, 0, 2), standing_out.T, colour).T
    lines |= standing_out & _inner_ticks(picture, plot, pixels, colour)
    return Drawn(pixels, left, top, colour, standing_out & ~lines, lines)


def _inside(picture: Picture, plot: PlotArea) -> tuple[int, int, int, int]:
    """The half-open box within the frame's strokes: left, top, right, bottom."""
    ink = picture.ink[plot.top : plot.bottom, plot.left : plot.right]
    down, across = ink.mean(axis=0), ink.mean(axis=1)
    return (
        plot.left + _thickness(down),
        plot.top + _thickness(across),
        plot.right - _thickness(down[::-1]),
        plot.bottom - _thickness(across[::-1]),
    )


def _inner_ticks(picture: Picture, plot: PlotArea, pixels: Bytes, ground: Bytes) -> Mask:
    """Pixels of the frame's colour in a band along the frame: tick marks that stand inside it."""
    band = np.zeros(pixels.shape[:2], dtype=np.bool_)
    edges = (
        picture.pixels[plot.bottom - 1, plot.left : plot.right],
        picture.pixels[plot.top : plot.bottom, plot.left],
    )
    deep = round(_TICK_SHARE * max(pixels.shape[:2]))
    base = ground.astype(np.float64)
    for edge in edges:
        frame = np.median(edge, axis=0).astype(np.float64)
        if np.linalg.norm(frame - base) < 2 * _LIKE_LINE:
            continue
        for part in (slice(-deep, None), slice(0, deep)):
            for place in ((part, slice(None)), (slice(None), part)):
                colours = pixels[place].reshape(-1, 3).astype(np.float64)
                near = np.linalg.norm(colours - frame, axis=1) < _LIKE_LINE
                band[place] |= near.reshape(pixels[place].shape[:2])
    return band


def _thickness(shares: Floats) -> int:
    """How many lines from the edge belong to the frame's stroke, its blurred edge included."""
    most = max(2, round(_FRAME_SHARE * len(shares)))
    light = np.flatnonzero(shares[:most] < 0.9)
    if not len(light):
        # A ground of another colour than the page's has no stroke to leave out.
        return 0
    return int(light[0]) + (1 if light[0] else 0)


def _commonest(pixels: Bytes) -> Bytes:
    """The most common colour of every fifth pixel."""
    some = pixels[::5, ::5].reshape(-1, 3).astype(np.int64)
    codes, counts = np.unique(some @ np.array([65536, 256, 1]), return_counts=True)
    code = int(codes[counts.argmax()])
    return np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.uint8)


def _lines(pixels: Bytes, ink: Mask, ground: Bytes) -> Mask:
    """Pixels of vertical lines across the plot, solid or broken."""
    lines = np.zeros_like(ink)
    shares = _shares(ink)
    base = ground.astype(np.float64)
    for column in np.flatnonzero(shares > _LINE_SHARE).tolist():
        inked = ink[:, column]
        colours = pixels[:, column].astype(np.float64)
        for part in _witnesses(inked):
            away = np.linalg.norm(colours[part] - base, axis=1)
            # Blurred dots are paler than the line, and what crosses it may be darker.
            line = colours[part][np.argsort(away)[round(0.7 * (len(away) - 1))]]
            like = np.linalg.norm(colours - line, axis=1) < _LIKE_LINE
            if shares[column] < _SOLID_SHARE:
                like |= _between(colours, base, line)
            if like[part].mean() >= 0.5 and (part is not inked or _runs_through(inked & like)):
                lines[:, column] = inked & like
                break
    return lines


def _witnesses(inked: Mask) -> list[Mask]:
    """The parts of a column's ink that may show a line's colour: near both ends, and all of it.

    A gridline reaches both ends of the plot, of which one may be hidden; no stroke of a series does.
    """
    reach = max(8, round(_END_SHARE * len(inked)))
    near = inked.copy()
    near[reach:-reach] = False
    reached = [part.mean() >= _LINE_SHARE for part in (inked[:reach], inked[-reach:])]
    return [near, inked] if all(reached) else [inked] if any(reached) else []


def _runs_through(line: Mask) -> bool:
    """Whether a line is seen in nearly every tenth of its length."""
    seen = [part.mean() >= _TENTH_SHARE for part in np.array_split(line, _TENTHS)]
    return bool(sum(seen) >= _TENTHS - 1)


def _shares(ink: Mask) -> Floats:
    """The share of ink in each column."""
    import cv2

    counts = cv2.reduce(np.ascontiguousarray(ink).view(np.uint8), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(counts[0] / max(1, ink.shape[0]))


def _between(colours: Floats, ground: Floats, line: Floats) -> Mask:
    """Which colours are mixtures of the ground's and the line's: shape (n,)."""
    way = line - ground
    share = np.clip((colours - ground) @ way / max(1.0, float(way @ way)), 0, 1)
    return np.asarray(np.linalg.norm(colours - ground - share[:, None] * way, axis=1) < 0.5 * _LIKE_LINE)
