"""`snellen export`: the tables of runs as files for other programs."""

import sys
from pathlib import Path

import click

from snellen.errors import SnellenError

__all__ = ["export"]


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--to",
    "form",
    type=click.Choice(["csv", "parquet", "markdown", "latex", "json"]),
    default=None,
    help="The format.  [default: by the ending of --out, else csv]",
)
@click.option(
    "--table",
    type=click.Choice(["results", "leaderboard", "comparison"]),
    default="results",
    show_default=True,
    help="A row a reply, a model, or a pair of models.",
)
@click.option("--out", type=click.Path(path_type=Path), default=None, help="The file.  [default: standard output]")
def export(runs: tuple[Path, ...], form: str | None, table: str, out: Path | None) -> None:
    """Write a table of RUNS for a spreadsheet, a paper or a program.

    \b
      snellen export runs/o3 --to csv --out o3.csv                    every reply with its scores
      snellen export runs/* --table leaderboard --out table.tex       a table for a paper
      snellen export runs/* --table comparison --to markdown          every pair, tested
      snellen export runs/* --to parquet --out all.parquet            every type as it is

    Markdown and LaTeX have the columns that a page has room for, the other formats all of them. The file is written
    whole or not at all. In CSV files a text that a spreadsheet would take for a formula (it starts with =, +, - or @)
    gets an apostrophe before it; numbers stay numbers.
    """
    from snellen.exporting import export_table, format_of, write_table
    from snellen.files import atomic_file
    from snellen.report.runs import read_runs

    form = form or (format_of(out) if out else None) or "csv"
    if out is None and form == "parquet":
        raise SnellenError("Parquet is no text for a terminal; name a file with --out.")
    if out is not None and out.is_dir():
        raise SnellenError(f"{out} is a folder; name a file with --out.")
    frame = export_table(
        [(one.name, one.benchmark, one.results) for one in read_runs(runs)], table, short=form in ("markdown", "latex")
    )
    if out is None:
        write_table(frame, form, sys.stdout)
        return
    with atomic_file(out, "wb" if form == "parquet" else "w") as handle:
        write_table(frame, form, handle)
    click.echo(f"{out}: {len(frame):,} row{'' if len(frame) == 1 else 's'}", err=True)
