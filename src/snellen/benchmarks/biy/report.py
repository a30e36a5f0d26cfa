"""The tables and plots of a report on BIY: what the paper shows of its models, of yours, under both protocols."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.biy.analysis import conditioned, floor_rows
from snellen.benchmarks.biy.report_designs import design_exhibits
from snellen.benchmarks.biy.report_examples import example_exhibits
from snellen.benchmarks.biy.report_published import published_exhibits
from snellen.benchmarks.biy.report_replies import reply_exhibits
from snellen.benchmarks.biy.report_scores import score_exhibits
from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["exhibits"]


def exhibits(results: "pd.DataFrame") -> list[Exhibit]:
    """The exhibits of one BIY dataset, from the results table of one or more models on it.

    Scores by task, model and strategy, precision and recall, errors of counts, empty and noisy charts; validity, faults
    and consistency; the effects of designs; the number of examples; and the published figures. Both protocols stand
    side by side, and beside scores the floors of the very questions asked. To add an exhibit, yield it in the room of
    its subject, `report_….py`.
    """
    return list(_exhibits(results))


def _exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    import pandas as pd

    rows = conditioned(results)
    if rows.empty:
        return
    floors = floor_rows(rows)
    yield from score_exhibits(rows, pd.concat([rows, floors], ignore_index=True) if len(floors) else rows)
    yield from reply_exhibits(rows)
    yield from design_exhibits(rows[~rows["floor"]])
    yield from example_exhibits(rows[~rows["floor"]])
    yield from published_exhibits(rows[~rows["floor"]])
