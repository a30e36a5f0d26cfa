"""Batches against servers that speak the three vendors' APIs: the same requests, replies and results as a hosted run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from snellen.dataset import Dataset
from snellen.results import read_results
from snellen.running.batch.commands import collect_batches, poll_batches, submit_batches
from snellen.running.engine import evaluate_dataset
from tests.running.batch_servers.vendors import VENDORS, Vendor

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # how Google's client calls aiohttp
    "ignore:unclosed:ResourceWarning",  # connections that Inspect leaves to the garbage collector
)


@pytest.fixture(params=VENDORS, ids=lambda vendor: vendor.model)
def vendor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vendor]:
    with request.param.started(monkeypatch) as started:
        yield started


def without_time(run: Path) -> pd.DataFrame:
    return read_results(run).drop(columns="seconds")


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
    pd.testing.assert_frame_equal(without_time(batched), without_time(hosted))
    assert not list((batched / "batches").iterdir())
