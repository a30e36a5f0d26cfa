"""What a test server can do wrong, and to which requests."""

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, get_args

from tests.servers.conversations import Asked

__all__ = ["KINDS", "Arrival", "Fault", "FaultKind", "Misbehaviour", "always", "at_first", "on_requests", "sometimes"]

FaultKind = Literal[
    "rate limit",
    "no quota",
    "server error",
    "unavailable",
    "dropped before",
    "dropped within",
    "slow",
    "hanging",
    "truncated JSON",
    "empty",
    "refusal",
    "blocked prompt",
    "length",
    "filter",
    "filtered request",
    "wrong key",
    "unknown model",
    "too large",
    "too long",
    "invalid",
]
"""
- `rate limit`, `no quota`: 429, for now or for good;
- `server error`, `unavailable`: 500 and 503;
- `dropped before`, `dropped within`: the connection is cut before the answer, or in the middle of its body;
- `slow`, `hanging`: the answer comes after `seconds`, or never;
- `truncated JSON`: 200, and the first half of the body;
- `empty`: an answer without text;
- `refusal`: OpenAI's `refusal`, Anthropic's stop_reason, Gemini's SAFETY; `blocked prompt`: Gemini's blockReason;
- `length`, `filter`: half an answer, cut at the most tokens or by a content filter;
- `filtered request`: 400, as the vendor's filter of prompts answers;
- `wrong key`: 401, with part of the key; `unknown model`: 404; `too large`: 413; `too long`: 400, more tokens than the
  model takes; `invalid`: 400.
"""

KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


@dataclass(frozen=True)
class Fault:
    """A fault: `retry_after` is the header of that name, in seconds; `seconds` how long a slow answer takes."""

    kind: FaultKind
    retry_after: float | None = None
    seconds: float = 0.3


@dataclass(frozen=True)
class Arrival:
    """A request as it arrived: `number` counts all requests, `nth` those with the same question, both from 1."""

    number: int
    nth: int
    asked: Asked


Misbehaviour = Callable[[Arrival], Fault | None]
"""Which fault a request meets, if any."""


def always(fault: Fault, text: str = "") -> Misbehaviour:
    """The fault on every request whose question has `text` in it."""
    return lambda arrival: fault if text in arrival.asked.text else None


def at_first(fault: Fault, text: str = "", times: int = 1) -> Misbehaviour:
    """The fault on the first `times` requests with a question that has `text` in it; then all is well."""
    return lambda arrival: fault if arrival.nth <= times and text in arrival.asked.text else None


def on_requests(fault: Fault, numbers: Collection[int]) -> Misbehaviour:
    """The fault on the requests with these numbers, in order of arrival from 1."""
    return lambda arrival: fault if arrival.number in numbers else None


def sometimes(fault: Fault, share: float, seed: int = 0) -> Misbehaviour:
    """The fault on a share of the requests: the same ones at the same seed, in whatever order they arrive."""

    def decide(arrival: Arrival) -> Fault | None:
        drawn = hashlib.sha256(f"{seed} {arrival.asked.key} {arrival.nth}".encode()).digest()
        return fault if int.from_bytes(drawn[:8]) < share * 2**64 else None

    return decide
