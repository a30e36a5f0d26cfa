"""Plans to files: parallel, resumable, with progress; the same bytes on any number of workers."""

from snellen.generation.making import generate_dataset
from snellen.generation.selection import parse_selection

__all__ = ["generate_dataset", "parse_selection"]
