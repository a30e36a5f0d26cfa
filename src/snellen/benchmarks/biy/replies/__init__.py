"""What a model's reply says: three readings of it, and why one finds nothing."""

from snellen.benchmarks.biy.replies.pixels import many_to_pixels, to_pixels
from snellen.benchmarks.biy.replies.reading import read_all, read_reply
from snellen.benchmarks.biy.replies.reply import FAULTS, READINGS, Coordinates, Fault, Reading, Reply

__all__ = [
    "FAULTS",
    "READINGS",
    "Coordinates",
    "Fault",
    "Reading",
    "Reply",
    "many_to_pixels",
    "read_all",
    "read_reply",
    "to_pixels",
]
