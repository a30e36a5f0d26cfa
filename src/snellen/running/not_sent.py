"""Which settings a model's provider does not send, as Inspect's providers of version 0.3.285 are written.

Nothing is imported from Inspect, so that a user can be told before it is.
"""

import re
from collections.abc import Sequence

from snellen.catalogue import GenerationSettings

__all__ = ["settings_not_sent"]

_SAMPLING = ("temperature", "top_p", "top_k")
_PICTURES = ("image_detail", "media_resolution")
_BY_OPENAI_PROTOCOL = ("top_k", "reasoning_tokens", "media_resolution")
_COMPATIBLE = ("openai-api", "vllm", "sglang", "ollama", "openrouter", "together", "fireworks", "lmstudio")
_GPT = re.compile(r"gpt-(\d+)(?:\.(\d+))?")


def settings_not_sent(model: str, generation: GenerationSettings) -> list[str]:
    """The settings that are asked for, the seed among them, and that are not in a request to `model`.

    `model` is Inspect's name. Empty for local readers, and for providers of which nothing is known here.
    """
    provider, _, rest = model.lower().partition("/")
    name = rest.rpartition("/")[2]
    left_out: Sequence[str] = ()
    if provider == "anthropic":  # the API's version of 2026-10-21 takes no sampling settings for any model
        left_out = (*_SAMPLING, "seed", *_PICTURES)
    elif provider == "google":
        left_out = ("image_detail", *_google(name))
    elif provider == "openai":
        left_out = (*_BY_OPENAI_PROTOCOL, *_openai(name, generation.reasoning_effort))
    elif provider in _COMPATIBLE:
        left_out = tuple(each for each in _BY_OPENAI_PROTOCOL if (provider, each) != ("together", "top_k"))
    elif provider == "hf":
        left_out = ("reasoning_effort", "reasoning_tokens", *_PICTURES)
    asked = {*generation.told(), "seed"}
    return [name for name in dict.fromkeys(left_out) if name in asked]


def _google(name: str) -> tuple[str, ...]:
    if name.startswith(("gemini-1", "gemini-2.0")):
        return ("reasoning_effort", "reasoning_tokens")
    return ("reasoning_effort",) if name.startswith("gemini-2") else ()


def _openai(name: str, effort: str | None) -> tuple[str, ...]:
    """Reasoning models are asked by the Responses API, which has no seed, and take no sampling settings."""
    found = _GPT.match(name)
    version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if not re.match(r"o\d", name) and version < (5, 0):
        return ()
    is_off = effort == "none" or (effort is None and version < (5, 5))
    if version >= (5, 1) and is_off and not name.startswith(("gpt-6.1-sol", "gpt-6-astra")):
        return ("seed",)
    return ("seed", "temperature", "top_p")
