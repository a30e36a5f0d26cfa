"""What models cost: Inspect ships no prices, so they come from a file that the user names."""

import os
from pathlib import Path

from inspect_ai.model import ModelCost, set_model_cost
from pydantic import TypeAdapter, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError

__all__ = ["VARIABLE", "take_prices"]

VARIABLE = "INSPECT_EVAL_MODEL_COST_CONFIG"
"""The environment variable that names the file; the `inspect` command reads it too."""

_PRICES = TypeAdapter(dict[str, ModelCost])


def take_prices() -> None:
    """Tell Inspect the prices in the file that `VARIABLE` names; nothing where it is not set.

    The file is JSON: a model's name → input, output, input_cache_write and input_cache_read, each in US dollars a
    million tokens. Raises SnellenError where it cannot be read, and for a model that Inspect does not know.
    """
    if not (name := os.environ.get(VARIABLE)):
        return
    where = f"{name}, named in {VARIABLE}"
    try:
        prices = _PRICES.validate_json(Path(name).read_bytes())
    except OSError as error:
        raise SnellenError(f"{where}: {error.strerror}; name a JSON file of prices, or unset it.") from None
    except ValidationError as error:
        raise SnellenError(f"{where}: {describe_validation_error(error)}; docs/running.md has an example.") from None
    for model, cost in prices.items():
        try:
            set_model_cost(model, cost)
        except ValueError as error:
            raise SnellenError(f"{where}: {error} Price models that Inspect knows.") from None
