"""Prices that the user names in a file, which come before the library's."""

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError

__all__ = ["VARIABLE", "OwnPrice", "own_prices"]

VARIABLE = "INSPECT_EVAL_MODEL_COST_CONFIG"
"""The environment variable that names the file; the `inspect` command reads it too."""


class OwnPrice(BaseModel):
    """US dollars a million tokens, in the form that Inspect reads."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    input: float
    output: float
    input_cache_write: float
    input_cache_read: float


_PRICES = TypeAdapter(dict[str, OwnPrice])


def own_prices() -> dict[str, OwnPrice]:
    """The prices in the file that `VARIABLE` names, by Inspect's name of the model; none where it is not set.

    The file is JSON: a model's name → input, output, input_cache_write and input_cache_read. Raises SnellenError where
    it cannot be read.
    """
    if not (name := os.environ.get(VARIABLE)):
        return {}
    where = f"{name}, named in {VARIABLE}"
    try:
        return _PRICES.validate_json(Path(name).read_bytes())
    except OSError as error:
        raise SnellenError(f"{where}: {error.strerror}; name a JSON file of prices, or unset it.") from None
    except ValidationError as error:
        raise SnellenError(f"{where}: {describe_validation_error(error)}; docs/cost.md has an example.") from None
