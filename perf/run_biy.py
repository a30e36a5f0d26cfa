"""What a run of BIY takes beside the model: `snellen eval` with an instant local model, in all three strategies.

    snellen generate biy --preset paper --seed 1 --scales 2 --out biy-paper
    python perf/run_biy.py biy-paper [--model snellen/chance] [--limit N] [--out RUN]

A full run is 25,875 requests: 1,725 charts, five tasks, zero-, one- and few-shot. Pictures are read and sent as to any
model. Prints seconds, peak memory, the logs with their samples and sizes, and the sizes of the other files of the run;
then asks again, which reads the run and scores it. Fails where a log has more samples than 10,000, or holds a picture.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import zipfile_zstd  # type: ignore[import-untyped]  # noqa: F401  (Inspect's logs are ZIP files with Zstandard)

from snellen.results import read_run

STRATEGIES = "zero-shot,one-shot,few-shot"
LARGEST_LOG = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--model", default="snellen/chance")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = options.out or Path(folder) / "run"
        if run.exists():
            sys.exit(f"{run} exists; name a new folder.")
        measured("asked and scored", options, run)
        measured("scored again    ", options, run)
        for log in sorted((run / "logs").glob("*.eval")):
            print(f"{log.name}: {samples_in(log)} samples, {log.stat().st_size / 1e6:.1f} MB")
        for name in ("replies.jsonl", "results.parquet"):
            print(f"{name}: {(run / name).stat().st_size / 1e6:.1f} MB")
        for each in read_run(run).conditions:
            print(f"{each.strategy}, {each.n_examples} examples: {each.rows} replies, {each.outcomes}")


def measured(name: str, options: argparse.Namespace, run: Path) -> None:
    command = [sys.executable, "-m", "snellen", "eval", str(options.dataset), "--model", options.model]
    command += ["--strategies", STRATEGIES, "--out", str(run)]
    command += [] if options.limit is None else ["--limit", str(options.limit)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    requests = sum(each.rows for each in read_run(run).conditions)
    # The peak is that of the largest child so far, which is the first one.
    print(f"{name}: {requests} requests, {seconds:.1f} s ({cpu:.1f} s CPU), peak {used.ru_maxrss / 1024:.0f} MB")


def samples_in(log: Path) -> int:
    """How many samples a log has. Exits where they are too many, or where one holds a picture in base64."""
    with zipfile.ZipFile(log) as archive:
        samples = [part for part in archive.namelist() if part.startswith("samples/")]
        holds_pictures = any(b";base64," in archive.read(part) for part in samples)
    if holds_pictures or len(samples) > LARGEST_LOG:
        sys.exit(f"{log}: {len(samples)} samples, pictures: {holds_pictures}")
    return len(samples)


if __name__ == "__main__":
    main()
