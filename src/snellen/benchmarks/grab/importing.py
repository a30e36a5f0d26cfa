"""`snellen import grab`: the 2170 published questions as a dataset, with or without their pictures."""

import hashlib
import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from snellen.benchmarks.grab.imported_rows import PublishedRow, read_rows
from snellen.benchmarks.grab.imported_wording import read_wording
from snellen.dataset import Chart, Manifest, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.files import whole_folder, write_bytes

__all__ = ["import_grab"]

_ORIGIN = (
    "The questions and answers that the authors of GRAB (Roberts, Han and Albanie, 2024) published under the MIT "
    "licence, wording and answers unchanged. The data behind the charts were not published, so answers can't be "
    "recomputed; some look wrong, the correlations of series above all."
)
_SIZE = (2251, 2171)
_EXTENSIONS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}


def import_grab(file: str, images: Path | None, out: Path) -> Manifest:
    """Write the published GRAB at `out` as a dataset: from grab.json, Parquet, a folder, or a name on the Hub.

    Pictures come from the folder `images` (by the path that a row gives, or its last part) or from the rows themselves;
    they are copied under opaque names. Those that are missing are reported, and their charts have no `sha256`.
    Charts of unknown size are recorded with that of the published figures, 2251×2171. Each question has a source of its
    own, of kind "unknown". The folder appears whole or not at all.

    Raises SnellenError where `out` is not empty, and for input that is not as published, by pid.
    """
    from snellen.benchmarks.grab import BENCHMARK

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise SnellenError(f"{out} exists already; name another folder with --out, or delete it.")
    if images is not None and not images.is_dir():
        raise SnellenError(f"{images}: no such folder; --images names the folder of the published pictures.")
    about: dict[str, Any] = {
        "name": "grab-published",
        "benchmark": BENCHMARK.name,
        "benchmark_version": BENCHMARK.version,
        "preset": "published",
        "seed": None,
        "origin": _ORIGIN,
        "license": "MIT",
    }
    with whole_folder(out) as folder:
        pictures = _Pictures(images, folder / "images")
        manifest = write_dataset(folder, _records(file, pictures), about)
    click.echo(f"{out}: {manifest.counts.questions} questions, {manifest.counts.images} pictures.")
    if pictures.missing:
        shown = ", ".join(pictures.missing[:5])
        rest = f" and {len(pictures.missing) - 5} more" if len(pictures.missing) > 5 else ""
        click.echo(f"snellen: {len(pictures.missing)} pictures are missing: {shown}{rest}.", err=True)
    return manifest


def _records(file: str, pictures: "_Pictures") -> Iterator[Source | Chart | Question]:
    for row in read_rows(file):
        where = f"{file}: pid {row.pid}"
        try:
            asked = read_wording(row.task, row.question)
        except ValueError as error:
            raise SnellenError(f"{where}: {error}; only published questions can be imported.") from None
        if not asked.fits(row.answer):
            raise SnellenError(
                f"{where}: the answer {row.answer[:80]!r} is no {asked.answer_type}; fetch the file again."
            )
        name = f"grab-published-{row.pid}"
        yield Source(source_id=name, group_id=name, kind="unknown")
        yield pictures.chart(row, name, where)
        yield Question(
            question_id=name,
            chart_id=name,
            benchmark="grab",
            task=row.task,
            category=row.category,
            property=asked.property,
            text=row.question,
            answer=row.answer,
            answer_type=asked.answer_type,
            precision=asked.precision,
            complexity=row.complexity,
            metadata={"pid": row.pid},
        )


@dataclass
class _Pictures:
    """Copies pictures under names that tell nothing, and keeps account of those that are not there."""

    given: Path | None
    kept: Path
    missing: list[str] = field(default_factory=list)

    def chart(self, row: PublishedRow, name: str, where: str) -> Chart:
        picture = row.picture if row.picture is not None else self._found(row)
        (width, height), extension = _SIZE, "png"
        if picture is not None:
            (width, height), extension = _inspected(picture, where)
        file_name = f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.{extension}"
        if picture is not None:
            write_bytes(self.kept / file_name, picture)
        return Chart(
            chart_id=name,
            source_id=name,
            file_name=file_name,
            width=width,
            height=height,
            sha256=None if picture is None else hashlib.sha256(picture).hexdigest(),
        )

    def _found(self, row: PublishedRow) -> bytes | None:
        if self.given is None:
            return None
        if row.image is not None:
            for path in (self.given / row.image, self.given / Path(row.image).name):
                if path.is_file():
                    return path.read_bytes()
        self.missing.append(row.image or f"that of pid {row.pid}")
        return None


def _inspected(picture: bytes, where: str) -> tuple[tuple[int, int], str]:
    """The size of a picture and the extension of its format; it is decoded whole."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(picture), formats=tuple(_EXTENSIONS)) as opened:
                opened.load()
                return opened.size, _EXTENSIONS[str(opened.format)]
    except Exception as error:  # whatever a decoder makes of a damaged file is a fault of the file
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise SnellenError(f"{where}: its picture can't be decoded ({said}); fetch it again.") from None
