"""How fast replies are scored: `snellen score` on 250,000 made-up replies, beside the least that a scorer must do.

    python perf/score_replies.py DATASET [--replies 250000] [--models 5]

Prints seconds, replies a second, peak memory, and the ratio to a plain loop that decodes each line with the standard
library and makes the one comparison of the code released with GRAB: no reading of values, no table, no statistics.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from snellen.dataset import Dataset, Question

PROSE = (
    "To answer this, look at where the curve meets the axis. Reading the picture from left to right, it crosses the "
    "horizontal axis a little before the third grid line, so the value I would give is {}."
)
REFUSAL = "I'm sorry, but I can't determine the value from this image."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--replies", type=int, default=250_000)
    parser.add_argument("--models", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        replies = Path(folder) / "replies.jsonl"
        write_replies(Dataset(options.dataset), replies, options.replies, options.models)
        print(f"{options.replies} replies, {replies.stat().st_size / 1e6:.0f} MB, {options.models} models")
        seconds = timed(lambda: run_score(options.dataset, replies, Path(folder) / "run"))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        print(f"snellen score: {seconds:.1f} s ({cpu:.1f} s CPU), {options.replies / seconds:,.0f} replies/s")
        print(f"peak memory:   {peak:.0f} MB")
        start = time.process_time()
        plain = timed(lambda: released_comparison(options.dataset, replies))
        plain_cpu = time.process_time() - start
        print(f"plain loop:    {plain:.1f} s ({plain_cpu:.1f} s CPU)")
        print(f"ratio:         {seconds / plain:.1f} ({cpu / plain_cpu:.1f} in CPU)")


def write_replies(dataset: Dataset, path: Path, number: int, models: int) -> None:
    """Replies to all questions by each model, as often as it takes; no two rounds have the same texts."""
    questions, stream = list(dataset.questions()), random.Random(2170)
    with path.open("w", encoding="utf-8") as handle:
        keys = (
            (repeat, model, question) for repeat in range(number) for model in range(models) for question in questions
        )
        for repeat, model, question in islice(keys, number):
            record = {
                "question_id": question.question_id,
                "model": f"made-up/{model}",
                "reply": made_up(question, stream),
                "repeat": repeat,
                "settings": {"temperature": 0, "seed": 0},
                "input_tokens": 900,
                "output_tokens": stream.randrange(1, 90),
                "seconds": round(stream.random() * 4, 3),
            }
            handle.write(json.dumps(record) + "\n")


def made_up(question: Question, stream: random.Random) -> str:
    """The answer in many dresses, values near it, prose, equations and refusals."""
    answer = question.answer or ""
    near = f"{stream.uniform(-100, 100):.{stream.randrange(4)}f}"
    if question.answer_type == "equation":
        near = f"y = {stream.randrange(-9, 9)}x^2 {stream.choice('+-')} {stream.randrange(9)}x + {stream.randrange(9)}"
    sine = f"f(x) = {stream.randrange(9)}sin({near[-1]}x + 1) - 2"
    dressed = [f"${answer}$", answer.replace("-", "\u2212"), f"{answer}.", f"**{near}**", f"Answer: {near}"]
    prose = [PROSE.format(near), f"The answer is {answer}", REFUSAL]
    return stream.choice([answer, near, near, sine, *dressed, *prose])


def run_score(dataset: Path, replies: Path, run: Path) -> None:
    command = [sys.executable, "-m", "snellen", "score", str(dataset), "--replies", str(replies), "--out", str(run)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def released_comparison(dataset: Path, replies: Path) -> float:
    answers = {question.question_id: question.answer or "" for question in Dataset(dataset).questions()}
    right = total = 0
    with replies.open(encoding="utf-8") as handle:
        for line in handle:
            record = json.loads(line)
            answer = answers[record["question_id"]]
            right += record["reply"].lstrip()[: len(answer)] == answer
            total += 1
    return right / total


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
