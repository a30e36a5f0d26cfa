"""`snellen batch estimate`: what a submission would send, and what it would cost, before anything is sent."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from snellen.messages import Image, Message, Text
from snellen.running.batch.planning import conversations
from snellen.running.batch.stamping import Stamps
from snellen.running.batch.vendors import Limits
from snellen.running.batch.wire import Wire
from snellen.running.engine import is_open
from snellen.running.estimate_command import totals_told
from snellen.running.estimating import estimate_questions
from snellen.running.journal import Request, read_journal
from snellen.running.run_plan import RunPlan, plan_run

__all__ = ["Submission", "estimate_batches", "submission_of"]

_LINE_AROUND = 128
"""Bytes of a line beside the body, at most."""


@dataclass(slots=True)
class Submission:
    """What would be sent. Bytes are those of the files of requests, pictures in base64."""

    requests: int = 0
    pictures: int = 0
    picture_bytes: int = 0
    text_bytes: int = 0
    bytes: int = 0
    batches: int = 0


def estimate_batches(dataset: Path, **asking: Any) -> int:
    """Print what submitting a run, or what it still lacks, would send. No key is needed. Returns the exit status, 0."""
    plan = plan_run(dataset, **asking)
    with Wire(plan.settings.model, plan.arguments, plan.settings.generation) as wire:
        found = submission_of(plan, Stamps(wire), _limits(plan.settings.model))
    batches = "1 batch" if found.batches == 1 else f"{found.batches:,} batches"
    click.echo(f"{found.requests:,} requests in {batches}, {found.bytes / 1e6:,.1f} MB")
    click.echo(f"{found.pictures:,} pictures shown, {found.picture_bytes / 1e6:,.1f} MB in base64")
    click.echo(f"{found.text_bytes / 1e6:,.2f} MB of text")
    whole = estimate_questions(
        plan.dataset,
        plan.questions,
        plan.settings.promptings,
        model=plan.settings.model,
        generation=plan.settings.generation,
        epochs=plan.settings.epochs,
        batch=True,
    )
    click.echo(f"The whole run, {whole.requests:,} requests by batch: {totals_told(whole)}")
    for line in whole.assumptions:
        click.echo(line)
    return 0


def submission_of(plan: RunPlan, stamps: Stamps, limits: Limits) -> Submission:
    """What a submission of all that a run still lacks would send."""
    replies, _ = read_journal(plan.folder)

    def wants(request: Request) -> bool:
        return is_open(replies, request)

    found = Submission()
    in_batch = bytes_in_batch = 0
    sizes = _Pictures()
    for request, question, way, benchmark in conversations(plan, wants):
        messages = benchmark.messages(plan.dataset, question, *way)
        size = stamps.size(messages, plan.settings.seed + request.repeat) + _LINE_AROUND
        if in_batch == 0 or in_batch == limits.requests or bytes_in_batch + size > limits.bytes:
            found.batches += 1
            in_batch = bytes_in_batch = 0
        in_batch += 1
        bytes_in_batch += size
        found.requests += 1
        found.bytes += size
        _count(found, messages, sizes)
    return found


def _count(found: Submission, messages: list[Message], sizes: "_Pictures") -> None:
    for message in messages:
        for part in message.content:
            if isinstance(part, Text):
                found.text_bytes += len(part.text.encode())
            else:
                found.pictures += 1
                found.picture_bytes += sizes.of(part)


class _Pictures:
    """Bytes of pictures in base64, each looked at once."""

    def __init__(self) -> None:
        self._known: dict[Path, int] = {}

    def of(self, picture: Image) -> int:
        if picture.path not in self._known:
            self._known[picture.path] = -(-picture.path.stat().st_size // 3) * 4
        return self._known[picture.path]


def _limits(model: str) -> Limits:
    provider = model.partition("/")[0]
    if provider == "openai":
        return Limits(50_000, 200_000_000)
    return Limits(100_000, 128_000_000) if provider == "anthropic" else Limits(50_000, 2_000_000_000)
