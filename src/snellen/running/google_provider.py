"""Google's models as Inspect serves them, with the two settings that it leaves out: seed and media resolution."""

from contextvars import ContextVar
from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelCall, ModelOutput, modelapi

# The provider's class has no public name; it is that of the one version of Inspect that the package asks for.
from inspect_ai.model._providers.google import GoogleGenAIAPI
from inspect_ai.tool import ToolChoice, ToolInfo

__all__ = ["GoogleAPI", "google_models"]

_ADDED: ContextVar[dict[str, Any]] = ContextVar("added_to_the_request")
"""What the request under way is to have besides what Inspect puts into it."""


class GoogleAPI(GoogleGenAIAPI):
    """Inspect's provider for Google, by the Gemini API and by Vertex AI, that also sends the seed.

    The argument `media_resolution` (low, medium or high) is sent too. Both go into the body's `generationConfig`, as
    https://ai.google.dev/api/generate-content#generationconfig describes it.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 (Inspect's own signature)
        **model_args: Any,
    ) -> None:
        resolution = model_args.pop("media_resolution", None)
        self._media_resolution = f"MEDIA_RESOLUTION_{resolution.upper()}" if resolution else None
        super().__init__(model_name, base_url, api_key, config, **model_args)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 (Inspect's own signature)
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput | tuple[ModelOutput | Exception, ModelCall]:
        """The model's reply to a conversation."""
        asked = {"seed": config.seed, "mediaResolution": self._media_resolution}
        added = {name: value for name, value in asked.items() if value is not None}
        token = _ADDED.set(added)
        try:
            result = await super().generate(input, tools, tool_choice, config)
        finally:
            _ADDED.reset(token)
        if isinstance(result, tuple) and isinstance(sent := result[1].request.get("generation_config"), dict):
            sent.update(added)  # the request that Inspect notes is as it made it
        return result

    def model_client(self, http_options: Any = None) -> Any:
        """Google's client, whose requests have what `generate` adds."""
        if http_options is not None and (added := _ADDED.get({})):
            http_options.extra_body = {"generationConfig": added}
        return super().model_client(http_options)


@modelapi(name="google")
def google_models() -> type[ModelAPI]:
    """Google's models, under the names that Inspect gives them."""
    return GoogleAPI
