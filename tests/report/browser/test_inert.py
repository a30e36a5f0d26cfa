"""Whatever a model, a dataset or a run says is text: nothing of it runs, loads or is taken for a part of a page."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import make_tiny_dataset
from tests.report.browser.conftest import Watched, expect
from tests.report.browser.reports import run_of

from snellen.benchmark import find_benchmark
from snellen.dataset import Chart, Dataset, Question, write_dataset
from snellen.exhibits import Mark, Overlay
from snellen.replies import Reply
from snellen.report import write_report

FLAG = "window.hacked=1"
HOSTILE = (
    f"<script>{FLAG};alert(1)</script>",
    f"</script><script>{FLAG}</script>",
    f'<img src=x onerror="{FLAG}"><svg onload="{FLAG}">',
    f'"><iframe src="https://example.invalid/"></iframe><a href="javascript:{FLAG}">a link</a>',
    f"');{FLAG};('",
    f"\\');{FLAG};//",
    f"<!--<script>{FLAG}",
    f"]]></style><style>*{{background:url(https://example.invalid/style)}}</style>{FLAG}",
    f"{{{{constructor.constructor('{FLAG}')()}}}} ${{{FLAG}}} `{FLAG}`",
    f"\u2028{FLAG}\u2029{FLAG}\n{FLAG}",
    "\ufeffa mark of byte order",
    "an override \u202egnp.txt\u2066 and what comes after",
    "a NUL \x00 an escape \x1b[31m a bell \x07",
    "half of a pair, replaced: \ufffd",
    "a long one " + "<b onclick=alert(1)>x</b>" * 40_000,
)
MODEL = f"</script><script>{FLAG}</script>\u202e<img src=x onerror={FLAG}>"
SHOWN = ("<script>", "</script>", "javascript:", "<img src=x onerror", "⟨U+202E⟩", "⟨U+0000⟩", "⟨U+FEFF⟩", "⟨U+2028⟩")


def hostile_dataset(folder: Path) -> Dataset:
    """The tiny dataset with hostile questions, options and names of properties, and two charts that are twins."""
    tiny = make_tiny_dataset(folder)
    charts = list(tiny.charts())
    for number, other in ((3, 4), (4, 3)):
        metadata = {"twin": charts[other].chart_id, "manipulated": number == 3}
        charts[number] = charts[number].model_copy(update={"metadata": metadata})
    questions = [
        question.replaced(
            text=HOSTILE[number] + question.text,
            choices=[HOSTILE[number], HOSTILE[-2]] if number == 4 else None,
            category=HOSTILE[number],
            property=HOSTILE[(number + 1) % 10],
        )
        for number, question in enumerate(tiny.questions())
    ]
    about = {"name": HOSTILE[0], "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, [*tiny.sources(), *charts, *questions], about)
    return Dataset(folder)


def overlay(question: Question, chart: Chart, reply: str | None) -> Overlay:
    return Overlay((Mark("target", (10.0, 20.0, 40.0, 60.0), False),), f"said {reply}"[:200], "wrong")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    dataset = hostile_dataset(folder / "set")
    names = [question.question_id for question in dataset.questions()]
    said: dict[int, Reply | str | None] = {}
    for number, name in enumerate(names):
        reply = Reply(name, MODEL, HOSTILE[number], stop_reason=HOSTILE[1], reasoning=HOSTILE[number])
        said[number] = replace(reply, reply=None, error=HOSTILE[2]) if number == 11 else reply
    for number, place in ((8, 14), (9, 12), (10, 10)):
        said[number] = Reply(names[number], MODEL, HOSTILE[place], reasoning='{"curves": [{"pixels": [["<b>", 1]]}]}')
    runs = [run_of(dataset, folder / "one", MODEL, said), run_of(dataset, folder / "two", "two", {3: HOSTILE[3]})]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find_benchmark("grab"), "overlay", overlay, raising=False)
        return write_report(runs, folder / "report").parent


def test_nothing_that_is_said_runs_on_any_page(report: Path, watched: Watched) -> None:
    pages = sorted(report.rglob("*.html"))
    kinds = {path.parent.relative_to(report).as_posix() for path in pages}
    assert kinds >= {".", "benchmarks", "comparisons", "items", "predictions", "twins"}
    for path in pages:
        page = watched.open(path)
        page.wait_for_timeout(150)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        page.wait_for_timeout(150)
        assert page.evaluate("window.hacked") is None, path
        assert page.locator("iframe, main [onerror], main [onload], main [onclick]").count() == 0, path
    assert watched.problems == []


def test_every_item_shows_it_as_text(report: Path, watched: Watched) -> None:
    page = watched.open_items(report / "items" / "grab.html")
    page.locator("#list").focus()
    seen = ""
    for number in range(12):
        if number:
            page.keyboard.press("ArrowDown")
        expect(page.locator("#item")).to_have_attribute("data-item", f"tiny-{number:02d}-q")
        page.evaluate("for (const one of document.querySelectorAll('#item details')) one.open = true")
        if page.get_by_role("button", name="Show all").count():
            page.get_by_role("button", name="Show all").click()
            expect(page.locator("pre.said").first).to_be_focused()
            expect(page.get_by_role("button", name="Show all")).to_have_count(0)
            assert page.evaluate(
                "[...document.querySelectorAll('pre.said')].some((one) => one.textContent.length > 900000)"
            )
            page.locator("#list").focus()
        seen += page.evaluate("document.getElementById('item').textContent")
    for text in SHOWN:
        assert text in seen, text
    assert page.evaluate("window.hacked") is None
    assert (
        page.locator("main script, main iframe, main style, main [onerror], main [onload], main [onclick]").count() == 0
    )


def test_a_hash_is_no_program_either(report: Path, watched: Watched) -> None:
    page = watched.open_items(
        report / "items" / "grab.html", f"q=%3Cimg src=x onerror={FLAG}%3E&model=%3Cscript%3E{FLAG}&x=</script>"
    )
    assert "0 of 12 questions" in page.locator("#status").inner_text()
    assert page.evaluate("window.hacked") is None
    assert page.locator("#chips img, #chips script").count() == 0
