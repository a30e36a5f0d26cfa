"""Which settings a model's provider does not send: what is expected before anything is asked, and what a request shows.

What is expected is how Inspect's providers of version 0.3.285 are written; nothing is imported from Inspect, so that a
user can be told before it is. What a run records is read off a request, for what is asked for is not always sent.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from snellen.catalogue import GenerationSettings

__all__ = ["expected_not_sent", "settings_not_sent"]

_SAMPLING = ("temperature", "top_p", "top_k")
_PICTURES = ("image_detail", "media_resolution")
_BY_OPENAI_PROTOCOL = ("top_k", "reasoning_tokens", "media_resolution")
_COMPATIBLE = ("openai-api", "vllm", "sglang", "ollama", "openrouter", "together", "fireworks", "lmstudio")
_GPT = re.compile(r"gpt-(\d+)(?:\.(\d+))?")

_NAMES: Mapping[str, Collection[str]] = {
    "temperature": {"temperature"},
    "top_p": {"top_p", "topP"},
    "top_k": {"top_k", "topK"},
    "seed": {"seed", "random_seed"},
    "max_tokens": {"max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens", "max_new_tokens"},
    "stop_seqs": {"stop", "stop_sequences", "stopSequences"},
    "frequency_penalty": {"frequency_penalty", "frequencyPenalty"},
    "presence_penalty": {"presence_penalty", "presencePenalty"},
    "num_choices": {"n", "candidate_count", "candidateCount"},
    "effort": {"effort"},
    "reasoning_effort": {"reasoning_effort", "effort", "thinking_level", "thinkingLevel", "budget_tokens"},
    "reasoning_tokens": {"reasoning_tokens", "budget_tokens", "thinking_budget", "thinkingBudget", "max_tokens"},
    "verbosity": {"verbosity"},
    "media_resolution": {"media_resolution", "mediaResolution"},
}
"""A setting as Inspect calls it → what providers call it."""
_OF_A_PICTURE: Mapping[str, Collection[str]] = {"image_detail": {"detail"}}
"""The same of settings that stand beside each picture in the conversation."""
_CONVERSATION = {"messages", "contents", "input", "system", "tools"}


def expected_not_sent(model: str, generation: GenerationSettings) -> list[str]:
    """The settings that are asked for, the seed among them, and that are not expected in a request to `model`.

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
    elif provider in ("transformers", "hf"):
        left_out = ("reasoning_effort", "reasoning_tokens", *_PICTURES)
    asked = {*generation.told(), "seed"}
    return [name for name in (*_NAMES, *_OF_A_PICTURE) if name in asked and name in left_out]


def settings_not_sent(asked: Collection[str], request: Mapping[str, Any]) -> list[str]:
    """Those of the settings `asked` for that are not in the request, in their order.

    `asked` are Inspect's names and the catalogue's of pictures; those whose names in a request are not known here are
    passed over. `request` is the request's body as the provider made it, or the arguments of the vendor's client. What
    is null, or one of a client's marks for "not given", was not sent.

    >>> settings_not_sent(["temperature", "top_k"], {"model": "m", "messages": [], "temperature": 0.0})
    ['top_k']
    >>> settings_not_sent(["image_detail"], {"messages": [{"content": [{"image_url": {"detail": "high"}}]}]})
    []
    """
    sent = set(_names(request))
    shown = set(_names_inside(request)) if set(_OF_A_PICTURE) & set(asked) else set()
    missing = {name for name, known_as in _NAMES.items() if not sent & set(known_as)}
    missing |= {name for name, known_as in _OF_A_PICTURE.items() if not shown & set(known_as)}
    return [name for name in asked if name in missing]


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


def _names(request: Mapping[str, Any]) -> Iterator[str]:
    for name, value in request.items():
        if name in _CONVERSATION or _is_left_out(value):
            continue
        yield name
        if isinstance(value, Mapping):
            yield from _names(value)


def _names_inside(value: Any) -> Iterator[str]:
    """The names in a conversation too."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not _is_left_out(item):
                yield name
                yield from _names_inside(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names_inside(item)


def _is_left_out(value: Any) -> bool:
    return value is None or type(value).__name__ in ("NotGiven", "Omit")
