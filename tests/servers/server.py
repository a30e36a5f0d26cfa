"""A server on the loopback that speaks the vendors' protocols, answers as it is told, and misbehaves on demand.

with ModelServer(lambda asked: "4") as server:
    …  # server.openai, server.anthropic, server.google are the base URLs; server.seen what arrived
"""

import asyncio
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from tests.servers.anthropic import AnthropicMessages
from tests.servers.conversations import Answer, Answering, Asked, tokens_of
from tests.servers.dialects import Dialect
from tests.servers.faults import Arrival, Fault, Misbehaviour
from tests.servers.gemini import Gemini
from tests.servers.openai import OpenAIChat, OpenAIResponses

__all__ = ["ModelServer", "Seen"]

_STATUS = {
    "rate limit": 429,
    "no quota": 429,
    "server error": 500,
    "unavailable": 503,
    "wrong key": 401,
    "unknown model": 404,
    "too large": 413,
    "too long": 400,
    "filtered request": 400,
    "invalid": 400,
}
_MESSAGES = {
    "rate limit": "Rate limit reached. Please slow down.",
    "no quota": "You exceeded your current quota, limit: 0, please check your plan.",
    "server error": "The server had an error while processing your request.",
    "unavailable": "The engine is currently overloaded.",
    "unknown model": "The model does not exist or you do not have access to it.",
    "too large": "Request exceeds the maximum size of 33554432 bytes.",
    "too long": "prompt is too long: 210000 tokens exceeds the maximum number of tokens, 200000.",
    "filtered request": "The prompt was stopped by our content filtering policy, category 3.",
    "invalid": "Could not process image 12 of the request.",
}
_LARGEST = 256 * 2**20


@dataclass(frozen=True)
class Seen:
    """A request that arrived: when, by the monotonic clock, what it was, and which fault it met.

    `body` is the JSON as sent and None where the server keeps no bodies; then `asked` has no turns either.
    """

    number: int
    nth: int
    at: float
    path: str
    key: str
    headers: dict[str, str]
    asked: Asked
    question: str
    input_tokens: int
    fault: Fault | None
    body: dict[str, Any] | None = field(repr=False, default=None)


class ModelServer:
    """All the protocols on one port of 127.0.0.1, in a thread of its own.

    `answers` makes the replies, `faults` says which request meets which fault. `api_key` is the only key that is taken,
    where it is given. `keep_bodies` False spares memory in long runs. What arrived stands in `seen`, in that order;
    `times_asked` counts it by question. `port` 0 is any free one.
    """

    def __init__(
        self,
        answers: Answering,
        faults: Misbehaviour | None = None,
        *,
        api_key: str | None = None,
        keep_bodies: bool = True,
        seconds: float = 0.0,
        port: int = 0,
    ) -> None:
        self.answers, self.faults, self.api_key = answers, faults, api_key
        self.seconds = seconds
        self.seen: list[Seen] = []
        self.times_asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self._keep_bodies = keep_bodies
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._ready, self._over = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Cut every connection and close the port, as when the network dies."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join(30)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        return self._port

    @property
    def openai(self) -> str:
        return f"{self.url}/openai/v1"

    @property
    def anthropic(self) -> str:
        return f"{self.url}/anthropic"

    @property
    def google(self) -> str:
        return f"{self.url}/google"

    def base_url(self, model: str) -> str:
        """The address for a model of Inspect, by its provider; all but Anthropic and Google speak OpenAI's chat."""
        return {"anthropic": self.anthropic, "google": self.google}.get(model.partition("/")[0], self.openai)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_get("/{path:.*/models}", self._models)
        app.router.add_post("/{path:.*}", self._take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self._port).start()
        self._port = runner.addresses[0][1]
        self._ready.set()
        await self._over.wait()
        await runner.cleanup()

    async def _models(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"object": "list", "data": [{"id": "local", "object": "model"}]})

    async def _take(self, request: web.Request) -> web.StreamResponse:
        dialect = _dialect(request.path)
        if dialect is None:
            return web.json_response({"error": {"message": f"no such path: {request.path}"}}, status=404)
        try:
            body = json.loads(await request.read())
        except ConnectionResetError:  # the client was killed while it sent
            return web.Response()
        try:
            asked = dialect.asked(request.path, body)
        except (KeyError, ValueError) as error:
            return web.json_response(dialect.error(400, "invalid", f"cannot be read: {error!r}")[1], status=400)
        if request.path.endswith(("/count_tokens", ":countTokens")):
            return web.json_response({"input_tokens": tokens_of(asked), "totalTokens": tokens_of(asked)})
        seen = self._note(request, dialect, asked, body)
        key = dialect.key(seen.headers)
        if self.api_key is not None and key != self.api_key:
            return _refusal_of_key(dialect, key)
        return await self._answer(request, dialect, asked, seen, key)

    def _note(self, request: web.Request, dialect: Dialect, asked: Asked, body: dict[str, Any]) -> Seen:
        self.times_asked[asked.key] += 1
        number, nth = len(self.seen) + 1, self.times_asked[asked.key]
        fault = self.faults(Arrival(number, nth, asked)) if self.faults else None
        seen = Seen(
            number=number,
            nth=nth,
            at=time.monotonic(),
            path=request.path,
            key=asked.key,
            headers={name.lower(): value for name, value in request.headers.items()},
            asked=asked if self._keep_bodies else replace(asked, turns=()),
            question=asked.text,
            input_tokens=tokens_of(asked),
            fault=fault,
            body=body if self._keep_bodies else None,
        )
        self.seen.append(seen)
        return seen

    async def _answer(
        self, request: web.Request, dialect: Dialect, asked: Asked, seen: Seen, key: str
    ) -> web.StreamResponse:
        fault = seen.fault
        kind = fault.kind if fault else None
        if kind == "wrong key":
            return _refusal_of_key(dialect, key)
        if fault and kind in _STATUS:
            headers = {} if fault.retry_after is None else {"Retry-After": f"{fault.retry_after:g}"}
            status, told = dialect.error(_STATUS[kind], kind, _MESSAGES[kind])
            return web.json_response(told, status=status, headers=headers)
        if kind == "dropped before":
            return _cut(request)
        await asyncio.sleep(self.seconds + (fault.seconds if fault and kind == "slow" else 0.0))
        if kind == "hanging":
            await asyncio.sleep(3600)
        answer = _as_faulty(Answer(await asyncio.to_thread(self.answers, asked)), kind)
        if asked.stream:
            whole, content_type = b"".join(dialect.stream(asked, answer)), "text/event-stream"
        else:
            whole, content_type = json.dumps(dialect.answer(asked, answer)).encode(), "application/json"
        if kind == "truncated JSON":
            whole = whole[: len(whole) // 2]
        response = web.StreamResponse(headers={"Content-Type": content_type})
        if not asked.stream or kind == "dropped within":
            response.content_length = len(whole)
        await response.prepare(request)
        if kind == "dropped within":
            await response.write(whole[: len(whole) // 2])
            return _cut(request, response)
        await response.write(whole)
        await response.write_eof()
        self.answered[asked.key] += 1
        return response


def _dialect(path: str) -> Dialect | None:
    if path.endswith("/chat/completions"):
        return OpenAIChat()
    if path.endswith("/responses"):
        return OpenAIResponses()
    if path.endswith(("/messages", "/messages/count_tokens")):
        return AnthropicMessages()
    if path.endswith((":generateContent", ":streamGenerateContent", ":countTokens")):
        return Gemini()
    return None


def _refusal_of_key(dialect: Dialect, key: str) -> web.StreamResponse:
    """401 as vendors word it: with the key in it, whole and with its middle starred out."""
    starred = f"{key[:8]}{'*' * 12}{key[-4:]}"
    told = f"Incorrect API key provided: {starred}. You sent {key}. You can find your API key in your account."
    status, body = dialect.error(401, "wrong key", told)
    return web.json_response(body, status=status)


def _cut(request: web.Request, response: web.StreamResponse | None = None) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.close() if response else request.transport.abort()  # what was written is still sent
    return response or web.StreamResponse()


def _as_faulty(answer: Answer, kind: str | None) -> Answer:
    if kind == "empty":
        return Answer("")
    sorry = "I'm sorry, but I can't assist with image 12."
    half = answer.text[: len(answer.text) // 2]
    ways = {
        "refusal": Answer(sorry, "refusal"),
        "blocked prompt": Answer(sorry, "blocked prompt"),
        "length": Answer(half, "length"),
        "filter": Answer(half, "filter"),
    }
    return ways.get(kind or "", answer)
