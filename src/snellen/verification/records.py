"""The record files: whole, in the stated number, unchanged, and linked to one another."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from snellen.dataset import (
    Chart,
    Dataset,
    Fingerprinter,
    Names,
    Question,
    Source,
    describe_validation_error,
    from_json_line,
)
from snellen.verification.findings import Findings

__all__ = ["Catalogue", "check_records"]

R = TypeVar("R", Source, Chart, Question)


@dataclass
class Catalogue:
    """The ids that were met, the names of the pictures, and how many charts have a digest of theirs."""

    sources: Names = field(default_factory=Names)
    charts: Names = field(default_factory=Names)
    questions: Names = field(default_factory=Names)
    pictures: Names = field(default_factory=Names)
    pictured: int = 0


def check_records(dataset: Dataset, findings: Findings) -> Catalogue:
    """Read every line of the three files, and hold ids, links, counts and fingerprints against the manifest."""
    catalogue, fingerprinter = Catalogue(), Fingerprinter()
    whole: dict[str, bool] = {}
    for source in _read(dataset.sources_path, Source, fingerprinter, findings, whole):
        if catalogue.sources.add(source.source_id):
            findings.differences.append(f"sources.jsonl: the id {source.source_id} comes twice")
    for chart in _read(dataset.charts_path, Chart, fingerprinter, findings, whole):
        if catalogue.charts.add(chart.chart_id):
            findings.differences.append(f"charts.jsonl: the id {chart.chart_id} comes twice")
        if chart.source_id not in catalogue.sources:
            findings.differences.append(f"chart {chart.chart_id}: its source {chart.source_id} does not exist")
        catalogue.pictured += chart.sha256 is not None
        if catalogue.pictures.add(chart.file_name):
            findings.differences.append(f"chart {chart.chart_id}: another chart has its picture {chart.file_name}")
    benchmark = dataset.manifest.benchmark
    for question in _read(dataset.questions_path, Question, fingerprinter, findings, whole):
        if catalogue.questions.add(question.question_id):
            findings.differences.append(f"questions.jsonl: the id {question.question_id} comes twice")
        if question.chart_id not in catalogue.charts:
            findings.differences.append(
                f"question {question.question_id}: its chart {question.chart_id} does not exist"
            )
        if question.benchmark != benchmark:
            findings.differences.append(
                f"question {question.question_id}: is of benchmark {question.benchmark}, the dataset of {benchmark}"
            )
    for example in dataset.manifest.examples:
        if example not in catalogue.questions:
            findings.differences.append(f"manifest.json: its example {example} is not among the questions")
    _compare_with_manifest(dataset, fingerprinter, whole, findings)
    counts = fingerprinter.counts()
    findings.checked.append(
        (
            "records",
            ", ".join(
                f"{count} {one}{'' if count == 1 else 's'}"
                for count, one in (
                    (counts.sources, "source"),
                    (counts.charts, "chart"),
                    (counts.questions, "question"),
                )
            ),
        )
    )
    return catalogue


def _read(
    path: Path, kind: type[R], fingerprinter: Fingerprinter, findings: Findings, whole: dict[str, bool]
) -> Iterator[R]:
    """The records of a file; a line that is none is a finding, and the rest is read all the same."""
    whole[path.stem] = False
    try:
        handle = path.open("rb")
    except OSError as error:
        findings.differences.append(f"{path.name}: {(error.strerror or 'unreadable').lower()}")
        return
    broken = 0
    with handle:
        for number, raw in enumerate(handle, 1):
            line = raw.removesuffix(b"\n")
            try:
                record = from_json_line(kind, line)
            except ValidationError as error:
                broken += 1
                what = describe_validation_error(error) if line.strip() else "a blank line"
                findings.differences.append(f"{path.name}:{number}: not a {kind.__name__.lower()}: {what}")
                continue
            fingerprinter.add(record, line.decode())
            yield record
    whole[path.stem] = not broken


def _compare_with_manifest(
    dataset: Dataset, fingerprinter: Fingerprinter, whole: dict[str, bool], findings: Findings
) -> None:
    stated, found = dataset.manifest.fingerprints, fingerprinter.fingerprints()
    for name, is_whole in whole.items():
        if is_whole and getattr(stated, name) != getattr(found, name):
            findings.differences.append(f"{name}.jsonl: its lines are not those that the manifest was written for")
    if whole["charts"] and stated.images != found.images:
        findings.differences.append("charts.jsonl: the digests of the pictures are not those of the manifest")
    if stated.dataset != found.dataset and all(
        getattr(stated, name) == getattr(found, name) for name in ("sources", "charts", "questions")
    ):
        findings.differences.append("manifest.json: its fingerprints do not belong together")
    expected, counted = dataset.manifest.counts.model_dump(), fingerprinter.counts().model_dump()
    for name in expected:
        if expected[name] != counted[name]:
            findings.differences.append(f"{name}: {counted[name]} here, {expected[name]} in the manifest")
