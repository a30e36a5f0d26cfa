"""How fast a whole set of replies to BIY is scored: `snellen score` from a JSON Lines file to the results table.

    python -m perf.score_biy_set DATASET [--models 10]

DATASET: `snellen generate biy --preset paper --no-images --only scale=2 --out DATASET`, whose test set times three
strategies times ten models is 258,750 replies. They are made up as in `perf/score_biy.py`. Prints seconds, replies a
second and peak memory of the command; the readings and measures alone are what `perf/score_biy.py` times.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from perf.score_biy import Chart, made_up

from snellen.dataset import Dataset, Question

STRATEGIES = {"zero-shot": 0, "one-shot": 1, "few-shot": 6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--models", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        replies, run = Path(folder) / "replies.jsonl", Path(folder) / "run"
        number = write_replies(Dataset(options.dataset), replies, options.models)
        print(f"{number} replies, {replies.stat().st_size / 1e6:.0f} MB, {options.models} models, 3 strategies")
        start = time.perf_counter()
        command = [sys.executable, "-m", "snellen", "score", str(options.dataset)]
        subprocess.run([*command, "--replies", str(replies), "--out", str(run)], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        size = (run / "results.parquet").stat().st_size / 1e6
        print(f"snellen score: {seconds:.1f} s ({cpu:.1f} s CPU), {number / seconds:,.0f} replies/s")
        print(f"peak memory:   {peak:.0f} MB")
        print(f"results table: {size:.0f} MB")


def write_replies(dataset: Dataset, path: Path, models: int) -> int:
    """Replies to the test set by each model under each strategy; the number of them."""
    stream, number = random.Random(2170), 0
    asked = [question for question in dataset.questions() if question.split == "test"]
    charts = charts_of(asked)
    with path.open("w", encoding="utf-8") as handle:
        for model in range(models):
            for strategy, n_examples in STRATEGIES.items():
                for question in asked:
                    record = {
                        "question_id": question.question_id,
                        "model": f"made-up/{model}",
                        "strategy": strategy,
                        "n_examples": n_examples,
                        "reply": made_up(question.task, charts[question.chart_id], stream),
                        "settings": {"temperature": 0, "seed": 0},
                        "input_tokens": 900,
                        "output_tokens": stream.randrange(1, 90),
                        "seconds": round(stream.random() * 4, 3),
                    }
                    handle.write(json.dumps(record) + "\n")
                    number += 1
    return number


def charts_of(asked: list[Question]) -> dict[str, Chart]:
    """What is to be found on each chart that is asked about."""
    sizes, found = dict[str, tuple[int, int]](), defaultdict[str, dict[str, list[list[float]]]](dict)
    for question in asked:
        if question.task in ("cluster_bboxes", "outlier_points"):
            about: dict[str, Any] = {**question.metadata, **(question.answer_data or {})}
            sizes[question.chart_id] = about["size"][0], about["size"][1]
            found[question.chart_id][question.task] = about["pixels"]
    return {
        name: Chart(
            size,
            (float(size[0]), float(size[1])),
            np.reshape(found[name]["cluster_bboxes"], (-1, 4)),
            np.reshape(found[name]["outlier_points"], (-1, 2)),
        )
        for name, size in sizes.items()
    }


if __name__ == "__main__":
    main()
