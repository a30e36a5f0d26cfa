"""`snellen eval`: replies, settings, errors, and the promise that a killed run asks nothing twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset

COUNTING = Path(__file__).with_name("counting.py")

pytestmark = pytest.mark.usefixtures("counting_file")


COMMAND = [
    sys.executable,
    "-c",
    f"import runpy; runpy.run_path({str(COUNTING)!r}, run_name='counting'); from snellen.cli import main; main()",
    "eval",
]
"""`snellen eval` in a process of its own that knows the counting models."""


def wait_for(path: Path, lines: int, process: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> None:
    """Until the file has so many lines."""
    deadline = time.monotonic() + 120
    while not (path.exists() and path.read_bytes().count(b"\n") >= lines):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


def asked(path: Path) -> Counter[str]:
    return Counter(line.split("\t")[0] for line in path.read_text().splitlines())


def test_each_question_is_asked_once_and_scored(tiny_dataset: Dataset, tmp_path: Path, counting_file: Path) -> None:
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run) == 0
    questions = {question.question_id: question for question in tiny_dataset.questions()}
    assert asked(counting_file) == Counter(repr(question.text) for question in questions.values())
    assert {line.split("\t")[1] for line in counting_file.read_text().splitlines()} == {"0.0 1 0"}
    table = read_results(run)
    assert list(table["question_id"]) == list(questions)
    assert list(table["reply"]) == [str(len(question.text)) for question in questions.values()]
    assert set(table["outcome"]) <= {"answered", "unparsed"}
    assert set(table["input_tokens"]) == {100}
    assert set(table["output_tokens"]) == {2}
    record = read_run(run)
    assert record.complete
    assert record.compute.cost is None
    assert record.compute.input_tokens == 100 * len(questions)
    assert not any(tmp_path.glob("logs*"))
    assert list((run / "logs").glob("*.eval"))


def test_a_finished_run_asks_nothing_more(tiny_dataset: Dataset, tmp_path: Path, counting_file: Path) -> None:
    for _ in range(2):
        assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=tmp_path / "run") == 0
    assert set(asked(counting_file).values()) == {1}


def test_limit_and_epochs_may_grow_and_only_the_new_is_asked(
    tiny_dataset: Dataset, tmp_path: Path, counting_file: Path
) -> None:
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=3) == 0
    assert len(read_results(run)) == 3
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=5, epochs=2) == 0
    table = read_results(run)
    assert Counter(table["repeat"]) == {0: 5, 1: 5}
    assert table["settings"].nunique() == 1
    seeds = Counter(line.split("\t")[1].split()[-1] for line in counting_file.read_text().splitlines())
    assert seeds == {"0": 5, "1": 5}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 8}, "seed 7, not 8"),
        ({"model": "counting/slow"}, "model counting/ok, not counting/slow"),
        ({"limit": 1}, "limit 2, not 1"),
        ({"model_args": ("fails=x",)}, "model_args"),
    ],
)
def test_a_run_is_not_resumed_with_other_settings(
    tiny_dataset: Dataset, tmp_path: Path, change: dict[str, object], named: str
) -> None:
    settings: dict[str, object] = {"model": "counting/ok", "out": tmp_path / "run", "limit": 2, "seed": 7}
    evaluate_dataset(tiny_dataset.path, **settings)  # type: ignore[arg-type]
    with pytest.raises(SnellenError, match=named):
        evaluate_dataset(tiny_dataset.path, **{**settings, **change})  # type: ignore[arg-type]


def test_a_run_is_not_resumed_on_another_dataset(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = tmp_path / "run"
    evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=2)
    manifest = tiny_dataset.path / "manifest.json"
    content = json.loads(manifest.read_text())
    content["fingerprints"]["dataset"] = "0" * 64
    manifest.write_text(json.dumps(content))
    with pytest.raises(SnellenError, match="another dataset"):
        evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, limit=2)


def test_a_failed_request_is_an_error_that_is_said_and_asked_again(
    tiny_dataset: Dataset, tmp_path: Path, counting_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, model_args=["fails=r?"]) == 1
    told = capsys.readouterr().err
    assert "11 of 12 questions were answered" in told
    assert "the server is on fire" in told
    assert "same command again" in told
    table = read_results(run)
    (failed,) = table[table["outcome"] == "error"].to_dict("records")
    assert failed["question_id"] == "tiny-03-q"
    assert "the server is on fire" in failed["error"]
    assert failed["exact"] == 0
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, model_args=["fails=r?"]) == 1
    counts = asked(counting_file)
    assert counts[repr("What is r? Give your answer to 1 decimal place.")] == 2
    assert sorted(counts.values()) == [1] * 11 + [2]


def test_where_nothing_is_answered_the_rest_is_not_asked(
    tiny_dataset: Dataset, tmp_path: Path, counting_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snellen.running.asking.HOPELESS_AFTER", 3)
    run = tmp_path / "run"
    every = ["fails= "]
    assert evaluate_dataset(tiny_dataset.path, model="counting/ok", out=run, max_connections=1, model_args=every) == 1
    assert asked(counting_file).total() == 3
    assert not (run / "results.parquet").exists()


def test_the_cost_is_what_the_tokens_cost_over_all_sessions(
    tiny_dataset: Dataset, tmp_path: Path, priced_model: str
) -> None:
    run = tmp_path / "run"
    for limit in (3, 5):
        assert evaluate_dataset(tiny_dataset.path, model=priced_model, out=run, limit=limit) == 0
    # dollars a million tokens; each reply takes 90 fresh and 10 cached ones, and gives 2
    assert read_run(run).compute.cost == pytest.approx(5 * (90 * 2 + 10 * 1 + 2 * 10) / 1e6)


@pytest.mark.parametrize(
    ("model", "named"),
    [
        ("nowhere/model", "no such provider"),
        ("counting", "is no model"),
        ("counting/ok,counting/slow", "is no model"),
        ("snellen/oracle", "snellen/blind, snellen/chance"),
    ],
)
def test_an_unknown_model_is_one_sentence(tiny_dataset: Dataset, tmp_path: Path, model: str, named: str) -> None:
    with pytest.raises(SnellenError, match=named):
        evaluate_dataset(tiny_dataset.path, model=model, out=tmp_path / "run")


def test_a_missing_key_or_package_is_one_sentence(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "AZUREAI_OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(
        SnellenError, match=r"openai/gpt-4o cannot be asked(: .*install openai| without a key: set OPENAI_API_KEY)"
    ):
        evaluate_dataset(tiny_dataset.path, model="openai/gpt-4o", out=tmp_path / "run")


def test_a_missing_picture_is_named(tiny_dataset: Dataset, tmp_path: Path) -> None:
    (tiny_dataset.path / "images" / "00000004.png").unlink()
    with pytest.raises(SnellenError, match=r"00000004\.png"):
        evaluate_dataset(tiny_dataset.path, model="counting/ok", out=tmp_path / "run")


def test_a_folder_that_is_no_run_is_left_alone(tiny_dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep me")
    with pytest.raises(SnellenError, match="holds no run"):
        evaluate_dataset(tiny_dataset.path, model="counting/ok", out=tmp_path / "mine")


@pytest.mark.parametrize(
    ("ending", "ignored"),
    [
        (signal.SIGINT, None),
        pytest.param(signal.SIGTERM, None, marks=pytest.mark.slow),
        (signal.SIGTERM, signal.SIGINT),
    ],
)
def test_an_interrupted_run_says_how_to_go_on_and_scores_nothing(
    ending: signal.Signals, ignored: signal.Signals | None, tiny_dataset: Dataset, tmp_path: Path
) -> None:
    """A script's background jobs ignore SIGINT; they hear SIGTERM all the same."""

    def ignore() -> None:
        if ignored is not None:
            signal.signal(ignored, signal.SIG_IGN)

    run = tmp_path / "run"
    command = [*COMMAND, str(tiny_dataset.path), "--model", "counting/slow", "--out", str(run)]
    process = subprocess.Popen(
        [*command, "--max-connections", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=ignore,
    )
    wait_for(run / "replies.jsonl", 2, process)
    process.send_signal(ending)
    _, told = process.communicate()
    assert process.returncode not in (0, -ending)
    assert "same command again" in told
    assert "Traceback" not in told
    assert not (run / "results.parquet").exists()


def test_a_killed_run_is_completed_and_asks_nothing_twice_but_what_was_in_flight(
    tiny_dataset: Dataset, tmp_path: Path, counting_file: Path
) -> None:
    run, at_a_time = tmp_path / "run", 2
    command = [*COMMAND, str(tiny_dataset.path), "--model", "counting/slow"]
    command += ["--out", str(run), "--max-connections", str(at_a_time)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
    journal = run / "replies.jsonl"
    wait_for(journal, 5, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = [json.loads(line)["question_id"] for line in journal.read_text().splitlines()]
    assert 5 <= len(kept) < 12
    before = asked(counting_file)
    with journal.open("a") as handle:
        handle.write('{"question_id":"tiny-11-q","mod')  # as if the kill had torn a line

    assert subprocess.run(command, stdout=subprocess.DEVNULL, env=os.environ, check=False).returncode == 0
    after = asked(counting_file)
    texts = {question.question_id: repr(question.text) for question in tiny_dataset.questions()}
    assert set(after) == set(texts.values())
    assert all(after[texts[name]] == 1 for name in kept)
    in_flight = {text for text in before if text not in {texts[name] for name in kept}}
    assert len(in_flight) <= at_a_time
    assert {text for text, count in after.items() if count > 1} <= in_flight
    assert max(after.values()) <= 2

    whole = tmp_path / "whole"
    assert evaluate_dataset(tiny_dataset.path, model="counting/slow", out=whole) == 0
    left, right = (read_results(folder).drop(columns="seconds") for folder in (run, whole))
    pd.testing.assert_frame_equal(left, right)
    sessions = {json.loads(line)["session"] for line in (run / "compute.jsonl").read_text().splitlines()}
    assert len(sessions) == 2
    assert (read_run(run).compute.answering_wall_seconds or 0) > 12 / at_a_time * 0.4


def test_blind_on_a_set_that_it_learned_from_says_so(
    tiny_dataset: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tiny_dataset.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"seed": null', '"seed": 1001'))
    assert evaluate_dataset(tiny_dataset.path, model="snellen/blind", out=tmp_path / "run", limit=1) == 0
    assert "learned from seed 1001" in capsys.readouterr().err
