"""`snellen generate`: every cell made in workers, then the parts merged in order; the manifest comes last."""

import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from snellen.benchmark import NO_OPTIONS, Benchmark, Cell, find_benchmark
from snellen.dataset import Chart, Dataset, Manifest, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.generation.cells import CellJob, make_cell, read_part
from snellen.generation.folder import (
    Plan,
    finish_folder,
    open_folder,
    remove_if_nothing_is_made,
    remove_temporary_files,
)
from snellen.generation.selection import parse_selection
from snellen.generation.workers import Workers, default_jobs

__all__ = ["generate_dataset"]

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def generate_dataset(
    benchmark: str,
    *,
    seed: int,
    out: Path,
    preset: str | None = None,
    jobs: int | None = None,
    images: bool = True,
    only: str | Mapping[str, Sequence[str]] = "",
    options: Mapping[str, Any] = NO_OPTIONS,
    overwrite: bool = False,
) -> Manifest:
    """Make a dataset folder at `out`, or complete one that was begun with the same arguments.

    `preset` is by default the benchmark's first; `options` are the benchmark's own. The bytes depend on benchmark,
    seed, preset, `only`, `options` and the versions of Snellen and its libraries; `jobs` (worker
    processes, default one a core) changes nothing. Without `images` the same charts are recorded without `sha256` (and
    without annotations that only the drawing gives). A finished folder is left alone, or made again with `overwrite`,
    which deletes only what Snellen wrote.

    Raises SnellenError for arguments that name nothing, and where `out` holds something else. A script that calls this
    does so under `if __name__ == "__main__":`, as with everything that starts processes.
    """
    started, started_cpu = time.perf_counter(), time.process_time()
    house = find_benchmark(benchmark)
    preset = next(iter(house.presets)) if preset is None else preset
    selection = parse_selection(only) if isinstance(only, str) else {name: [*values] for name, values in only.items()}
    _check_options(house, options)
    cells = house.cells(preset, seed, selection, options)
    _check_cells(cells)
    plan = Plan.of(
        benchmark=benchmark,
        benchmark_version=house.version,
        preset=preset,
        seed=seed,
        selection=selection,
        options=_without_paths(options),
        images=images,
    )
    with open_folder(out, plan, overwrite=overwrite) as unfinished:
        if not unfinished:
            manifest = Dataset(out).manifest
            click.echo(f"{out} is finished already ({_counted(manifest)}); --overwrite makes it again.")
            return manifest
        todo = [CellJob(benchmark, cell, seed, out, images) for cell in cells]
        workers = Workers(make_cell, jobs or default_jobs())
        try:
            _make_cells(todo, workers)
            manifest = _merge(out, plan, todo)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"interrupted; the same command goes on where {out} stopped.") from None
        except SnellenError:
            remove_if_nothing_is_made(out)
            raise
        finally:
            remove_temporary_files(out)
        finish_folder(out)
    cpu_seconds = time.process_time() - started_cpu + workers.cpu_seconds
    memory = f", {workers.peak_memory / 1e6:.0f} MB a worker at most" if workers.peak_memory else ""
    click.echo(
        f"{out}: {_counted(manifest)}; {time.perf_counter() - started:.1f} s, {cpu_seconds:.1f} s of CPU{memory}; "
        f"fingerprint {manifest.fingerprints.dataset[:12]}."
    )
    return manifest


def _check_options(house: Benchmark, options: Mapping[str, Any]) -> None:
    unknown = next((name for name in options if name not in house.options), None)
    if unknown is not None:
        known = ", ".join(house.options) or "none"
        raise SnellenError(f"{house.name} is not made with the option {unknown!r}; its options: {known}.")


def _without_paths(value: Any) -> Any:
    """Where files lie is this machine's business, and none of the dataset's."""
    if isinstance(value, Mapping):
        return {name: _without_paths(entry) for name, entry in value.items() if name != "path"}
    return [_without_paths(entry) for entry in value] if isinstance(value, list | tuple) else value


def _check_cells(cells: Sequence[Cell]) -> None:
    keys = [cell.key for cell in cells]
    if not keys:
        raise SnellenError("--only leaves nothing to make; ask for fewer things at once.")
    wrong = next((key for key in keys if not _KEY.fullmatch(key)), None)
    if wrong is not None or len({key.casefold() for key in keys}) < len(keys):
        raise ValueError(f"the benchmark's cell keys are not unique file names: {wrong or 'some are repeated'}")


def _make_cells(cells: Sequence[CellJob], workers: Workers[CellJob, int]) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    todo = [job for job in cells if not _is_made(job)]
    columns = (TextColumn("charts"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        total, left = (sum(job.cell.charts for job in jobs) for jobs in (cells, todo))
        bar = progress.add_task("", total=total, completed=total - left)
        with closing(workers.run(todo, lambda job: job.cell.key)) as steps:
            for step in steps:
                progress.advance(bar, step)


def _is_made(job: CellJob) -> bool:
    """Whether the cell's part is there and so are its pictures, which someone may have deleted in between."""
    if not job.part.is_file():
        return False
    if not job.images:
        return True
    charts = (record for record in read_part(job.part, {}) if isinstance(record, Chart))
    return all((job.folder / "images" / chart.file_name).is_file() for chart in charts)


def _merge(out: Path, plan: Plan, cells: Sequence[CellJob]) -> Manifest:
    curation: dict[str, int] = {}
    examples: list[str] = []

    def records() -> Iterator[Source | Chart | Question]:
        for job in cells:
            for record in read_part(job.part, curation):
                if isinstance(record, Question) and record.split == "example":
                    examples.append(record.question_id)
                yield record

    about: dict[str, Any] = {
        "name": f"{plan.benchmark}-{plan.preset}-{plan.seed}",
        **plan.model_dump(include={"benchmark", "benchmark_version", "preset", "seed", "selection", "options"}),
        "curation": curation,
        "examples": examples,
        **_provenance(plan.options),
    }
    return write_dataset(out, records(), about)


def _provenance(options: Mapping[str, Any]) -> dict[str, str]:
    """Whose the data are, where they are a user's: then it is not for us to license them."""
    if "data" not in options:
        return {}
    files = ", ".join(f"`{entry['file']}` (SHA-256 {entry['sha256'][:12]}…)" for entry in options["data"][:20])
    more = f" and {len(options['data']) - 20} more" if len(options["data"]) > 20 else ""
    return {"origin": f"The points are those of {files}{more}.", "license": "unknown"}


def _counted(manifest: Manifest) -> str:
    counts = manifest.counts
    pictures = f"{counts.images} image{'' if counts.images == 1 else 's'}" if counts.images else "no images"
    return f"{counts.in_words()}, {pictures}"
