"""Which of Inspect's logs in a run's folder holds a reply, from the logs' tables of contents alone."""

import json
import os
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from snellen.replies import canonical_settings
from snellen.report.runs import Run

__all__ = ["Logs", "Sample"]

_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_MOST = 64 * 2**20
Condition = tuple[str, str, str, int]
"""Model, settings as canonical text, strategy and number of examples."""


@dataclass(frozen=True)
class Sample:
    """Where a reply is: the number of its log in `Logs.files`, and the sample's epoch there."""

    log: int
    epoch: int


@dataclass(frozen=True)
class _Log:
    number: int
    first_repeat: int
    samples: frozenset[str]


@dataclass
class Logs:
    """The logs of some runs. `files` are their paths in order, as `find` counts them."""

    files: list[Path] = field(default_factory=list)
    _by_condition: dict[Condition, list[_Log]] = field(default_factory=dict)

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Self:
        """The logs `RUN/logs/*.eval` of runs that have any. What is no log, or a damaged one, is passed over."""
        logs = cls()
        for run in runs:
            for path in sorted((run.path / "logs").glob("*.eval")):
                logs._add(run, path)
        return logs

    def find(self, condition: Condition, question_id: str, repeat: int) -> Sample | None:
        """The newest log that has a sample of a question under a condition; None where there is none."""
        for log in reversed(self._by_condition.get(condition, [])):
            epoch = repeat - log.first_repeat + 1
            if f"samples/{question_id}_epoch_{epoch}.json" in log.samples:
                return Sample(log.number, epoch)
        return None

    def _add(self, run: Run, path: Path) -> None:
        try:
            with zipfile.ZipFile(path) as archive:
                names = frozenset(name for name in archive.namelist() if name.startswith("samples/"))
                about = _about(path, archive)
        except (OSError, ValueError, EOFError, struct.error, zipfile.BadZipFile):
            return
        way = (str(about.get("strategy")), about.get("n_examples"))
        log = _Log(len(self.files), int(about.get("repeat") or 0), names)
        self.files.append(path)
        for one in run.record.conditions:
            if (one.strategy, one.n_examples) == way:
                key = (one.model, canonical_settings(one.settings), one.strategy, one.n_examples)
                self._by_condition.setdefault(key, []).append(log)


def _about(path: Path, archive: zipfile.ZipFile) -> Mapping[str, Any]:
    """What Snellen noted in a log's header: strategy, number of examples, and the first repeat in it."""
    names = archive.namelist()
    name = "header.json" if "header.json" in names else "_journal/start.json"
    try:
        header = json.loads(_member(path, archive.getinfo(name)))
    except KeyError:
        return {}
    metadata = header.get("eval", {}).get("metadata") if isinstance(header, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def _member(path: Path, info: zipfile.ZipInfo) -> bytes:
    """One file of an archive. Inspect packs with Zstandard, which `zipfile` reads from Python 3.14 on."""
    if info.compress_type in (_STORED, _DEFLATED):
        with zipfile.ZipFile(path) as archive:
            return archive.read(info)
    if info.compress_type != _ZSTANDARD or info.file_size > _MOST:
        raise ValueError("packed in a way that is not known")
    import pyarrow as pa

    with path.open("rb") as handle:
        handle.seek(info.header_offset)
        local = handle.read(30)
        name_length, extra_length = struct.unpack("<HH", local[26:30])
        handle.seek(name_length + extra_length, os.SEEK_CUR)
        packed = handle.read(info.compress_size)
    unpacked: bytes = pa.CompressedInputStream(pa.BufferReader(packed), "zstd").read(_MOST)
    return unpacked
