"""What Inspect AI finds of Snellen through the entry point group `inspect_ai`: tasks, models, the replayer."""

from snellen.running.hugging_face.provider import transformers_models
from snellen.running.provider import snellen_models
from snellen.running.replaying import replayer
from snellen.running.scorers import (
    exact,
    fact,
    fact_card,
    hmi_error,
    hmi_error_worst,
    lenient,
    misled,
    paper,
    prefix,
    strict,
    tolerant,
)
from snellen.running.tasks import biy, chartom, grab

__all__ = [
    "biy",
    "chartom",
    "exact",
    "fact",
    "fact_card",
    "grab",
    "hmi_error",
    "hmi_error_worst",
    "lenient",
    "misled",
    "paper",
    "prefix",
    "replayer",
    "snellen_models",
    "strict",
    "tolerant",
    "transformers_models",
]
