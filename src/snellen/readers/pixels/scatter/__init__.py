"""Scatterplots read from pixels: marks, clusters, outliers, relationships."""

from snellen.readers.pixels.scatter.answering import answer_scatter, answer_seen, explain_scatter, is_on_scatter
from snellen.readers.pixels.scatter.grouping import Grouping, group_points
from snellen.readers.pixels.scatter.seeing import Scatter, perceive_scatter

__all__ = [
    "Grouping",
    "Scatter",
    "answer_scatter",
    "answer_seen",
    "explain_scatter",
    "group_points",
    "is_on_scatter",
    "perceive_scatter",
]
