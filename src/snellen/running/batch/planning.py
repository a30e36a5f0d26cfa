"""What is still to be asked, cut into files that the vendor's limits allow, one file on disk at a time."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Question
from snellen.errors import SnellenError
from snellen.files import atomic_file
from snellen.running.batch.ledger import Batch, Entry
from snellen.running.batch.stamping import Body, Stamps
from snellen.running.batch.vendors import Limits, Vendor
from snellen.running.journal import Request
from snellen.running.run_plan import RunPlan
from snellen.running.selection import Prompting

__all__ = ["Part", "conversations", "parts", "requests_file"]


@dataclass(frozen=True, slots=True)
class Part:
    """A batch to be: its row of the ledger, and the requests in its file."""

    batch: Batch
    entries: tuple[Entry, ...]
    path: Path


def parts(
    plan: RunPlan, wants: Callable[[Request], bool], stamps: Stamps, vendor: Vendor, limits: Limits | None = None
) -> Iterator[Part]:
    """The requests of a run that are wanted, as files in its folder within the limits of the vendor, or lower ones.

    Each file is whole when its part is given. The next is written when the next part is asked for, so that one is on
    disk at a time if the caller removes it. Raises SnellenError for a request that no batch can hold.
    """
    most = limits or vendor.limits
    going = conversations(plan, wants)
    held = _next_body(plan, going, stamps)
    while held:
        tag = f"snellen-{secrets.token_hex(8)}"
        path = requests_file(plan.folder, tag)
        first, entries, size = held[1], list[Entry](), 0
        with atomic_file(path, "wb") as handle:
            while held:
                request, body = held
                custom_id = f"{tag}-{len(entries):06d}"
                line = vendor.line(custom_id, body)
                if len(line) > most.bytes:
                    raise SnellenError(
                        f"{request.question_id}: a request of {len(line):,} bytes, more than the {most.bytes:,} that a "
                        "batch may hold; show fewer examples or smaller pictures."
                    )
                goes_elsewhere = (first.endpoint, first.betas) != (body.endpoint, body.betas)
                if len(entries) == most.requests or size + len(line) > most.bytes or goes_elsewhere:
                    break
                handle.write(line)
                size += len(line)
                entries.append(Entry(custom_id, request, body.sha256))
                held = _next_body(plan, going, stamps)
        yield Part(_row(tag, vendor, first, len(entries), size), tuple(entries), path)


def conversations(
    plan: RunPlan, wants: Callable[[Request], bool]
) -> Iterator[tuple[Request, Question, Prompting, Benchmark]]:
    """What is wanted, question by question in all its ways, so that a picture is encoded once."""
    benchmark = find_benchmark(plan.settings.benchmark)
    for question in plan.questions:
        for way in plan.settings.promptings:
            for repeat in range(plan.settings.epochs):
                request = Request(question.question_id, *way, repeat)
                if wants(request):
                    yield request, question, way, benchmark


def requests_file(folder: Path, tag: str) -> Path:
    """Where the requests of a batch are written."""
    return folder / "batches" / f"{tag}.jsonl"


def _next_body(
    plan: RunPlan, going: Iterator[tuple[Request, Question, Prompting, Benchmark]], stamps: Stamps
) -> tuple[Request, Body] | None:
    for request, question, way, benchmark in going:
        messages = benchmark.messages(plan.dataset, question, *way)
        return request, stamps.body(messages, plan.settings.seed + request.repeat)
    return None


def _row(tag: str, vendor: Vendor, body: Body, requests: int, size: int) -> Batch:
    return Batch(
        tag=tag,
        vendor=vendor.name,
        state="prepared",
        vendor_id=None,
        endpoint=body.endpoint,
        betas=body.betas,
        file_id=None,
        requests=requests,
        bytes=size,
        created=datetime.now(UTC).isoformat(timespec="milliseconds"),
        submitted=None,
        ended=None,
        status=None,
        total=None,
        succeeded=None,
        failed=None,
        error=None,
    )
