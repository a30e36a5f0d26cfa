"""The statistics of a dataset as tables of the console."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from snellen.dataset import Manifest
from snellen.description.census import Census
from snellen.description.counts import marked
from snellen.description.statistics import category_counts, property_counts, statistics
from snellen.published.counts import PublishedCounts

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["statistics_tables"]

_BAR = 40


def statistics_tables(census: Census, manifest: Manifest, expected: PublishedCounts | None) -> Iterable["Table"]:
    """Table 1, Table 2, and Figure 3 as bars; numbers of a published set beside them where one is expected."""
    first = _table("Table 1: statistics")
    first.add_column("statistic")
    first.add_column("number", justify="right")
    for line in statistics(census, manifest, expected):
        text = marked(line.value, line.published) if isinstance(line.value, int) else line.value
        first.add_row(line.name, text)
    yield first
    if not census.questions:
        return
    second = _table("Table 2: categories and properties")
    for name in ("category", "property", "in questions"):
        second.add_column(name)
    second.add_column("number", justify="right")
    before = None
    for row in property_counts(census, manifest, expected):
        category = "" if row.category == before else row.category
        names = ", ".join(row.names) or "–"
        second.add_row(category, row.property, names, marked(row.questions, row.published))
        before = row.category
    yield second
    third = _table("Figure 3: questions by category")
    third.add_column("category")
    third.add_column("number", justify="right")
    third.add_column("")
    categories = category_counts(census, expected)
    most = max((row.questions for row in categories), default=0) or 1
    for count in categories:
        bar = "█" * max(round(_BAR * count.questions / most), 1 if count.questions else 0)
        third.add_row(count.category, marked(count.questions, count.published), bar)
    yield third


def _table(title: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    return Table(title=title, title_justify="left", box=SIMPLE_HEAD)
