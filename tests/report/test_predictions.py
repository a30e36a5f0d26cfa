"""Pages of replies over their pictures, by a benchmark that can draw them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snellen.benchmark import find_benchmark
from snellen.dataset import Chart, Dataset, Question
from snellen.exhibits import Mark, Overlay
from snellen.report import write_report
from snellen.report.marks import mark_values

MakeRun = Callable[..., Path]
ReadPage = Callable[[Path], Any]

HOSTILE = "</script><script>alert(1)</script><!-- {{ 7 * 7 }}"


def _overlay(question: Question, chart: Chart, reply: str | None) -> Overlay | None:
    if question.task == "series":
        return None
    marks = (Mark("target", (10.0, 20.0, 30.04, 40.0), True), Mark("prediction", (float(chart.width), 1e30), False))
    return Overlay(marks, f"said {reply}", "right" if reply == question.answer else "wrong")


@pytest.fixture
def drawing_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    """GRAB, with replies that can be drawn, the Series task's apart."""
    benchmark = find_benchmark("grab")
    monkeypatch.setattr(benchmark, "overlay", _overlay, raising=False)


@pytest.mark.usefixtures("drawing_benchmark")
def test_each_task_has_a_page_of_all_its_replies(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong", 1: None, 2: HOSTILE})
    folder = write_report([run], tmp_path / "report").parent
    tasks = {question.task for question in tiny_dataset.questions()} - {"series"}
    assert {path.stem for path in (folder / "predictions").glob("*.html")} == {f"grab-{task}" for task in tasks}
    questions = {question.question_id: question for question in tiny_dataset.questions()}
    seen = 0
    for task in tasks:
        page = read_page(folder / "predictions" / f"grab-{task}.html")
        rows = page.predictions()
        assert {row["id"] for row in rows} == {q.question_id for q in questions.values() if q.task == task}
        for row in rows:
            assert (folder / "predictions" / row["file"]).is_file()
            assert row["marks"] == [[0, 1, 10, 20, 30, 40], [1, 0, row["width"], 1000000]]
            assert row["found"] == ("right" if row["reply"] == questions[row["id"]].answer else "wrong")
        seen += len(rows)
        assert page.scripts == []
        for link in page.links:
            assert link.startswith("#") or (folder / "predictions" / link.partition("#")[0]).is_file()
    assert seen == sum(question.task in tasks for question in questions.values())
    listed = [link for link in read_page(folder / "benchmarks" / "grab.html").links if "predictions/" in link]
    assert {Path(link).stem for link in listed} == {f"grab-{task}" for task in tasks}


@pytest.mark.usefixtures("drawing_benchmark")
def test_a_missing_picture_is_told(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {})
    chart = next(iter(tiny_dataset.charts()))
    tiny_dataset.image_path(chart).unlink()
    folder = write_report([run], tmp_path / "report").parent
    files = [row["file"] for path in (folder / "predictions").glob("*.html") for row in read_page(path).predictions()]
    assert files.count(None) == 1


def test_a_benchmark_that_draws_nothing_has_no_pages(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    folder = write_report([make_run(tiny_dataset, "one", {0: "wrong"})], tmp_path / "report").parent
    assert not (folder / "predictions").exists()


def test_marks_of_endless_replies_are_cut_matched_ones_first() -> None:
    many = [Mark("prediction", (float(number), 0.0), number == 5000) for number in range(10000)]
    values = mark_values(many)
    assert len(values) == 400
    assert values[0] == [1, 1, 5000, 0]
    assert mark_values([Mark("target", (0.25, -0.04), None)]) == [[0, 2, 0.2, 0]]
