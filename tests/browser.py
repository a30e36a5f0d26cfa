"""Chromium, where there is one: the variable SNELLEN_CHROMIUM names it, else it is looked for by its usual names."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["chromium_path", "dumped", "needs_browser"]

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str | None:
    """The program's path; None where there is none."""
    return next(filter(None, map(shutil.which, (os.environ.get("SNELLEN_CHROMIUM", ""), *_NAMES))), None)


needs_browser = pytest.mark.skipif(
    chromium_path() is None,
    reason="there is no Chromium here: install Debian's chromium, or name one in SNELLEN_CHROMIUM",
)


def dumped(page: Path, profile: Path) -> str:
    """The page's elements as text, once its scripts have run; `profile` is a folder for the browser."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    options += ["--virtual-time-budget=5000", "--dump-dom"]
    command = [str(chromium_path()), *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
