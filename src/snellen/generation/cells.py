"""One cell: planned, drawn, and put away as a part, which is there whole or not at all."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from snellen.benchmark import Benchmark, Cell, PlannedChart, find_benchmark
from snellen.dataset import Chart, Question, Source, from_json_line, to_json_line
from snellen.files import atomic_file, write_bytes

__all__ = ["PARTS", "CellJob", "draw_chart", "journalled_images", "make_cell", "plan_cell", "read_part"]

PARTS = ".parts"
_KINDS: dict[str, type[Source] | type[Chart] | type[Question]] = {
    "source": Source,
    "chart": Chart,
    "question": Question,
}


@dataclass(frozen=True, slots=True)
class CellJob:
    """What a worker needs to make one cell of the dataset at `folder`."""

    benchmark: str
    cell: Cell
    seed: int
    folder: Path
    images: bool

    @property
    def part(self) -> Path:
        """The file of the cell's records."""
        return self.folder / PARTS / f"{self.cell.key}.jsonl"

    @property
    def journal(self) -> Path:
        """The file that names each picture before it is written."""
        return self.folder / PARTS / f"{self.cell.key}.images"


def make_cell(job: CellJob) -> Iterator[int]:
    """Make the cell's pictures and, at the end, its part; yields 1 after each chart."""
    benchmark = _benchmark(job.benchmark)
    curation: dict[str, int] = {}
    with atomic_file(job.part) as part:
        for records, planned in plan_cell(benchmark, job.cell, job.seed):
            for name, amount in planned.curation.items():
                curation[name] = curation.get(name, 0) + amount
            for record in records:
                if isinstance(record, Chart) and job.images:
                    record, image = draw_chart(benchmark, planned)
                    with job.journal.open("a", encoding="utf-8") as journal:
                        journal.write(f"{record.file_name}\n")
                    write_bytes(job.folder / "images" / record.file_name, image)
                part.write(f"{type(record).__name__.lower()}\t{to_json_line(record)}\n")
            yield 1
        part.write(f"curation\t{json.dumps(curation, sort_keys=True)}\n")


def plan_cell(
    benchmark: Benchmark, cell: Cell, seed: int
) -> Iterator[tuple[Sequence[Source | Chart | Question], PlannedChart]]:
    """Each chart of a cell with its records in file order; a source comes with the first of its charts alone.

    Raises ValueError where the plan holds another number of charts than the cell says.
    """
    known: set[str] = set()
    number = 0
    for planned in benchmark.plan(cell, seed):
        number += 1
        source = () if planned.source.source_id in known else (planned.source,)
        known.add(planned.source.source_id)
        yield (*source, planned.chart, *planned.questions), planned
    if number != cell.charts:
        raise ValueError(f"the cell {cell.key} should hold {cell.charts} charts and its plan holds {number}")


def draw_chart(benchmark: Benchmark, planned: PlannedChart) -> tuple[Chart, bytes]:
    """A drawn chart: its record, with the digest of its picture and the drawing's annotations, and the picture."""
    drawing = benchmark.draw(planned)
    chart = planned.chart.model_copy(
        update={
            "sha256": hashlib.sha256(drawing.image).hexdigest(),
            "annotations": {**planned.chart.annotations, **drawing.annotations},
        }
    )
    return chart, drawing.image


def read_part(path: Path, curation: dict[str, int]) -> Iterator[Source | Chart | Question]:
    """The records of a part in file order; its counts are added to `curation`."""
    with path.open("rb") as handle:
        for line in handle:
            kind, _, text = line.partition(b"\t")
            if kind == b"curation":
                for name, amount in json.loads(text).items():
                    curation[name] = curation.get(name, 0) + amount
            else:
                yield from_json_line(_KINDS[kind.decode()], text)


def journalled_images(parts: Path) -> Iterator[str]:
    """The file names of all pictures that cells have begun to write."""
    for journal in sorted(parts.glob("*.images")):
        yield from journal.read_text(encoding="utf-8").splitlines()


@cache
def _benchmark(name: str) -> Benchmark:
    return find_benchmark(name)
