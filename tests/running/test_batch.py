"""Batches against servers of the three APIs: the same requests, replies and results as a hosted run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inspect_ai.log import read_eval_log_samples
from tests.running.batch_servers.openai_service import chat_completion, question_of
from tests.running.batch_servers.vendors import OPENAI, REASONING, VENDORS, Vendor

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text
from snellen.results import read_results, read_run
from snellen.running.batch.anthropic_batches import AnthropicBatches
from snellen.running.batch.commands import collect_batches, poll_batches, submit_batches
from snellen.running.batch.estimate import estimate_batches
from snellen.running.batch.google_batches import GoogleBatches
from snellen.running.batch.openai_batches import OpenAIBatches, openai_result
from snellen.running.batch.stamping import Stamps, body_text
from snellen.running.batch.wire import Wire
from snellen.running.engine import evaluate_dataset
from snellen.running.estimate_command import totals_told
from snellen.running.estimating import estimate_dataset
from snellen.running.logs import score_logs
from snellen.running.replaying import replay_run
from snellen.running.run_plan import plan_run

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # how Google's client calls aiohttp
    "ignore:unclosed:ResourceWarning",  # connections that Inspect leaves to the garbage collector
)

VLLM = "vllm/Qwen/Qwen2.5-VL-7B-Instruct"


@pytest.fixture(params=VENDORS, ids=lambda vendor: vendor.model)
def vendor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vendor]:
    with request.param.started(monkeypatch) as started:
        yield started


def without_time(run: Path) -> pd.DataFrame:
    return read_results(run).drop(columns="seconds")


def assert_alike(batched: Path, hosted: Path) -> None:
    """All but the time of each reply, which a batch does not tell, and the price, which is half."""
    one, other = map(without_time, (batched, hosted))
    other["cost"] *= 0.5
    pd.testing.assert_frame_equal(one, other)


def test_a_batched_run_sends_and_gives_what_a_hosted_one_does(
    vendor: Vendor, tiny_biy: Dataset, tmp_path: Path
) -> None:
    asking: dict[str, Any] = {"strategies": "zero-shot,few-shot", "tasks": "cluster_count", "limit": 3}
    asking |= {"model": vendor.model, "seed": 3}
    hosted, batched = tmp_path / "hosted", tmp_path / "batched"
    assert evaluate_dataset(tiny_biy.path, out=hosted, max_connections=2, **asking) == 0
    assert submit_batches(tiny_biy.path, out=batched, max_requests=4, **asking) == 0
    service = vendor.service
    assert [len(job.requests) for job in service.jobs.values()] == [4, 2]
    sent = sorted(json.dumps(body, sort_keys=True) for body in map(vendor.bare, service.hosted) if body)
    assert sorted(service.paid.elements()) == sent
    assert poll_batches(tiny_biy.path, out=batched) == 0
    assert collect_batches(tiny_biy.path, out=batched) == 0
    assert_alike(batched, hosted)
    assert not list((batched / "batches").iterdir())


def test_settings_are_sent_and_told_as_in_a_hosted_run(vendor: Vendor, tiny_biy: Dataset, tmp_path: Path) -> None:
    changes = ["temperature=0.5", "max_tokens=9", "image_detail=high", "media_resolution=low"]
    asking: dict[str, Any] = {"tasks": "cluster_count", "limit": 2, "model": vendor.model, "generation": changes}
    hosted, batched = tmp_path / "hosted", tmp_path / "batched"
    assert evaluate_dataset(tiny_biy.path, out=hosted, **asking) == 0
    assert submit_batches(tiny_biy.path, out=batched, **asking) == 0
    sent = sorted(json.dumps(body, sort_keys=True) for body in map(vendor.bare, vendor.service.hosted) if body)
    assert sorted(vendor.service.paid.elements()) == sent
    assert poll_batches(tiny_biy.path, out=batched) == 0
    assert collect_batches(tiny_biy.path, out=batched) == 0
    assert_alike(batched, hosted)
    assert read_run(batched).not_sent == read_run(hosted).not_sent


@pytest.mark.parametrize("model", [*(vendor.model for vendor in VENDORS), VLLM])
def test_a_stamped_body_is_the_one_that_inspect_builds(model: str, tiny_biy: Dataset) -> None:
    pictures = sorted((tiny_biy.path / "images").iterdir())

    def conversation(texts: list[str], answer: str) -> list[Message]:
        before = [
            turn
            for picture, text in zip(pictures, texts[1:], strict=False)
            for turn in (Message("user", (Image(picture), Text(text))), Message("assistant", (Text(answer),)))
        ]
        return [*before, Message("user", (Image(pictures[-1]), Text(texts[0])))]

    with Wire(model, {}) as wire:
        stamps = Stamps(wire)
        stamps.body(conversation(["a", "b"], "c"), 1)
        stamps.body(conversation(["a"], "c"), 1)
        built = stamps.built

        @settings(max_examples=15, database=None)
        @given(
            st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1, max_size=2),
            st.text(st.characters(categories=["L", "N"]), min_size=1),
        )
        def check(texts: list[str], answer: str) -> None:
            texts = [f"What? {text}." for text in texts]
            messages = conversation(texts, answer)
            stamped = stamps.body(messages, 1)
            sent = wire.request(messages, 1)
            assert (stamped.endpoint, stamped.betas, stamped.text) == (sent.endpoint, sent.betas, body_text(sent))
            assert len(stamped.text) == stamps.size(messages, 1)

        check()
        assert stamps.built == built  # none of them by Inspect
        assert stamps.encoded <= len(pictures)


def test_files_for_vllm_are_written_and_their_replies_scored(
    tiny_dataset: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert submit_batches(tiny_dataset.path, model=VLLM, out=run, max_requests=7) == 0
    told = capsys.readouterr().err
    files = sorted((run / "batches").glob("*.jsonl"))
    assert len(files) == 2
    assert all(f"vllm run-batch -i {file}" in told for file in files)
    assert "--model Qwen/Qwen2.5-VL-7B-Instruct" in told
    assert poll_batches(tiny_dataset.path, out=run) == 1
    replies = []
    for file in files:
        for line in file.read_text().splitlines():
            request = json.loads(line)
            assert (request["method"], request["url"]) == ("POST", "/v1/chat/completions")
            body = request["body"]
            assert (body["model"], body["temperature"], body["seed"]) == ("Qwen/Qwen2.5-VL-7B-Instruct", 0.0, 0)
            response = {"status_code": 200, "body": chat_completion("m", str(len(question_of(body))))}
            replies.append(json.dumps({"custom_id": request["custom_id"], "response": response, "error": None}))
    (tmp_path / "out.jsonl").write_text("\n".join(reversed(replies[1:])))
    assert collect_batches(tiny_dataset.path, out=run, file=tmp_path / "out.jsonl") == 1
    (tmp_path / "out.jsonl").write_text("\n".join(replies))
    assert collect_batches(tiny_dataset.path, out=run, file=tmp_path / "out.jsonl") == 0
    lengths = [str(len(question.text)) for question in tiny_dataset.questions()]
    assert list(read_results(run)["reply"]) == lengths


def test_collected_replies_are_replayed_into_a_log_of_inspect(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    with REASONING.started(monkeypatch) as vendor:
        vendor.service.outcome = lambda text: "400" if "Write" in text else "ok"
        submit_batches(tiny_dataset.path, model=vendor.model, out=run, limit=4, seed=5)
        asked = vendor.service.asked.copy()
        assert collect_batches(tiny_dataset.path, out=run, inspect_log=True) == 1
        assert vendor.service.asked["chat"] == asked["chat"] == 0
    (log,) = (run / "replayed").glob("*.eval")
    samples = {str(sample.id): sample for sample in read_eval_log_samples(str(log), all_samples_required=False)}
    assert len(samples) == 4
    assert samples["tiny-00-q"].output.usage.reasoning_tokens == 5  # type: ignore[union-attr]
    assert "400" in samples["tiny-01-q"].error.message  # type: ignore[union-attr]
    score_logs(tiny_dataset.path, [log], tmp_path / "scored")
    left, right = (without_time(one).query("outcome != 'error'") for one in (tmp_path / "scored", run))
    pd.testing.assert_frame_equal(left.reset_index(drop=True), right.reset_index(drop=True), check_dtype=False)


def test_a_run_of_another_kind_is_replayed_too(tiny_dataset: Dataset, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert evaluate_dataset(tiny_dataset.path, model="snellen/blind", out=run, limit=3) == 0
    logs = replay_run(run)
    score_logs(tiny_dataset.path, [logs], tmp_path / "scored")
    pd.testing.assert_series_equal(
        read_results(tmp_path / "scored")["reply"].head(3), read_results(run)["reply"].head(3)
    )


def test_an_estimate_counts_what_a_submission_sends(
    vendor: Vendor, tiny_biy: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asking: dict[str, Any] = {"model": vendor.model, "strategies": "one-shot", "tasks": "cluster_count"}
    assert estimate_batches(tiny_biy.path, out=tmp_path / "run", **asking) == 0
    told = capsys.readouterr().out
    assert "4 requests in 1 batch," in told
    assert "8 pictures shown" in told
    by_batch = estimate_dataset(tiny_biy.path, batch=True, **asking)
    assert by_batch.requests == 4
    assert f"The whole run, 4 requests by batch: {totals_told(by_batch)}" in told
    assert not (tmp_path / "run").exists()


def test_a_batched_reply_costs_half(tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prices = {"openai/gpt-4o": {"input": 2, "output": 10, "input_cache_write": 0, "input_cache_read": 1}}
    (tmp_path / "prices.json").write_text(json.dumps(prices))
    monkeypatch.setenv("INSPECT_EVAL_MODEL_COST_CONFIG", str(tmp_path / "prices.json"))
    with OPENAI.started(monkeypatch) as vendor:
        submit_batches(tiny_dataset.path, model=vendor.model, out=tmp_path / "run", limit=3)
        assert collect_batches(tiny_dataset.path, out=tmp_path / "run") == 0
    # dollars a million tokens; of the 100 in, 10 are read from a cache, and 2 come out
    assert read_run(tmp_path / "run").compute.cost == pytest.approx(3 * (90 * 2 + 10 * 1 + 2 * 10) / 1e6 / 2)


def test_batches_are_cut_at_the_limit_of_bytes(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OPENAI.started(monkeypatch) as vendor:
        submit_batches(tiny_dataset.path, model=vendor.model, out=tmp_path / "run", max_bytes=2500, limit=6)
        files = list(vendor.service.files.values())
        assert sum(file.count(b"\n") for file in files) == 6
        assert len(files) > 1
        assert max(map(len, files)) <= 2500
        with pytest.raises(SnellenError, match=r"a request of .* bytes, more than the 300 that a batch may hold"):
            submit_batches(tiny_dataset.path, model=vendor.model, out=tmp_path / "other", max_bytes=300)


@pytest.mark.parametrize(
    ("model", "named"),
    [
        ("grok/grok-4", "batches are of openai/"),
        ("openai/azure/gpt-4o", "not through a cloud"),
        ("google/vertex/gemini-2.5-pro", "not through a cloud"),
        ("openai/gpt-4o", "OPENAI_API_KEY is not set"),
    ],
)
def test_what_cannot_be_batched_is_told(
    tiny_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, named: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SnellenError, match=named):
        submit_batches(tiny_dataset.path, model=model, out=tmp_path / "run")
    assert plan_run(tiny_dataset.path, model=model).folder.exists() is False


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["custom_id", "key", "response", "error", "result", "type", "body", "status_code", "code", "message"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_line_of_results_is_a_result_or_no_line(line: Any) -> None:
    for read in (
        openai_result,
        OpenAIBatches.result.__get__(object()),
        AnthropicBatches.result.__get__(object()),
        GoogleBatches.result.__get__(object()),
    ):
        try:
            result = read(line)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
        assert isinstance(result.custom_id, str)
        assert result.outcome in ("replied", "expired", "cancelled")
        assert isinstance(result.status, int)
