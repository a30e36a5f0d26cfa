"""What Inspect AI finds of Snellen, through the entry point group `inspect_ai`: the tasks and the local readers."""

from snellen.running.provider import snellen_models
from snellen.running.scorers import exact, lenient, paper, prefix, strict, tolerant
from snellen.running.tasks import biy, grab

__all__ = ["biy", "exact", "grab", "lenient", "paper", "prefix", "snellen_models", "strict", "tolerant"]
