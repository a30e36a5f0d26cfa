"""`snellen eval`: a model is asked every question of a dataset through Inspect AI, and its replies are scored.

A run's folder holds `settings.json`, `replies.jsonl` (the journal, which decides what is still to be asked),
`compute.jsonl`, `logs/` (Inspect's), and at the end `results.parquet` and `run.json`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from pydantic import JsonValue

from snellen.benchmark import Benchmark, find_benchmark
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.readers import find_reader
from snellen.readers.knowledge import shipped_knowledge
from snellen.replies import Reply
from snellen.results import Compute, RunRecord
from snellen.running.journal import Journal, Request, Taken, locked, open_journal, read_journal
from snellen.running.selection import Prompting, prompt_ways, refuse_without_pictures, select_questions, split_names
from snellen.running.settings import RunSettings, parse_model_arguments, settle
from snellen.scoring import score_replies, summary_tables

__all__ = ["RunPlan", "evaluate_dataset", "finish_run", "is_open", "plan_run"]

_Batch = tuple[Prompting, int, Sequence[Question]]
"""Questions that are asked in one way, and which repeat that is."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run asks, and where it is kept. `arguments` are those for the provider, secrets included."""

    dataset: Dataset
    questions: Sequence[Question]
    settings: RunSettings
    arguments: Mapping[str, JsonValue]
    folder: Path

    def requests(self) -> Iterator[Request]:
        """All that is asked: every question in each way, and that again for each repeat."""
        for way in self.settings.promptings:
            for repeat in range(self.settings.epochs):
                for question in self.questions:
                    yield Request(question.question_id, *way, repeat)


def evaluate_dataset(
    dataset: Path,
    *,
    model: str,
    out: Path | None = None,
    tasks: str | Sequence[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    n_examples: str | int | None = None,
    designs: str | Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
    epochs: int = 1,
    max_connections: int | None = None,
    model_args: Sequence[str] = (),
) -> int:
    """Ask `model` the first `limit` questions `epochs` times in each way, score the replies, and print the summary.

    What is asked, and where the run is kept, is as `plan_run` has it. A run that was broken off is resumed: what it
    has a reply to is not asked again.

    Returns the exit status: 0 where every question was answered, 1 where some were not, which is said.
    Raises SnellenError as `plan_run` does, for a missing key, for settings other than those the run was started with,
    and where some of its questions are in batches.
    """
    plan = plan_run(
        dataset,
        model=model,
        out=out,
        tasks=tasks,
        strategies=strategies,
        n_examples=n_examples,
        designs=designs,
        limit=limit,
        seed=seed,
        epochs=epochs,
        model_args=model_args,
    )
    _warn_of_own_seed(model, plan.dataset)
    folder, settings = plan.folder, plan.settings
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        _refuse_batched(folder)
        settle(folder, settings)
        replies, _ = read_journal(folder)
        pending = [
            (way, repeat, open_)
            for repeat in range(epochs)
            for way in settings.promptings
            if (open_ := [each for each in plan.questions if is_open(replies, Request(each.question_id, *way, repeat))])
        ]
        trouble = None
        if pending:
            with open_journal(folder) as journal:
                _ask(plan.dataset, pending, settings, plan.arguments, journal, folder / "logs", max_connections)
                trouble = journal.last_error
        replies, taken = read_journal(folder)
        return finish_run(plan, replies, taken, trouble)


def plan_run(
    dataset: Path,
    *,
    model: str,
    out: Path | None = None,
    tasks: str | Sequence[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    n_examples: str | int | None = None,
    designs: str | Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
    epochs: int = 1,
    model_args: Sequence[str] = (),
) -> RunPlan:
    """What a run of `model` on a dataset asks.

    `model` is a local reader or any model of Inspect AI; `model_args` are KEY=VALUE for its provider. The questions
    are those of `select_questions`, the first `limit` of them, `epochs` times; the ways of asking those of
    `prompt_ways`. The seed that is sent is `seed` plus the number of the repeat, from 0. The run's folder is `out`,
    or `runs/DATASET/MODEL`. Raises SnellenError for an unknown model, a dataset without pictures, tasks, designs or
    strategies that there are not, and too few examples.
    """
    opened = Dataset(dataset)
    opened.refuse_edited_questions()
    arguments = parse_model_arguments(tuple(model_args))
    _check_model(model, arguments)
    benchmark, ways = find_benchmark(opened.manifest.benchmark), prompt_ways(strategies, n_examples)
    selected = select_questions(opened, benchmark, tasks=tasks, designs=designs)
    _check_ways(opened, benchmark, selected, ways)
    settings = RunSettings.of(
        opened,
        model=model,
        model_args=arguments,
        seed=seed,
        epochs=epochs,
        limit=limit if limit is not None and limit < len(selected) else None,
        tasks=list(dict.fromkeys(question.task for question in selected)),
        designs=split_names(designs, "the designs"),
        promptings=ways,
    )
    refuse_without_pictures(opened)
    folder = out or Path("runs") / opened.path.resolve().name / model.replace("/", "-")
    return RunPlan(opened, selected[:limit], settings, arguments, folder)


def _refuse_batched(folder: Path) -> None:
    """What is in a batch would be paid for twice."""
    if not (folder / "batch.sqlite").exists():
        return
    from snellen.running.batch.ledger import in_flight

    if waiting := in_flight(folder):
        raise SnellenError(
            f"{folder}: {waiting:,} requests are in batches; fetch their replies with snellen batch collect, or end "
            "them with snellen batch cancel first."
        )


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


def is_open(replies: Mapping[Request, Reply], request: Request) -> bool:
    """Whether a request has no reply yet, or only an error."""
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
            )
            if journal.broken_off:
                return


def finish_run(
    plan: RunPlan,
    replies: Mapping[Request, Reply],
    taken: Taken,
    trouble: str | None,
    resume: str = "Run the same command again to go on; nothing that was answered is asked again.",
) -> int:
    """Score a run whose every request has a reply or an error, print the summary, and return the exit status.

    Where some have neither, nothing is scored, and a sentence says so. `trouble` is the last error, `resume` how to
    go on.
    """
    dataset, folder = plan.dataset, plan.folder
    asked = [question.question_id for question in plan.questions]
    wanted = list(plan.requests())
    there = [replies[request] for request in wanted if request in replies]
    failed = sum(reply.error is not None for reply in there)
    open_ = f"{len(there) - failed:,} of {len(wanted):,} questions were answered"
    if len(there) < len(wanted):
        reason = f" The last error: {trouble}." if trouble else ""
        click.echo(f"snellen: broken off: {open_}, and nothing is scored yet.{reason} {resume}", err=True)
        return 1
    compute = Compute(
        answering_wall_seconds=taken.wall_seconds, answering_cpu_seconds=taken.cpu_seconds, cost=taken.cost
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
    cost = "cost not known" if compute.cost is None else f"${compute.cost:.2f}"
    tokens = (
        f", {compute.input_tokens:,} tokens in and {compute.output_tokens or 0:,} out" if compute.input_tokens else ""
    )
    console.print(f"{wall:.1f} s on the clock, {cpu:.1f} s of CPU, {cost}{tokens}", highlight=False)
    console.print(f"{folder / 'results.parquet'}", soft_wrap=True, highlight=False)
