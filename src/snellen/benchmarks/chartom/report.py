"""The tables and plots of a report on CHARTOM: what charts show, whom they mislead, and both protocols."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.chartom.analysis import labelled
from snellen.benchmarks.chartom.report_fact import fact_exhibits
from snellen.benchmarks.chartom.report_mind import mind_exhibits
from snellen.benchmarks.chartom.report_published import published_exhibits
from snellen.benchmarks.chartom.report_replies import reply_exhibits
from snellen.benchmarks.chartom.report_twins import twin_exhibits
from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["exhibits"]


def exhibits(results: "pd.DataFrame") -> list[Exhibit]:
    """The exhibits of one CHARTOM dataset, from the results table of one or more models on it.

    FACT by chart type, manipulation and format, honest and manipulated, with the share misled and the drop between
    twins; MIND against people, with floors; twins one by one; how replies were read; the published figures. To add an
    exhibit, yield it in the room of its subject, `report_….py`.
    """
    return list(_exhibits(results))


def _exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    rows = labelled(results)
    yield from fact_exhibits(rows)
    yield from mind_exhibits(rows)
    yield from twin_exhibits(rows)
    yield from reply_exhibits(rows)
    yield from published_exhibits(rows)
