"""`snellen eval`: a model is asked every question of a dataset through Inspect AI, and its replies are scored.

A run's folder holds `settings.json`, `replies.jsonl` (the journal, which decides what is still to be asked),
`compute.jsonl`, `logs/` (Inspect's), and at the end `results.parquet` and `run.json`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from pydantic import JsonValue

from snellen.benchmark import Benchmark, find_benchmark
from snellen.catalogue import choose_model
from snellen.costs.prices import find_price
from snellen.costs.told import cost_told, paper_cost_told
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers import find_reader
from snellen.readers.knowledge import shipped_knowledge
from snellen.replies import Reply
from snellen.results import Compute, RunRecord
from snellen.running.budget import Budget
from snellen.running.estimating import Estimate, estimate_questions
from snellen.running.journal import Journal, Request, Taken, locked, open_journal, read_journal
from snellen.running.not_sent import settings_not_sent
from snellen.running.selection import Prompting, prompt_ways, refuse_without_pictures, select_questions, split_names
from snellen.running.settings import RunSettings, parse_model_arguments, settle
from snellen.scoring import score_replies, summary_tables

__all__ = ["evaluate_dataset"]

_COUNTED = 200
"""Questions that a run's estimate is counted from: counting takes as long as making the samples."""

_Batch = tuple[Prompting, int, Sequence[Question]]
"""Questions that are asked in one way, and which repeat that is."""


def evaluate_dataset(
    dataset: Path,
    *,
    model: str | None = None,
    settings: str | None = None,
    generation: Sequence[str] = (),
    out: Path | None = None,
    tasks: str | Sequence[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    n_examples: str | int | None = None,
    designs: str | Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
    epochs: int = 1,
    max_connections: int | None = None,
    max_cost: float | None = None,
    model_args: Sequence[str] = (),
) -> int:
    """Ask `model` the first `limit` questions `epochs` times in each way, score the replies, and print the summary.

    `model` is a local reader or any model of Inspect AI, asked with the `settings` of that name and the changes to them
    in `generation`, as `choose_model` takes them; `model_args` are KEY=VALUE for its provider. The questions are
    those of `select_questions`, the ways of asking those of `prompt_ways`; one run holds several. The seed that is sent
    is `seed` plus the number of the repeat, from 0. The run's folder is `out`, or `runs/DATASET/MODEL`; a run that was
    broken off there is resumed: what it has a reply to is not asked again.

    Returns the exit status: 0 where every question was answered, 1 where some were not, which is said.
    Raises SnellenError for an unknown model, a missing key, a dataset without pictures, tasks, designs or strategies
    that there are not, too few examples, and settings other than those the run was started with.
    """
    opened = Dataset(dataset)
    opened.refuse_edited_questions()
    chosen = choose_model(model, settings, generation)
    model = chosen.model
    arguments = {**chosen.model_args, **parse_model_arguments(tuple(model_args))}
    _check_model(model, arguments)
    not_sent = settings_not_sent(model, chosen.generation)
    _warn_of_own_seed(model, opened)
    benchmark, ways = find_benchmark(opened.manifest.benchmark), prompt_ways(strategies, n_examples)
    selected = select_questions(opened, benchmark, tasks=tasks, designs=designs)
    _check_ways(opened, benchmark, selected, ways)
    run_settings = RunSettings.of(
        opened,
        model=model,
        model_args=arguments,
        seed=seed,
        epochs=epochs,
        limit=limit if limit is not None and limit < len(selected) else None,
        tasks=list(dict.fromkeys(question.task for question in selected)),
        designs=split_names(designs, "the designs"),
        promptings=ways,
        generation=chosen.generation,
        named_settings=chosen.settings.name if chosen.settings else None,
        not_sent=not_sent,
    )
    refuse_without_pictures(opened)
    questions = selected[:limit]
    folder = out or Path("runs") / opened.path.resolve().name / (run_settings.named_settings or model.replace("/", "-"))
    estimate = None
    if find_price(model) is not None:
        estimate = estimate_questions(
            opened,
            questions,
            ways,
            model=model,
            generation=chosen.generation,
            epochs=epochs,
            most_counted=_COUNTED,
        )
    elif max_cost is not None and not model.startswith("snellen/"):
        raise SnellenError(
            f"--max-cost: no price of {model} is known; name one in a file (docs/cost.md), or leave the budget out."
        )
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        settle(folder, run_settings)
        replies, taken = read_journal(folder)
        pending = [
            (way, repeat, open_)
            for repeat in range(epochs)
            for way in ways
            if (open_ := [each for each in questions if _is_open(replies, Request(each.question_id, *way, repeat))])
        ]
        trouble, budget = None, None
        if pending:
            _tell_not_sent(model, not_sent)
            if max_cost is not None:
                budget = _budget(max_cost, taken, model, estimate)
            with open_journal(folder) as journal:
                _ask(opened, pending, run_settings, arguments, journal, folder / "logs", max_connections, budget)
                trouble = journal.last_error
        replies, taken = read_journal(folder)
        return _finish(opened, questions, run_settings, folder, replies, taken, trouble, estimate, budget)


def _budget(most: float, taken: Taken, model: str, estimate: Estimate | None) -> Budget | None:
    """A local reader spends nothing and needs none. What earlier sessions spent counts."""
    if model.startswith("snellen/"):
        return None
    request = None if estimate is None else estimate.dearest_request
    return Budget(most, spent=taken.cost or 0.0, request=request or 0.0)


def _check_ways(
    dataset: Dataset, benchmark: Benchmark, questions: Sequence[Question], ways: Sequence[Prompting]
) -> None:
    """One conversation of each task in each way: what the benchmark or the dataset lacks is told before any asking."""
    first: dict[str, Question] = {}
    for question in questions:
        first.setdefault(question.task, question)
    for question in first.values():
        for way in ways:
            benchmark.messages(dataset, question, *way)


def _check_model(model: str, arguments: Mapping[str, JsonValue]) -> None:
    """A mistake in the name is told before Inspect is imported, which takes seconds."""
    if model.startswith("snellen/"):
        find_reader(model, **arguments)
    elif "," in model or "/" not in model.strip("/"):
        raise SnellenError(
            f"{model!r} is no model; name one as provider/model, for example snellen/blind or openai/gpt-4o."
        )


def _tell_not_sent(model: str, names: Sequence[str]) -> None:
    if names:
        click.echo(f"Note: the provider of {model} is not sent {', '.join(names)}.", err=True)


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


def _is_open(replies: Mapping[Request, Reply], request: Request) -> bool:
    reply = replies.get(request)
    return reply is None or reply.error is not None


def _ask(
    dataset: Dataset,
    pending: Sequence[_Batch],
    settings: RunSettings,
    arguments: Mapping[str, JsonValue],
    journal: Journal,
    log_dir: Path,
    max_connections: int | None,
    budget: Budget | None,
) -> None:
    from snellen.running.asking import ask_questions
    from snellen.running.tasks import LARGEST_LOG, MOST_PICTURES, pictures_shown

    with_images = sum(pictures_shown(len(questions), way) for way, _, questions in pending) <= MOST_PICTURES
    for way, repeat, questions in pending:
        for start in range(0, len(questions), LARGEST_LOG):
            ask_questions(
                dataset,
                questions[start : start + LARGEST_LOG],
                settings=settings,
                model_args=arguments,
                prompting=way,
                repeat=repeat,
                journal=journal,
                log_dir=log_dir,
                log_images=with_images,
                max_connections=max_connections,
                budget=budget,
            )
            if journal.broken_off:
                return


def _finish(
    dataset: Dataset,
    questions: Sequence[Question],
    settings: RunSettings,
    folder: Path,
    replies: Mapping[Request, Reply],
    taken: Taken,
    trouble: str | None,
    estimate: Estimate | None,
    budget: Budget | None,
) -> int:
    asked = [question.question_id for question in questions]
    wanted = [
        Request(name, *way, repeat)
        for way in settings.promptings
        for repeat in range(settings.epochs)
        for name in asked
    ]
    there = [replies[request] for request in wanted if request in replies]
    failed = sum(reply.error is not None for reply in there)
    open_ = f"{len(there) - failed:,} of {len(wanted):,} questions were answered"
    resume = "Run the same command again to go on; nothing that was answered is asked again."
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
    compute = Compute(
        answering_wall_seconds=taken.wall_seconds,
        answering_cpu_seconds=taken.cpu_seconds,
        cost=taken.cost,
        estimated_cost=None if estimate is None or estimate.cost is None else (estimate.cost.low, estimate.cost.high),
    )
    record = score_replies(dataset, there, folder, asked=asked, compute=compute, started=taken.started)
    _print_summary(record, folder)
    if failed:
        errors = "request" if failed == 1 else "requests"
        told = trouble or next(reply.error for reply in there if reply.error is not None)
        click.echo(
            f"snellen: {open_}; {failed:,} {errors} failed for good and count as wrong ({told}). {resume}", err=True
        )
        return 1
    return 0


def _print_summary(record: RunRecord, folder: Path) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    for table in summary_tables(record):
        console.print(table)
    compute = record.compute
    wall = (compute.answering_wall_seconds or 0.0) + (compute.scoring_wall_seconds or 0.0)
    cpu = (compute.answering_cpu_seconds or 0.0) + (compute.scoring_cpu_seconds or 0.0)
    cost = "cost not known" if compute.cost is None else cost_told(record) or "$0.00"
    tokens = (
        f", {compute.input_tokens:,} tokens in and {compute.output_tokens or 0:,} out" if compute.input_tokens else ""
    )
    console.print(f"{wall:.1f} s on the clock, {cpu:.1f} s of CPU, {cost}{tokens}", highlight=False)
    if compute.cost and (paper := paper_cost_told([record.dataset.benchmark])):
        console.print(paper, highlight=False)
    console.print(f"{folder / 'results.parquet'}", soft_wrap=True, highlight=False)
