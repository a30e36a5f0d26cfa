"""Batches and kills: at any step none is lost, and none is paid for twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from tests.running.batch_servers.runs import Run
from tests.running.batch_servers.vendors import ANTHROPIC, GOOGLE, OPENAI, Vendor

from snellen.dataset import Dataset
from snellen.replies import Reply
from snellen.running.batch import commands
from snellen.running.batch.ledger import Ledger, open_ledger
from snellen.running.batch.stamping import Stamps
from snellen.running.batch.vendors import find_vendor
from snellen.running.batch.wire import Wire
from snellen.running.journal import Journal


class Killed(BaseException):
    """The process dies here."""


class Fate:
    """Dies at the `at`-th of the steps it is told of: each write and each request, before and after it."""

    def __init__(self, at: int) -> None:
        self.at, self.steps = at, 0

    def step(self) -> None:
        self.steps += 1
        if self.steps == self.at:
            raise Killed

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*arguments: Any, **options: Any) -> Any:
            self.step()
            result = function(*arguments, **options)
            self.step()
            return result

        return stepped


def doom(patch: pytest.MonkeyPatch, vendor: Any, fate: Fate) -> None:
    """Every write and every request is a step of a fate."""
    stepped = copy(vendor)
    for name in ("upload", "create", "find", "progress", "download"):
        setattr(stepped, name, fate.around(getattr(vendor, name)))
    patch.setattr(commands, "find_vendor", lambda *_: stepped)
    for name in ("update", "prepare", "add_replies", "set_states", "dissolve"):
        patch.setattr(Ledger, name, fate.around(getattr(Ledger, name)))
    patch.setattr(Journal, "add", fate.around(Journal.add))


@pytest.mark.parametrize(
    ("each", "batches"),
    [
        (OPENAI, 1),
        pytest.param(ANTHROPIC, 1, marks=pytest.mark.slow),
        pytest.param(GOOGLE, 1, marks=pytest.mark.slow),
        pytest.param(OPENAI, 2, marks=pytest.mark.slow),
    ],
    ids=lambda value: value.model if isinstance(value, Vendor) else str(value),
)
def test_a_kill_at_any_step_loses_no_batch_and_pays_for_none_twice(
    each: Vendor, batches: int, tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Wire(each.model, {})

    class SharedWire:
        def __init__(self, *_: Any) -> None:
            pass

        def __enter__(self) -> Wire:
            return shared

        def __exit__(self, *_: Any) -> None:
            pass

    stamps = Stamps(shared)
    monkeypatch.setattr(commands, "Wire", SharedWire)
    monkeypatch.setattr(commands, "Stamps", lambda _: stamps)
    monkeypatch.setattr(commands, "finish_run", lambda *_, **__: 0)
    at, died = 0, True
    with each.started(monkeypatch) as vendor:
        known = find_vendor(each.model, {}, tmp_path)
        monkeypatch.setattr(type(known), "close", lambda _: None)
        while died:
            at += 1
            vendor.service.jobs.clear()
            run = Run(tiny_dataset, tmp_path / str(at), vendor, limit=2, max_requests=3 - batches)
            with monkeypatch.context() as patch:
                doom(patch, known, Fate(at))
                died = False
                for _ in range(2):
                    try:
                        run.submit()
                        run.poll()
                        run.submit()
                        run.poll()
                        assert run.collect() == 0
                    except Killed:
                        died = True
            assert sorted(vendor.service.paid.values()) == [1, 1], f"killed at step {at}"
            assert Counter(line["question_id"] for line in run.journal()).keys() == {"tiny-00-q", "tiny-01-q"}
            assert run.states() == ["answered", "answered"]
            with open_ledger(run.folder) as ledger:
                assert {batch.state for batch in ledger.batches()} == {"collected"}
    assert at > 24
    known._client.close()  # type: ignore[attr-defined]
    shared.__exit__(None, None, None)


@pytest.fixture
def openai_run(tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    with OPENAI.started(monkeypatch) as started:
        yield Run(tiny_dataset, tmp_path / "run", started)


def test_a_process_killed_while_the_vendor_makes_its_batch_takes_it_up(
    openai_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = openai_run.vendor.service
    made = service.respond

    def slow(operation: str, *rest: Any) -> Any:
        answer = made(operation, *rest)
        if operation == "create":
            service.lock.release()
            time.sleep(1.5)
            service.lock.acquire()
        return answer

    monkeypatch.setattr(service, "respond", slow)
    command = [
        sys.executable,
        "-m",
        "snellen",
        "batch",
        "submit",
        str(openai_run.dataset.path),
        "--model",
        OPENAI.model,
    ]
    command += ["--out", str(openai_run.folder), "--limit", "4"]
    process = subprocess.Popen(command, env=os.environ, stderr=subprocess.DEVNULL)
    while not service.jobs:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with open_ledger(openai_run.folder) as ledger:
        assert [batch.state for batch in ledger.batches()] == ["submitting"]
    openai_run.submit()
    assert openai_run.collect() == 0
    assert sorted(service.paid.values()) == [1, 1, 1, 1]
    assert [Reply(**line).error for line in openai_run.journal()] == [None] * 4
