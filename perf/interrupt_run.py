"""What is lost when a run is interrupted: nothing. Interrupts runs in each way, resumes them, and compares.

    python -m perf.interrupt_run [--requests 5000] [--ways SIGINT,SIGTERM,SIGKILL,disk,network] [--model openai/gpt-4o]

A server on the loopback answers; it counts how often each question is asked. A run that nobody interrupts comes first.
Each other run is interrupted when two fifths of its requests are answered: by a signal; by a disk on which no file may
be longer any more than the journal is (RLIMIT_FSIZE); by the server's end, after which it is started again at the same
address. Then the same command is given again until it succeeds. Prints for each way what the journal had, what was
asked twice beside what was in flight, and whether the results are those of the uninterrupted run. Exits with 1 where an
answer was lost or asked for twice.
"""

import argparse
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from tests.servers.conversations import Asked
from tests.servers.server import ModelServer

from snellen.dataset import Chart, Dataset, Question, Rectangle, Source, write_dataset
from snellen.files import sha256_of
from snellen.results import read_results

WAYS = ("SIGINT", "SIGTERM", "SIGKILL", "disk", "network")
PART = 0.4
SECONDS = 0.05
"""How long the server takes to answer."""


@dataclass(frozen=True)
class Outcome:
    """What an interruption did: lines in the journal when it had ended, what it said, and what the resumed run asked.

    `in_flight` are the questions that the server was asked before and that the journal has no reply to.
    """

    status: int
    told: str
    kept: int
    in_flight: int
    asked_again: int
    most_often: int
    lost: int
    sessions: int
    is_same: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=5000)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--model", default="openai/gpt-4o")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        dataset = make_questions(here / "set", options.requests)
        start = time.perf_counter()
        with ModelServer(answer, keep_bodies=False, seconds=SECONDS) as server:
            assert evaluate(dataset, options.model, server, here / "whole").wait() == 0
        print(f"uninterrupted: {options.requests} requests in {time.perf_counter() - start:.0f} s", flush=True)
        failed = False
        for way in options.ways.split(","):
            got = interrupt(way, dataset, options.model, here / way, here / "whole")
            print(
                f"{way}: exit status {got.status}; journal {got.kept} replies, {got.in_flight} in flight; resumed in "
                f"{got.sessions} session(s): {got.asked_again} asked again, none more than {got.most_often} times; "
                f"answers lost: {got.lost}; table {'the same' if got.is_same else 'NOT THE SAME'}\n    {got.told}",
                flush=True,
            )
            failed |= not got.is_same or got.lost > 0 or got.asked_again > got.in_flight
    sys.exit(failed)


def interrupt(way: str, dataset: Dataset, model: str, run: Path, whole: Path) -> Outcome:
    """Start a run, interrupt it, resume it, and compare its results with those of `whole`."""
    journal = run / "replies.jsonl"
    questions = dataset.manifest.counts.questions
    part = round(PART * questions)
    server = ModelServer(answer, keep_bodies=False, seconds=SECONDS)
    with server:
        process = evaluate(dataset, model, server, run)
        _wait(journal, part, process)
        if way == "network":
            server.stop()
        elif way == "disk":
            size = journal.stat().st_size
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
        else:
            process.send_signal(getattr(signal, way))
        told = process.communicate()[1]
        kept = _answered(journal)
        asked = dict(server.times_asked)
    later = ModelServer(answer, keep_bodies=False, seconds=SECONDS, port=server.port)
    sessions, status = 0, 1
    with later:
        while status != 0 and sessions < 5:
            again = evaluate(dataset, model, later, run)
            again.communicate()
            status, sessions = again.returncode, sessions + 1
    times = {key: asked.get(key, 0) + later.times_asked[key] for key in {*asked, *later.times_asked}}
    columns = ["seconds", "settings"]  # the address, with the server's port, is among the settings
    tables = [read_results(each).drop(columns=columns) for each in (run, whole)]
    tables = [table.sort_values("question_id", ignore_index=True) for table in tables]
    return Outcome(
        status=process.returncode,
        told=told.strip().splitlines()[-1] if told.strip() else "(nothing)",
        kept=len(kept),
        in_flight=len(asked) - len(kept),
        asked_again=sum(key in later.times_asked for key in asked),
        most_often=max(times.values()),
        lost=_lost(kept, run),
        sessions=sessions,
        is_same=tables[0].equals(tables[1]),
    )


def evaluate(dataset: Dataset, model: str, server: ModelServer, run: Path) -> "subprocess.Popen[str]":
    """`snellen eval` in a process of its own."""
    command = [sys.executable, "-m", "snellen", "eval", str(dataset.path), "--model", model, "--out", str(run)]
    command += ["-M", f"base_url={server.base_url(model)}", "--max-retries", "1"]
    keys = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"), "a-key-for-the-loopback")
    return subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **keys},
        preexec_fn=_hear_signals,
    )


def _hear_signals() -> None:
    """A shell's background jobs ignore SIGINT, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def answer(asked: Asked) -> str:
    """A number made of the question: the same whenever it is asked."""
    return str(int.from_bytes(hashlib.sha256(asked.key.encode()).digest()[:2]))


def make_questions(folder: Path, count: int) -> Dataset:
    """A dataset of so many questions, no two with the same text, on one small picture."""
    (folder / "images").mkdir(parents=True)
    picture = folder / "images" / "0.png"
    Image.new("RGB", (64, 64), "white").save(picture)
    about = {"name": "many", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, _records(picture, count), about)
    return Dataset(folder)


def _records(picture: Path, count: int) -> Iterator[Source | Chart | Question]:
    yield Source(source_id="s", group_id="s", kind="linear", data={})
    yield Chart(
        chart_id="c",
        source_id="s",
        file_name=picture.name,
        width=64,
        height=64,
        sha256=sha256_of(picture),
        plot=Rectangle(left=0, top=0, width=64, height=64),
        axes=[],
    )
    for number in range(count):
        yield Question(
            question_id=f"q{number:05d}",
            chart_id="c",
            benchmark="grab",
            task="properties",
            category="Functions",
            property="value",
            text=f"What is y at x = {number}? Give your answer as an integer.",
            answer=str(number),
            answer_type="number",
            precision=1.0,
            complexity=0,
            margin=1.5,
        )


def _wait(journal: Path, lines: int, process: "subprocess.Popen[str]") -> None:
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= lines):
        if process.poll() is not None:
            sys.exit(f"the run ended before it was interrupted:\n{process.communicate()[1]}")
        time.sleep(0.02)


def _answered(journal: Path) -> dict[str, str]:
    """The replies in a journal by question; a line that a kill tore is none."""
    lines = journal.read_bytes().split(b"\n")[:-1]
    records = [json.loads(line) for line in lines]
    return {record["question_id"]: record["reply"] for record in records if record["error"] is None}


def _lost(kept: dict[str, str], run: Path) -> int:
    """How many of the replies in the journal before are not in it now as they were."""
    now = _answered(run / "replies.jsonl")
    return sum(now.get(name) != reply for name, reply in kept.items())


if __name__ == "__main__":
    main()
