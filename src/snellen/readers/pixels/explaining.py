"""What was seen, as JSON that a report can draw over the picture: places in pixels of the picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from snellen.readers.pixels.calibration import Scale
from snellen.readers.pixels.curves import Curve
from snellen.readers.pixels.marks import Series
from snellen.readers.pixels.view import View

__all__ = ["seen_axes", "seen_curves", "seen_series"]

_VERTICES = 61


def seen_axes(view: View) -> dict[str, Any]:
    """The plot's rectangle, and each axis by the ticks that were read: `[pixel, value]` pairs."""
    plot, axes = view.plot, view.axes
    return {
        "plot": {"left": plot.left, "top": plot.top, "width": plot.width, "height": plot.height},
        "axes": {"x": _ticks(axes.x), "y": _ticks(axes.y)},
    }


def seen_curves(curves: Sequence[Curve]) -> dict[str, Any]:
    """Each curve: its colour, the family that fits it, and points along it from one visible end to the other."""
    found = []
    for curve in curves:
        x = np.linspace(curve.start, curve.end, _VERTICES)
        places = np.stack([curve.axes.x.pixels(x), curve.axes.y.pixels(curve(x))], axis=1)
        found.append({"colour": list(curve.colour), "family": curve.fitted.family, "pixels": places.round(2).tolist()})
    return {"curves": found}


def seen_series(series: Sequence[Series]) -> dict[str, Any]:
    """Each series of points: its colour and the centres of its marks."""
    return {"series": [{"colour": list(one.colour), "pixels": one.pixels.round(2).tolist()} for one in series]}


def _ticks(scale: Scale) -> list[list[float]]:
    return [[round(pixel, 2), value] for pixel, value in scale.ticks]
