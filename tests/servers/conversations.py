"""What arrived at a test server and what it answers, whatever vendor's protocol they travel in."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from snellen.messages import Image, Message, Text
from snellen.readers import find_reader

__all__ = ["Answer", "Answering", "Asked", "Ending", "Picture", "Turn", "reader_answers", "tokens_of"]

Ending = Literal["stop", "length", "filter", "refusal", "blocked prompt"]
"""How an answer ends: by itself, cut at the most tokens, cut by a filter, refused, or the prompt not let through."""


@dataclass(frozen=True)
class Picture:
    """A picture as it arrived: its bytes, its media type, and the detail that OpenAI's protocols ask for."""

    data: bytes
    media_type: str
    detail: str | None = None

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Turn:
    """A turn of a conversation; `role` is user or assistant, Gemini's `model` being the latter."""

    role: str
    parts: tuple[str | Picture, ...]

    @property
    def text(self) -> str:
        return "\n".join(part for part in self.parts if isinstance(part, str))

    @property
    def pictures(self) -> list[Picture]:
        return [part for part in self.parts if isinstance(part, Picture)]


@dataclass(frozen=True)
class Asked:
    """A request: turns, and every other field of its body under the vendor's own name, as far as any was sent.

    Gemini's `generationConfig` is taken apart. `system` is None where no system prompt of any kind was sent.
    """

    vendor: str
    model: str
    turns: tuple[Turn, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    system: str | None = None
    stream: bool = False

    @property
    def text(self) -> str:
        """The text of the question."""
        return self.turns[-1].text

    @cached_property
    def key(self) -> str:
        """What tells a question, asked in one way, from any other: all that was shown."""
        digest = hashlib.sha256()
        for turn in self.turns:
            for part in turn.parts:
                digest.update(part.encode() if isinstance(part, str) else part.data)
                digest.update(b"\0")
        return digest.hexdigest()[:24]


@dataclass(frozen=True)
class Answer:
    """What the model says, and how it ends."""

    text: str
    ending: Ending = "stop"


Answering = Callable[[Asked], str]
"""What answers: the request in, the text out."""


def tokens_of(asked: Asked) -> int:
    """Input tokens that the servers report: a quarter of the characters, rounded up part by part, and 100 a picture."""
    parts = [part for turn in asked.turns for part in turn.parts]
    return sum(-(-len(part) // 4) if isinstance(part, str) else 100 for part in parts)


def reader_answers(name: str, folder: Path, **arguments: Any) -> Answering:
    """A local reader behind the server; the pictures that arrive are put into `folder`, under their SHA-256."""
    reader = find_reader(name, **arguments)

    def answer(asked: Asked) -> str:
        return reader([_message(turn, folder) for turn in asked.turns])

    return answer


def _message(turn: Turn, folder: Path) -> Message:
    parts = tuple(Text(part) if isinstance(part, str) else Image(_kept(part, folder)) for part in turn.parts)
    return Message("user" if turn.role == "user" else "assistant", parts)


def _kept(picture: Picture, folder: Path) -> Path:
    path = folder / f"{picture.sha256}.{picture.media_type.rpartition('/')[2]}"
    if not path.exists():
        path.write_bytes(picture.data)
    return path
