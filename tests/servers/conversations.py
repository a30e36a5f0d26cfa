"""What arrived at a test server and what it answers, whatever vendor's protocol they travel in."""

import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import PIL.Image

from snellen.messages import Image, Message, Text
from snellen.readers import find_reader

__all__ = ["Answer", "Answering", "Asked", "Ending", "Picture", "Turn", "reader_answers", "tokens_of"]

_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}|[^\w\s]+|_+")

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
    """Input tokens that the servers report and would bill.

    A token is a word, up to three digits, or a run of signs. A picture has those of the vendor's published rule of
    November 2026, for GPT-4o at high detail, Claude Sonnet 4 and Gemini 2.5.
    """
    parts = [part for turn in asked.turns for part in turn.parts]
    return sum(
        len(_TOKEN.findall(part)) if isinstance(part, str) else _picture_tokens(asked.vendor, part) for part in parts
    )


def _picture_tokens(vendor: str, picture: Picture) -> int:
    width, height = _size(picture.data)
    if vendor == "anthropic":  # a long side of at most 1,568 pixels, 750 pixels a token
        shrunk = min(1.0, 1568 / max(width, height))
        return min(1600, math.ceil(width * shrunk * height * shrunk / 750))
    if vendor == "google":  # 258, and for larger ones 258 for each square of 768 pixels that it covers
        return 258 if max(width, height) <= 384 else 258 * math.ceil(width / 768) * math.ceil(height / 768)
    if picture.detail == "low":
        return 85
    into = min(1.0, 2048 / max(width, height))  # into a square of 2,048 pixels, then to a short side of 768
    into *= min(1.0, 768 / (min(width, height) * into))
    return 85 + 170 * math.ceil(width * into / 512) * math.ceil(height * into / 512)


@lru_cache(maxsize=256)
def _size(data: bytes) -> tuple[int, int]:
    try:
        with PIL.Image.open(BytesIO(data)) as picture:
            return picture.size
    except (OSError, SyntaxError):  # no picture: what Pillow raises
        return 1, 1


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
