"""The dataset planned and drawn again from its manifest, and held against what is stored."""

import contextlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic_core import from_json

from snellen.benchmark import Benchmark, Cell, find_benchmark
from snellen.dataset import Chart, Dataset, digest_of, to_json_line
from snellen.errors import SnellenError
from snellen.generation.cells import draw_chart, plan_cell
from snellen.generation.workers import Workers
from snellen.verification.findings import Findings
from snellen.verification.progress import counted

__all__ = ["check_again"]

_IDS = {"source": "source_id", "chart": "chart_id", "question": "question_id"}


@dataclass(frozen=True, slots=True)
class _Job:
    benchmark: str
    cell: Cell
    seed: int
    images: bool


@dataclass(frozen=True, slots=True)
class _Made:
    """One chart made again: its records as (kind, line), and its picture's bytes only where they are asked for."""

    lines: tuple[tuple[str, str], ...]
    file_name: str
    image: bytes | None


def check_again(dataset: Dataset, benchmark: Benchmark, jobs: int | None, findings: Findings) -> None:
    """Make every record and picture again and name what differs, field by field.

    Raises SnellenError where the manifest does not say how: imported data has no plan.
    """
    manifest = dataset.manifest
    if manifest.preset is None or manifest.seed is None:
        raise SnellenError(
            f"{dataset.path} was not generated, so it can't be made again; verify it without --regenerate."
        )
    selection = {field: [str(value) for value in _listed(values)] for field, values in manifest.selection.items()}
    options = {**manifest.options, "dataset": str(dataset.path)} if manifest.options else {}
    cells = benchmark.cells(manifest.preset, manifest.seed, selection, options)
    images = manifest.counts.images > 0
    stored = {kind: _Lines(dataset.path / f"{kind}s.jsonl", key) for kind, key in _IDS.items()}
    work = [_Job(manifest.benchmark, cell, manifest.seed, images) for cell in cells]
    workers = Workers(_make, jobs)
    total = sum(cell.charts for cell in cells)
    for made in counted(workers.run(work, lambda job: job.cell.key), total, "made again"):
        for kind, line in made.lines:
            findings.differences.extend(stored[kind].compare(kind, line))
        if made.image is not None:
            findings.differences.extend(_compare_pictures(dataset.path / "images" / made.file_name, made.image))
    for kind, lines in stored.items():
        findings.differences.extend(f"{kind} {name}: is not made by the plan" for name in lines.unmet())
    findings.checked.append(("made again", f"{total} charts{' with their pictures' if images else ''}"))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _make(job: _Job) -> Iterator[_Made]:
    benchmark = _benchmark(job.benchmark)
    for records, planned in plan_cell(benchmark, job.cell, job.seed):
        image = None
        if job.images:
            chart, image = draw_chart(benchmark, planned)
            records = [chart if isinstance(record, Chart) else record for record in records]
        lines = tuple((type(record).__name__.lower(), to_json_line(record)) for record in records)
        yield _Made(lines, planned.chart.file_name, image)


@cache
def _benchmark(name: str) -> Benchmark:
    return find_benchmark(name)


class _Lines:
    """A record file by its ids' digests: where each line starts that has not been met yet."""

    def __init__(self, path: Path, key: str) -> None:
        self._path, self._key = path, key
        self._offsets: dict[int, int] = {}
        offset = 0
        with path.open("rb") as handle:
            for line in handle:
                with contextlib.suppress(
                    ValueError, TypeError, KeyError, AttributeError
                ):  # the check of the records names such a line
                    self._offsets[digest_of(from_json(line)[key])] = offset
                offset += len(line)

    def compare(self, kind: str, line: str) -> Iterator[str]:
        made = json.loads(line)
        name = made[self._key]
        offset = self._offsets.pop(digest_of(name), None)
        if offset is None:
            yield f"{kind} {name}: the plan makes it, the dataset does not hold it"
            return
        raw = self._line(offset)
        if raw == line.encode():
            return
        stored = json.loads(raw)
        names = [field for field in (*made, *(stored.keys() - made.keys())) if made.get(field) != stored.get(field)]
        for field in names:
            yield f"{kind} {name}: {field} is {_short(stored.get(field))}, made again {_short(made.get(field))}"
        if not names:
            yield f"{kind} {name}: the same values written in another way"

    def unmet(self) -> list[str]:
        return [json.loads(self._line(offset))[self._key] for offset in self._offsets.values()]

    def _line(self, offset: int) -> bytes:
        with self._path.open("rb") as handle:
            handle.seek(offset)
            return handle.readline().removesuffix(b"\n")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def _compare_pictures(path: Path, image: bytes) -> Iterator[str]:
    import numpy as np
    from PIL import Image

    try:
        stored = path.read_bytes()
    except OSError:
        return  # the check of the pictures has named it
    if stored == image:
        return
    try:
        with (
            Image.open(io.BytesIO(stored), formats=("PNG", "JPEG", "WEBP")) as one,
            Image.open(io.BytesIO(image)) as two,
        ):
            if one.size != two.size or one.mode != two.mode:
                yield f"images/{path.name}: {one.size} {one.mode}, made again {two.size} {two.mode}"
                return
            off = (
                np.any(np.asarray(one) != np.asarray(two), axis=-1)
                if one.mode != "L"
                else np.asarray(one) != np.asarray(two)
            )
    except Exception:  # the check of the pictures has named it
        return
    number = int(np.count_nonzero(off))
    yield (
        f"images/{path.name}: {number} pixels differ when made again"
        if number
        else f"images/{path.name}: other bytes, the same pixels"
    )
