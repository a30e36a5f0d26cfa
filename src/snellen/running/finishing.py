"""The end of a run: its replies scored where all are there, the summary printed, and what went wrong told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from snellen.costs.told import cost_told, paper_cost_told
from snellen.readers.floor_rows import floor_rows
from snellen.replies import Reply
from snellen.results import Compute, Interval, RunRecord
from snellen.running.budget import Budget
from snellen.running.estimating import Estimate
from snellen.running.journal import Request, Taken
from snellen.running.run_plan import RunPlan
from snellen.scoring import score_replies, summary_tables

__all__ = ["finish_run"]

_CAUSES = 3
"""How many causes of failed requests are told, the most frequent ones."""


def finish_run(
    plan: RunPlan,
    replies: Mapping[Request, Reply],
    taken: Taken,
    *,
    trouble: str | None = None,
    resume: str = "Run the same command again to go on; nothing that was answered is asked again.",
    estimate: Estimate | None = None,
    budget: Budget | None = None,
    told_not_sent: Sequence[str] = (),
) -> int:
    """Score a run whose every request has a reply or an error, print the summary, and return the exit status.

    Where some have neither, nothing is scored, and a sentence says so. `trouble` is the last error, `resume` how to
    go on, `estimate` what the run was expected to cost, `budget` what it may, and `told_not_sent` the settings of which
    the user knows that they are not sent.
    """
    dataset, folder = plan.dataset, plan.folder
    asked = [question.question_id for question in plan.questions]
    wanted = list(plan.requests())
    there = [replies[request] for request in wanted if request in replies]
    failed = sum(reply.error is not None for reply in there)
    open_ = f"{len(there) - failed:,} of {len(wanted):,} questions were answered"
    if budget is not None and budget.is_reached and len(there) < len(wanted):
        click.echo(
            f"snellen: stopped at the budget: {budget.told()}; {open_}, and nothing is scored yet. Run the same "
            "command with a larger --max-cost to go on; nothing that was answered is asked again.",
            err=True,
        )
        return 1
    if len(there) < len(wanted):
        reason = f" The last error: {trouble}." if trouble else ""
        click.echo(f"snellen: broken off: {open_}, and nothing is scored yet.{reason} {resume}", err=True)
        return 1
    if failed == len(wanted):
        click.echo(
            f"snellen: none of {len(wanted):,} questions was answered, and nothing is scored: {_causes(there)}. Mend "
            "that, and run the same command again.",
            err=True,
        )
        return 1
    compute = Compute(
        answering_wall_seconds=taken.wall_seconds,
        answering_cpu_seconds=taken.cpu_seconds,
        cost=taken.cost,
        estimated_cost=None if estimate is None or estimate.cost is None else (estimate.cost.low, estimate.cost.high),
    )
    record = score_replies(
        dataset, there, folder, asked=asked, compute=compute, started=taken.started, not_sent=taken.not_sent
    )
    _print_summary(record, folder, told_not_sent, floor_rows(dataset))
    if failed:
        errors = "request" if failed == 1 else "requests"
        click.echo(
            f"snellen: {open_}; {failed:,} {errors} failed for good and count as wrong ({_causes(there)}). {resume}",
            err=True,
        )
        return 1
    return 0


def _causes(replies: Sequence[Reply]) -> str:
    """Why requests failed for good, the commonest causes first."""
    causes = Counter(reply.error for reply in replies if reply.error is not None)
    failed = sum(causes.values())
    told = "; ".join(f"{count:,} × {cause}" if failed > 1 else cause for cause, count in causes.most_common(_CAUSES))
    return f"{told}; and {len(causes) - _CAUSES} other causes" if len(causes) > _CAUSES else told


def _print_summary(
    record: RunRecord, folder: Path, told_not_sent: Sequence[str], floors: Mapping[str, Mapping[str, Interval]]
) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    for table in summary_tables(record, floors):
        console.print(table)
    compute = record.compute
    wall = (compute.answering_wall_seconds or 0.0) + (compute.scoring_wall_seconds or 0.0)
    cpu = (compute.answering_cpu_seconds or 0.0) + (compute.scoring_cpu_seconds or 0.0)
    cost = "cost not known" if compute.cost is None else cost_told(record) or "$0.00"
    tokens = (
        f", {compute.input_tokens:,} tokens in and {compute.output_tokens or 0:,} out" if compute.input_tokens else ""
    )
    if record.not_sent and set(record.not_sent) != set(told_not_sent):
        console.print(f"not sent, for the model's provider does not take it: {', '.join(record.not_sent)}")
    console.print(f"{wall:.1f} s on the clock, {cpu:.1f} s of CPU, {cost}{tokens}", highlight=False)
    if compute.cost and (paper := paper_cost_told([record.dataset.benchmark])):
        console.print(paper, highlight=False)
    console.print(f"{folder / 'results.parquet'}", soft_wrap=True, highlight=False)
