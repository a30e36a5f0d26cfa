"""What a model's tokens cost, from the price library genai-prices, which comes with its prices and asks no network."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

from snellen.catalogue import catalogue
from snellen.costs.own_prices import own_prices

__all__ = ["Price", "Priced", "batch_share", "find_price", "library_told", "priced_name"]

_PROVIDERS = {"openai": "openai", "anthropic": "anthropic", "google": "google"}
"""Inspect's providers that are asked at the vendor's list price, and the library's names of them."""
_OTHERS = {"grok": "x-ai", "mistral": "mistral", "groq": "groq", "together": "together", "fireworks": "fireworks"}
_OTHERS |= {"deepseek": "deepseek", "openrouter": "openrouter", "perplexity": "perplexity", "moonshot": "moonshotai"}
_HALVED = ("openai", "anthropic", "google")
"""Vendors that bill a batch at half the price where the library has no batch price for a model."""


class Priced(NamedTuple):
    """A model under the library's names: its provider, and the model's own name."""

    provider: str
    model: str


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a million tokens, at a prompt of the length that was asked for; `told` says whose and which price."""

    input: float
    output: float
    cache_read: float
    cache_write: float
    told: str


def priced_name(model: str) -> Priced | None:
    """Under which names the library would have a model that Inspect calls `model`; None where none would be its own.

    Google Cloud's prices are the vendors' where the library has none of its own. A compatible address, a model on
    one's own machine and a local reader have none.

    >>> priced_name("anthropic/vertex/claude-3-haiku@20240307")
    Priced(provider='google', model='claude-3-haiku@20240307')
    >>> priced_name("vllm/Qwen/Qwen-VL-Chat")
    """
    provider, _, rest = model.partition("/")
    parts = rest.split("/")
    service = parts[0] if len(parts) > 1 else None
    if provider in _OTHERS and rest:
        return Priced(_OTHERS[provider], rest)
    if provider not in _PROVIDERS or not parts[-1] or service not in (None, "vertex", "azure"):
        return None
    if service == "azure":
        return Priced("azure", parts[-1])
    return Priced("google" if service == "vertex" else _PROVIDERS[provider], parts[-1])


def find_price(model: str, *, batch: bool = False, prompt_tokens: int = 1000) -> Price | None:
    """The price of a model under Inspect's name, today, for prompts of a length; None where none is known.

    A price in the user's own file comes first, then the library's. A batch is priced as the library has it, and at half
    where its vendor gives that discount on all and the price is the user's or the library has no batch price of the
    model. Nothing is guessed: a model that the library does not match has no price.
    """
    if (own := own_prices().get(model)) is not None:
        price = Price(own.input, own.output, own.input_cache_read, own.input_cache_write, "your own file of prices")
        return _halved(price) if batch and model.partition("/")[0] in _HALVED else price
    if (name := priced_name(model)) is None:
        return None
    usual = _library_price(name, prompt_tokens, batch=False)
    if usual is None or not batch:
        return usual
    halved = _library_price(name, prompt_tokens, batch=True)
    if halved is not None and (halved.input, halved.output) != (usual.input, usual.output):
        return halved
    if name.provider not in _HALVED:
        return usual
    return _halved(usual)


def batch_share(model: str) -> float:
    """What a batched request costs as a share of a hosted one, by the prices of what goes in; 1 where none is known."""
    usual, batch = find_price(model), find_price(model, batch=True)
    return 1.0 if usual is None or batch is None or not usual.input else batch.input / usual.input


@cache
def library_told() -> str:
    """The library's version, and the day of the newest price that it has."""
    return f"genai-prices {version('genai-prices')}, newest price of {_newest_price()}"


def _library_price(name: Priced, prompt_tokens: int, *, batch: bool) -> Price | None:
    from genai_prices import Usage, calc_price

    context = {"processing": "batch"} if batch else None
    last: Any = None

    def dollars(**tokens: int) -> float:
        nonlocal last
        last = calc_price(
            Usage(**tokens),
            name.model,
            provider_id=name.provider,
            genai_request_timestamp=datetime.now(UTC),
            price_context=context,
        )
        return float(last.total_price)

    many = max(prompt_tokens, 1)
    try:
        prompt = dollars(input_tokens=many)
        answer = dollars(input_tokens=many, output_tokens=1000) - prompt
        read = dollars(input_tokens=many, cache_read_tokens=many)
        write = dollars(input_tokens=many, cache_write_tokens=many)
    except LookupError:
        return None
    per_million = 1e6 / many
    return Price(
        input=round(prompt * per_million, 9),
        output=round(answer * 1000, 9),
        cache_read=round(read * per_million, 9),
        cache_write=round(write * per_million, 9),
        told=f"{last.model.id} of {last.provider.name}{', batch' if batch else ''}",
    )


def _halved(usual: Price) -> Price:
    return Price(
        usual.input / 2,
        usual.output / 2,
        usual.cache_read / 2,
        usual.cache_write / 2,
        f"{usual.told}, halved for a batch",
    )


def _newest_price() -> date:
    """The latest start of a price in the library, of those of the vendors in the catalogue."""
    from genai_prices.data import providers

    vendors = {model.vendor for model in catalogue().models}
    days = [day for provider in providers if provider.name in vendors for day in _starts(provider.models)]
    return max((day for day in days if day <= datetime.now(UTC).date()), default=date.min)


def _starts(models: Any) -> Iterator[date]:
    for model in models:
        for price in model.prices if isinstance(model.prices, list) else ():
            start = getattr(price.constraint, "start_date", None)
            if isinstance(start, date):
                yield start
