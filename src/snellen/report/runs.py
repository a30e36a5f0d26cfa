"""The runs of a report, read and sorted by dataset: what was asked of one dataset is never mixed with another's."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.results import RunRecord, read_results, read_run, results_schema

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Asked", "Run", "read_runs"]


@dataclass(frozen=True)
class Run:
    """One run: its folder and what its `run.json` says."""

    path: Path
    record: RunRecord


@dataclass(frozen=True)
class Asked:
    """All replies to one dataset: the benchmark, the runs, their results below each other, and the dataset.

    `dataset` is None where its folder is gone or holds another dataset now; `missing` then says so in a sentence.
    `label` tells the datasets of one report apart, `slug` does so in file names and anchors.
    """

    benchmark: Benchmark
    fingerprint: str
    name: str
    label: str
    slug: str
    runs: Sequence[Run]
    results: "pd.DataFrame"
    dataset: Dataset | None
    missing: str | None


def read_runs(paths: Sequence[Path]) -> list[Asked]:
    """Read runs and sort them by benchmark, comparability version and dataset fingerprint, in order of appearance.

    Raises SnellenError for a folder that is no run, a damaged results table, a table that is not of its `run.json`'s
    dataset, and two runs that hold the same reply.
    """
    runs = [Run(path, read_run(path)) for path in paths]
    results = read_results(list(paths))
    by_dataset: dict[tuple[str, int, str], list[Run]] = {}
    for run in runs:
        named = run.record.dataset
        by_dataset.setdefault((named.benchmark, named.benchmark_version, named.fingerprint), []).append(run)
    keys = list(zip(results["benchmark"], results["benchmark_version"], results["dataset_fingerprint"], strict=True))
    strangers = [key for key in dict.fromkeys(keys) if key not in by_dataset]
    if strangers:
        stranger = next(path for path in paths if (read_results(path)["dataset_fingerprint"] == strangers[0][2]).any())
        raise SnellenError(
            f"{stranger / 'results.parquet'}: holds replies to a dataset ({strangers[0][2]:.12}) that no run.json "
            "names; score the replies again."
        )
    found = []
    for key, group in by_dataset.items():
        benchmark = find_benchmark(key[0])
        columns = [name for name in results_schema(benchmark).names if name in results]
        absent = [name for name in benchmark.score_columns if name not in columns]
        if absent:
            raise SnellenError(
                f"{group[0].path / 'results.parquet'}: has no column {absent[0]!r} of {benchmark.title}; score again."
            )
        alone = sum(other[0] == key[0] for other in by_dataset) == 1
        dataset, missing = _dataset(group)
        name = group[0].record.dataset.name
        label = f"{benchmark.title}: {name}" if alone else f"{benchmark.title}: {name} ({key[2]:.8})"
        slug = key[0] if alone else f"{key[0]}-v{key[1]}-{key[2]:.8}"
        frame = results.loc[[other == key for other in keys], columns].reset_index(drop=True)
        found.append(Asked(benchmark, key[2], name, label, slug, group, frame, dataset, missing))
    return found


def _dataset(runs: Sequence[Run]) -> tuple[Dataset | None, str | None]:
    """The dataset of some runs, from the first recorded folder that still holds it."""
    reasons = []
    for path, fingerprint in dict.fromkeys((run.record.dataset.path, run.record.dataset.fingerprint) for run in runs):
        if not Path(path).is_dir():
            reasons.append(f"{path} is not there (seen from the folder in which this report was made)")
            continue
        try:
            dataset = Dataset(path)
        except SnellenError as error:
            reasons.append(str(error).rstrip("."))
            continue
        if dataset.manifest.fingerprints.dataset == fingerprint:
            return dataset, None
        reasons.append(f"{path} holds another dataset now")
    return None, f"Questions and pictures are not shown: {'; '.join(reasons)}."
