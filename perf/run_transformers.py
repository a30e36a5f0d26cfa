"""Replies of a model of Transformers by the size of the batch: seconds, CPU, replies a second, memory.

    python -m perf.run_transformers [--model FOLDER] [--requests 64] [--tokens 64] [--examples 6]

Without a model, a tiny LLaVA with random weights. Each request shows its examples and itself a picture of 640 by 480
pixels. All batches must give the same replies as one request at a time.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image
from tests.running.hugging_face.tiny_models import save_llava

from snellen.running.hugging_face.address import Source
from snellen.running.hugging_face.generating import Asked, Generated, Generator
from snellen.running.hugging_face.loading import load_model
from snellen.running.hugging_face.sampling import Sampling


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default=None)
    parser.add_argument("--requests", type=int, default=64)
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--examples", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.model is None:
            save_llava(Path(folder) / "llava")
        loaded = load_model(Source(options.model or f"{folder}/llava", is_folder=True))
        asked = requests(options.requests, options.examples, options.tokens)
        Generator(loaded, 1).replies(asked[:1])  # the first one warms up
        first: list[str] | None = None
        print(f"{'batch':>5} {'seconds':>8} {'CPU':>7} {'replies a CPU second':>21} {'peak MB':>8}  same replies")
        for size in (1, 2, 4, 8, 16):
            generator = Generator(loaded, size)
            wall, cpu = time.monotonic(), time.process_time()
            replies = [
                reply.text if isinstance(reply, Generated) else f"error: {reply}" for reply in generator.replies(asked)
            ]
            wall, cpu = time.monotonic() - wall, time.process_time() - cpu
            first = first or replies
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            same = sum(one == other for one, other in zip(first, replies, strict=True))
            print(f"{size:5} {wall:8.1f} {cpu:7.1f} {len(asked) / cpu:21.2f} {peak:8.0f}  {same} of {len(asked)}")


def requests(number: int, examples: int, tokens: int) -> list[Asked]:
    random = np.random.default_rng(0)
    asked = []
    for each in range(number):
        turns = []
        for place in range(examples + 1):
            picture = Image.fromarray(random.integers(0, 255, (480, 640, 3), dtype=np.uint8))
            question = {"type": "text", "text": f"How many clusters are there in scatterplot {each}?"}
            turns.append({"role": "user", "content": [{"type": "image", "image": picture}, question]})
            if place < examples:
                turns.append({"role": "assistant", "content": [{"type": "text", "text": f"{{{place}}}"}]})
        asked.append(Asked(turns, examples + 1, Sampling(tokens), 0, str(each)))
    return asked


if __name__ == "__main__":
    main()
