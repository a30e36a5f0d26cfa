"""The protocols that a test server speaks: what a path belongs to, and what each makes of requests, answers, errors."""

from collections.abc import Iterator
from typing import Any, Protocol

from tests.servers.conversations import Answer, Asked

__all__ = ["Dialect", "event"]


class Dialect(Protocol):
    """A vendor's protocol."""

    def asked(self, path: str, body: dict[str, Any]) -> Asked:
        """A request as a conversation."""

    def answer(self, asked: Asked, answer: Answer) -> dict[str, Any]:
        """The body of an answer."""

    def stream(self, asked: Asked, answer: Answer) -> Iterator[bytes]:
        """The same as server-sent events."""

    def error(self, status: int, kind: str, message: str) -> tuple[int, dict[str, Any]]:
        """The status that the vendor gives an error, and its body; `kind` is a `FaultKind`."""

    def key(self, headers: dict[str, str]) -> str:
        """The API key that was sent; "" without one."""


def event(data: str, name: str | None = None) -> bytes:
    """One server-sent event."""
    return (f"event: {name}\n" if name else "").encode() + f"data: {data}\n\n".encode()
