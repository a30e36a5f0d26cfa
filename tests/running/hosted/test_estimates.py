"""An estimate holds what a server counts of the run that it is of."""

from pathlib import Path

import pytest
from tests.running.hosted.conftest import Ask
from tests.servers.server import ModelServer

from snellen.dataset import Dataset
from snellen.results import read_run
from snellen.running.estimating import estimate_dataset


@pytest.mark.parametrize("model", ["openai/gpt-4o", "anthropic/claude-sonnet-4-0", "google/gemini-2.5-pro"])
def test_the_servers_count_of_requests_and_tokens_is_within_the_estimate(
    model: str, tiny_biy: Dataset, tmp_path: Path, ask: Ask
) -> None:
    estimate = estimate_dataset(tiny_biy.path, model=model, strategies="zero-shot,few-shot", limit=6)
    with ModelServer(lambda asked: '{"clusters": 3}') as server:
        assert ask(tiny_biy, model, server, strategies="zero-shot,few-shot", limit=6) == 0
    counted = sum(seen.input_tokens for seen in server.seen)
    assert len(server.seen) == estimate.requests == 12
    assert estimate.input_tokens.low <= counted <= estimate.input_tokens.high
    compute = read_run(tmp_path / "run").compute
    assert compute.input_tokens == counted
    assert compute.cost is not None
    assert compute.estimated_cost is not None
    assert compute.estimated_cost[1] >= compute.cost
