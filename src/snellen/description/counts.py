"""Counts as tables of the console, every cell beside the published one where there is one."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from snellen.description.census import Census
from snellen.published.counts import PublishedCounts

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["count_tables", "marked"]

Cell = tuple[Hashable, Hashable]


def count_tables(census: Census, expected: PublishedCounts | None) -> Iterable[tuple["Table", int]]:
    """Tables of counts, each with how many of its counts are not the published ones.

    By task and category, of extra tasks likewise, by split where there are several, by task, property and precision,
    by task and complexity, and of charts by generator, design and scale, or by manipulation and type. Where a published
    set is expected, a count is marked `=`, or `≠` with the published count; extra tasks are none of its questions.
    """
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
    if census.extra:
        also = _ordered(key[0] for key in census.extra)
        yield _table("extra tasks: category", also, _crossed(census.extra, 1, 0), None)
    if len({split for _, split in census.splits}) > 1:
        everywhere = _ordered(key[0] for key in census.splits)
        yield _table("split", everywhere, _crossed(census.splits, 1, 0), None)
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
    table = Table(box=SIMPLE_HEAD, show_footer=True, pad_edge=False, collapse_padding=True)
    table.add_column(corner, footer="total", overflow="fold")
    for column in columns:
        total = sum(number for (_, of), number in counts.items() if of == column)
        # A narrow terminal breaks long names where they have a line of their own, instead of anywhere.
        table.add_column(
            heading(column).replace("_", "_\n").replace("-", "-\n"), justify="right", footer=str(total), overflow="fold"
        )
    table.add_column("total", justify="right", footer=str(sum(counts.values())))
    wrong = 0
    for row in rows:
        cells = []
        for column in columns:
            here = counts.get((row, column), 0)
            there = None if published is None else published.get((row, column), 0)
            wrong += there is not None and here != there
            cells.append(marked(here, there))
        table.add_row("–" if row is None else str(row), *cells, str(sum(counts.get((row, of), 0) for of in columns)))
    return table, wrong


def marked(here: int, there: int | None) -> str:
    """A count as the console shows it: alone, or with `=` or `≠` and the published count."""
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
