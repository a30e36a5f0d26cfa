"""How well and how fast `snellen/pixels` reads FACT questions of CHARTOM datasets: the reader alone, without Inspect.

    python -m perf.read_chartom DATASET… [--jobs 2] [--type bar] [--wrong wrong.jsonl]

Prints accuracy (the robust protocol's) by chart type and by manipulation, on honest and on manipulated twins, with 95%
Wilson intervals, and the CPU time a picture.
"""

import argparse
import json
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from perf.asking import ask

from snellen.dataset import Dataset
from snellen.statistics import wilson_interval


@dataclass(frozen=True)
class Read:
    """One reply, whether it is right, and the CPU seconds that it took."""

    question_id: str
    chart_type: str
    manipulation: str
    manipulated: bool
    answer: str
    reply: str
    right: bool
    seconds: float
    picture: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--type", help="one chart type alone")
    parser.add_argument("--wrong", type=Path)
    options = parser.parse_args()
    reads: list[Read] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for folder in options.datasets:
            questions = [q for q in Dataset(folder).questions() if q.task == "fact"]
            wanted = [q.question_id for q in questions if options.type in (None, q.category)]
            parts = [(folder, wanted[start : start + 10]) for start in range(0, len(wanted), 10)]
            for found in pool.map(read_some, parts):
                reads.extend(found)
    report(reads)
    if options.wrong:
        lines = [json.dumps(asdict(read)) for read in reads if not read.right]
        options.wrong.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_some(part: tuple[Path, list[str]]) -> list[Read]:
    """The replies to some questions of a dataset."""
    folder, wanted = part
    return [
        Read(
            asked.question.question_id,
            asked.question.category,
            asked.question.property,
            bool(asked.question.metadata["manipulated"]),
            str(asked.question.answer),
            asked.reply,
            asked.right,
            asked.seconds,
            asked.picture,
        )
        for asked in ask(folder, wanted, "fact")
    ]


def report(reads: list[Read]) -> None:
    """The tables."""
    rows: dict[str, dict[bool, list[bool]]] = defaultdict(lambda: {False: [], True: []})
    for read in reads:
        for name in (read.chart_type, f"{read.chart_type}, {read.manipulation}"):
            rows[name][read.manipulated].append(read.right)
    for name, twins in sorted(rows.items()):
        told = []
        for rights in twins.values():
            low, high = wilson_interval(sum(rights), len(rights))
            told.append(
                f"{sum(rights):3d}/{len(rights):<3d} {sum(rights) / max(1, len(rights)):.3f} [{low:.3f}, {high:.3f}]"
            )
        print(f"{name:40} honest {told[0]}  manipulated {told[1]}")
    times = sorted(read.seconds for read in reads)
    if times:
        print(f"CPU seconds: median {times[len(times) // 2]:.2f}, most {times[-1]:.2f}")


if __name__ == "__main__":
    main()
