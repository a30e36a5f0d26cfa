"""Readers that stand in for the models of `snellen extract`: two extractors, thorough and naive, and a judge.

They are shown the prompts of `snellen.readers.extractor_prompt` as any model is, and look at nothing else.
"""

from collections.abc import Callable, Sequence

from snellen.messages import Message, Reader, message_text
from snellen.readers.extractor_prompt import Shown, read_shown
from snellen.readers.extractor_values import final_answer, last_value
from snellen.results import NO_ANSWER

__all__ = ["extractor_reader", "judge_reader", "last_value_reader"]


def extractor_reader() -> Reader:
    """A reader that writes the final answer that a reply gives (`snellen.readers.extractor_values.final_answer`)."""
    return _extracting(final_answer)


def last_value_reader() -> Reader:
    """A reader that writes the last value of the kind asked for in a reply, whatever is said of it."""
    return _extracting(last_value)


def judge_reader() -> Reader:
    """A reader that calls a reply right where the key's text occurs in it, and wrong where it does not.

    Naive on purpose: the key 1 occurs in "12", in "1 of the 4 curves" and in "certainly not 1".
    """

    def read(messages: Sequence[Message]) -> str:
        shown = _shown(messages)
        return "right" if shown is not None and shown.key is not None and shown.key in shown.reply else "wrong"

    return read


def _extracting(find: Callable[[str, str], str | None]) -> Reader:
    def read(messages: Sequence[Message]) -> str:
        shown = _shown(messages)
        return (shown and find(shown.question, shown.reply)) or NO_ANSWER

    return read


def _shown(messages: Sequence[Message]) -> Shown | None:
    return read_shown(message_text(messages[-1])) if messages else None
