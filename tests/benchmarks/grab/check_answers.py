"""Checks every answer of a preset by the second route, and that every question can be answered; prints the figures.

python tests/benchmarks/grab/check_answers.py --preset paper --seed 1 --jobs 2
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.benchmarks.grab.checked import Checked, checked_cell, summary

from snellen.benchmarks.grab import BENCHMARK

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every answer agrees and every question can be answered, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="paper")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="check every n-th chart of a cell alone")
    parser.add_argument("--no-pictures", action="store_true", help="leave the pixels unlooked at")
    parser.add_argument("--redraw", type=int, default=0, help="check so many other drawings of each chart too")
    options = parser.parse_args(arguments)
    cells = BENCHMARK.cells(options.preset, options.seed, {}, {"redraw": options.redraw})
    work = [(cell, options.seed, options.every, not options.no_pictures) for cell in cells]
    if options.jobs == 1:
        checked = [row for item in work for row in checked_cell(*item)]
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            checked = [row for rows in pool.map(checked_cell, *zip(*work, strict=True), chunksize=4) for row in rows]
    print(f"grab, {options.preset}, seed {options.seed}")
    print(summary(checked))
    print(_uniformity(checked))
    return 1 if any(row.problems for row in checked) else 0


def _uniformity(checked: Iterable[Checked]) -> str:
    """The most common answer of each task, property and precision, and the margins."""
    answers: dict[tuple[str, str, float | None], list[Checked]] = defaultdict(list)
    for row in checked:
        answers[row.task, row.name, row.precision].append(row)
    lines = [
        "",
        "task, property, precision: questions, most common answer and its share, margins (least, median) in pixels",
    ]
    for (task, name, precision), rows in answers.items():
        common, count = Counter(row.answer for row in rows).most_common(1)[0]
        margins = sorted(row.margin for row in rows)
        lines.append(
            f"{task:<20} {name:<22}{precision:<5}{len(rows):>4}   {common:>8} {count / len(rows):>5.0%}"
            f"   {margins[0]:>7.2f} {margins[len(rows) // 2]:>7.2f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
