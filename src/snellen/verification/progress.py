"""A progress bar around an iteration, on a terminal only."""

import sys
from collections.abc import Generator, Iterator
from typing import TypeVar

__all__ = ["counted"]

T = TypeVar("T")


def counted(items: Generator[T, None, None] | Iterator[T], total: int, what: str) -> Iterator[T]:
    """The items, counted on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
            yield from bar.track(items, total=total)
    finally:
        if isinstance(items, Generator):
            items.close()
