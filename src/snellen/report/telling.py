"""What a report says first, on the terminal."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

__all__ = ["print_summary"]


def print_summary(runs: Sequence[Path]) -> None:
    """Print a table a dataset of `runs` on standard error: conditions with scores, intervals, cost and tokens; floors.

    The best come first, readers that see no picture last; scores are by the benchmark's headline.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from snellen.accuracy import headline_rows
    from snellen.leaderboard import condition_frame
    from snellen.readers.floor_rows import floor_rows
    from snellen.report.runs import read_runs

    console = Console(stderr=True)
    for one in read_runs(runs):
        scorer = one.benchmark.headline
        frame = condition_frame(headline_rows(one.results), scorer)
        frame = frame.sort_values(["floor", "accuracy"], ascending=[True, False], kind="stable")
        table = Table(
            title=f"{one.label}, {scorer} (95% intervals)", title_justify="left", box=SIMPLE_HEAD, pad_edge=False
        )
        table.add_column("model", overflow="fold")
        for name in ("n", scorer, "interval", "$ a question", "tokens"):
            table.add_column(name, justify="right", no_wrap=True)
        for row in frame.to_dict("records"):
            label = f"{row['label']} (floor)" if row["floor"] else str(row["label"])
            table.add_row(Text(label), *_cells(row), style="dim" if row["floor"] else "")
        there = set(frame["model"])
        for name, scores in (floor_rows(one.dataset) if one.dataset else {}).items():
            if f"snellen/{name}" not in there:
                score = scores[scorer]
                about = {"n": score.n, "accuracy": _percent(score.score)}
                ends = {"low": _percent(score.low), "high": _percent(score.high)}
                table.add_row(Text(f"{name} (floor)"), *_cells({**about, **ends}), style="dim")
        console.print(table)


def _cells(row: Any) -> list[str]:
    from snellen.costs.told import dollars

    cost, tokens = row.get("cost_a_question", float("nan")), row.get("tokens_a_question", float("nan"))
    return [
        f"{row['n']:,}",
        f"{row['accuracy']:.1f}%" if isfinite(row["accuracy"]) else "–",
        f"{row['low']:.1f}–{row['high']:.1f}" if isfinite(row["low"]) else "–",
        dollars(cost) if isfinite(cost) else "–",
        f"{tokens:,.0f}" if isfinite(tokens) else "–",
    ]


def _percent(share: float | None) -> float:
    return float("nan") if share is None else 100 * share
