"""An estimate beside what a server counts of the run: requests, tokens, dollars.

    python -m perf.estimate_beside_server DATASET [--limit 20] [--models openai/gpt-4o,…] [--strategies …]

For each model the run is estimated and then asked of a server on the loopback, which counts the tokens of what arrives
with rules of its own: words for text, the vendors' published rules for pictures. Prints both, and what the run cost by
the server's counts. Exits with 1 where the server's count of requests or of input tokens is outside the estimate.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.servers.conversations import Asked
from tests.servers.server import ModelServer

from snellen.costs.token_counts import Range
from snellen.dataset import Dataset
from snellen.results import read_run
from snellen.running.engine import evaluate_dataset
from snellen.running.estimating import estimate_dataset

MODELS = "openai/gpt-4o,anthropic/claude-sonnet-4-0,google/gemini-2.5-pro"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--strategies", default="zero-shot")
    parser.add_argument("--limit", type=int, default=20)
    options = parser.parse_args()
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        os.environ.setdefault(name, "a-key-for-the-loopback")
    is_within = True
    for model in options.models.split(","):
        is_within &= compare(options.dataset, model, options.strategies, options.limit)
    sys.exit(not is_within)


def compare(dataset: Path, model: str, strategies: str, limit: int) -> bool:
    """Print an estimate beside the server's counts; whether these are within it."""
    estimate = estimate_dataset(dataset, model=model, strategies=strategies, limit=limit)
    keys = {question.text: question.answer or "" for question in Dataset(dataset).questions()}

    def answer(asked: Asked) -> str:
        return keys[asked.text]

    with tempfile.TemporaryDirectory() as folder, ModelServer(answer, keep_bodies=False) as server:
        run = Path(folder) / "run"
        arguments = [f"base_url={server.base_url(model)}"]
        status = evaluate_dataset(
            dataset, model=model, out=run, strategies=strategies, limit=limit, model_args=arguments
        )
        compute = read_run(run).compute
        counted = sum(seen.input_tokens for seen in server.seen)
        requests = len(server.seen)
    is_within = status == 0 and estimate.requests == requests
    is_within &= estimate.input_tokens.low <= counted <= estimate.input_tokens.high
    assert estimate.cost is not None
    print(f"{model}, {strategies}: {'within the estimate' if is_within else 'OUTSIDE THE ESTIMATE'}")
    print(f"  requests       estimated {estimate.requests:,}; server {requests:,}")
    print(f"  tokens in      estimated {_told(estimate.input_tokens)}; server {counted:,}")
    print(f"  tokens out     estimated {_told(estimate.output_tokens)}; run {compute.output_tokens:,}")
    print(f"  cost           estimated ${estimate.cost.low:.4f} to ${estimate.cost.high:.4f}; run ${compute.cost:.4f}")
    return is_within


def _told(numbers: Range) -> str:
    return f"{numbers.low:,.0f} to {numbers.high:,.0f}"


if __name__ == "__main__":
    main()
