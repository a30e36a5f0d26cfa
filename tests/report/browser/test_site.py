"""The pages of a report as people use them: they load without a complaint, fit a phone, and do what controls say."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser import needs_browser
from tests.conftest import make_tiny_dataset
from tests.report.browser.conftest import Watched

from snellen.replies import Reply
from snellen.report import write_report
from snellen.scoring import score_replies

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

MODELS = {"vendor/dear": (1, 0.004), "vendor/cheap & good_100%": (2, 0.001), "a | b <i>": (6, 0.002)}
"""Models, how many of the first replies are wrong, and the price of a reply."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on three models whose names no format likes."""
    folder = tmp_path_factory.mktemp("site")
    dataset, runs = make_tiny_dataset(folder / "set"), []
    for number, (model, (wrong, cost)) in enumerate(MODELS.items()):
        said = [
            Reply(each.question_id, model, "wrong" if place < wrong else each.answer, cost=cost, seconds=1.5)
            for place, each in enumerate(dataset.questions())
        ]
        score_replies(dataset, said, folder / f"run-{number}")
        runs.append(folder / f"run-{number}")
    return write_report(runs, folder / "report").parent


@pytest.fixture
def phone(chromium: "Browser") -> Iterator[Watched]:
    """A page of 360 pixels' width."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2)
    context.set_default_timeout(90_000)
    yield Watched(context.new_page())
    context.close()


def _pages(report: Path) -> list[Path]:
    return sorted(path for path in report.rglob("*.html"))


def test_every_page_loads_without_a_complaint(report: Path, watched: Watched) -> None:
    for path in _pages(report):
        page = watched.open(path)
        assert page.locator("main h1").count() == 1
        for plot in page.locator("[data-plot]:visible").all():
            plot.scroll_into_view_if_needed()
            plot.locator("svg.marks").first.wait_for()


def test_no_page_scrolls_sideways_on_a_phone(report: Path, phone: Watched) -> None:
    for path in _pages(report):
        page = phone.open(path)
        page.wait_for_timeout(300)
        for plot in page.locator("[data-plot]:visible").all():
            plot.scroll_into_view_if_needed()
            plot.locator("svg.marks").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path.name


def test_the_theme_can_be_chosen_and_is_kept(report: Path, watched: Watched) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page = watched.open(report / "comparisons" / "index.html")
    light = page.evaluate(ground)
    page.select_option("#theme", "dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.locator("[data-plot] svg.marks").first.wait_for()
    drawn = "getComputedStyle(document.querySelector('[data-plot] .role-axis-label text')).fill"
    soft = "getComputedStyle(document.querySelector('.soft')).color"
    page.wait_for_function(f"{drawn} === {soft}")
    page = watched.open(report / "benchmarks" / "grab.html")
    assert page.evaluate(ground) == dark
    page.select_option("#theme", "system")
    assert page.evaluate(ground) == light


def test_tables_sort_by_click_and_by_keyboard(report: Path, watched: Watched) -> None:
    page = watched.open(report / "index.html")
    table = page.locator("#grab-leaderboard-exact table")
    names = "rows => rows.filter(r => !r.className.trim()).map(r => r.cells[0].querySelector('.v').textContent)"
    rows = table.locator("tbody tr")
    assert rows.evaluate_all(names) == list(MODELS)
    head = table.locator("thead th").nth(1)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert rows.evaluate_all(names) == list(MODELS)[::-1]
    first = table.locator("thead th").first
    first.locator("button").press("Space")
    assert first.get_attribute("aria-sort") == "ascending"
    assert head.get_attribute("aria-sort") is None
    assert rows.evaluate_all(names) == sorted(MODELS)


def test_tables_are_copied_as_their_files_are(report: Path, watched: Watched) -> None:
    page = watched.open(report / "comparisons" / "index.html")
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    figure = page.locator("#grab-pairs")
    for form, ending in (("markdown", "md"), ("latex", "tex")):
        figure.locator(f"[data-copy={form}]").click()
        page.wait_for_function("window.copied")
        copied = page.evaluate("(() => { const text = window.copied; window.copied = null; return text; })()")
        assert copied == (report / "tables" / f"grab-pairs.{ending}").read_text(encoding="utf-8")
    figure.locator("[data-copy=csv]").click()
    page.wait_for_function("window.copied")
    copied = list(csv.DictReader(io.StringIO(page.evaluate("window.copied"))))
    file = (report / "tables" / "grab-pairs.csv").read_text(encoding="utf-8")
    written = list(csv.DictReader(io.StringIO(file)))
    assert copied == written
    assert figure.locator(".copy [role=status]").text_content() == "Copied"


def test_one_protocol_is_shown_at_a_time_and_published_rows_can_go(report: Path, watched: Watched) -> None:
    page = watched.open(report / "index.html")
    exact, prefix = page.locator("#grab-leaderboard-exact"), page.locator("#grab-leaderboard-prefix")
    assert exact.is_visible()
    assert not prefix.is_visible()
    page.get_by_role("radio", name="exact").focus()
    page.keyboard.press("ArrowRight")
    assert prefix.is_visible()
    assert not exact.is_visible()
    page.keyboard.press("ArrowLeft")
    published = exact.locator("tr.published").first
    assert published.is_visible()
    page.get_by_label("Published rows").uncheck()
    assert not published.is_visible()


def test_the_box_decides_as_its_controls_say(report: Path, watched: Watched) -> None:
    page = watched.open(report / "index.html")
    box = page.locator("[data-decide]")
    verdict = box.locator(".verdict")
    assert "vendor/dear scores highest" in (verdict.text_content() or "")
    box.locator("[name=within]").fill("10")  # one question of twelve is 8.3 points
    assert (verdict.text_content() or "").startswith("vendor/cheap & good_100% takes least within 10 points")
    assert box.locator("tr.chosen th").text_content() == "vendor/cheap & good_100% choose"
    box.locator("[name=surely]").check()
    assert "vendor/dear scores highest" in (verdict.text_content() or "")
    box.locator("[name=surely]").uncheck()
    box.locator("[name=by]").select_option("tokens")
    assert "not known" in (verdict.text_content() or "")
    box.locator("[name=by]").select_option("cost")
    box.locator("[name=part]").select_option(label="task: series")
    assert "vendor/cheap & good_100% scores highest" in (verdict.text_content() or "")


def test_figures_lead_to_their_items(report: Path, watched: Watched) -> None:
    page = watched.open(report / "benchmarks" / "grab.html")
    row = page.locator("#grab-kinds tbody tr", has_text="correct").first
    assert row.locator("td a").count() == len(MODELS)
    wrong = page.locator("#grab-kinds tbody tr:not(:has(th:text-is('correct'))) a").first
    count = int(wrong.text_content() or "0")
    wrong.click()
    page.wait_for_selector("#explorer[data-ready]:not([aria-busy])")
    assert (page.locator("#status").text_content() or "").startswith(f"{count} of 12")
    page.go_back()
    page.goto((report / "comparisons" / "index.html").as_uri())
    flips = page.locator("#grab-pairs tbody tr").first.locator("td a").last
    count = int(flips.text_content() or "0")
    flips.click()
    page.wait_for_selector("#explorer[data-ready]:not([aria-busy])")
    assert (page.locator("#status").text_content() or "").startswith(f"{count} of 12")


def test_the_keyboard_gets_past_the_navigation_and_through_it(report: Path, watched: Watched) -> None:
    page = watched.open(report / "index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page = watched.open(report / "index.html")
    seen = []
    for _ in range(7):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("(document.activeElement.textContent || '').trim().split('\\n')[0]"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", f"no focus is seen on {seen[-1]}"
    assert seen[1:6] == ["Snellen", "Overview", "Benchmark", "Comparisons", "Items"]
