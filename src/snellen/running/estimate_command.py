"""`snellen estimate`: a run's requests, tokens, dollars and time, told before anything is asked."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from snellen.costs.prices import library_told
from snellen.costs.token_counts import Range
from snellen.costs.told import dollars, paper_cost_told
from snellen.dataset import Dataset
from snellen.running.estimating import Estimate, estimate_dataset

__all__ = ["print_estimate", "totals_told"]


def print_estimate(dataset: Path, *, as_json: bool, **choices: Any) -> None:
    """Print the estimate of the run that the choices make, as a table with its assumptions or as JSON.

    The choices are those of `estimate_dataset`. Raises SnellenError as it does.
    """
    estimate = estimate_dataset(dataset, **choices)
    if as_json:
        each = estimate.cost_of_a_request
        told = {
            **asdict(estimate),
            "cost_of_a_request": None if each is None else asdict(each),
            "prices": library_told(),
        }
        click.echo(json.dumps(told, indent=2))
        return
    _print_table(estimate)
    for line in estimate.assumptions:
        click.echo(line)
    if estimate.cost is not None and (paper := paper_cost_told([Dataset(dataset).manifest.benchmark])):
        click.echo(f"{paper}.")


def totals_told(estimate: Estimate) -> str:
    """All tokens of an estimate and what they cost, in words."""
    return f"{_span(estimate.input_tokens)} tokens in, {_span(estimate.output_tokens)} tokens out: {_cost(estimate)}"


def _print_table(estimate: Estimate) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"{estimate.model} on {estimate.dataset}"), title_justify="left")
    table.add_column("asked", overflow="fold")
    for name in ("requests", "pictures", "tokens of pictures", "of text", "of replies"):
        table.add_column(name, justify="right")
    for way in estimate.ways:
        table.add_row(
            way.strategy if not way.n_examples else f"{way.strategy} {way.n_examples}",
            f"{way.requests:,}",
            f"{way.images:,}",
            "not known" if way.image_tokens is None else _span(way.image_tokens),
            _span(way.text_tokens),
            _span(way.output_tokens),
        )
    console = Console()
    (console if console.is_terminal else Console(width=120)).print(table)
    click.echo(f"{estimate.requests:,} requests, {totals_told(estimate)}")
    if estimate.minutes is not None:
        click.echo(f"Time at that rate: {_time(estimate.minutes)}.")


def _cost(estimate: Estimate) -> str:
    if estimate.cost is None:
        return "the cost is not known"
    each = estimate.cost_of_a_request
    if each is None or estimate.cost.high == 0:
        return dollars(estimate.cost.high)
    low, high = dollars(estimate.cost.low), dollars(estimate.cost.high)
    return f"{low} to {high} ({dollars(each.low)} to {dollars(each.high)} a request)"


def _span(numbers: Range) -> str:
    low, high = round(numbers.low), round(numbers.high)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def _time(minutes: Range) -> str:
    low, high = _duration(minutes.low), _duration(minutes.high)
    return low if low == high else f"{low} to {high}"


def _duration(minutes: float) -> str:
    if minutes < 1:
        return f"{minutes * 60:.0f} s"
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} h"
