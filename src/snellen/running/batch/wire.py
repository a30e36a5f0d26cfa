"""Requests as Inspect's own providers send them, and replies as they read them, with nothing sent.

A provider of Inspect is given a client of HTTP that keeps each request and answers it with a reply that is at hand.
So a batched request has the body of a hosted one, whatever Inspect does for the model (which endpoint, which settings
it takes), and a batched reply is read as a hosted one is.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx2
from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, Model, ModelOutput
from inspect_ai.util import materialize_media
from pydantic import JsonValue

from snellen.catalogue import GenerationSettings
from snellen.errors import SnellenError
from snellen.messages import Message
from snellen.running.not_sent import settings_not_sent
from snellen.running.serving import served_model
from snellen.running.tasks import ImageDetail, asked_settings, generation_settings, to_inspect

__all__ = ["NOT_SENT", "Sent", "Wire"]

NOT_SENT = "not-sent"
"""What stands where a provider wants a key: its requests go nowhere."""

_LEFT_OUT = ("stream", "background")
"""What says how a hosted request is fetched, which a batched one can't say."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it would be sent: the end of its address, its body, and the beta features in its header."""

    endpoint: str
    body: dict[str, Any]
    betas: str = ""


class Wire:
    """The provider of one model, cut off from the network. A context, to be used from one thread.

    `arguments` are those for the provider, as `snellen eval -M` takes them; `generation` is how the model is asked.
    Raises SnellenError where the provider's package is missing or takes no such arguments.
    """

    def __init__(
        self,
        model: str,
        arguments: Mapping[str, JsonValue],
        generation: GenerationSettings = GenerationSettings(),  # noqa: B008 (immutable)
    ) -> None:
        self._name, self._arguments, self._generation = model, dict(arguments), generation
        self.detail: ImageDetail = generation.image_detail or "auto"
        self._models: dict[int, Model] = {}
        self._clients: list[httpx2.AsyncClient] = []
        self._seen: Sent | None = None
        self._reply: tuple[int, bytes] | None = None
        self._runner = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async def close() -> None:
            for client in self._clients:
                await client.aclose()

        self._runner.run(close())
        self._runner.close()

    def request(self, messages: Sequence[Message], seed: int) -> Sent:
        """What a hosted run would send to ask `messages` with `seed`."""
        turns = [to_inspect(message, self.detail) for message in messages]
        self._runner.run(_with_pictures(turns))
        return self.request_of(turns, seed)

    def request_of(self, messages: Sequence[ChatMessage], seed: int) -> Sent:
        """What a hosted run would send to ask a conversation of Inspect's with `seed`."""
        self._reply = self._seen = None
        self._runner.run(self._generate(list(messages), seed))
        if self._seen is None:
            raise SnellenError(
                f"{self._name} cannot be batched: Inspect's provider sends its requests in no known way."
            )
        return self._seen

    def not_sent(self, messages: Sequence[Message], seed: int) -> list[str]:
        """Which settings that are asked for are not in the request for `messages`."""
        return settings_not_sent(asked_settings(seed, self._generation, {}), self.request(messages, seed).body)

    def read(self, status: int, body: JsonValue, seed: int) -> tuple[ModelOutput | None, str | None]:
        """The reply with this HTTP status and body: what the model put out, or why it put out nothing."""
        self._reply = status, json.dumps(body).encode()
        try:
            output = self._runner.run(self._generate([ChatMessageUser(content="?")], seed))
        except Exception as error:
            return None, f"{type(error).__name__}: {' '.join(str(error).split())}"[:1000]
        return output, None

    async def _generate(self, messages: list[ChatMessage], seed: int) -> ModelOutput:
        if seed not in self._models:
            self._models[seed] = self._model(seed)
        return await self._models[seed].generate(messages)

    def _model(self, seed: int) -> Model:
        arguments: dict[str, Any] = dict(self._arguments)
        vendor = self._name.partition("/")[0]
        config = generation_settings(seed, self._generation)
        config.max_retries = 0
        if vendor == "vllm":
            arguments["base_url"] = arguments.get("base_url") or "http://localhost/v1"
        if vendor == "anthropic":  # streams long replies, and its client wants to be told how long it may take
            arguments |= {"streaming": False, "timeout": 3600.0}
        if vendor not in ("google", "vllm"):
            arguments["http_client"] = self._client()
        try:
            model = served_model(
                self._name,
                {**arguments, "api_key": NOT_SENT},
                media_resolution=self._generation.media_resolution,
                config=config,
            )
        except ImportError as error:
            told = " ".join(str(error).split())
            raise SnellenError(f"{self._name} cannot be asked: {told}; install the provider's package.") from None
        if vendor in ("google", "vllm"):
            self._give_client(model)
        return model

    def _give_client(self, model: Model) -> None:
        """Give our client to a provider that takes none as an argument and makes its own when it is first asked."""
        api: Any = model.api
        if not hasattr(api, "model_client"):
            api._create_http_client = self._client
            return
        make = api.model_client

        def model_client(http_options: Any = None) -> Any:
            http_options.httpx_async_client = self._client()
            return make(http_options)

        api.model_client = model_client

    def _client(self) -> httpx2.AsyncClient:
        while len(self._clients) > 64:
            del self._clients[0]
        self._clients.append(httpx2.AsyncClient(transport=httpx2.MockTransport(self._answer)))
        return self._clients[-1]

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        path = request.url.path
        if request.method != "POST":  # a provider that looks for its model's properties does without them
            return httpx2.Response(404, json={})
        if self._reply is None:
            body = json.loads(request.content)
            for name in _LEFT_OUT:
                body.pop(name, None)
            self._seen = Sent(_endpoint(path), body, request.headers.get("anthropic-beta", ""))
            return httpx2.Response(200, json=_SAYS_NOTHING[_endpoint(path)])
        status, content = self._reply
        return httpx2.Response(status, content=content, headers={"content-type": "application/json"})


async def _with_pictures(messages: Sequence[ChatMessage]) -> None:
    """Pictures by the paths of their files are made pictures in the conversation, as in a run."""
    for message in messages:
        for content in () if isinstance(message.content, str) else message.content:
            if isinstance(content, ContentImage):
                content.image = await materialize_media(content.image)


def _endpoint(path: str) -> str:
    for endpoint in _SAYS_NOTHING:
        if path.endswith(endpoint.removeprefix("/v1")):
            return endpoint
    raise SnellenError(f"{path}: no address whose requests can be batched.")


_SAYS_NOTHING: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {
        "id": "",
        "object": "chat.completion",
        "created": 0,
        "model": "",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}],
    },
    "/v1/responses": {
        "id": "",
        "object": "response",
        "created_at": 0,
        "model": "",
        "output": [],
        "status": "completed",
        "parallel_tool_calls": False,
        "tool_choice": "none",
        "tools": [],
    },
    "/v1/messages": {
        "id": "",
        "type": "message",
        "role": "assistant",
        "model": "",
        "content": [{"type": "text", "text": "."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 0, "output_tokens": 0},
    },
    ":generateContent": {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "."}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 0, "candidatesTokenCount": 0, "totalTokenCount": 0},
    },
}
"""Address → the shortest reply that its provider takes for one."""
