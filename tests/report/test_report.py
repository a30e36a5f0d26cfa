"""The report on runs whose figures were worked out by hand."""

import base64
import hashlib
import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from PIL import Image

from snellen.benchmarks.grab.report import exhibits
from snellen.dataset import Chart, Dataset, Source, write_dataset
from snellen.errors import SnellenError
from snellen.exhibits import Table
from snellen.report import write_report
from snellen.results import Compute, read_results

MakeRun = Callable[..., Path]
ReadPage = Callable[[Path], Any]

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "<img src=http://example.org/x onerror=alert(1)>",
    "line\u2028separator\u2029s",
    "{{ 7 * 7 }} &lt;b&gt; ]]>",
]


def test_a_report_is_one_page_with_its_tables_and_plots(
    tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong"})
    page = write_report([run], tmp_path / "report")
    assert page == tmp_path / "report" / "index.html"
    assert sorted(path.name for path in page.parent.iterdir()) == ["index.html", "plots", "tables"]
    svg = (page.parent / "plots" / "grab-overall-plot.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    overall = pd.read_csv(page.parent / "tables" / "grab-overall.csv").set_index("task")
    assert overall.loc["all tasks", "n"] == 12
    assert overall.loc["all tasks", "accuracy"] == pytest.approx(100 * 11 / 12)
    assert overall.loc["properties", "accuracy"] == pytest.approx(80.0)
    assert overall.loc["series", "accuracy"] == 100.0


def test_every_wrong_answer_is_listed_with_its_picture(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {3: "0.9", 5: "12", 7: None, 8: "I cannot help with that."})
    page = read_page(write_report([run], tmp_path / "report"))
    wrong = {row["question"]["id"]: row for row in page.wrong()}
    assert set(wrong) == {"tiny-03-q", "tiny-05-q", "tiny-07-q", "tiny-08-q"}
    assert wrong["tiny-07-q"]["outcome"] == "error"
    assert wrong["tiny-07-q"]["error"] == "timed out"
    assert wrong["tiny-05-q"]["right"] == ["prefix"]
    assert page.data("answers-data")["datasets"][0]["columns"] == ["exact", "prefix", "tolerant", "parameters"]
    assert wrong["tiny-05-q"]["scores"] == [0, 1, 0, None]
    asked = {question.question_id: question for question in tiny_dataset.questions()}
    for name, row in wrong.items():
        assert (row["task"], row["property"]) == (asked[name].task, asked[name].property)
        assert row["question"]["text"] == asked[name].text
        picture = base64.b64decode(page.blocks[f"picture-{row['question']['picture'][0]}"])
        with Image.open(io.BytesIO(picture)) as image:
            assert (image.format, image.size) == ("WEBP", (120, 100))


def test_replies_are_inert_in_the_page(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "<b>mod</b>el", dict(enumerate(HOSTILE)), model="<script>evil()</script>")
    page = read_page(write_report([run], tmp_path / "report"))
    rows = page.wrong()
    assert [row["reply"] for row in rows] == HOSTILE
    assert len(page.scripts) == 2
    assert not page.comments
    assert not any(tag == "img" and "onerror" in attributes for tag, attributes in page.tags)
    assert not any("\u2028" in block or "<" in block for block in page.blocks.values())
    assert "<script>evil()</script>" in page.text


def test_only_the_pages_own_scripts_may_run_and_nothing_is_loaded(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong"})
    page = read_page(write_report([run], tmp_path / "report"))
    policy = next(attributes["content"] or "" for tag, attributes in page.tags if "http-equiv" in attributes)
    assert policy.startswith("default-src 'none'")
    for script in page.scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "unsafe-eval" not in policy
    assert not [link for link in page.links if re.match(r"(?:[a-z]+:)?//", link)]
    assert not re.search(r"@import|url\(", "".join(page.styles))
    named = set(re.findall(r"https?://[^\s\"'`)]+", page.scripts[1]))
    assert named <= {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_links_lead_to_files_of_the_folder(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    path = write_report([make_run(tiny_dataset, "one", {})], tmp_path / "report")
    page = read_page(path)
    anchors = {attributes["id"] for _, attributes in page.tags if attributes.get("id")}
    for link in page.links:
        assert link[1:] in anchors if link.startswith("#") else (path.parent / link).is_file()


def test_beyond_the_budget_answers_and_pictures_are_files(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    replies = dict(enumerate(HOSTILE)) | dict.fromkeys(range(len(HOSTILE), 12), "wrong")
    path = write_report([make_run(tiny_dataset, "one", replies)], tmp_path / "report", page_budget=0)
    page = read_page(path)
    rows = page.wrong()
    assert [row["reply"] for row in rows] == list(replies.values())
    for row in rows:
        with Image.open(path.parent / "images" / row["question"]["picture"][1]) as image:
            assert image.size == (120, 100)
    assert page.data("faulty-pictures") == {}
    assert not [name for name in page.blocks if re.fullmatch(r"(?:picture|part)-\d+", name)]
    inside = read_page(write_report([tmp_path / "runs" / "one"], tmp_path / "inside"))
    assert inside.wrong() == rows
    assert not (tmp_path / "inside" / "answers").exists()


def test_pictures_alone_are_files_where_the_answers_fit(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", dict.fromkeys(range(12), "wrong"))
    path = write_report([run], tmp_path / "report", page_budget=80_000)
    page = read_page(path)
    assert "part-0" in page.blocks
    assert not [name for name in page.blocks if name.startswith("picture-")]
    assert all((path.parent / "images" / row["question"]["picture"][1]).is_file() for row in page.wrong())


def test_the_page_grows_by_a_few_bytes_an_answer(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    sizes = {}
    for count in (1, 40):
        run = make_run(tiny_dataset, f"run-{count}", dict.fromkeys(range(12), "wrong"), model="one")
        frame = pd.read_parquet(run / "results.parquet")
        repeated = pd.concat([frame.assign(repeat=repeat) for repeat in range(count)], ignore_index=True)
        repeated.to_parquet(run / "results.parquet")
        page = read_page(write_report([run], tmp_path / f"report-{count}", page_budget=0))
        assert len(page.wrong()) == 12 * count
        sizes[count] = len("".join(page.blocks.values()))
    # the contents of an answer are more than 500 bytes
    assert sizes[40] - sizes[1] < 8 * 12 * 39


def test_long_replies_keep_both_ends(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    reply = "start " + "x" * 50_000 + " end"
    page = read_page(write_report([make_run(tiny_dataset, "one", {0: reply})], tmp_path / "report"))
    (row,) = page.wrong()
    assert row["reply"].startswith("start ")
    assert row["reply"].endswith(" end")
    assert row["cut"] == len(reply) - 4000


def test_a_report_without_its_dataset_says_so(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong"})
    shutil.rmtree(tiny_dataset.path)
    page = read_page(write_report([run], tmp_path / "report"))
    (question,) = [row["question"] for row in page.wrong()]
    assert question["text"] is None
    assert question["picture"] is None
    assert question["answer"] == "-9"
    assert f"{tiny_dataset.path} is not there" in page.text


def test_missing_and_damaged_pictures_are_told_apart(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong", 1: "wrong"})
    first, second = (tiny_dataset.path / "images" / f"{number:08x}.png" for number in range(2))
    first.unlink()
    second.write_bytes(second.read_bytes()[:60])
    page = read_page(write_report([run], tmp_path / "report"))
    assert page.data("faulty-pictures") == {"0": "missing", "1": "damaged"}
    assert "1 of 2 pictures are missing" in page.text


def test_runs_on_different_datasets_stay_apart(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(tiny_dataset.path, other)
    lines = (other / "questions.jsonl").read_text(encoding="utf-8")
    records: list[Source | Chart] = [*tiny_dataset.sources(), *tiny_dataset.charts()]
    questions = [question.replaced(text="Another question.") for question in tiny_dataset.questions()]
    write_dataset(other, [*records, *questions], {**_about(tiny_dataset), "name": "other"})
    assert lines != (other / "questions.jsonl").read_text(encoding="utf-8")
    runs = [make_run(tiny_dataset, "one", {0: "wrong"}), make_run(Dataset(other), "two", {0: "wrong", 1: "wrong"})]
    path = write_report(runs, tmp_path / "report")
    found = sorted((path.parent / "tables").glob("grab-*-overall.csv"))
    assert len(found) == 2
    for table in found:
        assert pd.read_csv(table)["model"].nunique() == 1
    assert "2 different datasets" in read_page(path).text


def test_csv_files_hold_the_frames(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong", 5: "12"})
    path = write_report([run], tmp_path / "report")
    tables = [exhibit for exhibit in exhibits(read_results(run)) if isinstance(exhibit, Table)]
    assert len(tables) >= 8
    for table in tables:
        read = pd.read_csv(path.parent / "tables" / f"grab-{table.name}.csv", keep_default_na=False, na_values=[""])
        expected = table.frame.reset_index(drop=True)
        pd.testing.assert_frame_equal(read, expected, check_dtype=False, check_categorical=False)


def test_compute_is_told_where_it_is_known(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    compute = Compute(answering_wall_seconds=12.5, answering_cpu_seconds=3.25, cost=0.75)
    path = write_report([make_run(tiny_dataset, "one", {}, compute=compute)], tmp_path / "report")
    (row,) = pd.read_csv(path.parent / "tables" / "summary-compute.csv").to_dict("records")
    assert (row["answering_wall_s"], row["answering_cpu_s"], row["cost_usd"]) == (12.5, 3.25, 0.75)
    assert row["input_tokens"] != row["input_tokens"]


def test_a_report_replaces_a_report_and_nothing_else(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    run, out = make_run(tiny_dataset, "one", {}), tmp_path / "report"
    write_report([run], out)
    (out / "old.txt").touch()
    write_report([run], out)
    assert not (out / "old.txt").exists()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SnellenError, match=r"foreign.*not empty"):
        write_report([run], foreign)
    assert [path.name for path in foreign.iterdir()] == ["thesis.txt"]
    with pytest.raises(SnellenError, match=r"holds"):
        write_report([run], tmp_path / "runs")


def test_faults_of_a_run_are_told(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, "one", {})
    with pytest.raises(SnellenError, match=r"run\.json"):
        write_report([tmp_path], tmp_path / "report")
    with pytest.raises(SnellenError, match=r"name each run once"):
        write_report([run, run], tmp_path / "report")
    (run / "results.parquet").write_bytes(b"PAR1 no more PAR1")
    with pytest.raises(SnellenError, match=r"results\.parquet"):
        write_report([run], tmp_path / "report")
    (run / "results.parquet").unlink()
    with pytest.raises(SnellenError, match=r"results\.parquet"):
        write_report([run], tmp_path / "report")
    assert not (tmp_path / "report").exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".report")]


def _about(dataset: Dataset) -> dict[str, object]:
    manifest = dataset.manifest
    return {
        "benchmark": manifest.benchmark,
        "benchmark_version": manifest.benchmark_version,
        "preset": manifest.preset,
        "seed": manifest.seed,
    }
