"""The readers that need no network: plain functions from messages to text, found by name."""

from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from typing import Any

from snellen.errors import SnellenError
from snellen.messages import Reader

__all__ = ["find_reader", "is_laborious", "reader_names", "reader_parameters"]

_MAKERS = {
    "snellen/blind": ("snellen.readers.blind", "blind_reader"),
    "snellen/chance": ("snellen.readers.chance", "chance_reader"),
    "snellen/extractor": ("snellen.readers.extractor", "extractor_reader"),
    "snellen/judge": ("snellen.readers.extractor", "judge_reader"),
    "snellen/last-value": ("snellen.readers.extractor", "last_value_reader"),
    "snellen/pixels": ("snellen.readers.pixels", "pixels_reader"),
}
"""Name → the module, and the function in it that makes the reader. A module is imported when its reader is wanted."""
_LABORIOUS = ("snellen/pixels",)


def reader_names() -> list[str]:
    """The names of the local readers, sorted."""
    return sorted(_MAKERS)


def is_laborious(name: str) -> bool:
    """Whether a reader takes so long over a question that it is worth a process of its own."""
    return name in _LABORIOUS


def reader_parameters(name: str) -> list[str]:
    """The names of the arguments that a reader takes. Raises SnellenError for an unknown reader."""
    return [parameter.name for parameter in _parameters(_maker(name))]


def find_reader(name: str, **arguments: Any) -> Reader:
    """The reader of that name, made with `arguments`.

    Raises SnellenError for a name that is not in `reader_names()`, and for an argument that the reader does not take
    or cannot use.
    """
    maker = _maker(name)
    known = [parameter.name for parameter in _parameters(maker)]
    for argument in arguments:
        if argument not in known:
            raise SnellenError(f"{name} takes no argument {argument!r}; it takes {', '.join(known) or 'none'}.")
    return maker(**arguments)


def _maker(name: str) -> Callable[..., Reader]:
    if name not in _MAKERS:
        raise SnellenError(f"no reader named {name!r}; there are {', '.join(reader_names())}.")
    module, function = _MAKERS[name]
    maker: Callable[..., Reader] = getattr(import_module(module), function)
    return maker


def _parameters(maker: Callable[..., Reader]) -> list[Parameter]:
    return list(signature(maker).parameters.values())
