"""Google's protocol: Gemini's generateContent."""

import base64
import json
from collections.abc import Iterator
from typing import Any

from tests.servers.conversations import Answer, Asked, Picture, Turn, tokens_of
from tests.servers.dialects import event

__all__ = ["Gemini"]

_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "filter": "PROHIBITED_CONTENT", "refusal": "SAFETY"}
_STATUS = {
    400: "INVALID_ARGUMENT",
    404: "NOT_FOUND",
    413: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


class Gemini:
    """`POST …/models/MODEL:generateContent` and `…:streamGenerateContent`."""

    def asked(self, path: str, body: dict[str, Any]) -> Asked:
        model, _, method = path.rpartition("/")[2].partition(":")
        known = {"contents", "systemInstruction", "generationConfig"}
        others = {name: value for name, value in body.items() if name not in known}
        return Asked(
            vendor="google",
            model=model,
            turns=tuple(
                Turn("user" if one.get("role") == "user" else "assistant", tuple(_parts(one["parts"])))
                for one in body["contents"]
            ),
            settings={**body.get("generationConfig", {}), **others},
            system=json.dumps(body["systemInstruction"]) if body.get("systemInstruction") else None,
            stream=method == "streamGenerateContent",
        )

    def answer(self, asked: Asked, answer: Answer) -> dict[str, Any]:
        read, written = tokens_of(asked), -(-len(answer.text) // 4)
        about = {
            "usageMetadata": {
                "promptTokenCount": read,
                "candidatesTokenCount": written,
                "totalTokenCount": read + written,
            },
            "modelVersion": asked.model,
            "responseId": asked.key,
        }
        if answer.ending == "blocked prompt":
            return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **about}
        candidate: dict[str, Any] = {"index": 0, "finishReason": _FINISH[answer.ending]}
        if answer.ending not in ("refusal", "filter"):  # what was blocked has no content at all
            candidate["content"] = {"role": "model", "parts": [{"text": answer.text}]}
        return {"candidates": [candidate], **about}

    def stream(self, asked: Asked, answer: Answer) -> Iterator[bytes]:
        yield event(json.dumps(self.answer(asked, answer)))

    def error(self, status: int, kind: str, message: str) -> tuple[int, dict[str, Any]]:
        code = 400 if kind == "wrong key" else status  # a wrong key is an invalid argument here
        return code, {"error": {"code": code, "message": message, "status": _STATUS[code]}}

    def key(self, headers: dict[str, str]) -> str:
        return headers.get("x-goog-api-key", "")


def _parts(parts: list[dict[str, Any]]) -> Iterator[str | Picture]:
    for part in parts:
        if "text" in part:
            yield part["text"]
        elif "inlineData" in part:
            sent = part["inlineData"]
            data = sent["data"].replace("-", "+").replace("_", "/")  # the client writes the alphabet for addresses
            yield Picture(base64.b64decode(data, validate=True), sent.get("mimeType") or sent["mime_type"])
        else:
            raise ValueError(f"a part with {', '.join(part)}")
