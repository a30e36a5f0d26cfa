"""How a model is to generate: the settings that change a reply, as they are asked for."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError

__all__ = ["GenerationSettings", "with_changes"]

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


class GenerationSettings(BaseModel):
    """What a model is asked with, beside the seed; None leaves a setting to the provider.

    The names are those of Inspect's `GenerateConfig`: `reasoning_effort` is OpenAI's, `reasoning_tokens` is the budget
    for thinking that Google and Anthropic know. `image_detail` is OpenAI's, `media_resolution` Google's. By default
    as greedy as a provider allows: temperature 0 and top-k 1.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    temperature: Annotated[float, Field(ge=0, le=2)] | None = 0.0
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    top_k: Annotated[int, Field(ge=1)] | None = 1
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    reasoning_effort: Effort | None = None
    reasoning_tokens: Annotated[int, Field(ge=0)] | None = None
    image_detail: Literal["auto", "low", "high", "original"] | None = None
    media_resolution: Literal["low", "medium", "high"] | None = None

    def told(self) -> dict[str, Any]:
        """The settings that are asked for, without those left to the provider."""
        return self.model_dump(exclude_none=True)

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.told().items()) or "none"

    @classmethod
    def names(cls) -> list[str]:
        """The names that `with_changes` knows."""
        return list(cls.model_fields)

    def changed(self, values: dict[str, Any]) -> Self:
        """These settings with other values. Raises ValidationError."""
        return self.model_validate({**self.model_dump(), **values})


def with_changes(settings: GenerationSettings, changes: Iterable[str]) -> GenerationSettings:
    """The settings with `KEY=VALUE` changes, as `-S` takes them; the value `none` leaves one to the provider.

    `reasoning_effort=none` is OpenAI's effort of that name, and `reasoning_effort=` leaves it out. Raises SnellenError
    for one without an equals sign, an unknown or repeated name, and a value that is none of the setting's.
    """
    values: dict[str, Any] = {}
    for change in changes:
        key, equals, value = change.partition("=")
        key, value = key.strip().replace("-", "_"), value.strip()
        if not equals:
            raise SnellenError(f"-S {change}: write it as KEY=VALUE, for example -S temperature=1.")
        if key == "seed":
            raise SnellenError(f"-S {change}: the seed has an option of its own, --seed.")
        if key not in GenerationSettings.names():
            raise SnellenError(f"-S {change}: there is no such setting; name one of {_listed()}.")
        if key in values:
            raise SnellenError(f"-S {change}: {key} is given twice; give it once.")
        is_left = value == "" or (value.lower() == "none" and key != "reasoning_effort")
        values[key] = None if is_left else value
        try:
            settings.changed({key: values[key]})
        except ValidationError as error:
            raise SnellenError(f"-S {change}: {describe_validation_error(error)}; give another value.") from None
    return settings.changed(values)


def _listed() -> str:
    *most, last = GenerationSettings.names()
    return f"{', '.join(most)} and {last}"
