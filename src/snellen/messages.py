"""What a reader is shown: turns of text and images, the same for every reader, local or hosted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["Image", "Message", "Reader", "Text", "message_text"]


@dataclass(frozen=True, slots=True)
class Text:
    """A run of plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture by its path on disk; its file name is opaque and must not be shown as a hint."""

    path: Path


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: who speaks, and text and images in order. There is never a system turn."""

    role: Literal["user", "assistant"]
    content: tuple[Text | Image, ...]


Reader = Callable[[Sequence[Message]], str]
"""A local reader: the conversation so far in, the reply out. Pure: the same messages, the same reply."""


def message_text(message: Message) -> str:
    """The text of a message, its parts joined by line breaks, images left out."""
    return "\n".join(part.text for part in message.content if isinstance(part, Text))
