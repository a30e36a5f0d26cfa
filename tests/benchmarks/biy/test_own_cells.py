"""Datasets of a user's own data: made, verified, made again, and refused before anything is made."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from snellen.benchmarks.biy.own_cells import own_options
from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.verification.verifying import find_differences

ROWS = """price,units,segment,odd
10,1,town,no
12,2,town,no
14,1.5,town,no
100,8,city,no
110,9,city,no
120,7,city,no
60,30,,yes
"""
SPEC = {
    "mark": {"type": "point", "filled": True, "clip": True, "tooltip": True},
    "width": 200,
    "height": 150,
    "encoding": {
        "x": {"field": "price", "type": "quantitative", "scale": {"type": "log", "domain": [5, 500]}},
        "y": {"field": "units", "type": "quantitative", "scale": {"domain": [0, 20]}},
        "color": {"field": "segment", "type": "nominal"},
    },
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "sales.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "by-log.json").write_text(json.dumps(SPEC), encoding="utf-8")
    return tmp_path


def generate(folder: Path, *arguments: str) -> Dataset:
    command = ["generate", "biy", "--out", str(folder / "set"), "--jobs", "1", *arguments]
    result = CliRunner().invoke(cli, command, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return Dataset(folder / "set")


def refused(folder: Path, *arguments: str) -> str:
    result = CliRunner().invoke(cli, ["generate", "biy", "--out", str(folder / "set"), "--jobs", "1", *arguments])
    assert isinstance(result.exception, SnellenError), result.output
    assert not (folder / "set").exists()
    return str(result.exception)


def test_a_files_points_in_a_users_own_design(files: Path) -> None:
    columns = ["--cluster", "segment", "--outlier", "odd", "--scales", "1,2"]
    dataset = generate(files, "--data", str(files / "sales.csv"), "--spec", str(files / "by-log.json"), *columns)
    small, large = dataset.charts()
    assert [small.chart_id, large.chart_id] == ["sales+by-log+1", "sales+by-log+2"]
    annotated: Any = small.annotations["clusters"]
    clusters = {each["name"]: each for each in annotated}
    left, top, right, bottom = clusters["town"]["box"]
    plot = small.plot
    assert plot is not None
    # The plot is 200 pixels wide from 5 to 500, two decades, and 150 high from 0 to 20.
    assert left == pytest.approx(plot.left + 100 * 0.30103, abs=1e-3)
    assert right == pytest.approx(plot.left + 100 * 0.44716, abs=1e-3)
    assert (top, bottom) == pytest.approx((plot.bottom - 15, plot.bottom - 7.5))
    assert small.annotations["outliers"] == []
    assert small.annotations["hidden"] == {"points": 1, "clusters": 0, "outliers": 1}
    keys = {question.task: question.answer for question in dataset.questions() if question.chart_id == small.chart_id}
    assert keys["cluster_count"] == "{2}"
    assert keys["outlier_count"] == "{0}"
    assert large.width == 2 * small.width
    assert find_differences(dataset.path, regenerate=True, jobs=1).differences == []


def test_the_manifest_names_files_and_no_place_of_this_machine(files: Path) -> None:
    dataset = generate(files, "--data", str(files / "sales.csv"), "--x", "price", "--y", "units", "--designs", "dark")
    text = (dataset.path / "manifest.json").read_text(encoding="utf-8")
    assert str(files) not in text
    assert "sales.csv" in text
    assert dataset.manifest.license == "unknown"
    assert "sales.csv" in (dataset.path / "README.md").read_text(encoding="utf-8")


def test_what_is_not_known_is_null_and_not_asked(files: Path) -> None:
    shown = ["--x", "price", "--y", "units", "--designs", "default"]
    unknown = generate(files, "--data", str(files / "sales.csv"), *shown)
    (chart,) = unknown.charts()
    assert chart.annotations == {"clusters": None, "outliers": None}
    assert list(unknown.questions()) == []
    assert find_differences(unknown.path).differences == []


def test_several_files_are_several_samples(files: Path) -> None:
    (files / "other.json").write_text(
        json.dumps([{"price": 1, "units": 2}, {"price": 3, "units": 5}]), encoding="utf-8"
    )
    both = [str(files / "sales.csv"), str(files / "other.json")]
    dataset = generate(files, "--data", *both, "--x", "price", "--y", "units", "--designs", "default,square")
    assert [source.source_id for source in dataset.sources()] == ["sales", "other"]
    assert len(list(dataset.charts())) == 4


def test_released_files_are_read_by_their_convention(files: Path) -> None:
    rows = [{"x": i % 7, "y": i % 5, "cluster": i % 3 - 1, "outlier": -1 if i else 0} for i in range(12)]
    (files / "released.json").write_text(json.dumps(rows), encoding="utf-8")
    columns = ["--x", "x", "--y", "y", "--cluster", "cluster", "--outlier", "outlier", "--designs", "default"]
    assert "--label-convention biy" in refused(files, "--data", str(files / "released.json"), *columns)
    dataset = generate(files, "--data", str(files / "released.json"), *columns, "--label-convention", "biy")
    assert {question.task: question.answer for question in dataset.questions()}["cluster_count"] == "{2}"
    assert {question.task: question.answer for question in dataset.questions()}["outlier_count"] == "{1}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--x", "cost", "--y", "units"], "no column 'cost'"),
        (["--x", "price"], "needs --x and --y"),
        (["--x", "segment", "--y", "units"], "segment"),
        (["--x", "price", "--y", "units", "--cluster", "kind"], "no column 'kind'"),
        (["--x", "price", "--y", "units", "--designs", "darker"], "'darker' is not a design"),
        (["--x", "price", "--y", "units", "--only", "generator=own"], "no field 'generator'"),
        (["--x", "price", "--y", "units", "--only", "sample=costs"], "there are sales"),
        (["--x", "price", "--y", "units", "--spec", "nowhere.json"], "nowhere.json"),
    ],
)
def test_mistakes_are_told_before_anything_is_made(files: Path, arguments: list[str], message: str) -> None:
    assert message in refused(files, "--data", str(files / "sales.csv"), *arguments)


def test_a_mistake_that_only_the_layout_finds_leaves_nothing_behind(files: Path) -> None:
    (files / "sales.csv").write_text(ROWS + "-5,1,town,no\n", encoding="utf-8")
    told = refused(files, "--data", str(files / "sales.csv"), "--spec", str(files / "by-log.json"))
    # One of eight points stands wrong, whichever comes first in the file.
    assert (
        f"sales.csv, line {len(ROWS.splitlines()) + 1} (design by-log) has no place on the logarithmic x axis" in told
    )


def test_two_files_of_one_name_are_refused(files: Path) -> None:
    (files / "b").mkdir()
    (files / "b" / "sales.csv").write_text(ROWS, encoding="utf-8")
    with pytest.raises(SnellenError, match="one name, 'sales'"):
        own_options([files / "sales.csv", files / "b" / "sales.csv"], x="price", y="units")


def test_named_designs_stand_beside_a_specification_unless_it_is_among_them(files: Path) -> None:
    both = ["--data", str(files / "sales.csv"), "--spec", str(files / "by-log.json")]
    for named, drawn in (("dark,square", {"by-log", "dark", "square"}), ("dark,by-log", {"dark", "by-log"})):
        dataset = generate(files, *both, "--designs", named, "--no-images", "--overwrite")
        assert {chart.metadata["design"] for chart in dataset.charts()} == drawn


def test_that_nothing_is_asked_is_said_of_a_dataset_that_was_made(files: Path) -> None:
    command = ["generate", "biy", "--out", str(files / "set"), "--jobs", "1", "--no-images", "--designs", "dark"]
    columns = ["--data", str(files / "sales.csv"), "--x", "price", "--y", "units"]
    assert "Nothing is asked" in CliRunner().invoke(cli, [*command, *columns]).output
    failed = CliRunner().invoke(cli, [*command, *columns[:-1], "sold"])
    assert isinstance(failed.exception, SnellenError)
    assert "Nothing" not in failed.output


def test_the_columns_of_a_finished_dataset_that_differ_are_named_alone(files: Path) -> None:
    columns = ["--data", str(files / "sales.csv"), "--x", "price", "--y", "units"]
    generate(files, *columns, "--no-images", "--designs", "dark", "--cluster", "segment")
    again = ["generate", "biy", "--out", str(files / "set"), *columns, "--no-images", "--designs", "dark"]
    told = str(CliRunner().invoke(cli, [*again, "--outlier", "odd"]).exception)
    assert "made with options.columns.cluster segment, not none; options.columns.outlier none, not odd;" in told


def test_labels_by_the_released_convention_count_those_there_are(files: Path) -> None:
    (files / "labels.csv").write_text("x,y,c\n1,2,5\n2,1,5\n4,3,-1\n", encoding="utf-8")
    columns = [
        "--x",
        "x",
        "--y",
        "y",
        "--cluster",
        "c",
        "--label-convention",
        "biy",
        "--designs",
        "dark",
        "--no-images",
    ]
    dataset = generate(files, "--data", str(files / "labels.csv"), *columns)
    (source,) = dataset.sources()
    assert (source.parameters["n_clusters"], source.parameters["cluster_names"]) == (1, None)
    assert [each.answer for each in dataset.questions() if each.task == "cluster_count"] == ["{1}"]
