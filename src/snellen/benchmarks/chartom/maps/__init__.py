"""Choropleth maps: regions of a real area, each in the colour of its value, with names and a legend."""

from snellen.benchmarks.chartom.maps.areas import AREAS, CREDIT, kind_of, regions_of
from snellen.benchmarks.chartom.maps.colours import COLOURS
from snellen.benchmarks.chartom.maps.drawing import MapScene, draw_map

__all__ = ["AREAS", "COLOURS", "CREDIT", "MapScene", "draw_map", "kind_of", "regions_of"]
