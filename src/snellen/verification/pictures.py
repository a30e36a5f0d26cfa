"""The pictures: there, unchanged, decoding whole to the stated size, and no others beside them."""

import stat
import warnings
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from snellen.dataset import Chart, Dataset, from_json_line
from snellen.files import sha256_of
from snellen.generation.workers import Workers
from snellen.verification.findings import Findings
from snellen.verification.progress import counted
from snellen.verification.records import Catalogue

__all__ = ["check_pictures", "fault_of_picture"]

_AT_A_TIME = 16
_FORMATS = ("PNG", "JPEG", "WEBP")
"""Formats that Pillow decodes by itself: some others start programs."""


@dataclass(frozen=True, slots=True)
class _Job:
    folder: Path
    charts: Sequence[Chart]


def check_pictures(dataset: Dataset, catalogue: Catalogue, jobs: int | None, findings: Findings) -> None:
    """Check the picture of every chart that has a digest, and look for files that belong to none."""
    folder, pictured = dataset.path / "images", catalogue.pictured
    if pictured:
        work = (_Job(folder, some) for some in _some_at_a_time(dataset.charts_path))
        if pictured <= _AT_A_TIME:  # not worth a process
            faults = _check_some(next(work))
        else:
            faults = Workers(_check_some, jobs).run(work, lambda job: job.charts[0].file_name)
        for fault in counted(faults, pictured, "pictures"):
            if fault is not None:
                findings.differences.append(fault)
    if folder.is_dir():
        known = catalogue.pictures if pictured else ()
        extra = sorted(path.name for path in folder.iterdir() if path.name not in known)
        findings.differences.extend(f"images/{name}: belongs to no chart" for name in extra)
    findings.checked.append(("pictures", f"{pictured} decoded" if pictured else "none, as the manifest says"))


def _some_at_a_time(path: Path) -> Iterator[list[Chart]]:
    """The charts that have a picture, a few at a time and with no more than is needed; lines that are none are named
    by the check of the records."""
    some: list[Chart] = []
    with path.open("rb") as handle:
        for line in handle:
            try:
                chart = from_json_line(Chart, line)
            except ValidationError:
                continue
            if chart.sha256 is not None:
                some.append(chart.model_copy(update={"axes": [], "annotations": {}, "metadata": {}}))
            if len(some) == _AT_A_TIME:
                yield some
                some = []
    if some:
        yield some


def _check_some(job: _Job) -> Generator[str | None, None, None]:
    for chart in job.charts:
        fault = fault_of_picture(job.folder / chart.file_name, chart)
        yield None if fault is None else f"images/{chart.file_name} (chart {chart.chart_id}): {fault}"


def fault_of_picture(path: Path, chart: Chart) -> str | None:
    """What is wrong with the file of a chart's picture, or None. Nothing larger than the stated size is decoded."""
    from PIL import Image

    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return "not a file"
        changed = sha256_of(path) != chart.sha256
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return f"can't be read: {(error.strerror or str(error)).lower()}"
    fault = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(path, formats=_FORMATS) as picture:
                if picture.size != (chart.width, chart.height):
                    return f"is {picture.width}×{picture.height} pixels, not {chart.width}×{chart.height}"
                picture.load()
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        return "too large to be decoded safely"
    except Exception as error:  # whatever a decoder makes of a hostile file is a fault of the file
        fault = f"does not decode: {str(error).splitlines()[0] if str(error) else type(error).__name__}".replace(
            str(path), path.name
        )
    if fault is not None:
        return fault
    return "is not the picture that the chart was recorded with" if changed else None
