"""Charts as they were drawn: vertices of Matplotlib's artists in pixels, mapped back through the recorded axes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snellen.benchmark import PlannedChart
from snellen.benchmarks.grab import BENCHMARK
from snellen.benchmarks.grab.draw import draw_with_vertices
from snellen.benchmarks.grab.scene import Curve, Points, Scene
from snellen.dataset import Chart, Question, Rectangle

__all__ = ["DrawnChart", "Floats", "drawn_charts", "drawn_from"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DrawnChart:
    """One chart: its question, its record, its scene (for colours and sizes alone), its picture, what was drawn.

    `marks` holds the vertices of each artist in pixels of the image, shape (n, 2), y downwards, in drawing order.
    """

    question: Question
    chart: Chart
    scene: Scene
    image: bytes
    marks: tuple[Floats, ...]

    @property
    def plot(self) -> Rectangle:
        """The rectangle inside the axes."""
        assert self.chart.plot is not None
        return self.chart.plot

    @property
    def styles(self) -> tuple[Curve | Points, ...]:
        """The scene's marks, for their colours, sizes and widths."""
        return self.scene.marks

    def to_data(self, pixels: Floats) -> Floats:
        """Pixels as data values, through the axes of the chart's record. Shape (n, 2) in and out."""
        columns = []
        for column, name in enumerate("xy"):
            axis = self.chart.axis(name)
            assert axis.scale == "linear"
            (low, high), (start, stop) = axis.domain, axis.pixels
            columns.append(low + (pixels[:, column] - start) * (high - low) / (stop - start))
        return np.column_stack(columns)

    def to_pixels(self, data: Floats) -> Floats:
        """The inverse of `to_data`."""
        columns = []
        for column, name in enumerate("xy"):
            axis = self.chart.axis(name)
            (low, high), (start, stop) = axis.domain, axis.pixels
            columns.append(start + (data[:, column] - low) * (stop - start) / (high - low))
        return np.column_stack(columns)


def drawn_charts(preset: str, seed: int, keys: Iterable[str] | None = None) -> Iterator[DrawnChart]:
    """Every chart of a preset, drawn; of the cells in `keys` alone where they are given."""
    wanted = None if keys is None else set(keys)
    for cell in BENCHMARK.cells(preset, seed, {}):
        if wanted is None or cell.key in wanted:
            for planned in BENCHMARK.plan(cell, seed):
                yield drawn_from(planned)


def drawn_from(planned: PlannedChart) -> DrawnChart:
    """One planned chart, drawn."""
    image, marks = draw_with_vertices(planned.scene)
    return DrawnChart(planned.questions[0], planned.chart, planned.scene, image, marks)
