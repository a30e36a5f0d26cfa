"""The command line: each command a few lines over the room that does the work, imported when it is called."""

import sys
from pathlib import Path
from typing import Any

import click

from snellen import __version__
from snellen.batch_command import batch, replay
from snellen.errors import SnellenError
from snellen.export_command import export
from snellen.model_commands import estimate, evaluate, extract, models
from snellen.number_options import AmountType
from snellen.recommend_command import recommend

__all__ = ["cli", "main"]

_DATASET = click.Path(path_type=Path)
_OUT = click.Path(path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="snellen")
def cli() -> None:
    """Snellen, an eye chart for models that read charts.

    \b
    A first run, offline:
      snellen generate grab --preset smoke --seed 1 --out my-set
      snellen eval my-set --model snellen/blind --out runs/blind
      snellen report runs/blind --out report
    """


class _Spread(click.Command):
    """A command whose options of many values take them side by side too: `--data a.csv b.csv`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Click's own, after `--data a b` was made `--data a --data b`."""
        many = {name for each in self.params if each.multiple for name in each.opts if name.startswith("--")}
        spread: list[str] = []
        current = None
        for argument in args:
            if current and not argument.startswith("-"):
                spread += [argument] if spread[-1] == current else [current, argument]
                continue
            current = argument if argument in many else None
            spread.append(argument)
        return super().parse_args(ctx, spread)


@cli.command(cls=_Spread, options_metavar="[OPTIONS]")
@click.argument("benchmark")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Same seed, same pixels.")
@click.option("--out", type=_OUT, required=True, help="The folder to make.")
@click.option("--preset", default=None, help="Which set.  [default: grab, chartom paper; biy fresh]")
@click.option("--jobs", type=click.IntRange(1), default=None, help="Worker processes.  [default: all cores]")
@click.option("--images/--no-images", default=True, help="Draw the pictures, or write the questions alone.")
@click.option(
    "--only",
    multiple=True,
    metavar="FIELD=VALUE|VALUE,…",
    help="Keep some cells: task=series,property=median|mean; chartom: chart_type, manipulation, format, pair.",
)
@click.option(
    "--scales", default=None, metavar="S,…", help="biy: from 0.5 to 4.  [default: 0.5,1,2; lite and --data: 2]"
)
@click.option("--designs", default=None, metavar="NAME,…", help="biy: chart designs.  [default: the paper's 17]")
@click.option(
    "--optimize", type=click.Choice(["fast", "max"]), default=None, help="biy: how hard to squeeze PNG files."
)
@click.option("--jpeg-quality", type=click.IntRange(1, 100), default=None, help="biy: JPEG files instead of PNG.")
@click.option("--extended", is_flag=True, help="chartom: pairs of five more manipulations.")
@click.option("--multiple-choice", is_flag=True, help="grab: every question also with five options.")
@click.option("--ocr", type=click.IntRange(1), default=None, metavar="N", help="grab: also N questions on labels.")
@click.option(
    "--redraw",
    type=click.IntRange(1, 20),
    default=None,
    metavar="K",
    help="grab: every question also in K other looks.",
)
@click.option("--data", multiple=True, type=click.Path(path_type=Path), metavar="FILES…", help="biy: your own points.")
@click.option("--x", default=None, metavar="COLUMN", help="The column of --data across.")
@click.option("--y", default=None, metavar="COLUMN", help="The column of --data upwards.")
@click.option("--cluster", default=None, metavar="COLUMN", help="The column with each point's cluster.")
@click.option("--outlier", default=None, metavar="COLUMN", help="The column that says which points are outliers.")
@click.option("--spec", "specs", multiple=True, type=click.Path(path_type=Path), metavar="FILES…", help="Vega-Lite.")
@click.option(
    "--label-convention",
    type=click.Choice(["plain", "biy"]),
    default=None,
    help="biy: −1 is no cluster and no outlier, 0 an outlier.  [default: plain]",
)
@click.option("--overwrite", is_flag=True, help="Replace a finished folder.")
def generate(benchmark: str, **options: Any) -> None:
    """Make a dataset of BENCHMARK (grab, biy, chartom): pictures, questions and keys.

    \b
      snellen generate grab --seed 1 --out grab-1
      snellen generate biy --preset lite --seed 1 --out biy-lite-1
      snellen generate chartom --preset paper --seed 1 --out chartom-1
      snellen generate biy --data sales.csv --x price --y units --cluster segment --out mine

    Presets: grab has paper, lite, smoke, ocr; biy has fresh, paper, lite, smoke; chartom has paper, smoke.
    An interrupted run is completed by the same command; a finished folder is left alone.
    """
    from snellen.generate_command import generate_as_asked

    generate_as_asked(benchmark, **options)


@cli.command()
@click.argument("dataset", type=_DATASET)
@click.option("--regenerate", is_flag=True, help="Also plan and draw everything again and compare.")
@click.option("--jobs", type=click.IntRange(1), default=None, help="Worker processes.  [default: all cores]")
def verify(dataset: Path, regenerate: bool, jobs: int | None) -> None:
    """Check DATASET against its manifest and its answers against its sources; name what differs."""
    from snellen.verification import verify_dataset

    sys.exit(verify_dataset(dataset, regenerate=regenerate, jobs=jobs))


@cli.command()
@click.argument("dataset", type=_DATASET)
@click.option("--out", type=_OUT, default=None, help="Also write tables and figures for a paper to this folder.")
@click.option(
    "--examples", type=click.IntRange(1, 20), default=1, show_default=True, help="Example questions a task, with --out."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Which examples.")
def describe(dataset: Path, out: Path | None, examples: int, seed: int) -> None:
    """Print what DATASET holds: its statistics, and counts by task, category, property, precision and complexity."""
    from snellen.description import describe_dataset

    describe_dataset(dataset, out=out, examples=examples, seed=seed)


@cli.command()
@click.argument("dataset", type=_DATASET)
@click.option("--out", type=_OUT, required=True, help="The folder of the gallery.")
def gallery(dataset: Path, out: Path) -> None:
    """Show every picture of DATASET with its questions and answers, as static HTML with filters."""
    from snellen.gallery import write_gallery

    click.echo(write_gallery(dataset, out).resolve())


@cli.command()
@click.argument("dataset", type=_DATASET)
@click.option("--replies", type=click.Path(path_type=Path), default=None, help="JSON Lines of replies.")
@click.option(
    "--log", "logs", type=click.Path(path_type=Path), multiple=True, help="A log of Inspect, or a folder of logs."
)
@click.option("--out", type=_OUT, default=None, help="The run's folder.  [default: runs/DATASET/REPLIES]")
def score(dataset: Path, replies: Path | None, logs: tuple[Path, ...], out: Path | None) -> None:
    """Score replies that were made elsewhere, from --replies or from one or more --log."""
    if (replies is None) == (not logs):
        raise click.UsageError("give either --replies FILE or --log FILE.")
    if replies is None:
        from snellen.running.logs import score_logs

        score_logs(dataset, logs, out)
        return
    from snellen.readers.floor_rows import floor_rows
    from snellen.scoring import score_replies_file

    score_replies_file(dataset, replies, out, floors=floor_rows)


@cli.command()
@click.argument("dataset", type=_DATASET)
@click.option("--table", type=click.Path(path_type=Path), default=None, help="A table that `snellen learn` made.")
def floors(dataset: Path, table: Path | None) -> None:
    """Print what readers that see no picture score on DATASET: by task, and by property where it is above 10%."""
    from snellen.readers.floors import print_floors

    print_floors(dataset, table)


@cli.command()
@click.argument("benchmark")
@click.option("--seeds", required=True, metavar="SEEDS", help="Numbers and ranges: 1,5,1001-1010.")
@click.option("--out", type=_OUT, required=True, help="The file to write.")
@click.option("--preset", default="paper", show_default=True, help="Which set: paper, lite, smoke.")
@click.option("--jobs", type=click.IntRange(1), default=None, help="Worker processes.  [default: all cores]")
def learn(benchmark: str, seeds: str, out: Path, preset: str, jobs: int | None) -> None:
    """Make the table that snellen/blind and snellen/chance know BENCHMARK by, from datasets of other SEEDS."""
    from snellen.readers.learning import learn_table, parse_seeds

    learned = learn_table(benchmark, seeds=parse_seeds(seeds), preset=preset, out=out, jobs=jobs)
    click.echo(f"{out}: {len(learned.templates)} templates from {learned.questions:,} questions")


@cli.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=_OUT, required=True, help="The folder of the report.")
def report(runs: tuple[Path, ...], out: Path) -> None:
    """Write a site on one or more RUNS: leaderboard, comparisons, where models fail, every item beside its picture.

    \b
      snellen report runs/blind --out report
      snellen report runs/* --out report

    It opens from a disk, at index.html in the folder, and needs no network. A report made before is replaced.

    A summary is printed as well: `snellen recommend` says what to choose, `snellen export` writes the tables as files.
    """
    from snellen.report import write_report
    from snellen.report.telling import print_summary

    page = write_report(runs, out).resolve()
    print_summary(runs)
    click.echo(page)


@cli.command(cls=_Spread, options_metavar="[OPTIONS]")
@click.argument("dataset", type=_DATASET)
@click.argument("responses", type=click.Path(path_type=Path))
@click.option(
    "--definition",
    type=click.Choice(["error-rate", "misleading-choice", "excess-error", "given"]),
    required=True,
    help="Which share is the index; given: RESPONSES is a table of chart_id and hmi already, to be put --into a copy.",
)
@click.option(
    "--attention", multiple=True, help="Attention checks: a chart's id, or ID=ANSWER. Who fails one is left out."
)
@click.option("--min-seconds", type=AmountType(0), default=0.0, help="Answers given faster are left out.")
@click.option("--out", type=_OUT, default=None, help="A CSV file for the values, instead of standard output.")
@click.option(
    "--into", type=_OUT, default=None, help="A folder to make: a copy of DATASET with these values as MIND keys."
)
def hmi(dataset: Path, responses: Path, definition: str, into: Path | None, **options: Any) -> None:
    """Measure how many people each chart of DATASET misleads, from RESPONSES (CSV: participant, chart, answer)."""
    from snellen.benchmarks.chartom.hmi import attach_hmi, measure_hmi

    if definition != "given":
        measure_hmi(dataset, responses, definition, into=into, **options)
    elif into is None or any(options.values()):
        raise click.UsageError("--definition given goes with --into and with no other option")
    else:
        attach_hmi(dataset, responses, into)


@cli.group(name="import")
def import_() -> None:
    """Turn a published benchmark into a dataset."""


@import_.command(name="grab")
@click.argument("file", type=str)
@click.option("--images", type=click.Path(path_type=Path), default=None, help="The folder of its pictures.")
@click.option("--out", type=_OUT, required=True, help="The folder to make.")
def import_grab(file: str, images: Path | None, out: Path) -> None:
    """Import the published GRAB questions from FILE (grab.json, Parquet, or a dataset's name on the Hub)."""
    from snellen.benchmarks.grab.importing import import_grab as run

    run(file, images, out)


@import_.command(name="chartom")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--hmi", type=click.Path(path_type=Path), default=None, help="A CSV of chart id and hmi.")
@click.option("--out", type=_OUT, required=True, help="The folder to make.")
def import_chartom(folder: Path, hmi: Path | None, out: Path) -> None:
    """Import CHARTOM from FOLDER, as its authors give it on request (arXiv:2408.14419)."""
    from snellen.benchmarks.chartom.importing import import_chartom as run

    run(folder, hmi, out)


@import_.command(name="calvi")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=_OUT, required=True, help="The folder to make.")
def import_calvi(file: Path, out: Path) -> None:
    """Import the 60 public items of CALVI from FILE (calvi.json, its pictures beside it) for CHARTOM's tasks."""
    from snellen.benchmarks.chartom.importing_calvi import import_calvi as run

    run(file, out)


for _command in (evaluate, estimate, models, batch, replay, extract, recommend, export):
    cli.add_command(_command)


def main() -> None:
    """Run the command line.

    Exit status: 0 for success, 1 where a check failed, 2 for a user's mistake or a fault of the surroundings (one
    sentence on standard error), 130 after Ctrl-C. Anything else is a defect and keeps its traceback.
    """
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt) as interrupt:
        told = str(interrupt.__cause__ or "") or str(interrupt) or "interrupted."
        click.echo(f"snellen: {told}", err=True)
        sys.exit(130)
    except SnellenError as error:
        click.echo(f"snellen: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        if not error.strerror:
            raise
        where = f"{error.filename}: " if error.filename is not None else ""
        told = error.strerror.lower()
        if isinstance(error, FileExistsError | NotADirectoryError):
            told = "no folder, and none can be made here, since a file or a broken link is in the way"
        click.echo(f"snellen: {where}{told}; mend that and run the same command again.", err=True)
        sys.exit(2)
