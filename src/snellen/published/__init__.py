"""Published figures, as data: what the papers' tables print, read by a small loader each."""

from snellen.published.biy import PublishedBiy, PublishedResult, published_biy
from snellen.published.chartom import PublishedCalvi, PublishedChartom, published_chartom
from snellen.published.grab import LaterResult, PublishedGrab, PublishedModel, correct_of, published_grab

__all__ = [
    "LaterResult",
    "PublishedBiy",
    "PublishedCalvi",
    "PublishedChartom",
    "PublishedGrab",
    "PublishedModel",
    "PublishedResult",
    "correct_of",
    "published_biy",
    "published_chartom",
    "published_grab",
]
