"""How replies were read: in which way, what is wrong with the others, and which answer the other task."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.chartom.analysis import conflations, faults
from snellen.benchmarks.chartom.report_fact import digits, named
from snellen.benchmarks.chartom.score import LATE
from snellen.exhibits import Exhibit, Table
from snellen.parsing import FAULTS, WAYS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["reply_exhibits"]

_SECTION = "How replies were read"
_BY = ["task", "label", "floor"]


def reply_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """The tables of readings, of faults under both protocols, and of replies to the other task."""
    there = rows[rows["task"].isin(("fact", "mind"))]
    if there.empty:
        return
    conflated = conflations(there, _BY)
    if len(conflated):
        note = (
            "Conflated: a FACT reply that predicts a fraction of people, or a MIND reply that answers the FACT "
            f"question. Justification first: at least {LATE} words stand before the prediction, which "
            "the card's strict form fails."
        )
        formats = digits("{:.1f}", "conflated_share", "justification_first_share")
        title = "Replies to the other task, and justifications first"
        yield Table("conflated", title, named(conflated), note, _SECTION, formats)
    for name, column, title, meanings in (
        ("readings", "reading", "How answers stood in replies", dict(WAYS)),
        ("faults", "fault", "What is wrong with replies that could not be read", dict(FAULTS)),
        ("faults-card", "card_fault", "What is wrong with predictions by the card's protocol", {}),
    ):
        frame = faults(there if name != "faults-card" else there[there["task"] == "mind"], _BY, column)
        known = [str(each) for each in frame.columns if each not in (*_BY, "replies")]
        if known:
            told = "; ".join(f"{each}: {meanings[each]}" for each in known if each in meanings)  # type: ignore[index]
            note = f"Numbers of replies. {told[:1].upper()}{told[1:]}." if told else "Numbers of replies."
            yield Table(name, title, named(frame), note, _SECTION)
