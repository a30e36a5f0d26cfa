"""What the charts are about: quantities, items and shares, all made up, with plausible names, units and sizes."""

from snellen.benchmarks.chartom.subjects.choosing import chosen
from snellen.benchmarks.chartom.subjects.histograms import DENSITIES, Density
from snellen.benchmarks.chartom.subjects.items import GROUPS, ICON_GROUPS, SPREAD_GROUPS, Group, IconGroup
from snellen.benchmarks.chartom.subjects.naming import named_subjects
from snellen.benchmarks.chartom.subjects.over_time import PAIRS_OF_SERIES, SERIES, SPREAD_SERIES, Rivals, Series
from snellen.benchmarks.chartom.subjects.points import POINT_CLOUDS, PointCloud
from snellen.benchmarks.chartom.subjects.regions import RATES, Rate
from snellen.benchmarks.chartom.subjects.shares import POLLS, WHOLES, Poll, Whole

__all__ = [
    "DENSITIES",
    "GROUPS",
    "ICON_GROUPS",
    "PAIRS_OF_SERIES",
    "POINT_CLOUDS",
    "POLLS",
    "RATES",
    "SERIES",
    "SPREAD_GROUPS",
    "SPREAD_SERIES",
    "WHOLES",
    "Density",
    "Group",
    "IconGroup",
    "PointCloud",
    "Poll",
    "Rate",
    "Rivals",
    "Series",
    "Whole",
    "chosen",
    "named_subjects",
]
