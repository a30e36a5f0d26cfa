"""What is a full disk, and what is not."""

import errno
import logging
import os
import sqlite3
import sys
from types import SimpleNamespace
from typing import cast

import pytest

from snellen.running.full_disk import disk_trouble, quiet_about_logs


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS])
def test_a_disk_that_takes_no_more_is_told_in_words(number: int) -> None:
    error = OSError(number, os.strerror(number))
    told = os.strerror(number).lower()
    assert disk_trouble(error) == told
    assert disk_trouble(ExceptionGroup("of Inspect", [ValueError("first"), error])) == told
    assert disk_trouble(repr(error)) == told  # as Inspect's log has it


def test_the_log_that_inspect_keeps_in_sqlite_is_on_that_disk() -> None:
    assert "disk I/O error" in (disk_trouble(sqlite3.OperationalError("disk I/O error")) or "")
    assert disk_trouble("OperationalError('database or disk is full')") is not None


def test_other_errors_are_none_of_the_disk() -> None:
    for error in (ConnectionResetError(errno.ECONNRESET, "reset"), ValueError("no"), PermissionError(errno.EACCES, "")):
        assert disk_trouble(error) is None
        assert disk_trouble(repr(error)) is None


def test_only_what_is_the_disks_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: seen.append(unraisable.exc_value))
    before = logging.raiseExceptions
    with quiet_about_logs():
        assert not logging.raiseExceptions
    assert logging.raiseExceptions == before
    full, other = OSError(errno.ENOSPC, "full"), ValueError("other")
    for error in (full, other):
        sys.unraisablehook(cast("sys.UnraisableHookArgs", SimpleNamespace(exc_value=error)))
    assert seen == [other]
