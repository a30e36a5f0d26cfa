"""Models of Transformers as models of Inspect AI: `--model transformers/ORG/MODEL` asks one in this process."""

import threading
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    Content,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelCall,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from snellen.errors import SnellenError
from snellen.running.hugging_face.address import PREFIX, local_source
from snellen.running.hugging_face.conversations import templated
from snellen.running.hugging_face.generating import Asked, Generated, Generator
from snellen.running.hugging_face.loading import load_model
from snellen.running.hugging_face.sampling import Sampling, settled

__all__ = ["MAX_TOKENS", "TransformersAPI", "transformers_models"]

MAX_TOKENS = 2048
"""The most tokens of a reply, unless another number is asked for."""

_GATHERING = 0.05
"""Seconds in which another request must come for a batch that is not full to wait for more."""

_NAME_ALONE = "__model_info_lookup__"
"""The key with which Inspect makes a model, without its arguments, only to look up its name."""


class TransformersAPI(ModelAPI):
    """A vision-language model of Transformers behind Inspect's interface of a model.

    Requests that wait at the same time are generated together, as many as `batch_size` says. What can be asked for is
    temperature, top-p, top-k, a seed, the most tokens and stop sequences; the request that is returned with a reply
    has the settings that were used, and the text that the chat template made.
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
        if api_key == _NAME_ALONE:
            return
        source = local_source(PREFIX + model_name, model_args)
        self._generator = Generator(load_model(source), source.batch_size)
        self._waiting: list[_Waiting] = []
        self._turn = anyio.Lock()

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 (Inspect's own signature, here and below)
        tools: list[ToolInfo],
        tool_choice: ToolChoice,  # noqa: ARG002
        config: GenerateConfig,
    ) -> tuple[ModelOutput, ModelCall]:
        """The model's reply to a conversation, and the request as it was made."""
        if tools:
            raise SnellenError("models of Transformers are given no tools here; ask without.")
        sampling = settled(
            self._generator.settings(),
            max_tokens=config.max_tokens or MAX_TOKENS,
            temperature=config.temperature,
            top_p=config.top_p,
            top_k=config.top_k,
            stop=config.stop_seqs or (),
        )
        conversation, images, key = await anyio.to_thread.run_sync(templated, input)
        asked = Asked(conversation, images, sampling, config.seed, key)
        reply = await self._reply(asked)
        if isinstance(reply, Exception):
            raise reply
        request = {"input": self._generator.prompt(asked), "images": images, **_told(sampling, config.seed)}
        response = {"text": reply.text, "stop_reason": reply.stop_reason}
        return _output(f"{PREFIX}{self.model_name}", reply), ModelCall.create(request, response)

    def max_tokens(self) -> int:
        """The most tokens of a reply, where nothing is said."""
        return MAX_TOKENS

    def max_connections(self) -> int:
        """How many samples Inspect keeps going: a batch, and the next one, which waits meanwhile."""
        return 2 * self._generator.batch_size

    async def _reply(self, asked: Asked) -> "Generated | Exception":
        """Whoever comes first takes those along that wait with it; their replies are there when their turn comes."""
        mine = _Waiting(asked)
        self._waiting.append(mine)
        try:
            async with self._turn:
                if mine.reply is None:
                    await self._gather()
                    batch = [mine, *(each for each in self._waiting if each is not mine)]
                    batch = [each for each in batch if each.reply is None and each.asked.kind == asked.kind]
                    await self._generate(batch[: self._generator.batch_size])
        finally:
            self._waiting.remove(mine)
        assert mine.reply is not None, "a batch is generated whole or raises"
        return mine.reply

    async def _gather(self) -> None:
        """Wait for more requests as long as they come one after another and the batch is not full."""
        before = -1
        while before < len(self._waiting) < self._generator.batch_size:
            before = len(self._waiting)
            await anyio.sleep(_GATHERING)

    async def _generate(self, batch: "list[_Waiting]") -> None:
        stop = threading.Event()
        replies = partial(self._generator.replies, [each.asked for each in batch], stop.is_set)
        try:
            results = await anyio.to_thread.run_sync(replies, abandon_on_cancel=True)
        finally:
            stop.set()  # an interrupted run ends with the next token
        for each, result in zip(batch, results, strict=True):
            each.reply = result


class _Waiting:
    """A request that waits, and its reply once there is one."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.reply: Generated | Exception | None = None


@modelapi(name="transformers")
def transformers_models() -> type[ModelAPI]:
    """Vision-language models of Hugging Face Transformers, as the models `transformers/ORG/MODEL`."""
    return TransformersAPI


def _told(sampling: Sampling, seed: int | None) -> dict[str, Any]:
    return {
        "max_new_tokens": sampling.max_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "top_k": sampling.top_k,
        "seed": seed,
        "stop": list(sampling.stop) or None,
    }


def _output(model: str, reply: Generated) -> ModelOutput:
    thought, mark, said = reply.text.rpartition("</think>")
    content: str | list[Content] = reply.text
    if mark:
        reasoning = thought.strip().removeprefix("<think>").strip()
        content = [ContentReasoning(reasoning=reasoning), ContentText(text=said.strip())]
    message = ChatMessageAssistant(content=content, model=model, source="generate")
    usage = None
    if reply.input_tokens is not None:
        usage = ModelUsage(
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            total_tokens=reply.input_tokens + reply.output_tokens,
            total_cost=0.0,
        )
    choice = ChatCompletionChoice(message=message, stop_reason=reply.stop_reason)
    return ModelOutput(model=model, choices=[choice], usage=usage)
