"""How the question-only readers learn: datasets of other seeds are planned, not drawn, and their answers counted."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from snellen.benchmark import Cell, find_benchmark
from snellen.errors import SnellenError
from snellen.files import write_text
from snellen.readers.knowledge import Asked, Knowledge, count_asked, learn

__all__ = ["learn_table", "parse_seeds"]


def learn_table(
    benchmark: str, *, seeds: Sequence[int], preset: str, out: Path | None = None, jobs: int | None = None
) -> Knowledge:
    """Learn from one dataset a seed, all of one preset, and write the table to `out` where one is given.

    Nothing is drawn. The table is the same whatever `jobs` is (default: one a core). Raises SnellenError for an unknown
    benchmark or preset, where no seeds are given, and where `out` is a folder.
    """
    from rich.console import Console
    from rich.progress import Progress

    if not seeds:
        raise SnellenError("there is nothing to learn from without seeds; give some, as in --seeds 1001-1010.")
    if out is not None and out.is_dir():
        raise SnellenError(f"{out} is a folder; name the file to write with --out.")
    found = find_benchmark(benchmark)
    work = [(seed, cell) for seed in seeds for cell in found.cells(preset, seed, {})]
    counts: Counter[Asked] = Counter()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(f"{benchmark}: learning from {len(seeds)} seeds", total=len(work))
        for counted in _counted(benchmark, work, jobs or os.cpu_count() or 1):
            counts.update(counted)
            progress.advance(bar)
    knowledge = Knowledge(
        benchmark=benchmark,
        benchmark_version=found.version,
        preset=preset,
        seeds=sorted(seeds),
        command=f"snellen learn {benchmark} --seeds {_written(seeds)} --preset {preset}",
        questions=counts.total(),
        templates=learn(counts),
    )
    if out is not None:
        write_text(out, knowledge.model_dump_json(indent=1) + "\n")
    return knowledge


def parse_seeds(text: str) -> list[int]:
    """Seeds written as numbers and ranges, `1,5,1001-1010`, in increasing order and each once.

    Raises SnellenError for any other text, and for more than 10,000 seeds.
    """
    seeds: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        ends = [first, last] if dash else [first]
        if not all(end.isascii() and end.isdigit() and len(end) <= 18 for end in ends):
            raise SnellenError(f"{part.strip()!r} is no seed and no range of seeds; write them as in 1,5,1001-1010.")
        low, high = int(ends[0]), int(ends[-1])
        if low > high or high - low >= 10_000:
            raise SnellenError(f"{part.strip()!r} is no range of seeds, from low to high and of at most 10,000.")
        seeds.update(range(low, high + 1))
    if len(seeds) > 10_000:
        raise SnellenError("more than 10,000 seeds are too many to learn from; give fewer.")
    return sorted(seeds)


def _counted(benchmark: str, work: Sequence[tuple[int, Cell]], jobs: int) -> Iterator[Counter[Asked]]:
    if jobs == 1:
        for seed, cell in work:
            yield _count(benchmark, seed, cell)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(_count, benchmark, seed, cell) for seed, cell in work]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _count(benchmark: str, seed: int, cell: Cell) -> Counter[Asked]:
    found = find_benchmark(benchmark)
    return count_asked(
        Asked.of(question, found.template(question.text))
        for planned in found.plan(cell, seed)
        for question in planned.questions
    )


def _written(seeds: Sequence[int]) -> str:
    """Seeds as `parse_seeds` reads them, neighbours joined."""
    runs: list[list[int]] = []
    for seed in sorted(set(seeds)):
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
