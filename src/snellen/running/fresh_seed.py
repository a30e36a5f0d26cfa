"""`snellen eval --fresh-seed`: a run compared with the same run on a set that was never seen before.

Beside what a run holds, its folder has `fresh/seed.json` (which seed, kept so that a resumed run makes the same set),
`fresh/dataset`, `fresh/run`, and at the end `fresh.json` and `fresh.csv`.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel, ConfigDict, ValidationError

from snellen import __version__
from snellen.benchmark import Benchmark, find_benchmark
from snellen.comparison import FreshRecord, compare_results, write_fresh
from snellen.dataset import Dataset, Manifest
from snellen.errors import SnellenError
from snellen.files import write_text
from snellen.generation import generate_dataset
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset
from snellen.running.fresh_telling import comparison_table, sentence_of, write_comparison_csv
from snellen.running.run_plan import default_folder

__all__ = ["evaluate_fresh"]

_SEEDS = 2**31
_SAME_SIZE = 0.1
"""A preset that is named has as many charts as the dataset, give or take this share."""


class _FreshSeed(BaseModel):
    """What `fresh/seed.json` holds: with what the fresh set is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: int
    drawn: bool
    preset: str


def evaluate_fresh(
    dataset: Path,
    *,
    model: str | None = None,
    settings: str | None = None,
    fresh_seed: int | str = "drawn",
    fresh_preset: str | None = None,
    gap: float = 0.05,
    out: Path | None = None,
    jobs: int | None = None,
    **options: Any,
) -> int:
    """Run a model on `dataset`, then on a fresh set of its preset, selection, options and size, and compare.

    `fresh_seed` is the seed of the fresh set, or "drawn": then it comes from the operating system's entropy.
    `fresh_preset` takes the place of the dataset's preset (and of its selection and options); `gap`, from 0 to 1, is
    the difference whose power is told. Everything else is as for `snellen.running.engine.evaluate_dataset`; both runs
    have it alike, and share one budget. What is there already is not made or asked again, and a resumed run keeps its
    seed.

    Returns the exit status: 0 where every question of both sets was answered, 1 where some were not. What was found is
    no part of it. Raises SnellenError for imported sets and data of one's own without a `fresh_preset`, for a preset
    that is the same whatever the seed, for a seed that is the dataset's own or not the one that was begun with, for a
    gap that is no share, and for whatever making and asking raise.
    """
    if not 0 < gap < 1:
        raise SnellenError(f"--gap {gap}: it is a share of right answers between 0 and 1, such as 0.05 for 5 points.")
    opened = Dataset(dataset)
    benchmark = find_benchmark(opened.manifest.benchmark)
    preset, made_with = _recipe(opened, benchmark, fresh_preset)
    given = _given(fresh_seed, opened)
    _refuse_same_data(benchmark, opened.manifest, preset, made_with)
    options |= {"model": model, "settings": settings}
    folder = out or default_folder(opened.path, model, settings)
    _settled(folder, given, preset)  # a difference to what was begun is told before anything is asked

    results, first = _run(opened.path, folder, options)
    if results is None:
        return 1
    settled = _settled(folder, given, preset) or _settle(folder, given, preset, opened.manifest)
    click.echo(f"A fresh set: {opened.manifest.benchmark}, preset {preset}, seed {settled.seed}.", err=True)
    fresh_path = folder / "fresh" / "dataset"
    made = generate_dataset(
        opened.manifest.benchmark, seed=settled.seed, out=fresh_path, preset=preset, jobs=jobs, **made_with
    )
    options["spent_before"] = read_run(folder).compute.cost or 0.0
    fresh_results, second = _run(fresh_path, folder / "fresh" / "run", options)
    if fresh_results is None:
        return 1
    compared = compare_results(results, fresh_results, benchmark.headline, list(benchmark.facets), gap)
    if not compared:
        raise SnellenError(
            f"nothing that was asked has a score by {benchmark.headline}; ask tasks that it applies to, with --tasks."
        )
    record = FreshRecord(
        snellen=__version__,
        dataset=opened.manifest.name,
        fingerprint=opened.manifest.fingerprints.dataset,
        fresh_dataset=made.name,
        fresh_fingerprint=made.fingerprints.dataset,
        preset=preset,
        seed=settled.seed,
        drawn=settled.drawn,
        sentences=[
            sentence_of(each, opened.manifest.name) for each in compared if each.task is None or _alone(compared)
        ],
        comparisons=compared,
    )
    write_comparison_csv(folder / "fresh.csv", record)
    write_fresh(folder, record)
    _tell(record, folder)
    return max(first, second)


def _alone(compared: Sequence[Any]) -> bool:
    """Whether there is but one task, which then has no row for all tasks above it."""
    return all(each.task is not None for each in compared)


def _tell(record: FreshRecord, folder: Path) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    console.print(comparison_table(record))
    for sentence in record.sentences:
        click.echo(sentence)
    click.echo(str(folder / "fresh.json"))


def _run(dataset: Path, folder: Path, options: Mapping[str, Any]) -> tuple[Any, int]:
    """The results of a run and its exit status; None in their place where it was broken off."""
    started = datetime.now(UTC)
    status = evaluate_dataset(dataset, out=folder, **options)
    if status and (not (folder / "run.json").is_file() or read_run(folder).ended < started):
        return None, status
    return read_results(folder), status


def _recipe(opened: Dataset, benchmark: Benchmark, fresh_preset: str | None) -> tuple[str, dict[str, Any]]:
    """The preset of the fresh set, and the selection and options that it is made with."""
    manifest = opened.manifest
    if fresh_preset is not None:
        if fresh_preset not in benchmark.presets or fresh_preset == "own":
            known = ", ".join(name for name in benchmark.presets if name != "own")
            raise SnellenError(f"--fresh-preset: {benchmark.title} has no preset {fresh_preset!r}; it has {known}.")
        charts = sum(cell.charts for cell in benchmark.cells(fresh_preset, 0, {}))
        if abs(charts - manifest.counts.charts) > _SAME_SIZE * manifest.counts.charts:
            raise SnellenError(
                f"--fresh-preset {fresh_preset} has {charts:,} charts and {opened.path} has "
                f"{manifest.counts.charts:,}; name a preset of the same size."
            )
        return fresh_preset, {}
    if manifest.seed is None or manifest.preset not in benchmark.presets or manifest.preset == "own":
        what = "holds data of your own" if manifest.preset == "own" else "was imported, not made from a seed"
        raise SnellenError(
            f"{opened.path} {what}, so it has no fresh sets; name a preset of its size with --fresh-preset."
        )
    selection = {name: _listed(values) for name, values in manifest.selection.items()}
    return str(manifest.preset), {"only": selection, "options": manifest.options}


def _listed(values: Any) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list) else [str(values)]


def _given(fresh_seed: int | str, opened: Dataset) -> int | None:
    """The seed that was asked for; None where one is to be drawn."""
    if fresh_seed == "drawn":
        return None
    if not str(fresh_seed).isdecimal():
        raise SnellenError(
            f"--fresh-seed {fresh_seed}: a seed is a whole number from 0; write it behind the option, or name the "
            "dataset before it."
        )
    if int(fresh_seed) == opened.manifest.seed:
        raise SnellenError(f"--fresh-seed {fresh_seed}: that is the seed of {opened.path} itself; give another.")
    return int(fresh_seed)


def _refuse_same_data(benchmark: Benchmark, manifest: Manifest, preset: str, made_with: Mapping[str, Any]) -> None:
    """A preset whose data are the same whatever the seed has no fresh sets."""
    data = []
    for seed in (0, 1):
        cells = benchmark.cells(preset, seed, made_with.get("only", {}), made_with.get("options", {}))
        data.append(next(iter(benchmark.plan(cells[0], seed))).source.data)
    if data[0] and data[0] == data[1]:
        others = ", ".join(name for name in benchmark.presets if name not in (preset, "own"))
        raise SnellenError(
            f"the preset {preset} of {benchmark.title} shows the same data whatever the seed ({manifest.name}), so "
            f"nothing of it is fresh; name another with --fresh-preset: {others}."
        )


def _settled(folder: Path, given: int | None, preset: str) -> _FreshSeed | None:
    """What was begun with; None where nothing was. Raises SnellenError where other things are asked for now."""
    path = folder / "fresh" / "seed.json"
    try:
        begun = _FreshSeed.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError:
        raise SnellenError(f"{path}: cannot be read any more; delete {path.parent} to make another set.") from None
    for name, now, before in (("seed", given, begun.seed), ("preset", preset, begun.preset)):
        if now is not None and now != before:
            raise SnellenError(
                f"{path.parent} was begun with the {name} {before}, not {now}; give another folder with --out, or "
                f"delete {path.parent} to begin again."
            )
    return begun


def _settle(folder: Path, given: int | None, preset: str, manifest: Manifest) -> _FreshSeed:
    seed = given
    while seed is None or seed == manifest.seed:
        seed = secrets.randbelow(_SEEDS)
    settled = _FreshSeed(seed=seed, drawn=given is None, preset=preset)
    write_text(folder / "fresh" / "seed.json", settled.model_dump_json(indent=2) + "\n")
    return settled
