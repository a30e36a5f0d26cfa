"""Scatterplots read from pixels: marks, clusters, outliers, relationships."""

from snellen.readers.pixels.scatter.answering import answer, answer_scatter, answer_seen, explain_scatter, suits
from snellen.readers.pixels.scatter.grouping import Crowd, Grouping, group_points
from snellen.readers.pixels.scatter.seeing import Scatter, perceive_scatter

__all__ = [
    "Crowd",
    "Grouping",
    "Scatter",
    "answer",
    "answer_scatter",
    "answer_seen",
    "explain_scatter",
    "group_points",
    "perceive_scatter",
    "suits",
]
