"""A disk on which nothing more can be written, as Inspect tells it in the middle of a run."""

import errno
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["disk_trouble", "quiet_about_logs"]

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
_TOLD = re.compile(r"OSError\((\d+), ")
"""How Inspect writes an error of a task into its log."""


def disk_trouble(error: BaseException | str) -> str | None:
    """What keeps the log of a run from being written: a full disk, a quota, a limit of size; None for other errors.

    `error` is what Inspect raised, in groups or not, or the message that its log has of it.
    """
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(disk_trouble, error.exceptions)), None)
    if isinstance(error, str):
        found = _TOLD.match(error)
        number = int(found[1]) if found else None
        if "OperationalError" in error:
            return "Inspect cannot write the log of the run"
    elif isinstance(error, sqlite3.Error):  # in which Inspect keeps the log of a run under way
        return f"Inspect cannot write the log of the run ({error})"
    else:
        number = error.errno if isinstance(error, OSError) else None
    return os.strerror(number).lower() if number in _FULL and number is not None else None


@contextmanager
def quiet_about_logs() -> Iterator[None]:
    """While the block runs, a line of a log that cannot be written is let go: each would print a page of its own.

    What Inspect packs away at the end of the process is let go, too, once the disk is full.
    """
    before, logging.raiseExceptions = logging.raiseExceptions, False
    hook = sys.unraisablehook

    def unless_full(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_value is None or disk_trouble(unraisable.exc_value) is None:
            hook(unraisable)

    sys.unraisablehook = unless_full
    try:
        yield
    finally:
        logging.raiseExceptions = before
