"""What Vega says while it draws: it writes its errors to the process's standard error and then trips over them."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

__all__ = ["heard", "reason"]

_ERROR = re.compile(r"^(?:ERROR )?((?:\w+)?Error: .+)$", re.MULTILINE)
_LONGEST = 200


@contextmanager
def heard() -> Iterator[list[str]]:
    """A list that has, afterwards, what was written to file descriptor 2 meanwhile, by whatever library.

    Where the process has no such descriptor, or no place for a temporary file, nothing is held back, and the list
    stays empty.
    """
    said: list[str] = []
    with ExitStack() as opened:
        try:
            kept = os.dup(2)
            opened.callback(os.close, kept)
            file = opened.enter_context(tempfile.TemporaryFile())
        except OSError:
            yield said
            return
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(kept, 2)
            file.seek(0)
            said.append(file.read().decode("utf-8", "replace"))


def reason(error: Exception, said: str = "") -> str:
    """What went wrong inside Vega, without its trace: the first error of `said`, or of the exception's own text."""
    found = _ERROR.search(said) or _ERROR.search(str(error))
    if found:
        return found[1].removeprefix("Error: ").strip()[:_LONGEST]
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    return (lines[0] if lines else "no reason given")[:_LONGEST]
