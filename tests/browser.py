"""A page as a browser has it from a file, once its scripts have run, where there is a Chromium."""

import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["dumped", "needs_browser"]

_BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

needs_browser = pytest.mark.skipif(_BROWSER is None, reason="there is no Chromium here")


def dumped(page: Path, profile: Path) -> str:
    """The page's elements as text; `profile` is a folder for the browser."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    options += ["--virtual-time-budget=5000", "--dump-dom"]
    command = [str(_BROWSER), *options, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
