"""A comparison with a fresh set in words, as a table on the terminal and as CSV."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from snellen.comparison import Compared, FreshRecord
from snellen.files import atomic_file

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["comparison_table", "sentence_of", "write_comparison_csv"]

_FIGURES = (
    "n",
    "fresh_n",
    "score",
    "fresh_score",
    "difference",
    "low",
    "high",
    "standard_error",
    "degrees",
    "p",
    "interval",
    "gap",
    "power",
    "smallest_gap",
    "mantel_haenszel",
    "mantel_haenszel_low",
    "mantel_haenszel_high",
    "mantel_haenszel_p",
)


def sentence_of(compared: Compared, dataset: str) -> str:
    """The comparison in one line of plain words."""
    who = compared.model
    if compared.strategy != "zero-shot":
        who += f" ({compared.strategy}, {compared.n_examples} examples)"
    told = (
        f"{who}: {dataset} {_percent(compared.score)}%, fresh {_percent(compared.fresh_score)}%: difference "
        f"{_points(compared.difference)} points"
    )
    if compared.low is None or compared.power is None or compared.smallest_gap is None:
        return f"{told}; too few questions to say how sure that is."
    return (
        f"{told}, 95% interval {_points(compared.low)} to {_points(compared.high)}; a gap of "
        f"{100 * compared.gap:g} points would be found with {100 * compared.power:.0f}% power, one of "
        f"{_percent(compared.smallest_gap)} with 80%."
    )


def comparison_table(record: FreshRecord) -> "Table":
    """One row a model, way of asking and task, in percent."""
    from rich.table import Table

    title = f"{record.dataset} beside a fresh set ({record.preset}, seed {record.seed})"
    table = Table(title=title, title_justify="left")
    table.add_column("model")
    table.add_column("task")
    for name in ("n", "score", "fresh n", "fresh", "difference", "95% interval", "p", "power", "gap at 80%"):
        table.add_column(name, justify="right")
    for each in record.comparisons:
        interval = "–" if each.low is None else f"{_points(each.low)} to {_points(each.high)}"
        table.add_row(
            each.model if each.strategy == "zero-shot" else f"{each.model}, {each.strategy} {each.n_examples}",
            each.task or "all tasks",
            f"{each.n:,}",
            _percent(each.score),
            f"{each.fresh_n:,}",
            _percent(each.fresh_score),
            _points(each.difference),
            interval,
            "–" if each.p is None else f"{each.p:.3f}",
            "–" if each.power is None else f"{100 * each.power:.0f}%",
            _percent(each.smallest_gap),
        )
    return table


def write_comparison_csv(path: Path, record: FreshRecord) -> None:
    """Write every comparison, and below it its strata (with their weights), as shares from 0 to 1."""
    columns = ["model", "strategy", "n_examples", "task", "stratum", "weight", *_FIGURES]
    with atomic_file(path) as handle:
        writer = csv.DictWriter(handle, columns, restval="", lineterminator="\n")
        writer.writeheader()
        for each in record.comparisons:
            about = {
                "model": each.model,
                "strategy": each.strategy,
                "n_examples": each.n_examples,
                "task": each.task or "all tasks",
            }
            figures = {name: getattr(each, name) for name in _FIGURES}
            writer.writerow({**about, "stratum": "all", "weight": 1.0, **figures})
            for one in each.strata:
                known = one.score is not None and one.fresh_score is not None
                difference = (one.score or 0.0) - (one.fresh_score or 0.0) if known else None
                row = one.model_dump(exclude={"name"})
                writer.writerow({**about, "stratum": one.name, **row, "difference": difference})


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _points(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}".replace("-", "\N{MINUS SIGN}")
