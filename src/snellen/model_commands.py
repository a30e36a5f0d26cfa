"""`snellen eval`, `estimate`, `models` and `extract`: each command a line over the room that does the work."""

import sys
from pathlib import Path
from typing import Any

import click

from snellen.number_options import AmountType

__all__ = ["estimate", "evaluate", "extract", "models"]

_PATH = click.Path(path_type=Path)


@click.command(name="eval")
@click.argument("dataset", type=_PATH)
@click.option(
    "--model", default=None, help="snellen/pixels, snellen/blind, snellen/chance, or any model of Inspect AI."
)
@click.option(
    "--settings",
    default=None,
    metavar="NAME",
    help="A paper's settings of a model, and the model: biy-o3, grab-gpt-4o.",
)
@click.option("-S", "generation", multiple=True, metavar="KEY=VALUE", help="A single setting: -S temperature=1.")
@click.option("--out", type=_PATH, default=None, help="The run's folder.  [default: runs/DATASET/MODEL]")
@click.option("--tasks", default=None, metavar="NAME,…", help="Ask some tasks, or all.  [default: the benchmark's own]")
@click.option(
    "--strategies", default=None, metavar="NAME,…", help="biy: zero-shot, one-shot, few-shot.  [default: zero-shot]"
)
@click.option(
    "--n-examples", default=None, metavar="N,…", help="biy, few-shot: 0 to 6, as 4, 0,2,4 or 0-6.  [default: 6]"
)
@click.option("--designs", default=None, metavar="NAME,…", help="biy: ask about charts of some designs.")
@click.option("--limit", type=click.IntRange(1), default=None, help="Ask only the first N questions.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed sent to the model.")
@click.option("--epochs", type=click.IntRange(1), default=1, show_default=True, help="Times each question is asked.")
@click.option("--max-connections", type=click.IntRange(1), default=None, help="Requests at a time.")
@click.option("--timeout", type=click.IntRange(1), default=600, show_default=True, help="Seconds for one attempt.")
@click.option("--max-retries", type=click.IntRange(0), default=8, show_default=True, help="Attempts after the first.")
@click.option("--max-cost", type=AmountType(0, min_open=True), default=None, metavar="USD", help="Stop at this budget.")
@click.option("-M", "model_args", multiple=True, metavar="KEY=VALUE", help="Arguments for the model's provider.")
@click.option(
    "--fresh-seed",
    is_flag=False,
    flag_value="drawn",
    default=None,
    metavar="[N]",
    help="Ask as many questions of a new set too, of seed N or one drawn at random, and compare.",
)
@click.option("--fresh-preset", default=None, metavar="NAME", help="The new set's preset.  [default: DATASET's]")
@click.option("--gap", type=AmountType(), default=None, help="The difference whose power is told.  [default: 0.05]")
def evaluate(
    dataset: Path, fresh_seed: str | None, fresh_preset: str | None, gap: float | None, **options: Any
) -> None:
    """Ask a model every question of DATASET, score the replies, and print the summary.

    \b
      snellen eval grab-1 --model snellen/blind
      snellen eval biy-1 --model openai/gpt-4o --strategies zero-shot,one-shot,few-shot
      snellen eval biy-1 --model openai/gpt-4o --strategies few-shot --n-examples 0-6
      snellen eval biy-1 --settings biy-o3 --max-cost 20

    An interrupted run is resumed by the same command; what was answered is not asked again. Exit status 1 where
    some questions were not answered. With --fresh-seed the new set, its run and the comparison stand in the run's
    folder.
    """
    if fresh_seed is None:
        if fresh_preset is not None or gap is not None:
            raise click.UsageError("--fresh-preset and --gap go with --fresh-seed.")
        from snellen.running.engine import evaluate_dataset

        sys.exit(evaluate_dataset(dataset, **options))
    from snellen.running.fresh_seed import evaluate_fresh

    share = 0.05 if gap is None else gap
    sys.exit(evaluate_fresh(dataset, fresh_seed=fresh_seed, fresh_preset=fresh_preset, gap=share, **options))


@click.command()
@click.argument("dataset", type=_PATH)
@click.option("--model", default=None, help="The model, as `snellen eval` takes it.")
@click.option("--settings", default=None, metavar="NAME", help="A paper's settings of a model, as for `snellen eval`.")
@click.option("-S", "generation", multiple=True, metavar="KEY=VALUE", help="A single setting.")
@click.option("--tasks", default=None, metavar="NAME,…", help="Some tasks.  [default: the benchmark's own]")
@click.option("--strategies", default=None, metavar="NAME,…", help="biy: zero-shot, one-shot, few-shot.")
@click.option("--n-examples", default=None, metavar="N,…", help="biy, few-shot: 0 to 6.  [default: 6]")
@click.option("--designs", default=None, metavar="NAME,…", help="biy: charts of some designs.")
@click.option("--limit", type=click.IntRange(1), default=None, help="Only the first N questions.")
@click.option("--epochs", type=click.IntRange(1), default=1, show_default=True, help="Times each question is asked.")
@click.option("--batch", is_flag=True, help="At the price of the vendor's batch API.")
@click.option("--cached", is_flag=True, help="Take the examples as read from the provider's cache.")
@click.option("--output-tokens", type=click.IntRange(0), default=None, help="Tokens of each reply, thinking included.")
@click.option("--rate", type=AmountType(0, min_open=True), default=None, help="Requests a minute.")
@click.option("--tokens-per-minute", type=AmountType(0, min_open=True), default=None, help="Tokens a minute.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def estimate(dataset: Path, **options: Any) -> None:
    """Tell what asking DATASET would take: requests, tokens, dollars and time, each as a range. Nothing is asked.

    \b
      snellen estimate biy-1 --settings biy-gpt-4.1 --strategies zero-shot,one-shot,few-shot --batch
      snellen estimate grab-1 --model openai/gpt-6-luna --rate 500
    """
    from snellen.running.estimate_command import print_estimate

    print_estimate(dataset, **options)


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="All that is known, as JSON.")
def models(name: str | None, as_json: bool) -> None:
    """List the papers' models by exact version, with their named settings, ways of access, and what follows them."""
    from snellen.catalogue.showing import print_models

    print_models(name, as_json=as_json)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=_PATH)
@click.option("--large", default=None, metavar="MODEL", help="An extractor: snellen/extractor, or any of Inspect AI.")
@click.option("--small", default=None, metavar="MODEL", help="A second extractor, such as snellen/last-value.")
@click.option("--judge", default=None, metavar="MODEL", help="A model that is shown the key and says right or wrong.")
@click.option("--sample", type=click.IntRange(0), default=None, help="Replies on the sheet to check.  [default: 50]")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the sample.")
@click.option("--max-connections", type=click.IntRange(1), default=None, help="Requests at a time.")
@click.option("-M", "model_args", multiple=True, metavar="ROLE.KEY=VALUE", help="Arguments for a role's provider.")
@click.option("--checked", type=_PATH, default=None, help="A sheet that a person filled in.")
def extract(runs: tuple[Path, ...], checked: Path | None, **options: Any) -> None:
    """Ask other models which answer each reply of finished RUNS gives, then score that by exact match.

    \b
      snellen extract runs/gpt --large google/gemini-1.5-pro --small ollama/llama3.1:8b --judge openai/gpt-4o
      snellen extract runs/blind --large snellen/extractor --small snellen/last-value --judge snellen/judge
      snellen extract runs/gpt --checked extraction-sample-checked.csv

    An interrupted run is resumed by the same command; what was answered is not asked again. Exit status 1 where
    some requests were not answered.
    """
    if checked is not None:
        if len(runs) > 1 or any(value not in (None, (), 0) for value in options.values()):
            raise click.UsageError("--checked goes with one run and with no other option.")
        from snellen.running.extraction_checked import take_checked

        take_checked(runs[0], checked)
        return
    from snellen.running.extraction import extract_runs

    sys.exit(extract_runs(runs, **options))
