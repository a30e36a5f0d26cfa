"""The table of faults: for each provider and each fault, what a user of `snellen eval` sees, and what is lost.

    python -m tests.servers.fault_table [MODEL …]

Each fault meets a question of its own: those that pass the first time that it is asked, the others always. Then the
server is well, and the same command is given again. "lost" are questions that have no reply at the end.
"""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai.model import ModelAPI
from perf.interrupt_run import make_questions
from tests.servers.faults import KINDS, Arrival, Fault
from tests.servers.server import ModelServer

from snellen.results import read_results
from snellen.running.engine import evaluate_dataset

MODELS = ("openai/gpt-4o", "openai/o3", "anthropic/claude-sonnet-4-0", "google/gemini-2.5-pro")
PASSING = (
    "rate limit",
    "server error",
    "unavailable",
    "dropped before",
    "dropped within",
    "slow",
    "hanging",
    "truncated JSON",
)


def main() -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        os.environ[name] = f"{name.lower()}-0123456789abcdef"
    setattr(ModelAPI, "retry_wait", lambda self: lambda state: 0.05)  # noqa: B010 (Inspect waits for seconds)
    for model in sys.argv[1:] or MODELS:
        print_table(model)


def print_table(model: str) -> None:
    faults = [Fault(kind) for kind in KINDS] + [Fault("rate limit", retry_after=1)]
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        dataset = make_questions(here / "set", len(faults))
        of_text = dict(zip((question.text for question in dataset.questions()), faults, strict=True))

        def decide(arrival: Arrival) -> Fault | None:
            fault = of_text.get(arrival.asked.text)
            return None if fault and fault.kind in PASSING and arrival.nth > 1 else fault

        with ModelServer(lambda asked: "4242", decide) as server:
            arguments = [f"base_url={server.base_url(model)}"]

            def run() -> tuple[int, str]:
                said = io.StringIO()
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
                    status = evaluate_dataset(
                        dataset.path, model=model, out=here / "run", model_args=arguments, timeout=60, max_retries=2
                    )
                return status, said.getvalue().strip()

            status, said = run()
            first = rows(here / "run")
            asked = [times(server, text) for text in of_text]
            server.faults = None
            status_after, _ = run()
            after = rows(here / "run")
            again = [times(server, text) - before for text, before in zip(of_text, asked, strict=True)]
        print(f"\n{model}: exit status {status}, then {status_after}\n{said}\n")
        print(
            f"{'fault':24} {'asked':>5} {'outcome':9} {'stop reason':14} {'again':>5} {'lost':>4}  what the user sees"
        )
        for fault, row, then, count, more in zip(faults, first, after, asked, again, strict=True):
            name = fault.kind + (", Retry-After" if fault.retry_after else "")
            sees = row["error"] or f"reply {row['reply']!r}"
            lost = int(then["outcome"] == "error")
            reason = row["stop_reason"] or "–"
            print(f"{name:24} {count:5} {row['outcome']:9} {reason:14} {more:5} {lost:4}  {sees[:110]}")


def rows(run: Path) -> list[dict[str, Any]]:
    table = read_results(run).astype(object)
    return [
        {str(name): value for name, value in row.items()} for row in table.where(table.notna(), None).to_dict("records")
    ]


def times(server: ModelServer, text: str) -> int:
    questions: Sequence[str] = [seen.question for seen in server.seen]
    return questions.count(text)


if __name__ == "__main__":
    main()
