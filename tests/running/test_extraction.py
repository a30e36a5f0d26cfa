"""`snellen extract`: columns, requests, resumption, errors."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.results import read_results, read_results_table, read_run, rewrite_results
from snellen.running.extraction import extract_runs, parse_roles
from snellen.running.extraction_journal import Entry, ExtractionJournal, read_extractions
from snellen.scoring import score_replies

MODELS = Path(__file__).with_name("extracting.py")


@pytest.fixture(autouse=True)
def asked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    specification = importlib.util.spec_from_file_location("extracting", MODELS)
    assert specification is not None
    assert specification.loader is not None
    specification.loader.exec_module(importlib.util.module_from_spec(specification))
    path = tmp_path / "asked.tsv"
    path.touch()
    monkeypatch.setenv("EXTRACTING_FILE", str(path))
    return path


def make_run(dataset: Dataset, folder: Path, replies: Mapping[int, str | None] | None = None, model: str = "m") -> Path:
    """A run whose replies are "I think it is KEY." but for those given by the question's number; None is an error."""
    said = []
    for number, question in enumerate(dataset.questions()):
        text = (replies or {}).get(number, f"I think it is {question.answer}.")
        said.append(Reply(question.question_id, model, text, error="timed out" if text is None else None))
    score_replies(dataset, said, folder)
    return folder


def numbers(dataset: Dataset) -> list[int]:
    """The places of the questions whose key is one word."""
    return [place for place, one in enumerate(dataset.questions()) if one.answer and " " not in one.answer]


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_columns_texts_and_the_record(tiny_dataset: Dataset, tmp_path: Path, asked_file: Path) -> None:
    one, two, three, four = numbers(tiny_dataset)[:4]
    replies = {one: None, two: "  ", three: "no answer", four: "It is 99999."}
    run = make_run(tiny_dataset, tmp_path / "run", replies)
    before = read_results(run)
    assert set(before["extracted_large"].dropna()) == set()
    assert extract_runs([run], large="extracting/last", judge="extracting/judge", sample=0) == 0
    table = read_results(run)
    pd.testing.assert_frame_equal(
        before.drop(columns=["extracted_large", "extraction_large", "judged", "verdict"]),
        table.drop(columns=["extracted_large", "extraction_large", "judged", "verdict"]),
    )
    rows = table.to_dict("records")
    assert (rows[one]["extracted_large"], rows[one]["judged"]) == (0, 0)
    assert pd.isna(rows[one]["extraction_large"])
    assert (rows[two]["extracted_large"], rows[two]["extraction_large"], rows[two]["verdict"]) == (
        0,
        "no answer",
        "wrong",
    )
    assert (rows[three]["extracted_large"], rows[three]["verdict"]) == (0, "wrong")
    assert (rows[four]["extracted_large"], rows[four]["extraction_large"], rows[four]["judged"]) == (0, "99999", 0)
    for place in numbers(tiny_dataset)[4:]:
        assert (rows[place]["exact"], rows[place]["extracted_large"], rows[place]["verdict"]) == (0, 1, "right")
    assert table["extracted_small"].isna().all()
    told = read_run(run).extraction
    assert told is not None
    large = told.roles["large"]
    assert (large.replies, large.settled, large.asked, large.failed) == (12, 2, 10, 0)
    assert (large.model, large.input_tokens, large.output_tokens) == ("extracting/last", 1000, 20)
    assert set(told.roles) == {"large", "judge"}
    assert len(lines(asked_file)) == 20
    assert list((run / "logs-extraction").glob("*.eval"))
    assert not any(tmp_path.glob("logs*"))


def test_replies_without_a_key_stay_without_a_score(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, tmp_path / "run")
    table = read_results_table(run)
    rewrite_results(
        run, table, {"answer": [None, *table["answer"].to_pylist()[1:]], "outcome": ["no_key"] + ["answered"] * 11}
    )
    assert extract_runs([run], large="extracting/last", sample=0) == 0
    row = read_results(run).iloc[0]
    assert pd.isna(row["extracted_large"])
    assert pd.isna(row["extraction_large"])


def test_identical_prompts_are_asked_once_within_and_across_runs(
    tiny_dataset: Dataset, tmp_path: Path, asked_file: Path
) -> None:
    first = make_run(tiny_dataset, tmp_path / "first")
    second = make_run(tiny_dataset, tmp_path / "second", {0: "It is 7."}, model="other")
    assert extract_runs([first, second], small="extracting/last", sample=0) == 0
    assert len(lines(asked_file)) == len(set(lines(asked_file))) == 13
    told = [read_run(run).extraction for run in (first, second)]
    counts = [(one.roles["small"].asked, one.roles["small"].from_cache) for one in told if one]
    assert counts == [(12, 0), (1, 11)]
    # Each journal stands on its own: nothing is asked again of one of them alone.
    assert extract_runs([second], small="extracting/last", sample=0) == 0
    assert len(lines(asked_file)) == 13


def test_inspects_own_cache_spares_runs_that_are_not_given_together(
    tiny_dataset: Dataset, tmp_path: Path, asked_file: Path
) -> None:
    for name in ("first", "second"):
        run = make_run(tiny_dataset, tmp_path / name, model=name)
        assert extract_runs([run], small="extracting/last", sample=0) == 0
    assert len(lines(asked_file)) == 12
    told = read_run(tmp_path / "second").extraction
    assert told is not None
    assert (told.roles["small"].asked, told.roles["small"].from_cache, told.roles["small"].input_tokens) == (
        0,
        12,
        None,
    )


def test_what_is_not_of_the_form_is_counted_and_scores_0(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, tmp_path / "run", {1: "what?"})
    assert extract_runs([run], large="extracting/wordy", judge="extracting/judge", sample=0) == 0
    table, told = read_results(run), read_run(run).extraction
    assert told is not None
    assert (told.roles["large"].unreadable, told.roles["judge"].unreadable) == (12, 1)
    assert set(table["extracted_large"]) == {0}
    assert table["extraction_large"].str.startswith("(unreadable) It says").all()
    assert table.loc[1, "verdict"] == "(unreadable) I am not sure"
    assert table.loc[1, "judged"] == 0


def test_a_role_that_is_not_named_keeps_its_columns(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, tmp_path / "run")
    extract_runs([run], large="extracting/last", sample=0)
    extract_runs([run], small="snellen/last-value", sample=0)
    table, told = read_results(run), read_run(run).extraction
    assert told is not None
    assert list(told.roles) == ["large", "small"]
    assert table["extracted_large"].notna().all()
    assert table["extracted_small"].notna().all()


def test_a_failed_request_has_no_score_is_said_and_asked_again(
    tiny_dataset: Dataset, tmp_path: Path, asked_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = make_run(tiny_dataset, tmp_path / "run", {2: "It is fire"})
    arguments = {"large": "extracting/broken", "sample": 0, "model_args": ["large.fails=fire"]}
    for attempt in (1, 2):
        assert extract_runs([run], **arguments) == 1  # type: ignore[arg-type]
        told = capsys.readouterr().err
        assert "1 reply has no score" in told
        assert "the server is on fire" in told
        assert len(lines(asked_file)) == 11 + attempt
    row = read_results(run).iloc[2]
    assert pd.isna(row["extracted_large"])
    record = read_run(run).extraction
    assert record is not None
    assert record.roles["large"].failed == 1


def test_where_nothing_is_answered_the_rest_is_not_asked(
    tiny_dataset: Dataset,
    tmp_path: Path,
    asked_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("snellen.running.extraction_asking.HOPELESS_AFTER", 3)
    run = make_run(tiny_dataset, tmp_path / "run")
    before = (run / "results.parquet").read_bytes()
    arguments = ["large.fails=think"]
    assert extract_runs([run], large="extracting/broken", max_connections=1, model_args=arguments, sample=0) == 1
    assert len(lines(asked_file)) == 3
    assert "nothing is scored yet" in capsys.readouterr().err
    assert (run / "results.parquet").read_bytes() == before
    assert read_run(run).extraction is None


def test_a_killed_run_is_completed_and_asks_nothing_twice_but_what_was_in_flight(
    tiny_dataset: Dataset, tmp_path: Path, asked_file: Path
) -> None:
    run = make_run(tiny_dataset, tmp_path / "run")
    code = f"import runpy; runpy.run_path({str(MODELS)!r}, run_name='extracting'); from snellen.cli import main; main()"
    command = [sys.executable, "-c", code, "extract", str(run), "--large", "extracting/slow", "--max-connections", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
    journal, deadline = run / "extractions.jsonl", time.monotonic() + 120
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= 5):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = [json.loads(line)["key"] for line in journal.read_text().splitlines(keepends=True) if line.endswith("\n")]
    with journal.open("a") as handle:
        handle.write('{"key":"torn')
    asked = len(lines(asked_file))
    assert extract_runs([run], large="extracting/slow", sample=0) == 0
    entries = [json.loads(line)["key"] for line in lines(journal)]
    assert entries[: len(kept)] == kept
    assert len(entries) == len(set(entries)) == 12
    assert asked - len(kept) <= 2
    assert len(lines(asked_file)) <= 12 + 2
    assert read_results(run)["extracted_large"].notna().all()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "name one with --large, --small or --judge"),
        ({"large": "nowhere/model"}, "no such provider"),
        ({"large": "gpt"}, "is no model"),
        ({"judge": "snellen/oracle"}, "no reader named"),
        ({"large": "extracting/last", "model_args": ["fails=x"]}, "ROLE.KEY=VALUE"),
        ({"large": "extracting/last", "model_args": ["small.fails=x"]}, "one of the roles large"),
        ({"large": "snellen/extractor", "model_args": ["large.colour=red"]}, "takes no argument"),
    ],
)
def test_mistakes_are_one_sentence(
    tiny_dataset: Dataset, tmp_path: Path, arguments: dict[str, object], told: str
) -> None:
    run = make_run(tiny_dataset, tmp_path / "run")
    with pytest.raises(SnellenError, match=told):
        extract_runs([run], **arguments)  # type: ignore[arg-type]


def test_runs_that_cannot_be_read_are_refused(tiny_dataset: Dataset, tiny_biy: Dataset, tmp_path: Path) -> None:
    run = make_run(tiny_dataset, tmp_path / "run")
    with pytest.raises(SnellenError, match="named twice"):
        extract_runs([run, tmp_path / "." / "run"], large="snellen/extractor")
    other = make_run(tiny_biy, tmp_path / "biy", dict.fromkeys(range(100), "0"))
    with pytest.raises(SnellenError, match="BIY, which has no exact match"):
        extract_runs([other], large="snellen/extractor")
    with pytest.raises(SnellenError, match=r"run\.json"):
        extract_runs([tmp_path / "nothing"], large="snellen/extractor")
    tiny_dataset.path.rename(tmp_path / "moved")
    with pytest.raises(SnellenError, match="is not at"):
        extract_runs([run], large="snellen/extractor")


def test_roles_come_in_order_each_with_its_own_arguments_and_secrets_are_not_told() -> None:
    roles = parse_roles(
        {"judge": "a/b", "large": "c/d", "small": None}, ["judge.api_key=s", "large.base_url=http://x", "large.n=1"]
    )
    assert [(role.name, role.model) for role in roles] == [("large", "c/d"), ("judge", "a/b")]
    assert roles[0].arguments == roles[0].told == {"base_url": "http://x", "n": 1}
    assert (roles[1].arguments, roles[1].told) == ({"api_key": "s"}, {})


def test_the_journal_keeps_outputs_over_errors_and_lends_without_cost(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    journal = ExtractionJournal([tmp_path / "a", tmp_path / "b"], {"k": [0, 1]})
    journal.add(Entry("k", "large", "m", "4 \ud83d", cost=0.5))
    journal.add(Entry("k", "large", "m", None, error="on fire"))
    journal.close()
    assert read_extractions(tmp_path / "a") == {"k": Entry("k", "large", "m", "4 \ufffd", cost=0.5)}
    assert read_extractions(tmp_path / "b") == {"k": Entry("k", "large", "m", "4 \ufffd", own=False)}
    (tmp_path / "a" / "extractions.jsonl").write_text("nonsense\n")
    with pytest.raises(SnellenError, match=r"extractions\.jsonl:1"):
        read_extractions(tmp_path / "a")
