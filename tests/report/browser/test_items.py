"""The item explorer as its readers use it: mouse, keyboard, addresses, and the browser's own buttons."""

import re
import shutil
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from tests.conftest import make_tiny_dataset
from tests.report.browser.conftest import Watched, expect
from tests.report.browser.reports import items_of, run_of

from snellen.report.links import items_link

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models on twelve questions: `one` is wrong on the first two, `two` on the second and third."""
    folder = tmp_path_factory.mktemp("items")
    dataset = make_tiny_dataset(folder / "tiny")
    runs = [
        run_of(dataset, folder / "one", "one", {0: "7 elephants", 1: None}),
        run_of(dataset, folder / "two", "two", {1: "no idea", 2: "[0, 0]"}),
    ]
    return items_of(runs, folder / "report")


def status(page: "Page") -> str:
    return page.locator("#status").inner_text()


def opened(page: "Page") -> str | None:
    return page.locator("#item").get_attribute("data-item")


def settled(page: "Page") -> None:
    page.wait_for_selector("#explorer:not([aria-busy])")


def test_it_lists_every_question_and_shows_the_first(report: Path, watched: Watched) -> None:
    page = watched.open_items(report / "items" / "grab.html")
    assert status(page) == "12 questions"
    page.wait_for_selector("#item .reply")
    assert page.locator("#item .reply").count() == 2
    assert page.locator("#item").inner_text().count("7 elephants") == 1
    assert page.evaluate("location.hash") == ""
    row = page.locator("[role=option]").first
    assert row.get_attribute("aria-setsize") == "12"
    assert row.get_attribute("aria-posinset") == "1"
    assert "1 of 2 right" in row.inner_text()


def test_links_of_the_report_filter_it(report: Path, watched: Watched) -> None:
    def found(**filters: object) -> str:
        address = items_link("grab", **filters)
        watched.page.goto("about:blank")
        return status(watched.open_items(report / address.split("#")[0], address.split("#")[1]))

    assert found(task="properties") == "5 of 12 questions, 10 replies match"
    assert found(model="one", exact="wrong") == "2 of 12 questions, 2 replies match"
    assert found(model="one", exact=["wrong", "partly"]) == "2 of 12 questions, 2 replies match"
    assert found(outcome="error") == "1 of 12 questions, 1 reply matches"
    assert found(kind="unparsed") == "2 of 12 questions, 2 replies match"
    assert found(model="two", task="properties", exact="right") == "3 of 12 questions, 3 replies match"
    assert found(precision=0.1) == "3 of 12 questions, 6 replies match"
    assert found(complexity=1.0) == "2 of 12 questions, 4 replies match"
    assert found(flip="one,two") == "2 of 12 questions, 4 replies match"
    assert found(flip="one,two", way="second") == "1 of 12 questions, 2 replies match"
    assert found(property="no such thing") == "0 of 12 questions, 0 replies match"
    assert "No question is like that." in watched.page.locator("#item").inner_text()


def test_a_filter_is_chosen_searched_in_and_gone_back_from(report: Path, watched: Watched) -> None:
    page = watched.open_items(report / "items" / "grab.html")
    page.get_by_label("Model", exact=True).select_option("one")
    page.get_by_label("By exact").select_option("wrong")
    settled(page)
    assert status(page) == "2 of 12 questions, 2 replies match"
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("Elephants")
    expect(page.locator("#status")).to_have_text(re.compile("^1 of 12"))
    assert "q=Elephants" in page.evaluate("location.hash")
    page.go_back()
    expect(page.locator("#status")).to_have_text(re.compile("^2 of 12"))
    page.go_back()
    expect(page.locator("#status")).to_have_text(re.compile("^12 of 12"))
    assert page.get_by_label("By exact").input_value() == ""
    page.locator(".chip").click()
    expect(page.locator("#status")).to_have_text("12 questions")
    page.reload()
    page.wait_for_selector("#explorer[data-ready]")
    assert status(page) == "12 questions"


def test_the_keyboard_alone_moves_opens_and_returns(report: Path, watched: Watched) -> None:
    page = watched.open_items(report / "items" / "grab.html")
    page.locator("#list").focus()
    for key, expected in (("ArrowDown", 1), ("End", 11), ("ArrowUp", 10), ("Home", 0), ("PageDown", None)):
        page.keyboard.press(key)
        active = page.locator("#list").get_attribute("aria-activedescendant")
        assert active
        selected = page.locator("[role=option][aria-selected=true]")
        assert selected.count() == 1
        assert selected.get_attribute("id") == active
        if expected is not None:
            assert active == f"row-{expected}"
            expect(page.locator("#item")).to_have_attribute("data-item", f"tiny-{expected:02d}-q")
    page.keyboard.press("Home")
    expect(page.locator("#item")).to_have_attribute("data-item", "tiny-00-q")
    assert page.evaluate("location.hash") == "#id=tiny-00-q"
    page.keyboard.press("Enter")
    expect(page.locator("#item")).to_be_focused()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "list"


def test_a_phone_has_one_pane_at_a_time(report: Path, watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 390, "height": 800})
    page = watched.open_items(report / "items" / "grab.html", "task=functions")
    assert opened(page) is None
    page.locator("[role=option]").first.click()
    page.wait_for_selector("#item .reply")
    assert not page.locator("#list").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.go_back()
    page.wait_for_selector("#list", state="visible")
    assert status(page) == "2 of 12 questions, 4 replies match"


def test_what_is_seen_is_not_blank(report: Path, watched: Watched) -> None:
    page = watched.open_items(report / "items" / "grab.html", "id=tiny-04-q")
    page.locator("#item .picture img").evaluate("(image) => image.decode()")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        with Image.open(BytesIO(page.screenshot())) as shot:
            colours = shot.convert("RGB").getcolors(2**24)
        assert colours is not None
        assert len(colours) > 50


def test_missing_files_are_told(report: Path, watched: Watched, tmp_path: Path) -> None:
    shutil.copytree(report, tmp_path / "report")
    (tmp_path / "report" / "items" / "grab" / "replies-0.js").unlink()
    page = watched.open_items(tmp_path / "report" / "items" / "grab.html")
    page.wait_for_selector("#item .notice")
    assert "is not beside the page" in page.locator("#item").inner_text()
    assert all("ERR_FILE_NOT_FOUND" in problem for problem in watched.problems)
    watched.problems.clear()
