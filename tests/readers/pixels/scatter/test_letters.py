"""A legend inside the plot is no data."""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from snellen.readers.pixels.scatter import perceive_scatter


def test_neither_the_key_nor_the_words_of_a_legend_are_marks() -> None:
    points = np.random.default_rng(0).uniform((0, 0), (1, 0.7), (30, 2))
    figure = Figure(figsize=(6, 5), dpi=100)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.scatter(points[:, 0], points[:, 1], s=30, color="teal", label="measured values")
    axes.set_ylim(0, 1)
    axes.legend(loc="upper right")
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = np.array(canvas.buffer_rgba())[:, :, :3]  # type: ignore[no-untyped-call]
    places = axes.transData.transform(points)
    places[:, 1] = pixels.shape[0] - places[:, 1]
    seen = perceive_scatter(pixels)
    assert len(seen.places) == 30
    nearest = np.hypot(*(seen.places[:, None] - places[None]).transpose(2, 0, 1)).min(axis=0)
    assert nearest.max() < 2  # Matplotlib puts marks on whole pixels
