"""How well and how fast `snellen/pixels` reads a GRAB dataset: the reader alone, without Inspect.

    python -m perf.read_pixels DATASET… [--jobs 2] [--task NAME] [--wrong wrong.jsonl]

Prints accuracy by task and by property with 95% Wilson intervals, and the CPU time a picture, one process a core.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from perf.asking import ask

from snellen.dataset import Dataset
from snellen.statistics import wilson_interval


@dataclass(frozen=True)
class Read:
    """One reply, its score, and what it cost."""

    question_id: str
    task: str
    name: str
    answer: str
    reply: str
    right: bool
    seconds: float
    picture: str
    pixels: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--task")
    parser.add_argument("--property")
    parser.add_argument("--wrong", type=Path)
    options = parser.parse_args()
    reads: list[Read] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for folder in options.datasets:
            dataset = Dataset(folder)
            wanted = [
                question.question_id
                for question in dataset.questions()
                if options.task in (None, question.task) and options.property in (None, question.property)
            ]
            parts = [(folder, wanted[start : start + 20]) for start in range(0, len(wanted), 20)]
            for found in pool.map(read_some, parts):
                reads.extend(found)
    report(reads)
    if options.wrong:
        lines = [json.dumps(read.__dict__) for read in reads if not read.right]
        options.wrong.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_some(part: tuple[Path, list[str]]) -> list[Read]:
    """The replies to some questions of a dataset."""
    folder, wanted = part
    return [
        Read(
            asked.question.question_id,
            asked.question.task,
            asked.question.property,
            str(asked.question.answer),
            asked.reply,
            asked.right,
            asked.seconds,
            asked.picture,
            asked.chart.width * asked.chart.height,
        )
        for asked in ask(folder, wanted, "exact")
    ]


def report(reads: list[Read]) -> None:
    """The tables."""
    for title, rows in (
        ("task", grouped(reads, lambda read: read.task)),
        ("property", grouped(reads, lambda read: f"{read.task}: {read.name}")),
    ):
        print(f"\n{title:45} {'n':>5} {'right':>6} {'95% interval':>15}")
        for name, right in rows:
            low, high = wilson_interval(sum(right), len(right))
            print(f"{name:45} {len(right):5d} {sum(right) / len(right):6.3f}  [{low:.3f}, {high:.3f}]")
    large = sorted(read.seconds for read in reads if read.pixels >= 2251 * 2171)
    every = sorted(read.seconds for read in reads)
    for name, times in (("all pictures", every), ("2251×2171 and larger", large)):
        if times:
            middle, most = times[len(times) // 2], times[-1]
            print(
                f"{name}: {len(times)}, CPU seconds: median {middle:.2f}, 95% {times[int(0.95 * len(times))]:.2f}, "
                f"most {most:.2f}"
            )


def grouped(reads: list[Read], key: Callable[[Read], str]) -> Iterator[tuple[str, list[bool]]]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for read in reads:
        groups[key(read)].append(read.right)
    yield from groups.items()


if __name__ == "__main__":
    main()
