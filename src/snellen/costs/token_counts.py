"""How many tokens a conversation and its answer are, without a tokenizer and without the network.

A vendor's tokenizer is not part of any package that works offline, so that text is counted by its characters, with a
range: from 5 down to 3.5 letters or spaces a token, and from 3 down to 1.5 digits or signs, for numbers and JSON are
cut finer.
"""

import re
from dataclasses import dataclass
from math import ceil

from snellen.catalogue import GenerationSettings

__all__ = ["PER_TURN", "Range", "answer_tokens", "is_reasoning", "reasoning_tokens", "text_tokens"]

PER_TURN = 4
"""Tokens that mark a turn of a conversation, about."""


@dataclass(frozen=True, slots=True)
class Range:
    """A number that lies between two."""

    low: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.high + other.high)

    def times(self, factor: float) -> "Range":
        """Both ends times a number."""
        return Range(self.low * factor, self.high * factor)


_LETTERS = re.compile(r"[^\W\d_]|\s")


def text_tokens(text: str) -> Range:
    """The tokens of a text.

    >>> text_tokens("How many clusters?")
    Range(low=4.0, high=6.0)
    """
    letters = len(_LETTERS.findall(text))
    rest = len(text) - letters
    return Range(float(ceil(letters / 5 + rest / 3)), float(ceil(letters / 3.5 + rest / 1.5)))


def answer_tokens(answer: str | None) -> Range:
    """The tokens of a reply without thinking: at least the right answer's own, at most three times those and 50 more.

    Without a key the answer is taken to be of 20 tokens.
    """
    right = text_tokens(answer) if answer else Range(20, 20)
    return Range(max(right.low, 1), 3 * right.high + 50)


_BY_EFFORT = {
    "none": Range(0, 0),
    "minimal": Range(0, 300),
    "low": Range(100, 1000),
    "medium": Range(300, 3000),
    "high": Range(1000, 10_000),
    "xhigh": Range(2000, 25_000),
    "max": Range(4000, 60_000),
}


def reasoning_tokens(model: str, generation: GenerationSettings) -> Range:
    """The tokens of thinking before an answer, which are billed as output: a rough assumption by effort or budget.

    A budget for thinking is used to between an eighth and all. A model that thinks without being asked is taken to do
    so at medium effort.
    """
    if generation.reasoning_effort is not None:
        return _BY_EFFORT[generation.reasoning_effort]
    if generation.reasoning_tokens is not None:
        return Range(generation.reasoning_tokens / 8, generation.reasoning_tokens)
    return _BY_EFFORT["medium" if is_reasoning(model) else "none"]


def is_reasoning(model: str) -> bool:
    """Whether a model thinks where nothing is said about it: by its name, as far as its vendor's families are known."""
    name = model.lower().rpartition("/")[2]
    if re.match(r"o\d", name):
        return True
    if found := re.match(r"gpt-(\d+)(?:\.(\d+))?", name):
        version = (int(found[1]), int(found[2] or 0))
        return version == (5, 0) or version >= (5, 5)
    if found := re.match(r"gemini-(\d+)(?:\.(\d+))?", name):
        version = (int(found[1]), int(found[2] or 0))
        return version >= (3, 0) or (version == (2, 5) and "lite" not in name)
    if found := re.match(r"claude-[a-z]+-(\d)(?:-(\d)(?!\d))?", name):
        return (int(found[1]), int(found[2] or 0)) >= (4, 7)
    return False
