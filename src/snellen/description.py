"""`snellen describe`: what a dataset holds, counted, and set beside the published set where there is one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snellen.dataset import Dataset, Manifest
from snellen.published.counts import PublishedCounts, published_counts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["Census", "describe_dataset", "take_census"]

Cell = tuple[Hashable, Hashable]


@dataclass
class Census:
    """Questions counted by task, category, property and precision, by task and complexity, and by task and split.

    Charts counted by generator, design and scale, and by manipulation, chart type and whether they are manipulated,
    where they have them.
    """

    questions: Counter[tuple[str, str, str, float | None]] = field(default_factory=Counter)
    complexity: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    splits: Counter[tuple[str, str]] = field(default_factory=Counter)
    charts: Counter[tuple[str, str, float]] = field(default_factory=Counter)
    twins: Counter[tuple[str, str, str]] = field(default_factory=Counter)


def take_census(dataset: Dataset) -> Census:
    """Count the questions and charts of a dataset, one at a time."""
    census = Census()
    for question in dataset.questions():
        census.questions[question.task, question.category, question.property, question.precision] += 1
        census.complexity[question.task, question.complexity] += 1
        census.splits[question.task, question.split] += 1
    for chart in dataset.charts():
        if "design" in chart.metadata and "scale" in chart.metadata:
            about = chart.metadata
            census.charts[str(about.get("generator")), str(about["design"]), float(str(about["scale"]))] += 1
        if {"manipulation", "chart_type", "manipulated"} <= chart.metadata.keys():
            about, kind = chart.metadata, "manipulated" if chart.metadata["manipulated"] else "honest"
            census.twins[str(about["manipulation"]), str(about["chart_type"]), kind] += 1
    return census


def describe_dataset(path: Path, console: "Console | None" = None) -> bool:
    """Print what the dataset at `path` holds; True unless it should equal a published set's counts and does not.

    Counts are by task and category, by task, property and precision, by task and complexity, by split where there are
    several, and of charts by generator, design and scale, or by manipulation and type, where they have them; where the
    preset reproduces a published set, every count carries its mark: `=`, or `≠` with the published count.
    """
    from rich.console import Console

    console = console or Console(width=110)
    dataset = Dataset(path)
    manifest, census = dataset.manifest, take_census(dataset)
    expected = None if manifest.selection else published_counts(manifest.benchmark, manifest.preset)
    for line in _headline(manifest):
        console.print(line, markup=False, highlight=False)
    wrong = 0
    for table, differing in _tables(census, expected):
        wrong += differing
        console.print()
        console.print(table)
    if expected is not None:
        console.print()
        verdict = (
            f"{wrong} counts differ from the published set's." if wrong else "All counts equal the published set's."
        )
        console.print(verdict)
    return not wrong


def _headline(manifest: Manifest) -> Iterable[str]:
    counts = manifest.counts
    made = f"preset {manifest.preset}, seed {manifest.seed}" if manifest.seed is not None else f"{manifest.preset}"
    version = f"{manifest.benchmark} version {manifest.benchmark_version}"
    yield f"{manifest.name}: {version}, {made}, Snellen {manifest.snellen}"
    pictures = f"{counts.images} picture{'' if counts.images == 1 else 's'}"
    yield f"{counts.in_words()}, {pictures}; fingerprint {manifest.fingerprints.dataset[:16]}"
    if manifest.selection:
        chosen = (
            f"{name} {'|'.join(map(str, kept)) if isinstance(kept, list) else kept}"
            for name, kept in manifest.selection.items()
        )
        yield f"a selection: {', '.join(chosen)}"


def _tables(census: Census, expected: PublishedCounts | None) -> Iterable[tuple["Table", int]]:
    if census.charts:
        yield from _chart_tables(census, expected)
    if census.twins:
        types = _ordered(key[1] for key in census.twins)
        yield _table("manipulation: charts of type", types, _crossed(census.twins, 0, 1), None)
        yield _table("charts of type", types, _crossed(census.twins, 2, 1), None)
    published = expected.questions if expected and expected.questions else None
    categories = None if published is None else _crossed(published, 1, 0)
    tasks = _ordered(key[0] for key in census.questions)
    if tasks:
        yield _table("category", tasks, _crossed(census.questions, 1, 0), categories)
    if len({split for _, split in census.splits}) > 1:
        yield _table("split", tasks, _crossed(census.splits, 1, 0), None)
    rounded = any(key[3] is not None for key in census.questions)
    for task in tasks if rounded else ():
        here = {key: number for key, number in census.questions.items() if key[0] == task}
        there = None if published is None else {key: n for key, n in published.items() if key[0] == task}
        steps = sorted({key[3] for key in here}, key=lambda step: (step is None, step))
        yield _table(
            f"{task}: property",
            steps,
            _crossed(here, 2, 3),
            None if there is None else _crossed(there, 2, 3),
            heading=lambda step: "not rounded" if step is None else f"to {step:g}",
        )
    if any(level is not None for _, level in census.complexity):
        levels: dict[Cell, int] | None = None
        if expected is not None and expected.complexity:
            levels = {(level, task): n for task, by in expected.complexity.items() for level, n in by.items()}
        yield _table("complexity", tasks, _crossed(census.complexity, 1, 0), levels, sort_rows=True)


def _chart_tables(census: Census, expected: PublishedCounts | None) -> Iterable[tuple["Table", int]]:
    """Charts by generator and scale, and by design and scale; every cell of the three is held against the published."""
    published = expected.charts if expected and expected.charts else None
    scales = sorted({scale for _, _, scale in census.charts})
    for corner, row in (("generator: charts at scale", 0), ("design: charts at scale", 1)):
        there = None if published is None else _crossed(published, row, 2)
        yield _table(corner, scales, _crossed(census.charts, row, 2), there, heading=lambda scale: f"{scale:g}")


def _table(
    corner: str,
    columns: Sequence[Any],
    counts: Mapping[Cell, int],
    published: Mapping[Cell, int] | None,
    *,
    heading: Callable[[Any], str] = str,
    sort_rows: bool = False,
) -> tuple["Table", int]:
    """A table of counts with totals, and how many of its counts are not the published ones."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    every = {**(published or {}), **counts}
    rows = _ordered(row for row, _ in every)
    if sort_rows:
        rows = sorted(rows, key=lambda row: (row is None, row))
    columns = [*columns, *_ordered(column for _, column in every if column not in columns)]
    table = Table(box=SIMPLE_HEAD, show_footer=True)
    table.add_column(corner, footer="total")
    for column in columns:
        total = sum(number for (_, of), number in counts.items() if of == column)
        # A narrow terminal breaks long names where they have a line of their own, instead of anywhere.
        table.add_column(heading(column).replace("_", "_\n"), justify="right", footer=str(total))
    table.add_column("total", justify="right", footer=str(sum(counts.values())))
    wrong = 0
    for row in rows:
        cells = []
        for column in columns:
            here = counts.get((row, column), 0)
            there = None if published is None else published.get((row, column), 0)
            wrong += there is not None and here != there
            cells.append(_marked(here, there))
        table.add_row("–" if row is None else str(row), *cells, str(sum(counts.get((row, of), 0) for of in columns)))
    return table, wrong


def _marked(here: int, there: int | None) -> str:
    if there is None:
        return str(here) if here else "–"
    if here == there:
        return f"{here} =" if here else "–"
    return f"{here} ≠ {there}"


def _crossed(counts: Mapping[Any, int], row: int, column: int) -> dict[Cell, int]:
    crossed: Counter[Cell] = Counter()
    for key, number in counts.items():
        crossed[key[row], key[column]] += number
    return dict(crossed)


def _ordered(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))
