"""Models of Inspect for the tests of extraction: each notes the reply that it was shown in a file before it answers.

`extracting/last` writes the reply's last word, without its full stop; `extracting/slow` takes a while first;
`extracting/broken` fails where the reply has the word in its `fails` argument; `extracting/wordy` writes two lines;
`extracting/judge` says "Right." where the key is in the reply, "I am not sure" where the reply has a question mark,
and else "wrong".
"""

import os
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from snellen.readers.extractor_prompt import read_shown


class ExtractingAPI(ModelAPI):
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
        assert [turn.role for turn in input] == ["user"]
        shown = read_shown(input[0].text)
        assert shown is not None
        with Path(os.environ["EXTRACTING_FILE"]).open("a") as handle:
            handle.write(f"{self.model_name}\t{shown.question!r}\t{shown.reply!r}\n")
        if self.model_name == "slow":
            await anyio.sleep(0.4)
        if self._fails and self._fails in shown.reply:
            raise RuntimeError("the server is on fire")
        output = ModelOutput.from_content(self.model_name, self._said(shown.reply, shown.key))
        output.usage = ModelUsage(input_tokens=100, output_tokens=2, total_tokens=102)
        return output

    def _said(self, reply: str, key: str | None) -> str:
        if self.model_name == "judge":
            assert key is not None
            return "Right." if key in reply else "I am not sure" if "?" in reply else "wrong"
        assert key is None
        last = reply.split()[-1].rstrip(".")
        return f"It says\n{last}" if self.model_name == "wordy" else last

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="extracting")
def extracting() -> type[ModelAPI]:
    return ExtractingAPI
