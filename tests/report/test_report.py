"""The report on runs whose figures were worked out by hand."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pandas as pd
import pytest

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


def test_a_report_is_a_site_with_its_tables_and_plots(tiny_dataset: Dataset, make_run: MakeRun, tmp_path: Path) -> None:
    runs = [make_run(tiny_dataset, "one", {0: "wrong"}), make_run(tiny_dataset, "two", {})]
    page = write_report(runs, tmp_path / "report")
    assert page == tmp_path / "report" / "index.html"
    pages = {path.relative_to(page.parent).as_posix() for path in page.parent.rglob("*.html")}
    assert pages == {
        "index.html",
        "benchmarks/grab.html",
        "comparisons/index.html",
        "comparisons/one--two.html",
        "items/grab.html",
    }
    svg = (page.parent / "plots" / "grab-overall-plot.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    overall = pd.read_csv(page.parent / "tables" / "grab-overall.csv").set_index(["model", "task"]).loc["one"]
    assert overall.loc["all tasks", "n"] == 12
    assert overall.loc["all tasks", "accuracy"] == pytest.approx(100 * 11 / 12)
    assert overall.loc["properties", "accuracy"] == pytest.approx(80.0)
    assert overall.loc["series", "accuracy"] == 100.0


def test_names_and_replies_are_inert_and_no_page_has_a_script_of_its_own(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    runs = [
        make_run(tiny_dataset, "hostile", dict(enumerate(HOSTILE)), model="<script>evil()</script>"),
        make_run(tiny_dataset, "other", {}, model="a</title><img src=x onerror=alert(1)>"),
    ]
    folder = write_report(runs, tmp_path / "report").parent
    for path in folder.rglob("*.html"):
        page = read_page(path)
        assert page.scripts == []
        assert not page.comments
        assert not any("onerror" in attributes for _, attributes in page.tags)
        assert not any("\u2028" in block or "<" in block for block in page.blocks.values())
        policy = next(attributes["content"] or "" for _, attributes in page.tags if "http-equiv" in attributes)
        assert policy.startswith("default-src 'none'")
        assert "script-src 'self' file:;" in policy
        assert "unsafe-eval" not in policy
    assert "<script>evil()</script>" in read_page(folder / "index.html").text
    # Names are no paths either.
    assert {path.parent for path in folder.rglob("*evil*")} == {folder / "comparisons"}


def test_nothing_is_loaded_from_afar_and_links_lead_to_files_and_places(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    runs = [make_run(tiny_dataset, "a/b c", {0: "wrong"}), make_run(tiny_dataset, "two", {1: "wrong"})]
    folder = write_report(runs, tmp_path / "report").parent
    pages = {path.resolve(): read_page(path) for path in folder.rglob("*.html")}
    anchors = {path: {attributes.get("id") for _, attributes in page.tags} for path, page in pages.items()}
    for path, page in pages.items():
        for link in page.links:
            assert not re.match(r"(?:[a-z]+:)?//", link)
            file, _, place = link.partition("#")
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target.is_file(), f"{path.name} leads to {link}"
            if place and "items" not in target.parts:  # there the hash is what is shown
                assert unquote(place) in anchors[target], f"{path.name} leads to {link}"
    for style in (folder / "assets").glob("*.css"):
        assert not re.search(r"@import|url\(", style.read_text(encoding="utf-8"))
    for script in (folder / "assets").glob("*.js"):
        if script.name != "vega.js":
            named = set(re.findall(r"https?://[^\s\"'`)]+", script.read_text(encoding="utf-8")))
            assert named <= {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_what_pages_share_is_there_once(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    folder = write_report([make_run(tiny_dataset, "one", {0: "wrong"})], tmp_path / "report").parent
    assert (folder / "assets" / "vega.js").stat().st_size > 500_000
    for path in folder.rglob("*.html"):
        assert path.stat().st_size < 400_000
        assert not read_page(path).styles


def test_every_page_has_landmarks_a_title_and_a_way_past_the_navigation(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    runs = [make_run(tiny_dataset, "one", {0: "wrong"}), make_run(tiny_dataset, "two", {})]
    for path in write_report(runs, tmp_path / "report").parent.rglob("*.html"):
        tags = read_page(path).tags
        names = [tag for tag, _ in tags]
        for landmark in ("header", "main", "footer", "h1", "title"):
            assert names.count(landmark) == 1, f"{path.name} has {names.count(landmark)} {landmark}"
        assert all(attributes.get("aria-label") for tag, attributes in tags if tag == "nav")
        assert next(attributes for tag, attributes in tags if tag == "html")["lang"] == "en"
        first = next(attributes for tag, attributes in tags if tag == "a")
        assert (first["class"], first["href"]) == ("skip", "#main")
        ids = [attributes["id"] for _, attributes in tags if attributes.get("id")]
        assert len(ids) == len(set(ids))


def test_a_report_without_its_dataset_says_so(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    run = make_run(tiny_dataset, "one", {0: "wrong"})
    shutil.rmtree(tiny_dataset.path)
    folder = write_report([run], tmp_path / "report").parent
    for name in ("index.html", "benchmarks/grab.html"):
        assert f"{tiny_dataset.path} is not there" in read_page(folder / name).text


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
