"""Bodies of requests, quickly: Inspect builds one of each shape, and the others are stamped out from it.

Building one through Inspect takes tens of milliseconds; 25,875 of them a quarter of an hour. Requests of one shape
(the same turns of texts and pictures) differ in the texts and pictures alone, so one is built with marks for these.
"""

import base64
import hashlib
import json
import mimetypes
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser, Content, ContentImage, ContentText

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text
from snellen.running.batch.wire import Sent, Wire

__all__ = ["Body", "Stamps", "body_text"]

_KEPT_BYTES = 64 * 2**20
"""How much of encoded pictures is kept: those of the examples and of the chart in hand stay."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request as JSON text in UTF-8, and where it goes."""

    endpoint: str
    betas: str
    text: bytes

    @property
    def sha256(self) -> str:
        """The SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text).hexdigest()


class Stamps:
    """What makes the bodies of a model's requests.

    The first request of each shape is also built by Inspect alone, and where the two differ, so is every other of that
    shape: exact at any rate, and quick wherever Inspect treats a text as a text. `encoded` counts the pictures encoded.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._stamps: dict[tuple[object, ...], _Stamp | None] = {}
        self._pictures: OrderedDict[tuple[Path, bool], bytes] = OrderedDict()
        self._held = 0
        self.encoded = 0
        self.built = 0

    def body(self, messages: Sequence[Message], seed: int) -> Body:
        """The body that asks `messages` with `seed`. Raises SnellenError for a picture that is not there."""
        key = (seed, *((turn.role, *map(_kind, turn.content)) for turn in messages))
        if key not in self._stamps:
            self._stamps[key] = self._checked(messages, seed)
        stamp = self._stamps[key]
        if stamp is None:
            return self._built(messages, seed)
        return self._stamped(stamp, messages)

    def size(self, messages: Sequence[Message], seed: int) -> int:
        """How many bytes the body has, told from the sizes of its pictures' files, none of which is read twice."""
        key = (seed, *((turn.role, *map(_kind, turn.content)) for turn in messages))
        stamp = self._stamps.get(key)
        if stamp is None:
            return len(self.body(messages, seed).text)
        size = sum(map(len, stamp.pieces)) + len(stamp.end)
        for turn in messages:
            for part in turn.content:
                size += len(_written(part.text)) if isinstance(part, Text) else -(-part.path.stat().st_size // 3) * 4
        return size

    def _checked(self, messages: Sequence[Message], seed: int) -> "_Stamp | None":
        stamp = self._cut(messages, seed)
        if stamp is None or self._stamped(stamp, messages) != self._built(messages, seed):
            return None
        return stamp

    def _built(self, messages: Sequence[Message], seed: int) -> Body:
        self.built += 1
        sent = self._wire.request(messages, seed)
        return Body(sent.endpoint, sent.betas, body_text(sent))

    def _cut(self, messages: Sequence[Message], seed: int) -> "_Stamp | None":
        """A request with marks for its texts and pictures, cut at the marks; None where a mark is not found once."""
        number = 0
        marks: dict[bytes, tuple[int, bool]] = {}
        turns: list[ChatMessage] = []
        for turn in messages:
            contents: list[Content] = []
            for part in turn.content:
                if isinstance(part, Text):
                    contents.append(ContentText(text=_text_mark(number)))
                    marks[_text_mark(number).encode()] = (number, False)
                else:
                    picture = _picture_mark(number)
                    image = f"data:{_kind(part)};base64,{picture}"
                    contents.append(ContentImage(image=image, detail=self._wire.detail))
                    marks[picture.encode()] = (number, False)
                    marks[picture.replace("+", "-").replace("/", "_").encode()] = (number, True)
                number += 1
            turns.append(
                ChatMessageUser(content=contents) if turn.role == "user" else ChatMessageAssistant(content=contents)
            )
        sent = self._wire.request_of(turns, seed)
        text = body_text(sent)
        places = sorted((text.find(mark), mark) for mark in marks if mark in text)
        if [marks[mark][0] for _, mark in places] != list(range(number)) or any(text.count(m) > 1 for _, m in places):
            return None
        pieces, end = [], 0
        for place, mark in places:
            pieces.append(text[end:place])
            end = place + len(mark)
        return _Stamp(sent.endpoint, sent.betas, tuple(pieces), text[end:], tuple(marks[m][1] for _, m in places))

    def _stamped(self, stamp: "_Stamp", messages: Sequence[Message]) -> Body:
        written: list[bytes] = []
        parts = (part for turn in messages for part in turn.content)
        for piece, part, is_for_addresses in zip(stamp.pieces, parts, stamp.for_addresses, strict=True):
            written.append(piece)
            if isinstance(part, Text):
                written.append(_written(part.text))
            else:
                written.append(self._picture(part.path, is_for_addresses))
        return Body(stamp.endpoint, stamp.betas, b"".join((*written, stamp.end)))

    def _picture(self, path: Path, is_for_addresses: bool) -> bytes:
        """A picture in base64, with the alphabet for web addresses or the usual one."""
        key = path, is_for_addresses
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise SnellenError(
                f"{path}: no such picture; complete the dataset with the command that made it."
            ) from None
        encoded = base64.urlsafe_b64encode(data) if is_for_addresses else base64.b64encode(data)
        self.encoded += 1
        self._pictures[key] = encoded
        self._held += len(encoded)
        while self._held > _KEPT_BYTES and len(self._pictures) > 1:
            self._held -= len(self._pictures.popitem(last=False)[1])
        return encoded


def body_text(sent: Sent) -> bytes:
    """A body as JSON text: no spaces, nothing escaped that need not be, keys as they were sent."""
    return json.dumps(sent.body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class _Stamp:
    endpoint: str
    betas: str
    pieces: tuple[bytes, ...]
    end: bytes
    for_addresses: tuple[bool, ...]


def _written(text: str) -> bytes:
    """A text as it stands between the quotation marks of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")


def _kind(part: Text | Image) -> str:
    return "text" if isinstance(part, Text) else mimetypes.guess_type(part.path.name, strict=False)[0] or "image/png"


def _text_mark(number: int) -> str:
    return f"<text {number:04d} of a request>"


def _picture_mark(number: int) -> str:
    """Base64 of twelve bytes that no other number has, with both letters in which its two alphabets differ."""
    return base64.b64encode(b"\xfb\xff\xbf" + f"mark-{number:04d}".encode()).decode()
