"""What models cost: Inspect ships no prices, so it is told those of the price library, or of the user's own file."""

import os

from inspect_ai.model import ModelCost, ModelInfo, get_model_info, set_model_cost, set_model_info

from snellen.costs.own_prices import VARIABLE, own_prices
from snellen.costs.prices import find_price, priced_name
from snellen.errors import SnellenError

__all__ = ["take_prices"]


def take_prices(model: str | None = None) -> None:
    """Tell Inspect the price library's price of `model`, and then the prices in the file that the user names.

    A model that has no price keeps none. Raises SnellenError where the file cannot be read, and for a model in it that
    Inspect does not know.
    """
    own = own_prices()
    if model is not None and model not in own and (price := find_price(model)) is not None:
        cost = ModelCost(
            input=price.input,
            output=price.output,
            input_cache_write=price.cache_write,
            input_cache_read=price.cache_read,
        )
        name = priced_name(model)
        vendor = model.partition("/")[0]
        for known_as in dict.fromkeys((model, f"{vendor}/{name.model}" if name else model)):
            if get_model_info(known_as) is None:
                set_model_info(known_as, ModelInfo(organization=vendor))
            set_model_cost(known_as, cost)
    for each, own_price in own.items():
        try:
            set_model_cost(each, ModelCost(**own_price.model_dump()))
        except ValueError as error:
            where = f"{os.environ[VARIABLE]}, named in {VARIABLE}"
            raise SnellenError(f"{where}: {error} Price models that Inspect knows.") from None
