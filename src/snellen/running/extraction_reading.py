"""What an extractor or a judge wrote, read strictly: what is not of the form asked for is counted, never guessed at."""

from snellen.parsing import LONGEST_VALUE, without_thinking
from snellen.results import NO_ANSWER, UNREADABLE

__all__ = ["read_extraction", "read_verdict"]

_SHOWN = 200
_CUT_OFF = ("max_tokens", "model_length", "content_filter", "tool_calls")


def read_extraction(output: str, stop_reason: str | None = None) -> str:
    """The note on an extractor's output: the answer as written, `NO_ANSWER`, or `UNREADABLE` and the output.

    A block of thinking and white space around the rest are left out. An answer is one line of at most
    `LONGEST_VALUE` characters, from a model that came to its end.

    >>> read_extraction(" -9\\n"), read_extraction("No answer."), read_extraction("It is\\n-9")
    ('-9', 'no answer', '(unreadable) It is -9')
    """
    text = without_thinking(output)
    if not text or len(text.splitlines()) != 1 or len(text) > LONGEST_VALUE or stop_reason in _CUT_OFF:
        return _unreadable(text or output)
    if text.startswith(UNREADABLE):
        return _unreadable(text)
    return NO_ANSWER if text.casefold().strip("\"'`*. ") == NO_ANSWER else text


def read_verdict(output: str, stop_reason: str | None = None) -> str:
    """The note on a judge's output: `right`, `wrong`, or `UNREADABLE` and the output.

    The word stands alone, in any letter case, with a full stop, quotation marks or asterisks around it at most.

    >>> read_verdict("Right."), read_verdict("**wrong**"), read_verdict("right, I think")
    ('right', 'wrong', '(unreadable) right, I think')
    """
    text = without_thinking(output)
    word = text.casefold().strip("\"'`*. ")
    return word if word in ("right", "wrong") and stop_reason not in _CUT_OFF else _unreadable(text or output)


def _unreadable(text: str) -> str:
    return f"{UNREADABLE} {' '.join(text[: 4 * _SHOWN].split())[:_SHOWN]}".strip()
