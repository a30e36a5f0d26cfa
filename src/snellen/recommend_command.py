"""`snellen recommend`: what to choose, told on the terminal or as JSON."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snellen.errors import SnellenError
from snellen.number_options import AmountType

if TYPE_CHECKING:
    import pandas as pd

    from snellen.leaderboard import Candidate, Recommendation
    from snellen.report.runs import Asked

__all__ = ["recommend"]

_SHOWN = 30


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--within", type=AmountType(0), default=2.0, show_default=True, metavar="POINTS", help="How far behind the best."
)
@click.option("--task", "tasks", multiple=True, metavar="NAME", help="Only questions of this task; may be repeated.")
@click.option("--designs", default=None, metavar="NAME,…", help="biy: only charts of these designs.")
@click.option(
    "--scorer", default=None, metavar="NAME", help="The score that counts.  [default: the benchmark's headline]"
)
@click.option(
    "--by",
    "rank",
    type=click.Choice(["cost", "tokens", "time"]),
    default="cost",
    show_default=True,
    help="What should be little, of one question.",
)
@click.option("--surely", is_flag=True, help="The 95% interval must be within POINTS too, not the difference alone.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def recommend(
    runs: tuple[Path, ...],
    within: float,
    tasks: tuple[str, ...],
    designs: str | None,
    scorer: str | None,
    rank: Any,
    surely: bool,
    as_json: bool,
) -> None:
    """Name the cheapest model and strategy of RUNS that is within some points of the best.

    \b
      snellen recommend runs/*                                within 2 points, by the dollars of a question
      snellen recommend runs/* --within 5 --task counting     on one task
      snellen recommend runs/* --designs default,dark --surely
      snellen recommend runs/local-* --by tokens --json       where nothing was paid

    Models are compared with the best on the questions that both answered; differences have 95% intervals, clustered by
    group. A reader that sees no picture is a floor, and recommended only where no model beats it. Where a cost is not
    known nothing is guessed: rank --by tokens or time. Each dataset gets its own recommendation.
    """
    from snellen.accuracy import headline_rows
    from snellen.leaderboard import recommend as recommended
    from snellen.report.runs import read_runs

    told = []
    for one in read_runs(runs):
        name = scorer or one.benchmark.headline
        if name not in one.benchmark.score_columns:
            known = ", ".join(one.benchmark.summary_columns)
            raise SnellenError(f"{one.benchmark.title} has no scorer {name!r}; it has {known} and others.")
        rows = headline_rows(_chosen_rows(one, tasks, designs))
        told.append((one, recommended(rows, name, within=within, rank=rank, surely=surely)))
    if as_json:
        import json

        click.echo(json.dumps([_as_json(one, found) for one, found in told], indent=2, allow_nan=False))
        return
    _print(told)


def _chosen_rows(one: "Asked", tasks: Sequence[str], designs: str | None) -> "pd.DataFrame":
    rows = one.results
    wanted = {"task": list(tasks), "design": [name.strip() for name in (designs or "").split(",") if name.strip()]}
    for column, names in wanted.items():
        if not names:
            continue
        if column not in rows:
            raise SnellenError(f"--designs: {one.benchmark.title} has no designs; leave the option out.")
        there = sorted(str(name) for name in rows[column].dropna().unique())
        for name in names:
            if name not in there:
                raise SnellenError(
                    f"no question of {one.label} has the {column} {name!r}; there are: {', '.join(there)}."
                )
        rows = rows[rows[column].isin(names)]
    return rows


def _print(told: "Sequence[tuple[Asked, Recommendation]]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for one, found in told:
        shown = list(dict.fromkeys(["cost", found.rank]))
        table = Table(
            box=SIMPLE_HEAD,
            pad_edge=False,
            padding=(0, 1, 0, 0),
            title=f"{one.label}: {found.scorer}, within {100 * found.margin:g} points of the best, by {found.rank}",
            title_justify="left",
        )
        table.add_column("", width=1)
        table.add_column("model", overflow="fold")
        for name in ("n", "score", "behind", *shown):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for each in found.candidates[:_SHOWN]:
            mark = "→" if each is found.chosen else ""
            label = (
                each.label if each.strategy in (*each.label.split(), "zero-shot") else f"{each.label}, {each.strategy}"
            )
            style = "bold" if each is found.chosen else "dim" if each.floor else ""
            table.add_row(mark, Text(label + (" (floor)" if each.floor else "")), *_cells(each, shown), style=style)
        console.print(table)
        if len(found.candidates) > _SHOWN:
            console.print(Text(f"and {len(found.candidates) - _SHOWN} more"))
        console.print(Text(("Recommended: " if found.chosen else "No recommendation: ") + found.reason))
        for note in found.notes:
            console.print(Text(f"Note: {note}"))


def _cells(each: "Candidate", shown: Sequence[str]) -> list[str]:
    from snellen.costs.told import dollars

    behind = "–" if each.place == "best" else f"{100 * each.behind:.1f}"
    if each.place != "best" and isfinite(each.behind_low):
        behind += f"\n{100 * each.behind_low:.1f} to {100 * each.behind_high:.1f}"
    score = f"{100 * each.score:.1f}%"
    if isfinite(each.low):
        score += f"\n{100 * each.low:.1f}–{100 * each.high:.1f}"
    place = {"best": "the best", "within": "within", "perhaps": "perhaps", "below": "behind"}[each.place]
    amounts = {
        "cost": dollars(each.cost) if isfinite(each.cost) else "not known",
        "tokens": f"{each.tokens:,.0f}" if isfinite(each.tokens) else "not known",
        "time": f"{each.seconds:.2g} s" if isfinite(each.seconds) else "not known",
    }
    return [f"{each.n:,}", score, behind, *(amounts[name] for name in shown), place]


def _as_json(one: "Asked", found: "Recommendation") -> dict[str, Any]:
    from dataclasses import asdict

    def plain(each: "Candidate | None") -> dict[str, Any] | None:
        if each is None:
            return None
        values = asdict(each)
        return {
            name: None if isinstance(value, float) and not isfinite(value) else value for name, value in values.items()
        }

    return {
        "benchmark": one.benchmark.name,
        "dataset": one.name,
        "fingerprint": one.fingerprint,
        "scorer": found.scorer,
        "within_points": round(100 * found.margin, 9),
        "by": found.rank,
        "recommended": plain(found.chosen),
        "best": plain(found.best),
        "reason": found.reason,
        "notes": list(found.notes),
        "candidates": [plain(each) for each in found.candidates],
    }
