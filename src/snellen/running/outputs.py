"""What a model of Inspect put out, as one of our replies."""

import re
from collections.abc import Mapping
from typing import Any

from inspect_ai.model import ContentReasoning, ContentText, GenerateConfig, ModelOutput

from snellen.replies import Reply

__all__ = ["reply_of", "settings_of", "stop_reason_of"]

_SAMPLING = (
    "temperature",
    "top_p",
    "top_k",
    "seed",
    "max_tokens",
    "stop_seqs",
    "frequency_penalty",
    "presence_penalty",
    "num_choices",
    "effort",
    "reasoning_effort",
    "reasoning_mode",
    "reasoning_tokens",
    "verbosity",
    "system_message",
)
"""The settings of a generation that can change a reply; the rest is how it is fetched."""

_QUOTED = re.compile(r"'message': (['\"])(.*?)\1[,}]")
"""The message in the body of a vendor's answer as Python prints it, which may be all that Inspect hands on."""


def reply_of(output: ModelOutput | None, *, error: str | None, **about: Any) -> Reply:
    """An output as a reply; `about` holds the reply's other fields. No output, or an error, is no answer.

    Nor is the vendor's word that the request is longer than the model takes, which Inspect hands on as what the model
    said. Input tokens include those read from a cache and written to one.
    """
    if output is None or error is not None:
        return Reply(reply=None, error=error or "no output", **about)
    stop_reason = stop_reason_of(output)
    if stop_reason == "model_length" and not output.usage:
        said = " ".join(output.completion.split())[:500]
        said = quoted[2] if (quoted := _QUOTED.search(said)) else said
        return Reply(reply=None, error=f"the request is longer than the model takes: {said}", **about)
    usage = output.usage
    tokens = [usage.input_tokens, usage.input_tokens_cache_read, usage.input_tokens_cache_write] if usage else [None]
    known = [number for number in tokens if number is not None]
    return Reply(
        reply=output.completion,
        error=None,
        stop_reason=stop_reason,
        input_tokens=sum(known) if known else None,
        output_tokens=usage.output_tokens if usage else None,
        seconds=output.time,
        cost=usage.total_cost if usage else None,
        reasoning=_reasoning_of(output),
        **about,
    )


def stop_reason_of(output: ModelOutput) -> str | None:
    """Why a model stopped, in Inspect's words, or `refusal` where the vendor marks its text as one."""
    if not output.choices:
        return None
    content = output.choices[0].message.content
    if not isinstance(content, str) and any(isinstance(part, ContentText) and part.refusal for part in content):
        return "refusal"
    return output.choices[0].stop_reason


def _reasoning_of(output: ModelOutput) -> str | None:
    """What a model reasoned, where its vendor shows it: as it is, or else the summary that stands for it."""
    content = output.choices[0].message.content if output.choices else ""
    parts = [] if isinstance(content, str) else [part for part in content if isinstance(part, ContentReasoning)]
    told = [text for part in parts if (text := part.summary if part.redacted else part.reasoning)]
    return "\n\n".join(told) or None


def settings_of(config: GenerateConfig, model_args: Mapping[str, Any]) -> dict[str, Any]:
    """What a reply was made with: the settings that can change it, and the arguments of the model's provider."""
    values = config.model_dump(mode="json", exclude_none=True)
    return {**{name: values[name] for name in _SAMPLING if name in values}, **model_args}
