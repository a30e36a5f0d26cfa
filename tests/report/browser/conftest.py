"""Pages of a report in a real browser, watched: whatever goes wrong in one fails the test."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser import chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page, Request

_PATIENCE = 90_000
"""Milliseconds: a busy machine must not fail a test."""


def expect(locator: "Locator") -> Any:
    """Playwright's assertions, which wait. (Its `wait_for_function` evaluates strings, which pages forbid.)"""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=_PATIENCE)
    return expected(locator)


class Watched:
    """A page that notes `requests` (addresses), and `problems`: errors, dialogs, and requests to anywhere but files."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.requests: list[str] = []
        self.problems: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", self._request)
        page.on("popup", lambda other: self.problems.append(f"popup: {other.url}"))

    def open(self, path: Path, hash_: str = "") -> "Page":
        """Go to a page of a report, with a hash behind its address."""
        self.page.goto(path.as_uri() + (f"#{hash_}" if hash_ else ""))
        return self.page

    def open_items(self, path: Path, hash_: str = "") -> "Page":
        """Go to a page of items, and wait until it has put up what its hash says."""
        self.open(path, hash_)
        self.page.wait_for_selector("#explorer[data-ready]:not([aria-busy])")
        return self.page

    def pictures(self) -> set[str]:
        """The file names of the pictures that were requested."""
        return {Path(address).name for address in self.requests if address.endswith(".png")}

    def _said(self, said: "ConsoleMessage") -> None:
        if "fit-y" not in said.text:  # what Vega-Lite remarks on the height of a plot is no problem of the page
            self.problems.append(f"{said.type}: {said.text}")

    def _dialog(self, dialog: "Dialog") -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: "Request") -> None:
        self.requests.append(request.url)
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.problems.append(f"request: {request.url}")


@pytest.fixture(scope="module")  # not longer: while Playwright is at work, nothing else may run an event loop
def chromium() -> "Iterator[Browser]":
    """A headless Chromium; without one, or without Playwright, the test is skipped."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if (path := chromium_path()) is None:
        pytest.skip("there is no Chromium here: install Debian's chromium, or name one in SNELLEN_CHROMIUM")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def watched(chromium: "Browser") -> Iterator[Watched]:
    """A fresh page, wide enough for two panes; at the end of the test it must have had no problem."""
    context = chromium.new_context(viewport={"width": 1300, "height": 800})
    context.set_default_timeout(_PATIENCE)
    seen = Watched(context.new_page())
    yield seen
    context.close()
    assert seen.problems == []
