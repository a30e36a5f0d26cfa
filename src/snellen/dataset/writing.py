"""A dataset on disk, written: records streamed to files, fingerprints, manifest and card, the manifest last."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from snellen import __version__
from snellen.dataset.card import card_text
from snellen.dataset.manifest import Counts, Fingerprints, Manifest
from snellen.dataset.names import Names
from snellen.dataset.records import Chart, Question, Source, to_json_line
from snellen.errors import SnellenError
from snellen.files import atomic_file, write_text

__all__ = ["Fingerprinter", "library_versions", "write_dataset"]

_LIBRARIES = (
    *("bokeh-sampledata", "deflate", "matplotlib", "numpy", "pillow", "scipy", "shapely"),
    *("vl-convert-python", "zlib-ng"),
)
_SHA256_FIELD = re.compile(r'"sha256":(?:null|"[^"]*")')


class Fingerprinter:
    """Takes records in file order and gives the dataset's fingerprints and counts. Memory is constant."""

    def __init__(self) -> None:
        self._hashes = {kind: hashlib.sha256() for kind in (Source, Chart, Question)}
        self._images = hashlib.sha256()
        self._numbers: dict[type[BaseModel], int] = dict.fromkeys((Source, Chart, Question), 0)
        self._n_images = 0

    def add(self, record: Source | Chart | Question, line: str) -> None:
        """One record with its line as written."""
        kind = type(record)
        if isinstance(record, Chart):
            line = _SHA256_FIELD.sub('"sha256":null', line, count=1)
            if record.sha256 is not None:
                self._images.update(f"{record.file_name} {record.sha256}\n".encode())
                self._n_images += 1
        self._hashes[kind].update(line.encode() + b"\n")
        self._numbers[kind] += 1

    def fingerprints(self) -> Fingerprints:
        """The digests of what was added so far."""
        sources, charts, questions = (self._hashes[kind].hexdigest() for kind in (Source, Chart, Question))
        return Fingerprints(
            sources=sources,
            charts=charts,
            questions=questions,
            images=self._images.hexdigest() if self._n_images else None,
            dataset=hashlib.sha256(f"{sources} {charts} {questions}".encode()).hexdigest(),
        )

    def counts(self) -> Counts:
        """How many records were added so far."""
        return Counts(
            sources=self._numbers[Source],
            charts=self._numbers[Chart],
            questions=self._numbers[Question],
            images=self._n_images,
        )


def library_versions() -> dict[str, str]:
    """The versions of the libraries that pixels and answers depend on."""
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def write_dataset(path: Path, records: Iterable[Source | Chart | Question], about: Mapping[str, Any]) -> Manifest:
    """Write the record files, the card and the manifest of a dataset; images are the caller's.

    `records` come in any mixture of kinds, each kind in file order, ids unique within a kind. `about` holds the
    manifest's fields other than counts, fingerprints and versions, and is read after the last record. The manifest is
    written last: a folder with one is complete. Raises SnellenError for a repeated id or file name.
    """
    seen = {Source: Names(), Chart: Names(), Question: Names()}
    file_names = Names()
    fingerprinter = Fingerprinter()
    with ExitStack() as stack:
        handles = {
            kind: stack.enter_context(atomic_file(path / f"{name}.jsonl"))
            for kind, name in ((Source, "sources"), (Chart, "charts"), (Question, "questions"))
        }
        for record in records:
            kind, name = type(record), _id_of(record)
            if seen[kind].add(name):
                raise SnellenError(f"{path}: two {kind.__name__.lower()}s have the id {name!r}; ids must be unique.")
            if isinstance(record, Chart) and file_names.add(record.file_name):
                raise SnellenError(f"{path}: two charts have the file name {record.file_name!r}; it must be unique.")
            line = to_json_line(record)
            handles[kind].write(line + "\n")
            fingerprinter.add(record, line)
    manifest = Manifest.model_validate(
        {
            "snellen": __version__,
            "libraries": library_versions(),
            **about,
            "counts": fingerprinter.counts(),
            "fingerprints": fingerprinter.fingerprints(),
        }
    )
    write_text(path / "README.md", card_text(manifest))
    write_text(path / "manifest.json", manifest.model_dump_json(indent=2) + "\n")
    return manifest


def _id_of(record: Source | Chart | Question) -> str:
    if isinstance(record, Source):
        return record.source_id
    return record.chart_id if isinstance(record, Chart) else record.question_id
