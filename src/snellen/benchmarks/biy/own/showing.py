"""Whether the marks of a drawing can be seen: looked up in its pixels, whatever its specification says of them."""

import io
import re
from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

__all__ = ["is_seen", "on_white", "unknown_colour"]

Floats = NDArray[np.float64]
_LEAST_CONTRAST = 13
"""The least difference that counts as seen, of 255 in the channel where it is largest: a twentieth."""
_LARGEST_SIDE = 4000
"""Pixels of the picture that is looked at."""
_PAINT = re.compile(r'\b(?:fill|stroke|stop-color)="([^"]*)"')
_PLAIN = re.compile(r"none|transparent|url\(#[\w-]+\)|#[0-9a-fA-F]{3,8}|rgb\(\d+, \d+, \d+\)")
_BLACK = re.compile(
    r"black|currentcolor|rgba?\(\s*0%?[\s,]+0%?[\s,]+0%?\s*(?:,\s*1(?:\.0*)?\s*)?\)"
    r"|hsla?\([^)]*,\s*0%\s*(?:,\s*1(?:\.0*)?\s*)?\)",
    re.IGNORECASE,
)


def is_seen(drawing: str, without: str, places: Floats, reach: Floats) -> NDArray[np.bool_]:
    """For each mark whether something of it shows, shape (n,).

    `drawing` and `without` are the SVG file and the same without its marks; `places`, shape (n, 2), and `reach`, shape
    (n, 4: left, top, right, bottom), are in their units. A mark shows where the two pictures differ by a twentieth
    somewhere in its box, so one that lies under another mark counts as seen, and one under a legend does not.
    """
    outer = re.search(r'<svg [^>]*?width="([^"]*)" height="([^"]*)"', drawing)
    longest = max(float(outer[1]), float(outer[2])) if outer else 1.0
    scale = min(1.0, _LARGEST_SIDE / longest)
    both = [_decoded(on_white(svg), scale)[:, :, :3] for svg in (drawing, without)]
    differs = np.abs(both[0] - both[1]).max(axis=2) >= _LEAST_CONTRAST
    sums = np.zeros((differs.shape[0] + 1, differs.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = differs.cumsum(axis=0).cumsum(axis=1)
    low = np.floor((places - reach[:, :2]) * scale - 0.5).astype(int)
    high = np.ceil((places + reach[:, 2:]) * scale + 0.5).astype(int)
    left, right = (np.clip(ends[:, 0], 0, differs.shape[1]) for ends in (low, high))
    top, bottom = (np.clip(ends[:, 1], 0, differs.shape[0]) for ends in (low, high))
    counts: NDArray[np.bool_] = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] > 0
    return counts


def unknown_colour(drawing: str) -> str | None:
    """A colour in an SVG file that its renderer does not know, and so paints black; None where it knows all."""
    texts = [text for text in dict.fromkeys(_PAINT.findall(drawing)) if not _PLAIN.fullmatch(text)]
    if not texts:
        return None
    black = np.all(_strip(texts) == (0, 0, 0, 255), axis=1)
    return next((text for text, is_black in zip(texts, black, strict=True) if is_black and not _named(text)), None)


def on_white(drawing: str) -> str:
    """An SVG file with a white page behind all: edges on a transparent one come out of vl-convert too dark."""
    return re.sub(r"<svg [^>]*>", r'\g<0><rect width="100%" height="100%" fill="white"/>', drawing, count=1)


def _named(text: str) -> bool:
    return _BLACK.fullmatch(text.strip()) is not None


def _strip(texts: Sequence[str]) -> NDArray[np.int16]:
    """Each colour as it is painted, shape (n, 4)."""
    side = ceil(len(texts) ** 0.5)
    squares = "".join(
        f'<rect x="{place % side}" y="{place // side}" width="1" height="1" fill="{text}"/>'
        for place, text in enumerate(texts)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">{squares}</svg>'
    return _decoded(svg, 1.0).reshape(-1, 4)[: len(texts)]


def _decoded(svg: str, scale: float) -> NDArray[np.int16]:
    import vl_convert
    from PIL import Image

    with Image.open(io.BytesIO(vl_convert.svg_to_png(svg, scale=scale))) as image:
        return np.asarray(image.convert("RGBA"), dtype=np.int16)
