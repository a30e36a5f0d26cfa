"""Which model a user means, and with which settings: `--model`, `--settings` and `-S` taken together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from pydantic import JsonValue

from snellen.catalogue.entries import Model, NamedSettings, catalogue
from snellen.catalogue.generation import GenerationSettings, with_changes
from snellen.errors import SnellenError

__all__ = ["Chosen", "choose_model"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A model to ask, under Inspect's name, and how; `model_args` are what its way of access needs."""

    model: str
    generation: GenerationSettings
    model_args: Mapping[str, JsonValue] = field(default_factory=dict)
    settings: NamedSettings | None = None


def choose_model(model: str | None, settings: str | None = None, changes: Iterable[str] = ()) -> Chosen:
    """The model and its settings that are meant.

    `settings` names settings of the catalogue; they name their model, so that `model` may be left out. With them
    `model` only says how it is accessed: `direct`, `vertex`, `compatible`, `transformers` or `vllm`, or a full name
    that ends with this very version. `changes` are `KEY=VALUE` and come last. Raises SnellenError for unknown names,
    where neither a model nor settings are given, and for a model that is not the settings' own.
    """
    if settings is None:
        if model is None:
            raise SnellenError("no model is named; give --model, or --settings with one of `snellen models`.")
        known = catalogue().model(model)
        args = known.model_args if known is not None and model == known.access.get("compatible") else {}
        return Chosen(model, with_changes(GenerationSettings(), changes), args)
    named = catalogue().settings_named(settings)
    if named is None:
        raise SnellenError(f"there are no settings {settings!r}{_near(settings)}; `snellen models` lists them.")
    entry = catalogue().model(named.model)
    assert entry is not None, "every named setting is of a model in the catalogue; a test holds it"
    address = _address(entry, named, model)
    args = entry.model_args if address == entry.access.get("compatible") else {}
    return Chosen(address, with_changes(named.generation, changes), args, named)


def _address(entry: Model, named: NamedSettings, model: str | None) -> str:
    if model is None:
        return entry.usual
    for way, address in entry.access.items():
        if model in (way, address):
            return address
    versions = (entry.name, *entry.aliases, *([entry.hugging_face] if entry.hugging_face else ()))
    if "/" in model and any(model.lower().endswith(f"/{version.lower()}") for version in versions):
        return model
    raise SnellenError(
        f"--model {model}: the settings {named.name} are those of {entry.name}, which is accessed as "
        f"{', '.join(f'{way} ({address})' for way, address in entry.access.items())}; for another model give its "
        "settings singly with -S."
    )


def _near(name: str) -> str:
    near = get_close_matches(name.lower(), [each.name for each in catalogue().settings], n=1)
    return f" (did you mean {near[0]}?)" if near else ""
