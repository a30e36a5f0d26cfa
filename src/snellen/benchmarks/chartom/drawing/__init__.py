"""Scenes to pixels, by Matplotlib or by Vega-Lite."""

from snellen.benchmarks.chartom.drawing.pixels import pixels_of

__all__ = ["pixels_of"]
