"""Which settings a provider was sent: read off the request itself, for what is asked for is not always sent."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

__all__ = ["settings_not_sent"]

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
}
"""A setting as Inspect calls it → what providers call it."""
_CONVERSATION = {"messages", "contents", "input", "system", "tools"}


def settings_not_sent(asked: Collection[str], request: Mapping[str, Any]) -> list[str]:
    """Those of the settings `asked` for that are not in the request, in their order.

    `asked` are Inspect's names; those whose names in a request are not known here are passed over. `request` is the
    request's body as the provider made it, or the arguments of the vendor's client. What is null, or one of a client's
    marks for "not given", was not sent.

    >>> settings_not_sent(["temperature", "top_k"], {"model": "m", "messages": [], "temperature": 0.0})
    ['top_k']
    """
    sent = set(_names(request))
    return [name for name in asked if name in _NAMES and not sent & set(_NAMES[name])]


def _names(request: Mapping[str, Any]) -> Iterator[str]:
    for name, value in request.items():
        if name in _CONVERSATION or value is None or type(value).__name__ in ("NotGiven", "Omit"):
            continue
        yield name
        if isinstance(value, Mapping):
            yield from _names(value)
