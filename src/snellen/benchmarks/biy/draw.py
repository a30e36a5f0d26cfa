"""Draws a chart: one picture for each scale, losslessly small, with nothing in the file but pixels."""

import io
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy import by_matplotlib, by_vega
from snellen.benchmarks.biy.designs import Design, PointData
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.own import by_vega_whole
from snellen.benchmarks.biy.own.design import OwnDesign
from snellen.png import Effort, encode_small

__all__ = ["draw"]


def draw(
    points: PointData,
    design: Design,
    scales: Iterable[float],
    *,
    optimize: Effort = "fast",
    jpeg_quality: int | None = None,
) -> dict[float, bytes]:
    """The chart's pictures by scale: PNG files without metadata, or JPEG files of a quality from 1 to 100.

    Sizes are those of `layout`. The same points give the same bytes in any process and on any machine with the same
    versions of the libraries, whatever fonts it has. `optimize` is how hard PNG files are squeezed: fast, or max for
    several times the time and some 5 % fewer bytes. Raises SnellenError for points that have no layout.
    """
    pictures = {}
    for scale in scales:
        expected = layout(design, points, scale)
        pixels = _pixels(design, points, scale)
        assert pixels.shape == (expected.height, expected.width, 3), "the picture has not the size of its layout"
        pictures[scale] = _jpeg(pixels, jpeg_quality) if jpeg_quality is not None else encode_small(pixels, optimize)
    return pictures


def _pixels(design: Design, points: PointData, scale: float) -> NDArray[np.uint8]:
    if isinstance(design, OwnDesign):
        return by_vega_whole.pixels(design, points, scale)
    if design.renderer == "matplotlib":
        return by_matplotlib.pixels(design, points, scale)
    return by_vega.pixels(design, points, scale)


def _jpeg(pixels: NDArray[np.uint8], quality: int) -> bytes:
    from PIL import Image

    if not 1 <= quality <= 100:
        raise ValueError(f"a JPEG quality is a whole number from 1 to 100, not {quality}")
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality)
    return file.getvalue()
