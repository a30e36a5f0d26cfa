"""Sizes and colours that both renderers set type and draw rules with, in pixels."""

__all__ = ["GRID", "INK", "LEGEND_ROW", "LINE_WIDTH", "MARKER", "NOTE", "SWATCH", "TICK", "TICK_GAP", "TITLE", "WORDS"]

TITLE, WORDS, TICK, NOTE = 17.0, 14.0, 13.0, 14.0
"""The title; titles of axes and legends; labels of ticks; words beside marks."""
INK, GRID = "#222222", "#d6d6d6"
LINE_WIDTH, MARKER = 2.5, 9.0
"""Of lines, and the diameter of their markers."""
TICK_GAP = 8.0
"""Between the plot and a tick's label."""
LEGEND_ROW, SWATCH = 16.0, 13.0
"""The middle of the legend above the plot, and the side of its squares."""
