"""Published figures, as data: what the papers' tables print, read by a small loader each."""

from snellen.published.biy import PublishedBiy, PublishedResult, published_biy
from snellen.published.grab import LaterResult, PublishedGrab, PublishedModel, correct_of, published_grab

__all__ = [
    "LaterResult",
    "PublishedBiy",
    "PublishedGrab",
    "PublishedModel",
    "PublishedResult",
    "correct_of",
    "published_biy",
    "published_grab",
]
