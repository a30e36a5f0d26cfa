"""The renderer of each scene."""

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.chartom.scene import Cartesian, Pie

__all__ = ["pixels_of"]


def pixels_of(scene: Cartesian | Pie) -> NDArray[np.uint8]:
    """The picture: shape (height, width, 3)."""
    if isinstance(scene, Cartesian) and scene.renderer == "vega-lite":
        from snellen.benchmarks.chartom.drawing.by_vega import pixels

        return pixels(scene)
    from snellen.benchmarks.chartom.drawing.by_matplotlib import pixels as painted

    return painted(scene)
