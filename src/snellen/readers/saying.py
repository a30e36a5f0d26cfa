"""Readers that talk: the same answer in a sentence, as models give it that do not keep to a form."""

from collections.abc import Callable

from snellen.errors import SnellenError

__all__ = ["saying_so"]


def saying_so(saying: str | None) -> Callable[[str], str]:
    """A function that puts an answer into `saying` in place of its {}; without `saying` the answer is left as it is.

    An empty answer stays empty. Raises SnellenError for a text that has not exactly one {}.

    >>> saying_so("I think the answer is {}.")("-9")
    'I think the answer is -9.'
    """
    if saying is None:
        return str
    if not isinstance(saying, str) or saying.count("{}") != 1:
        raise SnellenError(
            f'saying={saying!r}: write a text with one {{}} for the answer, such as "I think the answer is {{}}.".'
        )
    before, _, after = saying.partition("{}")
    return lambda answer: f"{before}{answer}{after}" if answer else answer
