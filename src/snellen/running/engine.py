"""`snellen eval`: a model is asked every question of a dataset through Inspect AI, and its replies are scored.

A run's folder holds `settings.json`, `replies.jsonl` (the journal, which decides what is still to be asked),
`compute.jsonl`, `logs/` (Inspect's), and at the end `results.parquet` and `run.json`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from snellen.costs.prices import find_price
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers.knowledge import shipped_knowledge
from snellen.replies import Reply
from snellen.running.budget import Budget
from snellen.running.estimating import Estimate, estimate_questions
from snellen.running.finishing import finish_run
from snellen.running.interruption import interruptible
from snellen.running.journal import Journal, Request, Taken, locked, open_journal, read_journal
from snellen.running.not_sent import expected_not_sent
from snellen.running.run_plan import RunPlan, plan_run
from snellen.running.selection import Prompting
from snellen.running.settings import settle

__all__ = ["MAX_RETRIES", "TIMEOUT", "estimate_run", "evaluate_dataset", "is_open"]

TIMEOUT = 600
"""Seconds that one attempt at a request may take: as long as the vendors' clients wait themselves."""
MAX_RETRIES = 8
"""How often a request is made again: 13 minutes with Inspect's waits, of 3 seconds at first, then twice as long."""

_COUNTED = 200
"""Questions that a run's estimate is counted from: counting takes as long as making the samples."""

_Batch = tuple[Prompting, int, Sequence[Question]]
"""Questions that are asked in one way, and which repeat that is."""


def evaluate_dataset(
    dataset: Path,
    *,
    max_connections: int | None = None,
    timeout: int = TIMEOUT,
    max_retries: int = MAX_RETRIES,
    max_cost: float | None = None,
    spent_before: float = 0.0,
    **asking: Any,
) -> int:
    """Ask a model the questions of a dataset, score the replies, and print the summary.

    `asking` says what is asked, and where the run is kept, as `plan_run` has it. A run that was broken off is resumed:
    what it has a reply to is not asked again. An attempt at a request may take `timeout` seconds, and is made again at
    most `max_retries` times. No request is begun that could make the run cost more than `max_cost` US dollars, of
    which `spent_before` were spent elsewhere. SIGTERM and SIGHUP end it as SIGINT does.

    Returns the exit status: 0 where every question was answered, 1 where some were not, which is said.
    Raises SnellenError as `plan_run` does, for a missing key, for a budget where no price is known, for settings other
    than those the run was started with, and where some of its questions are in batches.
    """
    plan = plan_run(dataset, **asking)
    folder, settings = plan.folder, plan.settings
    not_sent = expected_not_sent(settings.model, settings.generation)
    _warn_of_own_seed(settings.model, plan.dataset)
    estimate = estimate_run(plan)
    if max_cost is not None and find_price(settings.model) is None and not settings.model.startswith("snellen/"):
        raise SnellenError(
            f"--max-cost: no price of {settings.model} is known; name one in a file (docs/cost.md), or leave the "
            "budget out."
        )
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder), interruptible():
        _refuse_batched(folder)
        settle(folder, settings)
        replies, taken = read_journal(folder)
        pending = [
            (way, repeat, open_)
            for repeat in range(settings.epochs)
            for way in settings.promptings
            if (open_ := [each for each in plan.questions if is_open(replies, Request(each.question_id, *way, repeat))])
        ]
        trouble, budget = None, None
        if pending:
            if not_sent:
                click.echo(f"Note: the provider of {settings.model} is not sent {', '.join(not_sent)}.", err=True)
            if max_cost is not None:
                budget = _budget(max_cost, taken, spent_before, settings.model, estimate)
            with open_journal(folder) as journal:
                limits = {"max_connections": max_connections, "timeout": timeout, "max_retries": max_retries}
                _ask(plan, pending, journal, limits, budget)
                trouble = journal.last_error
        replies, taken = read_journal(folder)
        return finish_run(
            plan,
            replies,
            taken,
            trouble=trouble,
            estimate=estimate,
            budget=budget,
            told_not_sent=not_sent if pending else (),
        )


def is_open(replies: Mapping[Request, Reply], request: Request) -> bool:
    """Whether a request has no reply yet, or only an error."""
    reply = replies.get(request)
    return reply is None or reply.error is not None


def estimate_run(plan: RunPlan, *, batch: bool = False) -> Estimate | None:
    """What a run is expected to cost, counted from some of its questions; None where no price is known."""
    if find_price(plan.settings.model) is None:
        return None
    return estimate_questions(
        plan.dataset,
        plan.questions,
        plan.settings.promptings,
        model=plan.settings.model,
        generation=plan.settings.generation,
        epochs=plan.settings.epochs,
        batch=batch,
        most_counted=_COUNTED,
    )


def _refuse_batched(folder: Path) -> None:
    """What is in a batch would be paid for twice."""
    if not (folder / "batch.sqlite").exists() and not (folder / "batches").exists():
        return
    from snellen.running.batch.ledger import in_flight

    if waiting := in_flight(folder):
        raise SnellenError(
            f"{folder}: {waiting:,} requests are in batches; fetch their replies with snellen batch collect, or end "
            "them with snellen batch cancel first."
        )


def _budget(most: float, taken: Taken, before: float, model: str, estimate: Estimate | None) -> Budget | None:
    """A local reader spends nothing and needs none. What earlier sessions spent counts."""
    if model.startswith("snellen/"):
        return None
    request = None if estimate is None else estimate.dearest_request
    return Budget(most, spent=before + (taken.cost or 0.0), request=request or 0.0)


def _warn_of_own_seed(model: str, dataset: Dataset) -> None:
    """A reader that learned from this very set is no floor of it."""
    if model != "snellen/blind":
        return
    for knowledge in shipped_knowledge():
        if knowledge.benchmark == dataset.manifest.benchmark and dataset.manifest.seed in knowledge.seeds:
            click.echo(
                f"Note: {model} learned from seed {dataset.manifest.seed} too, so its score here is in sample; "
                "for a floor use a set of another seed.",
                err=True,
            )


def _ask(
    plan: RunPlan, pending: Sequence[_Batch], journal: Journal, limits: Mapping[str, Any], budget: Budget | None
) -> None:
    from snellen.running.asking import ask_questions
    from snellen.running.tasks import LARGEST_LOG, MOST_PICTURES, pictures_shown

    with_images = sum(pictures_shown(len(questions), way) for way, _, questions in pending) <= MOST_PICTURES
    for way, repeat, questions in pending:
        for start in range(0, len(questions), LARGEST_LOG):
            ask_questions(
                plan.dataset,
                questions[start : start + LARGEST_LOG],
                settings=plan.settings,
                model_args=plan.arguments,
                prompting=way,
                repeat=repeat,
                journal=journal,
                log_dir=plan.folder / "logs",
                log_images=with_images,
                budget=budget,
                **limits,
            )
            if journal.broken_off:
                return
