"""Anthropic's protocol: messages."""

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.servers.conversations import Answer, Asked, Picture, Turn, tokens_of
from tests.servers.dialects import event

__all__ = ["AnthropicMessages"]

_STOP = {
    "stop": "end_turn",
    "length": "max_tokens",
    "filter": "refusal",
    "refusal": "refusal",
    "blocked prompt": "refusal",
}
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    503: "overloaded_error",
}


class AnthropicMessages:
    """`POST …/v1/messages`."""

    def asked(self, path: str, body: dict[str, Any]) -> Asked:
        known = {"model", "messages", "stream", "system"}
        if "max_tokens" not in body:
            raise ValueError("max_tokens: Field required")
        return Asked(
            vendor="anthropic",
            model=body["model"],
            turns=tuple(Turn(one["role"], tuple(_parts(one["content"]))) for one in body["messages"]),
            settings={name: value for name, value in body.items() if name not in known},
            system=json.dumps(body["system"]) if body.get("system") else None,
            stream=bool(body.get("stream")),
        )

    def answer(self, asked: Asked, answer: Answer) -> dict[str, Any]:
        return {
            **self._begun(asked),
            "content": [{"type": "text", "text": answer.text}] if answer.text else [],
            "stop_reason": _STOP[answer.ending],
            "usage": {"input_tokens": tokens_of(asked), "output_tokens": -(-len(answer.text) // 4)},
        }

    def stream(self, asked: Asked, answer: Answer) -> Iterator[bytes]:
        whole = self.answer(asked, answer)
        usage = {**whole["usage"], "output_tokens": 0}
        yield _event("message_start", message={**self._begun(asked), "usage": usage})
        if answer.text:
            yield _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
            yield _event("content_block_delta", index=0, delta={"type": "text_delta", "text": answer.text})
            yield _event("content_block_stop", index=0)
        delta = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
        yield _event("message_delta", delta=delta, usage={"output_tokens": whole["usage"]["output_tokens"]})
        yield _event("message_stop")

    def error(self, status: int, kind: str, message: str) -> tuple[int, dict[str, Any]]:
        told = {"type": _TYPES[status], "message": message}
        return status, {"type": "error", "error": told, "request_id": "req_1"}

    def key(self, headers: dict[str, str]) -> str:
        return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")

    def _begun(self, asked: Asked) -> dict[str, Any]:
        return {
            "id": f"msg_{asked.key}",
            "type": "message",
            "role": "assistant",
            "model": asked.model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
        }


def _event(kind: str, **fields: Any) -> bytes:
    return event(json.dumps({"type": kind, **fields}), kind)


def _parts(content: str | Iterable[dict[str, Any]]) -> Iterator[str | Picture]:
    if isinstance(content, str):
        yield content
        return
    for part in content:
        if part["type"] == "text":
            yield part["text"]
        elif part["type"] == "image":
            source = part["source"]
            yield Picture(base64.b64decode(source["data"], validate=True), source["media_type"])
        else:
            raise ValueError(f"a part of type {part['type']}")
