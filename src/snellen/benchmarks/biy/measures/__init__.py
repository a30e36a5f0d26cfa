"""What answers on charts score: matching, precision and recall, counts, consistency."""

from snellen.benchmarks.biy.measures.counting import consistent, count_correct, count_error, lengths
from snellen.benchmarks.biy.measures.detection import (
    PLOT_SHARE,
    ManyMeasures,
    Measures,
    box_measures,
    many_box_measures,
    many_point_measures,
    plot_tolerance,
    point_measures,
)
from snellen.benchmarks.biy.measures.matching import Matching, match_boxes, match_points
from snellen.benchmarks.biy.measures.protocols import PROTOCOLS, Charts, Protocol, under_protocol

__all__ = [
    "PLOT_SHARE",
    "PROTOCOLS",
    "Charts",
    "ManyMeasures",
    "Matching",
    "Measures",
    "Protocol",
    "box_measures",
    "consistent",
    "count_correct",
    "count_error",
    "lengths",
    "many_box_measures",
    "many_point_measures",
    "match_boxes",
    "match_points",
    "plot_tolerance",
    "point_measures",
    "under_protocol",
]
