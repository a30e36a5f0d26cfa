"""Which provider serves a model: Inspect's, or one of ours: for Google's models, and for those of Transformers."""

from collections.abc import Callable, Mapping
from typing import Any

from inspect_ai.model import GenerateConfig, Model, ModelAPI, get_model

from snellen.running.hugging_face.address import PREFIX

__all__ = ["served_model"]


def served_model(
    name: str,
    arguments: Mapping[str, Any],
    *,
    media_resolution: str | None = None,
    config: GenerateConfig = GenerateConfig(),  # noqa: B008 (Inspect's own default)
) -> Model:
    """The model of that name, made anew with `arguments` for its provider.

    `media_resolution` is sent to Google alone. Raises what Inspect raises for an unknown model, a missing key or
    package.
    """
    arguments = dict(arguments)
    base_url = None if (given := arguments.pop("base_url", None)) is None else str(given)
    provider, _, rest = name.partition("/")
    if name.startswith(PREFIX):  # how many are asked at a time is the batch's matter, not found out by asking more
        config = config.merge(GenerateConfig(adaptive_connections=False))
    if provider != "google":
        return get_model(name, config=config, base_url=base_url, memoize=False, **arguments)
    from inspect_ai.model._providers.providers import validate_google_client

    validate_google_client("Google API")
    from snellen.running.google_provider import google_models

    serve: Callable[..., ModelAPI] = google_models
    api = serve(model_name=rest, base_url=base_url, media_resolution=media_resolution, config=config, **arguments)
    model = Model(api, config, arguments)
    api.qualified_model_name = str(model)
    return model
