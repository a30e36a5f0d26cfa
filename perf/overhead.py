"""What a run takes beside the model: few-shot requests to an instant one, here and over HTTP; where the time goes.

    snellen generate biy --preset lite --seed 1 --out biy-lite
    python -m perf.overhead biy-lite [--requests 2000] [--profile 300] [--skip-server]

Asks an instant local model, `snellen/chance`, and the same behind a server on the loopback through OpenAI's protocol
and Inspect's own provider, each in a process of its own. Prints requests a second, CPU and peak memory; then a profile
by package of a smaller run, and how often each picture's file is opened. Few-shot requests are repeated (`--epochs`)
until there are as many as asked for.
"""

import argparse
import cProfile
import math
import os
import pstats
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from snellen.dataset import Dataset
from snellen.running.engine import evaluate_dataset

_PACKAGE = re.compile(r".*?(?:site-packages/([^/.]+)|/src/(snellen)/|/python3\.\d+/(?!site-packages)([^/.]+))")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--profile", type=int, default=300)
    parser.add_argument("--skip-server", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("OPENAI_API_KEY", "a-key-for-the-loopback")
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        measured("local reader", options.dataset, options.requests, here / "local", ["--model", "snellen/chance"])
        if not options.skip_server:
            command = [sys.executable, "-m", "tests.servers", "--port", "8799"]
            server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert server.stdout is not None
            address = server.stdout.readline().split()[1]
            arguments = ["--model", "openai/gpt-4o", "-M", f"base_url={address}"]
            measured("over HTTP", options.dataset, options.requests, here / "http", arguments)
            server.terminate()
            server.wait()
        if options.profile:
            profiled(options.dataset, options.profile, here / "profile")


def measured(name: str, dataset: Path, requests: int, run: Path, arguments: list[str]) -> None:
    questions, epochs = _share(dataset, requests)
    command = [sys.executable, "-m", "snellen", "eval", str(dataset), *arguments, "--strategies", "few-shot"]
    command += ["--out", str(run), "--limit", str(questions), "--epochs", str(epochs)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    assert status == 0, f"exit status {status}"
    cpu, count = used.ru_utime + used.ru_stime, questions * epochs
    print(
        f"{name}: {count} few-shot requests in {seconds:.1f} s: {count / seconds:.1f} a second; {cpu:.1f} s of CPU, "
        f"{1000 * cpu / count:.1f} ms each; peak {used.ru_maxrss / 1024:.0f} MB",
        flush=True,
    )


def profiled(dataset: Path, requests: int, run: Path) -> None:
    """Own time by package, and files of pictures opened, in this process."""
    opened: Counter[str] = Counter()

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]).endswith((".png", ".jpg")):
            opened[str(arguments[0])] += 1

    questions, epochs = _share(dataset, requests)
    evaluate_dataset(dataset, model="snellen/chance", out=run / "warm", strategies="few-shot", limit=5)
    sys.addaudithook(watch)
    opened.clear()
    profile = cProfile.Profile()
    profile.enable()
    evaluate_dataset(
        dataset, model="snellen/chance", out=run / "cold", strategies="few-shot", limit=questions, epochs=epochs
    )
    profile.disable()
    asked, shown = questions * epochs, 7 * questions * epochs
    print(f"profile of {asked} requests, {shown} pictures shown: {opened.total()} openings of {len(opened)} files")
    own: Counter[str] = Counter()
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, name), (_, _, seconds, _, _) in stats.items():
        found = _PACKAGE.search(file)
        package = next(filter(None, found.groups()), "") if found else "built in"
        own[f"{package} {name}" if package == "built in" else package] += seconds  # type: ignore[assignment]
    total = sum(own.values())
    for package, share in own.most_common(16):
        print(f"  {100 * share / total:5.1f}%  {1000 * share / asked:6.2f} ms a request  {package[:90]}")


def _share(dataset: Path, requests: int) -> tuple[int, int]:
    """So many questions, so often, are about that many requests."""
    there = sum(question.split == "test" for question in Dataset(dataset).questions())
    epochs = math.ceil(requests / there)
    return min(there, math.ceil(requests / epochs)), epochs


if __name__ == "__main__":
    main()
