"""Each fault that a server can have: what the user sees of it, and that nothing is lost."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.servers.faults import Arrival, Fault, FaultKind, Misbehaviour, always, on_requests
from tests.servers.server import ModelServer

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import read_results
from snellen.running.engine import evaluate_dataset

MODELS = [
    "openai/gpt-4o",
    pytest.param("openai/o3", marks=pytest.mark.slow),
    pytest.param("anthropic/claude-sonnet-4-0", marks=pytest.mark.slow),
    "google/gemini-2.5-pro",
]
ANYWHERE_ELSE = ["openai/o3", "anthropic/claude-sonnet-4-0", "google/gemini-2.5-pro"]
PASSING = [
    Fault("rate limit"),
    Fault("rate limit", retry_after=1),
    Fault("server error"),
    Fault("unavailable"),
    Fault("dropped before"),
    Fault("dropped within"),
    Fault("slow"),
    Fault("hanging"),
    Fault("truncated JSON"),
]
REFUSALS: list[FaultKind] = ["refusal", "blocked prompt", "filter", "filtered request"]
LASTING: dict[FaultKind, str] = {
    "wrong key": "the provider refused the key",
    "unknown model": "404, The model does not exist",
    "too large": "Request exceeds the maximum size",
    "too long": "the request is longer than the model takes",
    "invalid": "400, Could not process image 12",
    "no quota": "You exceeded your current quota",
}

Ask = Callable[..., int]


def one_each(dataset: Dataset, faults: Sequence[Fault], *, times: int | None = None) -> Misbehaviour:
    """A fault for each question, the first `times` that it is asked; by default always."""
    of_text = dict(zip((question.text for question in dataset.questions()), faults, strict=False))

    def decide(arrival: Arrival) -> Fault | None:
        return of_text.get(arrival.asked.text) if times is None or arrival.nth <= times else None

    return decide


def journal(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "replies.jsonl").read_text().splitlines()]


def times_asked(server: ModelServer, dataset: Dataset) -> list[int]:
    texts = [seen.question for seen in server.seen]
    return [texts.count(question.text) for question in dataset.questions()]


@pytest.mark.parametrize("model", [MODELS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in ANYWHERE_ELSE)])
def test_what_passes_is_asked_again_until_it_is_answered(
    model: str, tiny_dataset: Dataset, tmp_path: Path, ask: Ask
) -> None:
    with ModelServer(lambda asked: "42", one_each(tiny_dataset, PASSING, times=1)) as server:
        assert ask(tiny_dataset, model, server, timeout=5) == 0
    for fault, count in zip(PASSING, times_asked(server, tiny_dataset), strict=False):
        assert count >= (1 if fault.kind == "slow" else 2), fault
    (told,) = [seen for seen in server.seen if seen.fault and seen.fault.retry_after]
    waiting = [seen.at for seen in server.seen if seen.key == told.key]
    assert waiting[1] - waiting[0] >= 0.9 or model.startswith("google")  # its client takes no notice of Retry-After
    table = read_results(tmp_path / "run")
    assert set(table["reply"]) == {"42"}
    assert set(table["stop_reason"]) == {"stop"}
    assert len(journal(tmp_path / "run")) == 12


@pytest.mark.parametrize("model", [MODELS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in ANYWHERE_ELSE)])
def test_what_lasts_is_told_and_nothing_but_that_is_asked_again(
    model: str, tiny_dataset: Dataset, tmp_path: Path, ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds: list[FaultKind] = ["empty", "length", *REFUSALS, *LASTING]
    run = tmp_path / "run"
    with ModelServer(lambda asked: "42", one_each(tiny_dataset, [Fault(kind) for kind in kinds])) as server:
        assert ask(tiny_dataset, model, server, max_retries=1) == 1
        told = capsys.readouterr().err
        first = times_asked(server, tiny_dataset)
        table = read_results(run)
        rows = dict(zip(kinds, table.astype(object).where(table.notna(), None).to_dict("records"), strict=True))
        lasting = dict(LASTING)
        if model.startswith("google"):  # of whose prompt filter 400 is no sign
            lasting["filtered request"] = "400, The prompt was stopped"
        assert (rows["empty"]["outcome"], rows["empty"]["parsed"]) == ("unparsed", None)
        assert (rows["length"]["reply"], rows["length"]["stop_reason"]) == ("4", "max_tokens")
        for kind in kinds:
            row = rows[kind]
            if kind in lasting:
                assert (row["outcome"], row["reply"]) == ("error", None)
                assert lasting[kind] in row["error"]
                assert "Request:" not in row["error"]  # nor the picture that was sent, nor Python's marks
                assert "{" not in row["error"]
            elif kind in REFUSALS:
                assert (row["outcome"], row["parsed"], row["tolerant"]) == ("refused", None, 0)
        assert f"{12 - len(lasting)} of 12 questions were answered; {len(lasting)} requests failed for good" in told
        assert "nothing that was answered is asked again" in told
        assert "Traceback" not in told

        server.faults = None
        assert ask(tiny_dataset, model, server) == 0
        again = [now - before for now, before in zip(times_asked(server, tiny_dataset), first, strict=True)]
        assert again == [int(kind in lasting) for kind in kinds]
    assert "error" not in set(read_results(run)["outcome"])


def test_a_server_that_hangs_is_given_up_in_time(tiny_dataset: Dataset, tmp_path: Path, ask: Ask) -> None:
    with ModelServer(lambda asked: "4", always(Fault("hanging"))) as server:
        assert ask(tiny_dataset, "openai/gpt-4o", server, limit=2, timeout=1, max_retries=1) == 1
    assert times_asked(server, tiny_dataset)[:2] == [2, 2]
    for line in journal(tmp_path / "run"):
        assert "no answer in time" in line["error"]
        assert "after 2 attempts" in line["error"]


def test_where_the_network_dies_the_rest_is_left_for_later(
    tiny_dataset: Dataset, tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("snellen.running.asking.HOPELESS_AFTER", 3)
    at_once = {"model_args": ["max_retries=0"], "max_retries": 0, "max_connections": 2}
    with ModelServer(lambda asked: "4", on_requests(Fault("dropped before"), range(5, 100))) as server:
        assert ask(tiny_dataset, "openai/gpt-4o", server, **at_once) == 1
        told = capsys.readouterr().err
        assert "broken off: 4 of 12 questions were answered" in told
        assert "APIConnectionError" in told
        assert 7 <= len(server.seen) <= 8  # four answers, three failures, and what was on its way with the last
        assert not (tmp_path / "run" / "results.parquet").exists()
        answered = {line["question_id"] for line in journal(tmp_path / "run") if line["error"] is None}

        server.faults = None
        before = times_asked(server, tiny_dataset)
        assert ask(tiny_dataset, "openai/gpt-4o", server, **at_once) == 0
        again = [now - then for now, then in zip(times_asked(server, tiny_dataset), before, strict=True)]
    assert again == [int(question.question_id not in answered) for question in tiny_dataset.questions()]


def test_requests_that_are_themselves_at_fault_do_not_end_a_run(
    tiny_dataset: Dataset, tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snellen.running.asking.HOPELESS_AFTER", 3)
    with ModelServer(lambda asked: "4", on_requests(Fault("too large"), range(2, 12))) as server:
        assert ask(tiny_dataset, "openai/gpt-4o", server, max_connections=1) == 1
    assert len(server.seen) == 12
    assert list(read_results(tmp_path / "run")["outcome"] == "error").count(True) == 10


def test_a_run_of_which_nothing_was_answered_is_not_scored(
    tiny_dataset: Dataset, tmp_path: Path, ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(lambda asked: "4", always(Fault("wrong key"))) as server:
        assert ask(tiny_dataset, "openai/gpt-4o", server, limit=3) == 1
        told = capsys.readouterr().err
        assert "none of 3 questions was answered, and nothing is scored: 3 × AuthenticationError" in told
        assert not (tmp_path / "run" / "results.parquet").exists()
        server.faults = None
        assert ask(tiny_dataset, "openai/gpt-4o", server, limit=3) == 0
    assert len(read_results(tmp_path / "run")) == 3


def test_an_address_that_is_none_is_told_before_anything_is_asked(tiny_dataset: Dataset, tmp_path: Path) -> None:
    for address in ("nonsense", "localhost:8000/v1", "ftp://localhost"):
        with pytest.raises(SnellenError, match="begins with http:// or https://"):
            evaluate_dataset(
                tiny_dataset.path, model="openai/gpt-4o", out=tmp_path / "run", model_args=[f"base_url={address}"]
            )
    assert not (tmp_path / "run").exists()


def test_a_key_that_is_missing_is_named(tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for model, key in (("openai/gpt-4o", "OPENAI_API_KEY"), ("anthropic/claude-sonnet-4-0", "ANTHROPIC_API_KEY")):
        monkeypatch.delenv(key)
        with pytest.raises(
            SnellenError, match=f"cannot be asked without a key: set {key} in the environment or a file"
        ):
            evaluate_dataset(tiny_dataset.path, model=model, out=tmp_path / key, limit=1)
