"""`snellen recommend`, `snellen export` and the summary of `snellen report`, from the command line."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.errors import SnellenError

MakeRun = Callable[..., Path]


def call(*arguments: object) -> Result:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    if isinstance(result.exception, SnellenError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def runs(tiny_dataset: Dataset, make_run: MakeRun) -> list[Path]:
    return [
        make_run(tiny_dataset, "good", {0: "=1+2"}),
        make_run(tiny_dataset, "poor", dict.fromkeys(range(9), "wrong")),
    ]


def test_recommend_says_that_no_cost_is_known(runs: list[Path]) -> None:
    output = " ".join(call("recommend", *runs).output.split())
    assert "No recommendation: the cost of a question is not known" in output
    assert "--by tokens" in output
    [found] = json.loads(call("recommend", *runs, "--json").output)
    assert (found["recommended"], found["best"]["label"], found["by"]) == (None, "good", "cost")
    assert found["best"]["cost"] is None
    assert [each["label"] for each in found["candidates"]] == ["good", "poor"]


def test_recommend_takes_a_task_and_refuses_what_is_not_there(runs: list[Path]) -> None:
    [found] = json.loads(call("recommend", *runs, "--task", "series", "--json").output)
    assert found["best"]["n"] < 12
    with pytest.raises(SnellenError, match=r"task 'counting'; there are: .*series"):
        call("recommend", *runs, "--task", "counting")
    with pytest.raises(SnellenError, match="has no designs"):
        call("recommend", *runs, "--designs", "default")
    with pytest.raises(SnellenError, match="no scorer 'strict'"):
        call("recommend", *runs, "--scorer", "strict")


def test_exported_replies_come_back(runs: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "all.parquet"
    call("export", *runs, "--out", out)
    frame = pd.read_parquet(out)
    assert len(frame) == 24
    call("export", *runs, "--to", "csv", "--out", tmp_path / "all.txt")
    with (tmp_path / "all.txt").open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert [row["question_id"] for row in rows] == frame["question_id"].tolist()
    assert [float(row["exact"]) for row in rows] == frame["exact"].tolist()
    assert rows[0]["reply"] == "'=1+2"
    assert [each["reply"] for each in json.loads(call("export", *runs, "--to", "json").stdout)] == frame[
        "reply"
    ].tolist()


def test_the_other_tables(runs: list[Path], tmp_path: Path) -> None:
    call("export", *runs, "--table", "leaderboard", "--out", tmp_path / "board.tex")
    assert r"\begin{tabular}" in (tmp_path / "board.tex").read_text(encoding="utf-8")
    [pair] = json.loads(call("export", *runs, "--table", "comparison", "--to", "json").stdout)
    assert (pair["first"], pair["second"], pair["n"]) == ("good", "poor", 12)
    assert pair["difference"] == pytest.approx(100 * 8 / 12)
    assert (pair["first_better"], pair["second_better"], pair["p"]) == (8, 0, pair["p_holm"])
    one = call("export", runs[0], "--table", "comparison", "--to", "markdown").stdout
    assert len(one.splitlines()) == 2


def test_a_file_is_whole_or_what_it_was(runs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "all.csv"
    out.write_text("before", encoding="utf-8")

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("snellen.exporting.write_table", fail)
    result = CliRunner().invoke(cli, ["export", str(runs[0]), "--out", str(out)])
    assert isinstance(result.exception, OSError)
    assert out.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_cannot_be_written_is_said(runs: list[Path], tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="name a file with --out"):
        call("export", runs[0], "--to", "parquet")
    with pytest.raises(SnellenError, match="is a folder"):
        call("export", runs[0], "--out", tmp_path)


@pytest.mark.parametrize("command", ["recommend", "export"])
def test_help_has_examples(command: str) -> None:
    assert f"snellen {command} runs/" in call(command, "--help").output


def test_a_report_is_summed_up(runs: list[Path], tmp_path: Path) -> None:
    result = call("report", *runs, "--out", tmp_path / "report")
    assert result.stdout.strip().endswith("index.html")
    assert "good" in result.stderr
    assert "91.7%" in result.stderr
