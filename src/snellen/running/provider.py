"""The local readers as models of Inspect AI: `--model snellen/blind` asks the reader in this process."""

import base64
import binascii
import hashlib
import re
import shutil
import tempfile
import weakref
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Reader, Text
from snellen.readers import find_reader, is_laborious, reader_parameters
from snellen.running.reader_processes import ReaderProcesses

__all__ = ["InlinePictures", "LocalReaderAPI", "messages_from_inspect", "snellen_models"]

_KEPT_PICTURES = 64
"""How many inline pictures stay on disk between two questions."""
_THOUGHT = re.compile(r"<think>\n(.*?)\n</think>\n\n", re.DOTALL)
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


class LocalReaderAPI(ModelAPI):
    """A local reader behind Inspect's interface of a model. It is shown exactly what any model is shown.

    Arguments of the model (`-M table=FILE`) are the reader's. A reader that takes a seed and is given none takes the
    one in the settings of the generation. No tokens are counted, for none are used.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 (Inspect's own signature)
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._name = f"snellen/{model_name}"
        self._arguments = model_args
        self._takes_seed = "seed" in reader_parameters(self._name)
        self._pictures = InlinePictures()
        self._readers: dict[int | None, Reader] = {None: find_reader(self._name, **model_args)}
        self._processes = ReaderProcesses(self._name, model_args) if is_laborious(self._name) else None

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 (Inspect's own signature, here and below)
        tools: list[ToolInfo],  # noqa: ARG002
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,
    ) -> ModelOutput:
        """The reader's reply to a conversation."""
        with self._pictures.in_use(messages_from_inspect(input, self._pictures)) as messages:
            if self._processes is None:
                text = self._reader(config.seed)(messages)
            else:
                text = await self._processes.read(messages)
        self._pictures.forget_all_but(_KEPT_PICTURES)
        output = ModelOutput.from_content(self._name, _contents(text))
        output.usage = ModelUsage(total_cost=0.0)
        return output

    def max_connections(self) -> int:
        """How many samples Inspect keeps going at a time; a local reader answers at once."""
        return 16

    def _reader(self, seed: int | None) -> Reader:
        key = seed if self._takes_seed and "seed" not in self._arguments else None
        if key not in self._readers:
            self._readers[key] = find_reader(self._name, seed=key, **self._arguments)
        return self._readers[key]


@modelapi(name="snellen")
def snellen_models() -> type[ModelAPI]:
    """The local readers, as the models `snellen/NAME`."""
    return LocalReaderAPI


class InlinePictures:
    """Pictures that stand in conversations themselves, as files: each is decoded and written once.

    Those of examples are shown with every question. The files go when this object does.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="snellen-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._files: dict[str, Path] = {}  # in the order of their last use
        self._in_use = Counter[Path]()

    def file(self, address: str) -> Path:
        """The file of a picture given as a `data:` address. Raises SnellenError for base64 that is none."""
        path = self._files.pop(address, None) or self._write(address)
        self._files[address] = path
        return path

    @contextmanager
    def in_use(self, messages: list[Message]) -> Iterator[list[Message]]:
        """Messages whose pictures are not forgotten meanwhile."""
        paths = [part.path for message in messages for part in message.content if isinstance(part, Image)]
        self._in_use.update(paths)
        try:
            yield messages
        finally:
            self._in_use.subtract(paths)
            for path in paths:
                if not self._in_use[path]:
                    del self._in_use[path]

    def forget_all_but(self, count: int) -> None:
        """Remove the files but of the `count` pictures that were used last, and of those in use."""
        for address, path in list(self._files.items())[: max(0, len(self._files) - count)]:
            if not self._in_use[path]:
                del self._files[address]
                path.unlink(missing_ok=True)

    def _write(self, address: str) -> Path:
        header, _, body = address.partition(",")
        try:
            data = base64.b64decode(body, validate=True) if header.endswith(";base64") else unquote_to_bytes(body)
        except binascii.Error:
            raise SnellenError("a picture in a conversation is not valid base64; make the dataset again.") from None
        kind = header.removeprefix("data:").split(";")[0]
        name = hashlib.sha256(address.encode()).hexdigest()
        path = self._folder / (name + _SUFFIXES.get(kind, ".img"))
        path.write_bytes(data)
        return path


def _contents(text: str) -> str | list[Content]:
    """A reply as Inspect keeps it: what a reader says between `<think>` and `</think>` first is its reasoning."""
    thought = _THOUGHT.match(text)
    return [ContentReasoning(reasoning=thought[1]), ContentText(text=text[thought.end() :])] if thought else text


def messages_from_inspect(messages: Sequence[ChatMessage], pictures: InlinePictures) -> list[Message]:
    """Inspect's conversation as ours; pictures that stand in it are files among `pictures`.

    Raises SnellenError for turns and contents that no Snellen conversation has: system and tool turns, sound, video,
    pictures by web address.
    """
    converted = []
    for message in messages:
        if not isinstance(message, ChatMessageUser | ChatMessageAssistant):
            raise SnellenError(f"a local reader is shown user and assistant turns alone, not a {message.role} turn.")
        parts: list[Text | Image] = []
        contents = [ContentText(text=message.content)] if isinstance(message.content, str) else message.content
        for content in contents:
            if isinstance(content, ContentText):
                parts.append(Text(content.text))
            elif isinstance(content, ContentImage):
                parts.append(Image(_on_disk(content.image, pictures)))
            else:
                raise SnellenError(f"a local reader is shown text and images alone, not {content.type}.")
        converted.append(Message(message.role, tuple(parts)))
    return converted


def _on_disk(image: str, pictures: InlinePictures) -> Path:
    if image.startswith("data:"):
        return pictures.file(image)
    if "://" in image:
        raise SnellenError(f"{image}: a local reader opens no web address; give it a file.")
    return Path(image)
