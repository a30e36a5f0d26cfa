"""Batched runs of three vendors, killed amid their submission: what was submitted, paid for, and answered.

    python -m perf.batch_runs [--requests 600] [--vendors openai,anthropic,google]

Each vendor's batch API is a server on the loopback that counts which request is paid for how often. `snellen batch
submit` is killed (SIGKILL) once the second batch is made, and given again. One request in fifty fails at the vendor's
the first time; `snellen batch collect` says so, and these are submitted once more. Then the run is scored. Exits with
1 where a request was submitted again that was answered, or a reply is missing.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from perf.interrupt_run import make_questions
from tests.running.batch_servers.service import Service, served
from tests.running.batch_servers.vendors import ANTHROPIC, GOOGLE, KEY, OPENAI, Vendor

from snellen.dataset import Dataset
from snellen.results import read_results

_VENDORS = {"openai": OPENAI, "anthropic": ANTHROPIC, "google": GOOGLE}


class FailsFirst:
    """How a question ends, by its place: every fiftieth fails with HTTP 500 in the first batch that it is in."""

    def __init__(self, texts: list[str]) -> None:
        self.failing = set(texts[7::50])
        self.is_first = True

    def __call__(self, text: str) -> str:
        return "500" if self.is_first and text in self.failing else "ok"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--vendors", default="openai,anthropic,google")
    options = parser.parse_args()
    is_well = True
    for name in options.vendors.split(","):
        with tempfile.TemporaryDirectory() as folder:
            dataset = make_questions(Path(folder) / "set", options.requests)
            is_well &= run(_VENDORS[name], dataset, Path(folder) / "run")
    sys.exit(not is_well)


def run(vendor: Vendor, dataset: Dataset, folder: Path) -> bool:
    """One vendor's run, printed; whether nothing was lost, and nothing that was answered was submitted again."""
    start, questions = time.perf_counter(), dataset.manifest.counts.questions
    fate = FailsFirst([question.text for question in dataset.questions()])
    with served(vendor.kind(outcome=fate)) as service:
        address, key = vendor.variables
        environment = {**os.environ, address: service.url + vendor.path, key: KEY}
        arguments = [str(dataset.path), "--model", vendor.model, "--out", str(folder)]
        submit = ["submit", *arguments, "--max-requests", str(questions // 3)]
        print(f"{vendor.model}: {questions} requests, at most {questions // 3} in a batch")
        _killed(submit, environment, service)
        print(f"  snellen batch submit: killed when {len(service.jobs)} batches were made")
        for step in (submit, ["poll", *arguments], ["collect", *arguments]):
            _told(step, environment)
        fate.is_first = False
        for step in (submit, ["poll", *arguments], ["collect", *arguments]):
            _told(step, environment)
        times, batches = Counter(service.paid.values()), len(service.jobs)
    table = read_results(folder)
    replies = int(table["reply"].notna().sum())
    print(
        f"  {batches} batches; submitted once {times[1]}, twice {times[2]}, more often "
        f"{sum(times.values()) - times[1] - times[2]}; {len(fate.failing)} had failed; {replies} replies; "
        f"{time.perf_counter() - start:.0f} s",
        flush=True,
    )
    return times == {1: questions - len(fate.failing), 2: len(fate.failing)} and replies == len(table) == questions


def _killed(command: list[str], environment: dict[str, str], service: Service) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "snellen", "batch", *command], env=environment, stderr=subprocess.DEVNULL
    )
    while len(service.jobs) < 2:
        if process.poll() is not None:
            sys.exit("the submission ended before it was killed")
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()


def _told(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "snellen", "batch", *command], env=environment, capture_output=True, text=True
    )
    print(f"  snellen batch {command[0]}: exit status {done.returncode}")
    for line in (done.stderr if command[0] != "poll" else done.stdout).splitlines():
        print(f"      {line[:150]}")


if __name__ == "__main__":
    main()
