"""`snellen batch …` and `snellen replay`: the commands, each a line over the room that does the work."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from snellen.number_options import AmountType

__all__ = ["batch", "replay"]

_PATH = click.Path(path_type=Path)


def _asking(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say what a run asks, as `snellen eval` has them."""
    for option in reversed(
        [
            click.argument("dataset", type=_PATH),
            click.option("--model", default=None, help="openai/…, anthropic/…, google/… or vllm/…."),
            click.option(
                "--settings", default=None, metavar="NAME", help="A paper's settings of a model, as for `snellen eval`."
            ),
            click.option("-S", "generation", multiple=True, metavar="KEY=VALUE", help="A single setting."),
            click.option("--out", type=_PATH, default=None, help="The run's folder.  [default: runs/DATASET/MODEL]"),
            click.option(
                "--tasks", default=None, metavar="NAME,…", help="Ask some tasks.  [default: the benchmark's own]"
            ),
            click.option("--strategies", default=None, metavar="NAME,…", help="biy: zero-shot, one-shot, few-shot."),
            click.option("--n-examples", default=None, metavar="N,…", help="biy, few-shot: 0 to 6.  [default: 6]"),
            click.option("--designs", default=None, metavar="NAME,…", help="biy: ask about charts of some designs."),
            click.option("--limit", type=click.IntRange(1), default=None, help="Ask only the first N questions."),
            click.option("--seed", type=int, default=0, show_default=True, help="The seed sent to the model."),
            click.option(
                "--epochs", type=click.IntRange(1), default=1, show_default=True, help="Times each question is asked."
            ),
            click.option(
                "-M", "model_args", multiple=True, metavar="KEY=VALUE", help="Arguments for the model's provider."
            ),
        ]
    ):
        command = option(command)
    return command


def _run(command: Callable[..., None]) -> Callable[..., None]:
    """The options that name a run which was submitted."""
    command = click.option("--out", type=_PATH, default=None, help="The run's folder.")(command)
    command = click.option("--settings", default=None, metavar="NAME", help="The named settings it was asked with.")(
        command
    )
    command = click.option("--model", default=None, help="Its model, where the folder is runs/DATASET/MODEL.")(command)
    return click.argument("dataset", type=_PATH)(command)


@click.group()
def batch() -> None:
    """Ask a model through its vendor's batch API: about half the price, within a day, safe to interrupt.

    \b
      snellen batch estimate biy-1 --model openai/gpt-4o --strategies few-shot
      snellen batch submit biy-1 --model openai/gpt-4o --strategies few-shot
      snellen batch poll biy-1 --model openai/gpt-4o --wait
      snellen batch collect biy-1 --model openai/gpt-4o
    """


@batch.command()
@_asking
def estimate(dataset: Path, **asking: Any) -> None:
    """Say what submitting would send: requests, pictures, bytes, tokens. Nothing is sent, and no key is needed."""
    from snellen.running.batch.estimate import estimate_batches

    sys.exit(estimate_batches(dataset, **asking))


@batch.command()
@_asking
@click.option("--max-requests", type=click.IntRange(1), default=None, help="In one batch.  [default: the vendor's]")
@click.option("--max-bytes", type=click.IntRange(1), default=None, help="Of one batch.  [default: the vendor's]")
@click.option("--retry-failed", is_flag=True, help="Also what failed for good.")
@click.option("--resubmit", is_flag=True, help="Also what got lost or may be in a batch: it may be paid twice.")
@click.option("--run", is_flag=True, help="vllm/…: run vllm run-batch here.")
def submit(dataset: Path, **options: Any) -> None:
    """Submit what the run still lacks. Again, only what is in no batch and has no reply is submitted."""
    from snellen.running.batch.commands import submit_batches

    sys.exit(submit_batches(dataset, **options))


@batch.command()
@_run
@click.option("--wait", is_flag=True, help="Until all have ended; Ctrl-C ends the waiting alone.")
@click.option("--every", type=AmountType(0.1), default=60.0, show_default=True, metavar="SECONDS", help="With --wait.")
def poll(dataset: Path, **options: Any) -> None:
    """Show how far a run's batches are. Exit status 1 while some go on."""
    from snellen.running.batch.commands import poll_batches

    sys.exit(poll_batches(dataset, **options))


@batch.command()
@_run
@click.option("--file", type=_PATH, default=None, help="Replies that were made elsewhere, as by vllm run-batch.")
@click.option("--inspect-log", is_flag=True, help="Also replay the replies into a log of Inspect.")
def collect(dataset: Path, **options: Any) -> None:
    """Fetch the replies of batches that have ended; once every question has one, score and print the summary."""
    from snellen.running.batch.commands import collect_batches

    sys.exit(collect_batches(dataset, **options))


@batch.command()
@_run
def cancel(dataset: Path, **options: Any) -> None:
    """Ask the vendor to end a run's batches. What was answered by then can be collected."""
    from snellen.running.batch.commands import cancel_batches

    sys.exit(cancel_batches(dataset, **options))


@click.command()
@click.argument("run", type=_PATH)
@click.option("--dataset", type=_PATH, default=None, help="Where the run's dataset is now.")
@click.option("--out", type=_PATH, default=None, help="The folder of the logs.  [default: RUN/replayed]")
def replay(run: Path, dataset: Path | None, out: Path | None) -> None:
    """Replay the replies of RUN into logs of Inspect, at no cost: `inspect view --log-dir RUN/replayed` shows them."""
    from snellen.running.replaying import replay_run

    click.echo(replay_run(run, dataset, out))
