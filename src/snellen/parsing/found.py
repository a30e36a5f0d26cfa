"""What a reading of a free reply finds: a value and how it stood there, or why there is none."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

__all__ = ["FAULTS", "WAYS", "Fault", "Found", "Way", "nothing"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Way = Literal["bare", "declared", "leading", "closing", "recovered"]

WAYS: dict[Way, str] = {
    "bare": "the reply is the answer, in wrappers at most",
    "declared": "the reply says that it is its answer",
    "leading": "the reply begins with it",
    "closing": "a line, the last one, is the answer and nothing else",
    "recovered": "it is the only one in the reply that can be meant",
}
"""Each way with what it means."""

Fault = Literal[
    "empty",
    "unfinished thinking",
    "refusal",
    "no answer",
    "several answers",
    "not offered",
    "out of range",
    "not all items",
    "tied items",
    "other task",
]

FAULTS: dict[Fault, str] = {
    "empty": "nothing, or white space alone",
    "unfinished thinking": "nothing but a block of thinking",
    "refusal": "opens with a refusal and gives no answer",
    "no answer": "words that hold nothing of the kind asked for, or deny it",
    "several answers": "answers that differ, or a range",
    "not offered": "an option that is not among those offered",
    "out of range": "a number below 0 or above 1 where a fraction was asked for",
    "not all items": "a ranking that leaves items out or names one twice",
    "tied items": "a ranking with ties, with < and > both, or that says of itself that it runs both ways",
    "other task": "an answer to the other question on the same chart",
}
"""Each kind with what it means. A reply that cannot be read has exactly one."""


@dataclass(frozen=True, slots=True)
class Found(Generic[T_co]):
    """What was read out of a reply: `value` and `way`, or, where both are None, `fault`.

    `start` is how many words stand before the answer, or before the words that declare it.
    """

    value: T_co | None
    way: Way | None
    fault: Fault | None
    start: int = 0


def nothing(fault: Fault) -> Found[T]:
    """A reading that found nothing."""
    return Found(None, None, fault)
