"""Bring your own: a user's data, and a user's Vega-Lite specification, annotated as the benchmark's own charts are."""

from snellen.benchmarks.biy.own.design import OwnDesign, from_spec, own_design
from snellen.benchmarks.biy.own.points import Columns, OwnPoints, read_points

__all__ = ["Columns", "OwnDesign", "OwnPoints", "from_spec", "own_design", "read_points"]
