"""Results fetched, kept raw in the ledger, read as Inspect reads them, and put into the run's journal.

The order of steps: raw replies into the ledger, replies into the journal, states of requests, state of the batch.
Each can be done again without harm, so collecting again after a kill gives the same.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from snellen.benchmark import find_benchmark
from snellen.costs.prices import batch_share
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.running.batch.ledger import Batch, Ledger
from snellen.running.batch.vendors import Result, Vendor, VendorError, without_keys
from snellen.running.batch.wire import Wire
from snellen.running.engine import is_open
from snellen.running.journal import Journal, Request, open_journal, read_journal
from snellen.running.outputs import reply_of
from snellen.running.run_plan import RunPlan
from snellen.running.tasks import asked_settings

__all__ = ["Notes", "collect_batch", "is_retriable", "update_progress"]

_AT_A_TIME = 500
_LONGEST_LINE = 64 * 2**20


@dataclass(slots=True)
class Notes:
    """What was found in results besides replies."""

    new: int = 0
    malformed: int = 0
    unknown: int = 0
    repeated: int = 0
    lost: int = 0
    states: Counter[str] = field(default_factory=Counter)

    def told(self) -> Iterator[str]:
        """Each as a sentence, where there is something to say."""
        if self.malformed:
            yield f"{self.malformed:,} lines of the results can't be read and were passed over."
        if self.unknown:
            yield f"{self.unknown:,} results are to requests that no batch of this run has, and were passed over."
        if self.repeated:
            yield f"{self.repeated:,} results came more than once; the first of each counts."
        if self.lost:
            yield (
                f"{self.lost:,} requests have no result, though their batch is complete; collect again, or send them "
                "again (and pay again) with snellen batch submit --resubmit."
            )


def is_retriable(status: int) -> bool:
    """Whether a request that failed with an HTTP status may well be answered next time."""
    return status in (408, 409, 425, 429) or status >= 500


def update_progress(ledger: Ledger, vendor: Vendor) -> None:
    """Ask how far the submitted batches are, and note it. Raises SnellenError where the vendor does not say."""
    for batch in ledger.batches("submitted"):
        try:
            progress = vendor.progress(batch.vendor_id or "")
        except VendorError as error:
            raise SnellenError(
                f"{vendor.name} does not say how {batch.vendor_id} is: {error}; nothing is lost, try again later."
            ) from None
        if progress.state == "rejected":
            ledger.reject(batch.tag, progress)
            continue
        ledger.update(
            batch.tag,
            state="ended" if progress.state == "ended" else "submitted",
            status=progress.status,
            total=progress.total,
            succeeded=progress.succeeded,
            failed=progress.failed,
            error=progress.error,
        )


def collect_batch(plan: RunPlan, ledger: Ledger, vendor: Vendor, wire: Wire, batch: Batch, file: Path | None) -> Notes:
    """Take the results of a batch that has ended, from the vendor or a `file`, into the ledger and the journal.

    Raises SnellenError where they can't be fetched; what was taken before stays.
    """
    notes = Notes()
    ends: dict[str, tuple[str, str | None]] = {}
    path = file or plan.folder / "batches" / f"{batch.tag}.results.jsonl"
    if file is None:
        path.parent.mkdir(exist_ok=True)
        _download(vendor, batch, path)
    entries = ledger.entries(batch.tag)
    _keep(ledger, vendor, path, entries, ends, notes, is_file=file is not None)
    replied = ledger.replied(batch.tag)
    for name in entries.keys() - replied - ends.keys():
        if batch.status in ("expired", "cancelled"):
            ends[name] = (batch.status, None)
        else:
            ends[name] = ("lost", "no result, though the batch is complete")
            notes.lost += 1
    _journalled(plan, ledger, wire, batch, ends)
    ledger.set_states(ends)
    notes.states.update(state for state, _ in ends.values())
    ledger.update(batch.tag, state="ended" if notes.lost else "collected", status=batch.status or "given as a file")
    if file is None:
        path.unlink(missing_ok=True)
    return notes


def _download(vendor: Vendor, batch: Batch, path: Path) -> None:
    try:
        progress = vendor.progress(batch.vendor_id or "")
        vendor.download(batch.vendor_id or "", progress, path)
    except VendorError as error:
        path.unlink(missing_ok=True)
        raise SnellenError(
            f"{vendor.name} does not give the results of {batch.vendor_id}: {error}; nothing is lost, collect again "
            "later."
        ) from None


def _keep(
    ledger: Ledger,
    vendor: Vendor,
    path: Path,
    entries: Mapping[str, Request],
    ends: dict[str, tuple[str, str | None]],
    notes: Notes,
    *,
    is_file: bool,
) -> None:
    """Raw replies into the ledger, a few at a time; how other requests ended into `ends`."""
    seen: set[str] = set()
    some: list[tuple[str, int, str]] = []
    for result in _results(vendor, path, notes):
        if result.custom_id not in entries:
            notes.unknown += not is_file  # a file may hold the replies of several batches
            continue
        if result.custom_id in seen:
            notes.repeated += 1
            continue
        seen.add(result.custom_id)
        if result.outcome == "replied":
            some.append((result.custom_id, result.status, json.dumps(result.body, separators=(",", ":"))))
        else:
            ends[result.custom_id] = (result.outcome, None)
        if len(some) == _AT_A_TIME:
            notes.new += ledger.add_replies(some)
            some = []
    notes.new += ledger.add_replies(some)


def _results(vendor: Vendor, path: Path, notes: Notes) -> Iterator[Result]:
    try:
        handle = path.open("rb")
    except OSError as error:
        raise SnellenError(f"{path}: {(error.strerror or str(error)).lower()}; name a file of replies.") from None
    with handle:
        while line := handle.readline(_LONGEST_LINE):
            if not line.strip():
                continue
            try:
                yield vendor.result(from_json(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                notes.malformed += 1


def _journalled(
    plan: RunPlan, ledger: Ledger, wire: Wire, batch: Batch, ends: dict[str, tuple[str, str | None]]
) -> None:
    """Replies into the journal, but those that it has; their states into `ends`."""
    there, _ = read_journal(plan.folder)
    journal: Journal | None = None
    context = open_journal(plan.folder)
    share = batch_share(plan.settings.model)
    try:
        for done, (name, request, status, body) in enumerate(ledger.replies(batch.tag)):
            if done % 200 == 199 and sys.stderr.isatty():
                print(f"\r{done + 1:,} of {batch.requests:,} replies read", end="\r", file=sys.stderr)
            if is_retriable(status):
                ends[name] = ("retriable", _told(status, body))
                continue
            if not is_open(there, request):
                ends[name] = ("answered", None)
                continue
            reply = _reply(plan, wire, request, status, body, share)
            ends[name] = ("answered", None) if reply.error is None else ("failed", reply.error)
            if reply.error is not None and request in there and there[request].error == reply.error:
                continue
            if journal is None:
                journal = context.__enter__()
                journal.note_not_sent(_not_sent(plan, wire))
            journal.add(reply)
    finally:
        if journal:
            context.__exit__(None, None, None)


def _not_sent(plan: RunPlan, wire: Wire) -> list[str]:
    way = plan.settings.promptings[0]
    benchmark = find_benchmark(plan.settings.benchmark)
    return wire.not_sent(benchmark.messages(plan.dataset, plan.questions[0], *way), plan.settings.seed)


def _reply(plan: RunPlan, wire: Wire, request: Request, status: int, body: str, share: float) -> Reply:
    settings = plan.settings
    output, error = wire.read(status, from_json(body), settings.seed + request.repeat)
    if output is not None:
        output.time = None  # a batch does not say how long a reply took
        if output.usage and output.usage.total_cost is not None:
            output.usage.total_cost *= share
    elif status >= 400:
        error = _told(status, body)
    else:
        error = f"a reply that can't be read ({error})"
    return reply_of(
        output,
        error=error,
        question_id=request.question_id,
        model=settings.model,
        strategy=request.strategy,
        n_examples=request.n_examples,
        repeat=request.repeat,
        settings=asked_settings(settings.seed, settings.generation, settings.model_args),
        dataset_fingerprint=settings.fingerprint,
    )


def _told(status: int, body: str) -> str:
    """A failed request in a line: its status, and the vendor's words."""
    error: Any = from_json(body)
    for _ in range(2):
        if isinstance(error, dict) and isinstance(error.get("error"), dict):
            error = error["error"]
    words = error.get("message") or error.get("code") if isinstance(error, dict) else error
    return without_keys(f"{status} {words or 'no reason given'}")
