"""Batches under faults: what is refused, fails, expires, is cancelled or comes back damaged, and what is paid for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.running.batch_servers.runs import Run
from tests.running.batch_servers.vendors import ANTHROPIC, GOOGLE, KEY, OPENAI, Vendor

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import read_results
from snellen.running.batch.commands import cancel_batches, poll_batches
from snellen.running.batch.ledger import open_ledger
from snellen.running.engine import evaluate_dataset

EACH = (OPENAI, ANTHROPIC, GOOGLE)


@pytest.fixture(params=EACH, ids=lambda vendor: vendor.model)
def vendor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vendor]:
    with request.param.started(monkeypatch) as started:
        yield started


@pytest.fixture
def openai(monkeypatch: pytest.MonkeyPatch) -> Iterator[Vendor]:
    with OPENAI.started(monkeypatch) as started:
        yield started


@pytest.fixture
def run(tiny_dataset: Dataset, tmp_path: Path, vendor: Vendor) -> Run:
    return Run(tiny_dataset, tmp_path / "run", vendor)


@pytest.fixture
def openai_run(tiny_dataset: Dataset, tmp_path: Path, openai: Vendor) -> Run:
    return Run(tiny_dataset, tmp_path / "run", openai)


def of_texts(**outcomes: str) -> Callable[[str], str]:
    """How requests end, by a part of their texts."""
    named = {name.replace("_", " "): outcome for name, outcome in outcomes.items()}
    return lambda text: next((outcome for name, outcome in named.items() if name in text), "ok")


@pytest.mark.parametrize("fault", [500, 429, "dropped before", "dropped after"])
def test_a_batch_whose_creation_fails_is_made_once(
    run: Run, fault: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    service = run.vendor.service
    service.faults.append(("create", fault))
    if (run.vendor.model, fault) == (ANTHROPIC.model, "dropped after"):
        # its list does not say whose a batch is before that has ended
        service.polls_needed = 2
        with pytest.raises(SnellenError, match="may have made a batch of 4 requests"):
            run.submit()
    assert run.submit() == 0
    assert service.asked["list"] == (0 if fault == 429 else service.asked["list"])
    run.poll()
    run.poll()
    assert run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 1, 1]
    assert len(run.journal()) == 4


def test_a_batch_that_is_refused_leaves_its_requests_planned(run: Run) -> None:
    run.vendor.service.faults.append(("create", 400))
    with pytest.raises(SnellenError, match=r"made no batch: 400 .*submitting again"):
        run.submit()
    assert run.states() == ["planned"] * 4
    assert not list((run.folder / "batches").iterdir())
    assert run.submit() == 0
    assert sum(run.vendor.service.paid.values()) == 4


def test_what_is_refused_for_a_limit_of_tokens_is_told_and_planned_again(
    openai_run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    service = openai_run.vendor.service
    service.rejects.append("token_limit_exceeded")
    openai_run.submit()
    assert openai_run.poll() == 0
    assert "token_limit_exceeded: Enqueued token limit reached" in capsys.readouterr().err
    assert openai_run.states() == ["planned"] * 4
    service.rejects.clear()
    openai_run.submit()
    openai_run.poll()
    assert openai_run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 1, 1]


def test_errors_are_told_apart_and_only_what_may_be_answered_is_sent_again(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    service = run.vendor.service
    service.outcome = of_texts(What_is_x="400", Write_it="500", Give="filtered")
    run.submit()
    assert run.collect() == 1
    assert run.states() == ["failed", "retriable", "answered", "answered"]
    told = capsys.readouterr().err
    assert "400 failed with 400" in told
    assert "500 failed with 500" in told
    service.outcome = of_texts(Give="filtered")
    run.submit()
    assert [len(job.requests) for job in service.jobs.values()] == [4, 1]
    assert run.collect() == 1  # everything is answered or has failed for good: scored
    table = read_results(run.folder).head(4)
    assert table["outcome"].iloc[0] == "error"
    assert "failed with 400" in str(table["error"][0])
    filtered = run.journal()[1 if run.journal()[1]["question_id"] == "tiny-02-q" else 0]
    assert {line["stop_reason"] for line in run.journal() if line["question_id"] == "tiny-02-q"} == {"content_filter"}
    assert filtered["error"] is None or filtered["reply"] is None
    assert run.submit() == 0
    assert len(service.jobs) == 2
    run.submit(retry_failed=True)
    assert run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 2, 2]


@pytest.mark.parametrize("ends_as", ["expired", "cancelled"])
def test_what_a_batch_did_before_its_end_is_kept_and_the_rest_sent_again(run: Run, ends_as: str) -> None:
    service = run.vendor.service
    service.polls_needed = 2
    run.submit()
    if ends_as == "cancelled":
        assert cancel_batches(run.dataset.path, out=run.folder) == 0
    else:
        service.ends_as = "expired"
    while run.poll():
        pass
    assert run.collect() == 1
    assert run.states() == ["answered", ends_as, "answered", ends_as]
    service.ends_as = "completed"
    run.submit()
    while run.poll():
        pass
    assert run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 2, 2]


def test_damaged_results_are_passed_over_and_said(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    service = run.vendor.service

    def mangled(results: bytes) -> bytes:
        lines = results.split(b"\n")
        whole = [line for line in lines if line]
        if not whole:
            return results
        stranger = whole[0].replace(b"-000003", b"-999999")
        return b"\n".join([*reversed(whole[:-1]), whole[0], stranger, b"[1]", b'{"custom_id": 7}', whole[-1][:-9]])

    service.mangle = mangled
    run.submit()
    assert run.collect() == 1
    assert run.states() == ["lost", "answered", "answered", "answered"]
    told = capsys.readouterr().err
    assert "3 lines of the results can't be read" in told
    assert "1 results are to requests that no batch of this run has" in told
    assert "1 results came more than once" in told
    assert "1 requests have no result" in told
    assert run.submit() == 0
    assert len(service.jobs) == 1  # what may come yet is not paid for again unasked
    service.mangle = lambda results: results
    assert run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 1, 1]


def test_lost_requests_are_sent_again_where_that_is_asked_for(openai_run: Run) -> None:
    service = openai_run.vendor.service
    service.outcome = of_texts(What_is_x="missing")
    openai_run.submit()
    assert openai_run.collect() == 1
    service.outcome = of_texts()
    openai_run.submit(resubmit=True)
    assert [len(job.requests) for job in service.jobs.values()] == [4, 1]
    assert openai_run.collect() == 0


def test_collecting_again_changes_nothing(openai_run: Run) -> None:
    openai_run.submit()
    assert openai_run.collect() == 0
    before = (openai_run.folder / "replies.jsonl").read_bytes()
    assert openai_run.collect() == 0
    assert (openai_run.folder / "replies.jsonl").read_bytes() == before
    assert openai_run.vendor.service.asked["results"] == 2  # replies and errors, once each


def test_downloads_that_break_off_lose_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    service = run.vendor.service
    run.submit()
    service.faults += [("results", 404)]
    with pytest.raises(SnellenError, match="collect again later"):
        run.collect()
    assert run.collect() == 0


def test_what_is_in_a_batch_is_not_asked_by_eval_and_what_was_answered_is_not_either(openai_run: Run) -> None:
    asking: dict[str, Any] = {"model": OPENAI.model, "out": openai_run.folder}
    openai_run.submit()
    with pytest.raises(SnellenError, match="4 requests are in batches"):
        evaluate_dataset(openai_run.dataset.path, limit=5, **asking)
    assert openai_run.collect() == 0
    service = openai_run.vendor.service
    assert evaluate_dataset(openai_run.dataset.path, limit=5, **asking) == 0
    assert len(service.hosted) == 1
    openai_run.submit(limit=6)
    assert [len(job.requests) for job in service.jobs.values()] == [4, 1]


def test_what_is_in_a_batch_keeps_the_settings_it_was_submitted_with(openai_run: Run) -> None:
    openai_run.submit()
    with pytest.raises(SnellenError, match=r"started with .*temperature"):
        openai_run.submit(generation=["temperature=1"])
    with pytest.raises(SnellenError, match="seed"):
        openai_run.submit(seed=1)
    assert openai_run.collect() == 0
    assert {line["settings"]["temperature"] for line in openai_run.journal()} == {0.0}


def test_a_ledger_that_is_gone_is_missed_before_anything_is_paid_for_again(openai_run: Run) -> None:
    openai_run.submit()
    (openai_run.folder / "batch.sqlite").rename(openai_run.folder / "elsewhere")
    asking: dict[str, Any] = {"model": OPENAI.model, "out": openai_run.folder, "limit": 4}
    for again in (
        openai_run.submit,
        openai_run.poll,
        openai_run.collect,
        lambda: evaluate_dataset(openai_run.dataset.path, **asking),
    ):
        with pytest.raises(SnellenError, match=r"batch\.sqlite is gone"):
            again()
    (openai_run.folder / "elsewhere").rename(openai_run.folder / "batch.sqlite")
    assert openai_run.collect() == 0
    assert sorted(openai_run.vendor.service.paid.values()) == [1, 1, 1, 1]


def test_where_no_batch_goes_on_nothing_is_cancelled(openai_run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    openai_run.submit()
    cancel_batches(openai_run.dataset.path, out=openai_run.folder)
    assert "every batch has ended; collect" in capsys.readouterr().err
    openai_run.collect()
    cancel_batches(openai_run.dataset.path, out=openai_run.folder)
    assert "nothing to cancel" in capsys.readouterr().err


def test_the_key_is_written_nowhere(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    service = run.vendor.service
    service.outcome = lambda text: "400"
    service.faults.append(("create", 401))
    with pytest.raises(SnellenError) as error:
        run.submit()
    run.submit()
    run.poll()
    run.collect()
    said = capsys.readouterr()
    assert KEY not in said.out + said.err + str(error.value)
    assert any(KEY in value for headers in service.headers for value in headers.values())
    for path in run.folder.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes()
    with pytest.raises(SnellenError, match="from the environment alone"):
        run.submit(model_args=[f"api_key={KEY}"])


def test_waiting_outlasts_a_vendor_that_does_not_answer_for_a_while(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    run.vendor.service.polls_needed = 3
    run.submit()
    run.vendor.service.faults += [("progress", 403)] * 2
    assert poll_batches(run.dataset.path, out=run.folder, wait=True, every=0.1) == 0
    told = capsys.readouterr()
    assert told.err.count("does not say how") == 2
    assert "4 in batch" in told.out


@pytest.mark.parametrize("content", [b"", b"no database at all, but a text of more than a page" * 99])
def test_a_ledger_that_is_none_is_named(tiny_dataset: Dataset, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "batch.sqlite").write_bytes(content)
    if content:
        with pytest.raises(SnellenError, match=r"batch\.sqlite: file is not a database"), open_ledger(tmp_path):
            pass
        return
    with open_ledger(tmp_path) as ledger:  # as a kill leaves it that came before the first write
        assert ledger.states() == {}
