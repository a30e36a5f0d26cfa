"""What planning a batched run takes: BIY's full run, 25,875 requests in three strategies, cut into files of requests.

    snellen generate biy --preset paper --seed 1 --scales 2 --out biy-paper
    python perf/batch_plan.py biy-paper [--model openai/gpt-4o] [--limit N] [--keep FOLDER]

Nothing is sent, and no key is needed. Files are written one at a time and removed, as submitting does, unless --keep
names a folder. Prints seconds, requests a second, peak memory, the files with their sizes, how many pictures there are
and how often one was encoded, and how many requests Inspect built itself. Then reads 500 replies, as collecting does.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from snellen.running.batch.openai_batches import OpenAIBatches, openai_line
from snellen.running.batch.planning import parts
from snellen.running.batch.stamping import Stamps
from snellen.running.batch.wire import Wire
from snellen.running.run_plan import plan_run


class Files:
    """A vendor that is asked for lines and limits alone: OpenAI's, whose files are the smallest."""

    name = "openai"
    limits = OpenAIBatches.limits
    line = staticmethod(openai_line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--model", default="openai/gpt-4o")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--keep", type=Path, default=None)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Wire(options.model, {}) as wire:
        start = time.perf_counter()
        plan = plan_run(
            options.dataset,
            model=options.model,
            strategies="zero-shot,one-shot,few-shot",
            limit=options.limit,
            out=options.keep or Path(folder),
        )
        print(f"opened: {time.perf_counter() - start:.1f} s, {len(plan.questions):,} questions")
        stamps, requests, sizes = Stamps(wire), 0, []
        start, cpu = time.perf_counter(), time.process_time()
        vendor: Any = Files()
        for part in parts(plan, lambda _: True, stamps, vendor):
            requests += part.batch.requests
            sizes.append(part.batch.bytes)
            if not options.keep:
                part.path.unlink()
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        print(f"planned: {requests:,} requests, {sum(sizes) / 1e9:.2f} GB in {len(sizes)} files")
        print(f"{seconds:.1f} s on the clock, {cpu:.1f} s of CPU, {requests / cpu:,.0f} requests a second of CPU")
        pictures = len(list((options.dataset / "images").iterdir()))
        print(f"{pictures:,} pictures, encoded {stamps.encoded:,} times; {stamps.built} requests built by Inspect")
        measure_reading(wire, options.model)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def measure_reading(wire: Wire, model: str) -> None:
    if not model.startswith("openai/"):
        return
    message = {"role": "assistant", "content": "4"}
    reply: Any = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 2, "total_tokens": 102},
    }
    cpu = time.process_time()
    for _ in range(500):
        output, error = wire.read(200, reply, 0)
        assert output is not None, error
    print(f"reading a reply: {(time.process_time() - cpu) / 500 * 1e3:.1f} ms of CPU")


if __name__ == "__main__":
    main()
