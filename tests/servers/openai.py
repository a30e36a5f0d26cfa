"""OpenAI's two protocols: chat completions, which most other servers speak too, and responses."""

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.servers.conversations import Answer, Asked, Picture, Turn, tokens_of
from tests.servers.dialects import event

__all__ = ["OpenAIChat", "OpenAIResponses"]

_CODES = {
    "rate limit": ("rate_limit_exceeded", "requests"),
    "no quota": ("insufficient_quota", "insufficient_quota"),
    "wrong key": ("invalid_api_key", "invalid_request_error"),
    "unknown model": ("model_not_found", "invalid_request_error"),
    "too long": ("context_length_exceeded", "invalid_request_error"),
    "filtered request": ("content_filter", "invalid_request_error"),
    "server error": (None, "server_error"),
    "unavailable": (None, "server_error"),
}
_FINISH = {"stop": "stop", "length": "length", "filter": "content_filter"}


class OpenAIChat:
    """`POST …/chat/completions`."""

    def asked(self, path: str, body: dict[str, Any]) -> Asked:
        known = {"model", "messages", "stream"}
        systems = [one for one in body["messages"] if one["role"] in ("system", "developer")]
        turns = [one for one in body["messages"] if one["role"] not in ("system", "developer")]
        return Asked(
            vendor="openai",
            model=body["model"],
            turns=tuple(Turn(one["role"], tuple(_parts(one["content"]))) for one in turns),
            settings={name: value for name, value in body.items() if name not in known},
            system=str(systems[0]["content"]) if systems else None,
            stream=bool(body.get("stream")),
        )

    def answer(self, asked: Asked, answer: Answer) -> dict[str, Any]:
        refused = answer.ending in ("refusal", "blocked prompt")
        message = {
            "role": "assistant",
            "content": None if refused else answer.text,
            "refusal": answer.text if refused else None,
        }
        return {
            **self._about(asked, "chat.completion"),
            "choices": [{"index": 0, "message": message, "finish_reason": _FINISH.get(answer.ending, "stop")}],
            "usage": self._usage(asked, answer),
        }

    def stream(self, asked: Asked, answer: Answer) -> Iterator[bytes]:
        about = self._about(asked, "chat.completion.chunk")
        name = "refusal" if answer.ending in ("refusal", "blocked prompt") else "content"
        for delta, finish in (
            ({"role": "assistant", name: answer.text}, None),
            ({}, _FINISH.get(answer.ending, "stop")),
        ):
            yield event(json.dumps({**about, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))
        yield event(json.dumps({**about, "choices": [], "usage": self._usage(asked, answer)}))
        yield event("[DONE]")

    def error(self, status: int, kind: str, message: str) -> tuple[int, dict[str, Any]]:
        return status, _error(kind, message)

    def key(self, headers: dict[str, str]) -> str:
        return headers.get("authorization", "").removeprefix("Bearer ")

    def _about(self, asked: Asked, kind: str) -> dict[str, Any]:
        return {"id": f"chatcmpl-{asked.key}", "object": kind, "created": 1_700_000_000, "model": asked.model}

    def _usage(self, asked: Asked, answer: Answer) -> dict[str, int]:
        read, written = tokens_of(asked), _written(answer)
        return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


class OpenAIResponses:
    """`POST …/responses`."""

    def asked(self, path: str, body: dict[str, Any]) -> Asked:
        given = body["input"]
        items = [{"role": "user", "content": given}] if isinstance(given, str) else given
        systems = [one for one in items if one.get("role") in ("system", "developer")]
        known = {"model", "input", "stream", "instructions"}
        return Asked(
            vendor="openai",
            model=body["model"],
            turns=tuple(
                Turn(one["role"], tuple(_parts(one["content"]))) for one in items if one.get("role") in _SPEAKERS
            ),
            settings={name: value for name, value in body.items() if name not in known},
            system=body.get("instructions") or (str(systems[0]["content"]) if systems else None),
            stream=bool(body.get("stream")),
        )

    def answer(self, asked: Asked, answer: Answer) -> dict[str, Any]:
        read, written = tokens_of(asked), _written(answer)
        reason = {"length": "max_output_tokens", "filter": "content_filter"}.get(answer.ending)
        content: dict[str, Any] = {"type": "output_text", "text": answer.text, "annotations": []}
        if answer.ending in ("refusal", "blocked prompt"):
            content = {"type": "refusal", "refusal": answer.text}
        status = "incomplete" if reason else "completed"
        message = {"type": "message", "id": "msg_1", "role": "assistant", "status": status, "content": [content]}
        return {
            "id": f"resp_{asked.key}",
            "object": "response",
            "created_at": 1_700_000_000,
            "model": asked.model,
            "status": status,
            "incomplete_details": {"reason": reason} if reason else None,
            "output": [message],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": {
                "input_tokens": read,
                "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                "output_tokens": written,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": read + written,
            },
        }

    def stream(self, asked: Asked, answer: Answer) -> Iterator[bytes]:
        whole = self.answer(asked, answer)
        begun = {**whole, "status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
        yield event(json.dumps({"type": "response.created", "sequence_number": 0, "response": begun}))
        ended = f"response.{whole['status']}"
        yield event(json.dumps({"type": ended, "sequence_number": 1, "response": whole}))

    def error(self, status: int, kind: str, message: str) -> tuple[int, dict[str, Any]]:
        return status, _error(kind, message)

    def key(self, headers: dict[str, str]) -> str:
        return headers.get("authorization", "").removeprefix("Bearer ")


_SPEAKERS = ("user", "assistant")


def _error(kind: str, message: str) -> dict[str, Any]:
    code, type_ = _CODES.get(kind, (None, "invalid_request_error"))
    return {"error": {"message": message, "type": type_, "param": None, "code": code}}


def _written(answer: Answer) -> int:
    return -(-len(answer.text) // 4)


def _parts(content: str | Iterable[dict[str, Any]]) -> Iterator[str | Picture]:
    if isinstance(content, str):
        yield content
        return
    for part in content:
        if part["type"] in ("text", "input_text", "output_text"):
            yield part["text"]
        elif part["type"] == "image_url":
            yield _picture(part["image_url"]["url"], part["image_url"].get("detail"))
        elif part["type"] == "input_image":
            yield _picture(part["image_url"], part.get("detail"))
        else:
            raise ValueError(f"a part of type {part['type']}")


def _picture(url: str, detail: str | None) -> Picture:
    header, _, data = url.partition(",")
    media_type = header.removeprefix("data:").removesuffix(";base64")
    return Picture(base64.b64decode(data, validate=True), media_type, detail)
