"""What Inspect AI finds of Snellen, through the entry point group `inspect_ai`: the tasks and the local readers."""

from snellen.running.provider import snellen_models
from snellen.running.tasks import exact, grab, prefix, tolerant

__all__ = ["exact", "grab", "prefix", "snellen_models", "tolerant"]
