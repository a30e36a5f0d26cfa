"""A long list stays light: few elements, and no picture that is not in sight."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from tests.report.browser.conftest import Watched, expect
from tests.report.browser.reports import items_of, run_of

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset

TO_A_CHART = 10


def large_dataset(folder: Path, questions: int) -> Dataset:
    """Questions about many small pictures, ten to each; question 700 is the only one on a zebra."""

    def records() -> Iterator[Source | Chart | Question]:
        (folder / "images").mkdir(parents=True)
        for place in range(questions):
            number = place // TO_A_CHART
            if place % TO_A_CHART == 0:
                name = f"{number:08x}.png"
                Image.new("RGB", (16, 16), (number % 256, 90, 90)).save(folder / "images" / name)
                yield Source(source_id=f"s{number}", group_id=f"s{number}", kind="linear")
                yield Chart(chart_id=f"c{number}", source_id=f"s{number}", file_name=name, width=16, height=16)
            yield Question(
                question_id=f"q{place}",
                chart_id=f"c{number}",
                benchmark="grab",
                task="properties",
                category=f"category {place % 5}",
                property=f"property {place % 3}",
                text="How long is the zebra?" if place == 700 else f"What is number {place}?",
                answer=str(place),
                answer_type="number",
                precision=1.0,
            )

    about = {"name": "large", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, records(), about)
    return Dataset(folder)


@pytest.mark.parametrize("questions", [1_500, pytest.param(25_000, marks=pytest.mark.slow)])
def test_only_what_is_in_sight_is_there(questions: int, watched: Watched, tmp_path: Path) -> None:
    dataset = large_dataset(tmp_path / "set", questions)
    wrong = dict.fromkeys(range(1, questions, 4), "0")
    report = items_of([run_of(dataset, tmp_path / "run", "one", wrong)], tmp_path / "report")
    page_file = report / "items" / "grab.html"
    assert page_file.stat().st_size < 20_000
    page = watched.open_items(page_file)
    page.wait_for_selector("#item .reply")
    page.wait_for_selector("[role=option] img")

    rows = page.locator("[role=option]")
    assert 5 < rows.count() < 30
    assert rows.first.get_attribute("aria-setsize") == str(questions)
    # The rows in sight are of the first charts; the texts of the others are not even loaded.
    assert watched.pictures() <= {f"{number:08x}.png" for number in range(2)}
    chunks = {Path(address).name for address in watched.requests if "/replies-" in address}
    assert chunks == {"replies-0.js"}

    page.locator("#list").focus()
    page.keyboard.press("End")
    expect(page.locator("#item")).to_have_attribute("data-item", f"q{questions - 1}")
    assert rows.count() < 40
    assert page.locator("[aria-selected=true]").get_attribute("aria-posinset") == str(questions)
    page.wait_for_timeout(300)
    ends = {f"{number:08x}.png" for number in (0, 1, *range(questions // TO_A_CHART - 3, questions // TO_A_CHART))}
    assert watched.pictures() <= ends

    page.get_by_label("By exact").select_option("wrong")
    expect(page.locator("#status")).to_have_text(re.compile(f"^{questions // 4:,} of"))
    page.get_by_label("Search").fill("zebra long")
    expect(page.locator("#status")).to_have_text(re.compile("^0 of"))
    page.get_by_label("By exact").select_option("")
    expect(page.locator("#status")).to_have_text(re.compile("^1 of"))
    expect(page.locator("#item")).to_have_attribute("data-item", "q700")
    assert page.evaluate("document.getElementsByTagName('*').length") < 600
