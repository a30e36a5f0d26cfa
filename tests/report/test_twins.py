"""The page of twins: every pair that was answered, with what each model said to either."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.browser import dumped, needs_browser

from snellen.dataset import Dataset, write_dataset
from snellen.report import write_report
from snellen.report.twins import twin_charts

MakeRun = Callable[..., Path]
ABOUT = {"name": "tiny", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
TWINS: dict[int, dict[str, Any]] = {
    3: {"twin": "tiny-00", "manipulated": False},
    0: {"twin": "tiny-03", "manipulated": True},
    1: {"twin": "tiny-02"},
    2: {"twin": "tiny-01"},
}


def named(dataset: Dataset, metadata: dict[int, dict[str, Any]]) -> Dataset:
    charts = [
        chart.model_copy(update={"metadata": metadata.get(number, {})}) for number, chart in enumerate(dataset.charts())
    ]
    write_dataset(dataset.path, [*dataset.sources(), *charts, *dataset.questions()], ABOUT)
    return Dataset(dataset.path)


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(r'(?s)<script type="application/json" id="twins-data">(.*?)</script>', page.read_text())
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_pairs_are_charts_that_name_each_other_the_honest_one_first(tiny_dataset: Dataset) -> None:
    dataset = named(tiny_dataset, {**TWINS, 5: {"twin": "tiny-06"}, 6: {"twin": "tiny-07"}, 8: {"twin": "tiny-08"}})
    pairs = [(first.chart_id, second.chart_id) for first, second in twin_charts(dataset)]
    assert pairs == [("tiny-03", "tiny-00"), ("tiny-01", "tiny-02")]


def test_each_pair_has_both_keys_and_every_answer(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    dataset = named(tiny_dataset, TWINS)
    runs = [make_run(dataset, "one", {0: "7", 3: None}), make_run(dataset, "two", {})]
    page = write_report(runs, tmp_path / "report")
    assert 'href="../twins/grab.html"' in (page.parent / "benchmarks" / "grab.html").read_text()
    data = data_of(page.parent / "twins" / "grab.html")
    assert data["models"] == ["one", "two"]
    item = next(item for item in data["items"] if item["sides"][0]["chart"] == "tiny-03")
    honest, manipulated = item["sides"]
    assert (honest["answer"], manipulated["answer"]) == ("0.8", "-9")
    assert [said["right"] for said in manipulated["said"]] == [False, True]
    assert manipulated["said"][0]["reply"] == "7"
    assert honest["said"][0]["error"] == "timed out"
    assert (honest["kind"], manipulated["kind"]) == (False, True)
    for chart in data["charts"].values():
        assert (page.parent / "twins" / chart["file"]).resolve().read_bytes()[:4] == b"\x89PNG"
    assert len(data["items"]) == 2


def test_without_twins_or_dataset_there_is_no_page(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    page = write_report([make_run(tiny_dataset, "one", {})], tmp_path / "report")
    assert not (page.parent / "twins").exists()
    assert 'href="#twins"' not in (page.parent / "benchmarks" / "grab.html").read_text()


@needs_browser
@pytest.mark.parametrize("said", ["<b>bold</b></script><script>alert(1)</script>", "7"])
def test_twins_stand_side_by_side_in_a_browser(
    said: str, tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path
) -> None:
    dataset = named(tiny_dataset, TWINS)
    report = write_report([make_run(dataset, "one", {0: said})], tmp_path / "report").parent
    page = re.sub(r"(?s)<script.*?</script>", "", dumped(report / "twins" / "grab.html", tmp_path / "profile"))
    articles = re.findall(r"(?s)<article.*?</article>", page)
    assert len(articles) == 2
    assert articles[0].count("<img") == 2
    assert articles[0].index(">honest<") < articles[0].index(">manipulated<")
    assert articles[0].count(">right<") + articles[0].count(">wrong<") + articles[0].count(">unparsed<") == 2
    assert "right on the first alone (1)" in page
    assert "<b>bold" not in page
