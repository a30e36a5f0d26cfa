"""Which provider serves a run's model, and which of the settings asked for it does not send."""

from collections.abc import Callable, Mapping
from typing import Any

from inspect_ai.model import GenerateConfig, Model, ModelAPI

from snellen.running.settings import RunSettings

__all__ = ["served_model"]


def served_model(settings: RunSettings, arguments: Mapping[str, Any]) -> str | Model:
    """The model as Inspect's `eval` takes it: its name, or for Google's models one of our provider, which sends more.

    Raises what Inspect's provider raises for a missing package or key.
    """
    provider, _, name = settings.model.partition("/")
    if provider != "google":
        return settings.model
    from inspect_ai.model._providers.providers import validate_google_client

    validate_google_client("Google API")
    from snellen.running.google_provider import google_models

    rest = {key: value for key, value in arguments.items() if key != "base_url"}
    serve: Callable[..., ModelAPI] = google_models
    api = serve(
        model_name=name,
        base_url=None if arguments.get("base_url") is None else str(arguments["base_url"]),
        media_resolution=settings.generation.media_resolution,
        **rest,
    )
    return Model(api, GenerateConfig(), dict(rest))
