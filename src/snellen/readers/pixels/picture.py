"""Loads a picture: pixels on white, the colour of the page, and what stands out from it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bytes", "Floats", "Mask", "Picture", "UnreadableError", "load_picture", "page_colour"]

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_MOST_PIXELS = 40_000_000
_LEAST_SIDE = 16
_STANDS_OUT = 24
"""A pixel stands out where a channel is further than this from the page's colour: more than a JPEG's noise."""


class UnreadableError(Exception):
    """The picture cannot be opened, is too large or too small, or does not show what is asked for."""


@dataclass(frozen=True)
class Picture:
    """The pixels of a picture, 8-bit RGB of shape (height, width, 3)."""

    pixels: Bytes

    @property
    def height(self) -> int:
        """The number of rows."""
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.pixels.shape[1])

    @cached_property
    def page(self) -> Bytes:
        """The colour of the page around the chart: shape (3,)."""
        return page_colour(self.pixels)

    @cached_property
    def ink(self) -> Mask:
        """Where a pixel stands out from the page: shape (height, width)."""
        return stands_out(self.pixels, self.page)


def load_picture(path: Path) -> Picture:
    """The picture in a file, transparent parts on white.

    Raises UnreadableError where it is no whole picture, and for one of more than 40 million pixels or with a side under
    16 pixels.
    """
    import warnings

    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path) as opened:
                width, height = opened.size
                if width * height > _MOST_PIXELS or min(width, height) < _LEAST_SIDE:
                    raise UnreadableError(f"a picture of {width}×{height} pixels")
                if opened.mode in ("RGBA", "LA", "PA") or "transparency" in opened.info:
                    layer = opened.convert("RGBA")
                    ground = Image.new("RGBA", layer.size, "white")
                    pixels = np.asarray(Image.alpha_composite(ground, layer).convert("RGB"))
                else:
                    pixels = np.asarray(opened.convert("RGB"))
    except UnreadableError:
        raise
    except Exception as error:  # Pillow's decoders raise errors of many kinds on damaged files.
        raise UnreadableError("no picture") from error
    return Picture(np.ascontiguousarray(pixels))


def page_colour(pixels: Bytes) -> Bytes:
    """The most common colour along the border, a fiftieth of each side wide: shape (3,)."""
    height, width = pixels.shape[:2]
    rows, columns = max(1, height // 50), max(1, width // 50)
    strips = (pixels[:rows], pixels[-rows:], pixels[:, :columns], pixels[:, -columns:])
    border = np.concatenate([strip.reshape(-1, 3) for strip in strips]).astype(np.int64)
    codes, counts = np.unique(border @ np.array([65536, 256, 1]), return_counts=True)
    code = int(codes[counts.argmax()])
    return np.array([code >> 16, code >> 8 & 255, code & 255], dtype=np.uint8)


def stands_out(pixels: Bytes, ground: Bytes, by: int = _STANDS_OUT) -> Mask:
    """Where a channel differs from the ground's colour by more than `by`."""
    import cv2

    low, high = np.subtract(ground, by, dtype=np.float64), np.add(ground, by, dtype=np.float64)
    return np.asarray(cv2.inRange(pixels, low, high) == 0)
