"""Inspect's conversation as the chat templates of Transformers take it, its pictures opened."""

import base64
import binascii
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from inspect_ai.model import ChatMessage, ContentImage, ContentReasoning, ContentText
from PIL import Image, UnidentifiedImageError

from snellen.errors import SnellenError

__all__ = ["templated"]


def templated(messages: Sequence[ChatMessage]) -> tuple[list[dict[str, Any]], int, str]:
    """The turns with their text and RGB pictures, the number of pictures, and a digest of all that is shown.

    What is transparent in a picture is white. Raises SnellenError for tool turns, sound and video, a picture by web
    address, and one that cannot be read.
    """
    digest, images = hashlib.sha256(), 0
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "tool":
            raise SnellenError("models of Transformers are shown no tool turns here; ask without tools.")
        parts: list[dict[str, Any]] = []
        contents = [ContentText(text=message.content)] if isinstance(message.content, str) else message.content
        for content in contents:
            if isinstance(content, ContentText):
                parts.append({"type": "text", "text": content.text})
                _note(digest, "text", content.text.encode())
            elif isinstance(content, ContentImage):
                data = _bytes(content.image)
                parts.append({"type": "image", "image": _opened(data)})
                _note(digest, "image", data)
                images += 1
            elif not isinstance(content, ContentReasoning):
                raise SnellenError(f"models of Transformers are shown text and images alone here, not {content.type}.")
        _note(digest, "turn", message.role.encode())
        turns.append({"role": message.role, "content": parts})
    return turns, images, digest.hexdigest()


def _note(digest: "hashlib._Hash", kind: str, data: bytes) -> None:
    digest.update(f"{kind} {len(data)}\0".encode())
    digest.update(data)


def _bytes(image: str) -> bytes:
    """What a data address or the path of a file holds."""
    if not image.startswith("data:"):
        if "://" in image:
            raise SnellenError(f"{image}: no web address is opened; give a file.")
        try:
            return Path(image).read_bytes()
        except OSError as error:
            raise SnellenError(f"{image}: the picture cannot be read ({error.strerror}); restore it.") from None
    header, _, body = image.partition(",")
    try:
        return base64.b64decode(body, validate=True) if header.endswith(";base64") else unquote_to_bytes(body)
    except binascii.Error:
        raise SnellenError("a picture in a conversation is not valid base64; make the dataset again.") from None


def _opened(data: bytes) -> Image.Image:
    try:
        picture: Image.Image = Image.open(io.BytesIO(data))
        picture.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise SnellenError("a picture in a conversation cannot be read; make the dataset again.") from None
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
    return picture.convert("RGB")
