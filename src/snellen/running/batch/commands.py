"""`snellen batch submit|poll|collect|cancel`: a run asked through its vendor's batch API.

The run's folder is that of `snellen eval`, with the ledger `batch.sqlite` in it, so that both know what was answered.
"""

import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from snellen.benchmark import find_benchmark
from snellen.catalogue import choose_model
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.running.batch.collecting import collect_batch, update_progress
from snellen.running.batch.ledger import IN_FLIGHT, Ledger, is_batched, open_ledger
from snellen.running.batch.planning import parts, requests_file
from snellen.running.batch.stamping import Stamps
from snellen.running.batch.submitting import clear_up, submit_part
from snellen.running.batch.vendors import Limits, find_vendor
from snellen.running.batch.vllm_batches import run_batch_command
from snellen.running.batch.wire import Wire
from snellen.running.engine import estimate_run, is_open
from snellen.running.finishing import finish_run
from snellen.running.journal import Request, locked, read_journal
from snellen.running.not_sent import expected_not_sent
from snellen.running.prices import take_prices
from snellen.running.run_plan import RunPlan, default_folder, plan_run
from snellen.running.selection import select_questions
from snellen.running.settings import read_settings, settle

__all__ = ["cancel_batches", "collect_batches", "poll_batches", "run_of", "submit_batches"]

_MOST_FAILURES = 10
"""How often in a row a vendor may not answer before waiting for it ends."""

_TAKEN = {None, "planned", "retriable", "expired", "cancelled"}
"""States of requests that a submission takes up."""


def submit_batches(
    dataset: Path,
    *,
    max_requests: int | None = None,
    max_bytes: int | None = None,
    resubmit: bool = False,
    retry_failed: bool = False,
    run: bool = False,
    **asking: Any,
) -> int:
    """Submit what a run still lacks, in as many batches as the vendor's limits, or lower ones, make of it.

    `asking` says what is asked, as for `plan_run`. What is in a batch, or was answered, is not submitted again; what
    failed for good is where `retry_failed`, and what got lost, or may be in a batch that can't be told yet, where
    `resubmit`. With `run`, the files for a vllm/… model are answered here by `vllm run-batch`. Returns the exit
    status, 0. Raises SnellenError as `plan_run` does, for a missing key or package, and where the vendor refuses;
    batches that were submitted before stay so.
    """
    plan = plan_run(dataset, **asking)
    vendor = find_vendor(plan.settings.model, plan.arguments, plan.folder)
    limits = Limits(
        min(max_requests or vendor.limits.requests, vendor.limits.requests),
        min(max_bytes or vendor.limits.bytes, vendor.limits.bytes),
    )
    plan.folder.mkdir(parents=True, exist_ok=True)
    submitted = 0
    with locked(plan.folder):
        settle(plan.folder, plan.settings, is_begun=is_batched(plan.folder))
        with (
            closing(vendor),
            open_ledger(plan.folder, new=True) as ledger,
            Wire(plan.settings.model, plan.arguments, plan.settings.generation) as wire,
        ):
            clear_up(ledger, vendor, plan.folder, _say, resubmit=resubmit)
            wants = _wants(plan, ledger, {"failed"} if retry_failed else set(), {"lost"} if resubmit else set())
            for part in parts(plan, wants, Stamps(wire), vendor, limits):
                batch = submit_part(ledger, vendor, part)
                submitted += batch.requests
                _say(f"Submitted {batch.requests:,} requests ({batch.bytes / 1e6:.1f} MB) as {batch.vendor_id}.")
                if vendor.name == "vllm":
                    _answer_here(plan, part.path, run=run)
            if submitted and (left_out := expected_not_sent(plan.settings.model, plan.settings.generation)):
                _say(f"Note: {plan.settings.model} is not sent {', '.join(left_out)}.")
            _say_rest(ledger, submitted)
    return 0


def poll_batches(dataset: Path, *, wait: bool = False, every: float = 60.0, **where: Any) -> int:
    """Say how far the batches of a run are; with `wait`, ask every so many seconds until all have ended.

    Returns the exit status: 0 where all have ended, 1 where some go on.
    """
    plan = run_of(dataset, **where)
    vendor = find_vendor(plan.settings.model, plan.arguments, plan.folder)
    failures = 0
    with closing(vendor):
        while True:
            with locked(plan.folder), open_ledger(plan.folder) as ledger:
                try:
                    clear_up(ledger, vendor, plan.folder, _say)
                    update_progress(ledger, vendor)
                    failures = 0
                except SnellenError as error:
                    failures += 1
                    if not wait or failures == _MOST_FAILURES:
                        raise
                    _say(str(error))
                going = len(ledger.batches("submitting", "submitted"))
                if not (wait and going):
                    _print_batches(ledger)
                    return 1 if going else 0
                _say(_progress_line(ledger))
            time.sleep(every)


def collect_batches(dataset: Path, *, file: Path | None = None, inspect_log: bool = False, **where: Any) -> int:
    """Fetch the results of the batches that have ended, and score the run where every question has its reply.

    `file` are replies to a batch that was answered elsewhere, as by `vllm run-batch`. With `inspect_log` the replies
    are also replayed into logs of Inspect. Returns the exit status: 0 where every question was answered.
    """
    plan = run_of(dataset, **where)
    vendor = find_vendor(plan.settings.model, plan.arguments, plan.folder)
    take_prices(plan.settings.model)
    with closing(vendor), locked(plan.folder), open_ledger(plan.folder) as ledger:
        clear_up(ledger, vendor, plan.folder, _say)
        update_progress(ledger, vendor)
        with Wire(plan.settings.model, plan.arguments, plan.settings.generation) as wire:
            for batch in ledger.batches("submitted", "ended") if file else ledger.batches("ended"):
                if file and not _answers(file, batch.tag):
                    continue
                notes = collect_batch(plan, ledger, vendor, wire, batch, file)
                ends = ", ".join(f"{count:,} {state}" for state, count in sorted(notes.states.items()))
                _say(f"{batch.vendor_id}: {ends}.")
                for told in notes.told():
                    _say(told)
        replies, taken = read_journal(plan.folder)
        status = _finish(plan, ledger, replies, taken)
    if inspect_log:
        from snellen.running.replaying import replay_run

        replay_run(plan.folder, dataset)
    return status


def cancel_batches(dataset: Path, **where: Any) -> int:
    """Ask the vendor to end the batches of a run that go on. Returns the exit status, 0.

    What was answered by then is paid for and kept: collect it when the batches have ended.
    """
    plan = run_of(dataset, **where)
    vendor = find_vendor(plan.settings.model, plan.arguments, plan.folder)
    with closing(vendor), locked(plan.folder), open_ledger(plan.folder) as ledger:
        clear_up(ledger, vendor, plan.folder, _say)
        update_progress(ledger, vendor)
        for batch in ledger.batches("submitted"):
            if vendor.name == "vllm":
                ledger.dissolve(batch.tag)
                requests_file(plan.folder, batch.tag).unlink(missing_ok=True)
            else:
                _cancel(vendor.cancel, batch.vendor_id or "", vendor.name)
            _say(f"Asked to cancel {batch.vendor_id}, {batch.requests:,} requests.")
        if not ledger.batches(*IN_FLIGHT):
            _say("There is nothing to cancel: no batch goes on.")
        elif not ledger.batches("submitting", "submitted"):
            _say("There is nothing to cancel: every batch has ended; collect what was answered.")
        else:
            _say("What was answered before is kept and paid for: poll until the batches have ended, then collect.")
    return 0


def run_of(dataset: Path, *, model: str | None = None, settings: str | None = None, out: Path | None = None) -> RunPlan:
    """A run that was submitted, by its folder or by its dataset and model or named settings; it asks what these say.

    Raises SnellenError where there is no such run, or it is one on another dataset.
    """
    opened = Dataset(dataset)
    if out is None and model is None and settings is None:
        raise SnellenError("name the run: its model with --model or --settings, or its folder with --out.")
    folder = out or default_folder(opened.path, model, settings)
    kept = read_settings(folder)
    named = kept.model if model is None and settings is None else choose_model(model, settings).model
    if named != kept.model:
        raise SnellenError(f"{folder} is a run of {kept.model}, not of {named}; name its folder with --out.")
    if kept.fingerprint != opened.manifest.fingerprints.dataset:
        raise SnellenError(f"{folder} is a run on another dataset than {dataset}; name that.")
    benchmark = find_benchmark(kept.benchmark)
    questions = select_questions(opened, benchmark, tasks=kept.tasks, designs=kept.designs)
    return RunPlan(opened, questions[: kept.limit], kept, kept.model_args, folder)


def _wants(plan: RunPlan, ledger: Ledger, *more: set[str]) -> Callable[[Request], bool]:
    replies, _ = read_journal(plan.folder)
    states = ledger.states()
    taken = _TAKEN.union(*more)
    return lambda request: is_open(replies, request) and states.get(request) in taken


def _answers(file: Path, tag: str) -> bool:
    """Whether a file of replies has one to a request of a batch."""
    try:
        with file.open("rb") as handle:
            return any(tag.encode() in line for line in handle)
    except OSError as error:
        raise SnellenError(f"{file}: {(error.strerror or str(error)).lower()}; name a file of replies.") from None


def _answer_here(plan: RunPlan, requests: Path, *, run: bool) -> None:
    command = run_batch_command(plan.settings.model, requests)
    if not run:
        _say(f"Run: {command}")
        return
    import shlex

    try:
        subprocess.run(shlex.split(command), check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SnellenError(f"{command}: {error}; run it where vLLM is installed, then collect --file.") from None


def _cancel(cancel: Callable[[str], None], vendor_id: str, name: str) -> None:
    from snellen.running.batch.vendors import VendorError

    try:
        cancel(vendor_id)
    except VendorError as error:
        if error.status in (400, 404, 409):  # it has ended meanwhile
            _say(f"{name} does not cancel {vendor_id}: {error}")
            return
        raise SnellenError(f"{name} does not cancel {vendor_id}: {error}; try again later.") from None


def _finish(plan: RunPlan, ledger: Ledger, replies: Any, taken: Any) -> int:
    wanted = list(plan.requests())
    there = sum(request in replies for request in wanted)
    _say_errors(ledger)
    if there == len(wanted):
        resume = "snellen batch submit --retry-failed, or snellen eval, asks these again."
        left_out = expected_not_sent(plan.settings.model, plan.settings.generation)
        estimate = estimate_run(plan, batch=True)
        return finish_run(plan, replies, taken, resume=resume, estimate=estimate, told_not_sent=left_out)
    waiting = ledger.counts().get("in batch", 0)
    rest = len(wanted) - there - waiting
    told = f"{there:,} of {len(wanted):,} questions have their replies, and nothing is scored yet"
    told += f"; {waiting:,} are in batches: poll, then collect again" if waiting else ""
    told += f"; {rest:,} are in none: submit again" if rest > 0 else ""
    click.echo(f"snellen: {told}.", err=True)
    return 1


def _say_rest(ledger: Ledger, submitted: int) -> None:
    counts = ledger.counts()
    if not submitted:
        _say("Nothing to submit: every request is answered, in a batch, or has failed for good.")
    if failed := counts.get("failed", 0):
        _say(f"{failed:,} requests failed for good; --retry-failed submits them again.")
    if lost := counts.get("lost", 0):
        _say(f"{lost:,} requests are without a result; collect again, or --resubmit them and pay again.")


def _say_errors(ledger: Ledger) -> None:
    errors: Sequence[tuple[str, str, int]] = ledger.errors()
    for state, error, count in errors[:5]:
        _say(f"{count:,} {state}: {error}")
    for batch in ledger.batches("rejected"):
        _say(f"{batch.vendor_id} was refused whole: {batch.error or batch.status}.")


def _progress_line(ledger: Ledger) -> str:
    told = []
    for batch in ledger.batches("submitting", "submitted"):
        done = (batch.succeeded or 0) + (batch.failed or 0)
        told.append(f"{batch.vendor_id or batch.tag} {batch.status or batch.state} {done:,}/{batch.requests:,}")
    return time.strftime("%H:%M:%S  ") + "; ".join(told)


def _print_batches(ledger: Ledger) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in ("batch", "state", "status", "requests", "succeeded", "failed", "since (UTC)"):
        table.add_column(name, justify="right" if name in ("requests", "succeeded", "failed") else "left")
    for batch in ledger.batches():
        figures = ("" if n is None else f"{n:,}" for n in (batch.requests, batch.succeeded, batch.failed))
        since = (batch.submitted or batch.created)[:16].replace("T", " ")
        table.add_row(batch.vendor_id or batch.tag, batch.state, batch.status or "", *figures, since)
    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    console.print(table)
    console.print(", ".join(f"{count:,} {state}" for state, count in sorted(ledger.counts().items())), highlight=False)
    _say_errors(ledger)


def _say(told: str) -> None:
    click.echo(told, err=True)
