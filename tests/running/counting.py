"""Models of Inspect for the tests: each notes every request and its number of examples in a file before it answers.

`counting/ok` answers with the length of the question; `counting/slow` takes a while first; `counting/weak` fails on the
questions whose text has the word in its `fails` argument.
"""

import os
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.model import (
    ChatMessage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo


class CountingAPI(ModelAPI):
    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._fails = str(model_args.get("fails", ""))

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        turn = input[-1]
        assert [one.role for one in input] == ["user", *["assistant", "user"] * (len(input) // 2)]
        assert not isinstance(turn.content, str)
        image, text = turn.content
        assert image.type == "image"
        assert isinstance(text, ContentText)
        settings = f"{config.temperature} {config.top_k} {config.seed}"
        with Path(os.environ["COUNTING_FILE"]).open("a") as handle:  # now: Inspect keeps models from run to run
            handle.write(f"{text.text!r}\t{settings}\t{len(input) // 2}\n")
        if self.model_name == "slow":
            await anyio.sleep(0.4)
        if self._fails and self._fails in text.text:
            raise RuntimeError("the server is on fire")
        output = ModelOutput.from_content(self.model_name, str(len(text.text)))
        tokens = 100 * (1 + len(input) // 2)
        output.usage = ModelUsage(
            input_tokens=tokens - 10, input_tokens_cache_read=10, output_tokens=2, total_tokens=tokens + 2
        )
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="counting")
def counting() -> type[ModelAPI]:
    return CountingAPI
