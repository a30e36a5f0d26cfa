"""The papers' models by exact version and their settings, from the data files beside this module."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from snellen.catalogue.generation import GenerationSettings

__all__ = ["Catalogue", "Model", "NamedSettings", "catalogue"]

Access = Literal["direct", "vertex", "compatible", "transformers", "vllm"]
Status = Literal["available", "deprecated", "withdrawn", "not known"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class Model(_Record):
    """A model by its exact version.

    `access` has Inspect's name of it for each way of access: `direct` is the vendor's own service, `vertex` Google
    Cloud's, `compatible` an address that speaks OpenAI's protocol (`model_args` has it), `transformers` and `vllm`
    one's own machine. `papers` are the benchmarks whose papers asked it, `title` the papers' name. `ends` is the day
    from which the vendor's own service does not serve it, `successor` what the vendor recommends instead, `current` the
    nearest model that the vendor serves when the catalogue was made. None is not known.
    """

    name: str
    title: str
    vendor: str
    papers: tuple[str, ...]
    access: Mapping[Access, str]
    aliases: tuple[str, ...] = ()
    hugging_face: str | None = None
    model_args: Mapping[str, JsonValue] = {}
    released: date | None = None
    ends: date | None = None
    withdrawn: bool = False
    listed: bool = True
    successor: str | None = None
    current: str | None = None
    note: str | None = None

    def status(self, day: date) -> Status:
        """What is known of it on a day: an end that is announced makes it deprecated, and withdrawn when it is there.

        Weights that are published stay available.
        """
        if self.withdrawn or (self.ends is not None and self.ends <= day):
            return "withdrawn"
        if self.ends is not None:
            return "deprecated"
        return "available" if self.listed else "not known"

    def status_told(self, day: date) -> str:
        """The status in words, with its date and the vendor's recommended successor."""
        status = self.status(day)
        when = f" {'since' if status == 'withdrawn' else 'until'} {self.ends}" if self.ends else ""
        if status in ("withdrawn", "deprecated"):
            return f"{status}{when}; successor {self.successor or 'not known'}"
        return status

    @property
    def usual(self) -> str:
        """Inspect's name of it by the first way of access that there is."""
        return next(iter(self.access.values()))


class NamedSettings(_Record):
    """The settings that a paper asked a model with; `published` is the model's name among its published results."""

    name: str
    model: str
    published: str
    source: str
    generation: GenerationSettings


class Catalogue(_Record):
    """All entries, as they were known on the day `as_of`; `sources` are the vendors' pages on the ends of models."""

    format: Literal[1]
    as_of: date
    sources: Mapping[str, str]
    models: tuple[Model, ...]
    settings: tuple[NamedSettings, ...] = ()

    def model(self, name: str) -> Model | None:
        """A model by its name, an alias, or Inspect's name for any way of access."""
        wanted = name.lower()
        for model in self.models:
            known = (
                model.name,
                *model.aliases,
                *model.access.values(),
                *([model.hugging_face] if model.hugging_face else ()),
            )
            if wanted in {each.lower() for each in known}:
                return model
        return None

    def settings_named(self, name: str) -> NamedSettings | None:
        """Named settings by their name."""
        return next((each for each in self.settings if each.name == name.lower()), None)

    def settings_of(self, model: Model) -> list[NamedSettings]:
        """All named settings of a model."""
        return [each for each in self.settings if each.model == model.name]


class _SettingsFile(_Record):
    format: Literal[1]
    settings: tuple[NamedSettings, ...]


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes with the package."""
    folder = files("snellen.catalogue")
    models = Catalogue.model_validate_json(folder.joinpath("models.json").read_bytes())
    named = _SettingsFile.model_validate_json(folder.joinpath("settings.json").read_bytes())
    return models.model_copy(update={"settings": named.settings})
