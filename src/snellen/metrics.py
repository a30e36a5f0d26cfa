"""What one reply scores: pure functions of a reply and its key, each a number from 0 to 1."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

__all__ = ["exact_match", "parameter_share", "prefix_match"]


def exact_match(reply: str, answer: str) -> float:
    r"""1 where the reply, white space stripped at both ends, is the answer, character by character; else 0.

    White space is Unicode's (`str.strip`). The answer is taken as it is. Stricter than the protocol of the GRAB paper
    (section 4.2.3) as released, which `prefix_match` computes.

    >>> exact_match(" -9\n", "-9"), exact_match("12", "1"), exact_match("4.0", "4")
    (1.0, 0.0, 0.0)
    """
    return float(reply.strip() == answer)


def prefix_match(reply: str, answer: str) -> float:
    """1 where the reply, leading white space removed, begins with the answer; else 0.

    With n the length of the answer and r the reply without its leading white space, 1 iff r[:n] equals the answer:
    the comparison in the code released with GRAB. It accepts what `exact_match` accepts, and also 12 for the answer
    1. Every reply begins with an empty answer.

    >>> prefix_match("  12", "1"), prefix_match("-9 units", "-9"), prefix_match("The answer is 4", "4")
    (1.0, 1.0, 0.0)
    """
    return float(reply.lstrip()[: len(answer)] == answer)


def parameter_share(found: Sequence[T] | None, expected: Sequence[T]) -> float:
    """The share of parameters that are right: #{i : found[i] = expected[i]} / #expected.

    The parameters stand in one fixed order, that of the form asked for. 0 where none were found (None), or where
    there are more or fewer than expected: they belong to another form. Raises ValueError where none are expected.

    >>> parameter_share([2, -1], [2, -3]), parameter_share([2, -1, 0], [2, -1]), parameter_share(None, [2, -1])
    (0.5, 0.0, 0.0)
    """
    if not expected:
        raise ValueError("a form without parameters has no share of them")
    if found is None or len(found) != len(expected):
        return 0.0
    return sum(one == other for one, other in zip(found, expected, strict=True)) / len(expected)
