"""`snellen batch estimate`: what a submission would send, before anything is sent.

Tokens are reckoned simply: one for every four bytes of text, and for a picture its width times its height over 750, as
Anthropic's guide has it. Vendors count in ways of their own; the figure is for planning.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from snellen.dataset import Dataset
from snellen.messages import Image, Message, Text
from snellen.running.batch.planning import conversations
from snellen.running.batch.stamping import Stamps
from snellen.running.batch.vendors import Limits
from snellen.running.batch.wire import Wire
from snellen.running.engine import RunPlan, is_open, plan_run
from snellen.running.journal import Request, read_journal

__all__ = ["Estimate", "estimate_batches", "estimate_of", "price_of"]

_PIXELS_A_TOKEN = 750
_BYTES_A_TOKEN = 4
_LINE_AROUND = 128
"""Bytes of a line beside the body, at most."""


@dataclass(slots=True)
class Estimate:
    """What a submission would send. Bytes are those of the files of requests, pictures in base64."""

    requests: int = 0
    pictures: int = 0
    picture_bytes: int = 0
    picture_tokens: int = 0
    text_bytes: int = 0
    bytes: int = 0
    batches: int = 0

    @property
    def text_tokens(self) -> int:
        """Tokens of all texts, at four bytes a token."""
        return -(-self.text_bytes // _BYTES_A_TOKEN)


def estimate_batches(dataset: Path, **asking: Any) -> int:
    """Print what submitting a run, or what it still lacks, would send. No key is needed. Returns the exit status, 0."""
    plan = plan_run(dataset, **asking)
    with Wire(plan.settings.model, plan.arguments) as wire:
        found = estimate_of(plan, Stamps(wire), _limits(plan.settings.model))
    tokens = found.text_tokens + found.picture_tokens
    click.echo(f"{found.requests:,} requests in {found.batches:,} batches, {found.bytes / 1e6:,.1f} MB")
    click.echo(f"{found.pictures:,} pictures shown, {found.picture_bytes / 1e6:,.1f} MB in base64")
    click.echo(f"{found.text_bytes / 1e6:,.2f} MB of text")
    click.echo(
        f"about {tokens:,} tokens in: {found.picture_tokens:,} of pictures (width × height / {_PIXELS_A_TOKEN}), "
        f"{found.text_tokens:,} of text (bytes / {_BYTES_A_TOKEN})"
    )
    price = price_of(plan.settings.model, tokens)
    click.echo("price unknown" if price is None else f"about ${price:,.2f} for what goes in, at the batch rate")
    return 0


def price_of(model: str, input_tokens: int) -> float | None:  # noqa: ARG001
    """What so many tokens into a model cost in US dollars at its vendor's batch rate; None where that is not known."""
    return None


def estimate_of(plan: RunPlan, stamps: Stamps, limits: Limits) -> Estimate:
    """What a submission of all that a run still lacks would send."""
    replies, _ = read_journal(plan.folder)

    def wants(request: Request) -> bool:
        return is_open(replies, request)

    found = Estimate()
    in_batch = bytes_in_batch = 0
    sizes = _Pictures(plan.dataset)
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


def _count(found: Estimate, messages: list[Message], sizes: "_Pictures") -> None:
    for message in messages:
        for part in message.content:
            if isinstance(part, Text):
                found.text_bytes += len(part.text.encode())
            else:
                found.pictures += 1
                bytes_, tokens = sizes.of(part)
                found.picture_bytes += bytes_
                found.picture_tokens += tokens


class _Pictures:
    """Bytes in base64 and tokens of pictures, each looked at once."""

    def __init__(self, dataset: Dataset) -> None:
        self._sizes = {chart.file_name: (chart.width, chart.height) for chart in dataset.charts()}
        self._known: dict[Path, tuple[int, int]] = {}

    def of(self, picture: Image) -> tuple[int, int]:
        if picture.path not in self._known:
            width, height = self._sizes[picture.path.name]
            bytes_ = -(-picture.path.stat().st_size // 3) * 4
            self._known[picture.path] = bytes_, -(-width * height // _PIXELS_A_TOKEN)
        return self._known[picture.path]


def _limits(model: str) -> Limits:
    provider = model.partition("/")[0]
    if provider == "openai":
        return Limits(50_000, 200_000_000)
    return Limits(100_000, 128_000_000) if provider == "anthropic" else Limits(50_000, 2_000_000_000)
