"""Whether replies can be read, what is wrong with those that can't, and whether answers on one chart agree."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from snellen.benchmarks.biy.analysis import VALUES, consistency, fault_counts, in_order, mean_scores, validity
from snellen.benchmarks.biy.replies import FAULTS, READINGS
from snellen.benchmarks.biy.report_scores import BY, percent
from snellen.exhibits import Exhibit, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["reply_exhibits"]

_VALIDITY, _CONSISTENCY = "Validity of replies", "Consistency"
_READINGS = (
    "Released reads as the paper's code does, exact takes the asked form and nothing else, lenient the same answer "
    "however written. In percent."
)


def reply_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """Validity by model, by task and by design, the taxonomy of faults, scores by reading, and consistency."""
    breakdowns: Sequence[tuple[str, Sequence[str], str]] = (
        ("model", ("model", "floor"), "Valid replies by model"),
        ("task", BY, "Valid replies by task, model and strategy"),
        ("design", ("design", "model", "floor"), "Valid replies by design"),
    )
    for name, by, title in breakdowns:
        there = rows if name != "design" else rows[rows["design"].notna()]
        if len(there):
            frame = in_order(validity(there, by)) if name != "design" else validity(there, by)
            yield Table(f"valid-{name}", title, frame, _READINGS, _VALIDITY, percent(*READINGS))
    faults = fault_counts(rows, ["model", "floor"])
    kinds = "; ".join(f"{kind}: {about}" for kind, about in FAULTS.items() if kind in faults)
    note = f"Numbers of replies. Each invalid reply has one fault. {kinds[:1].upper()}{kinds[1:]}."
    if faults["invalid"].any():
        yield Table("faults", "What is wrong with invalid replies", _floor_last(faults), note, _VALIDITY)
        by_task = in_order(fault_counts(rows, ["task", "model", "floor"], ("released",)).drop(columns="reading"))
        title = "What is wrong with invalid replies, by task, as the paper reads"
        yield Table("faults-task", title, by_task, "Numbers of replies.", _VALIDITY)
    yield _by_reading(rows)
    yield from _consistency(rows)


def _by_reading(rows: "pd.DataFrame") -> Table:
    frame: pd.DataFrame | None = None
    for reading in READINGS:
        part = mean_scores(rows, BY, VALUES[reading], "strict", "all", reading).drop(columns="interval")
        part = part.rename(columns={"mean": reading, "low": f"{reading}_low", "high": f"{reading}_high"})
        frame = part if frame is None else frame.merge(part.drop(columns="n"), on=list(BY), validate="one_to_one")
    assert frame is not None, "there are readings"
    note = f"Strict protocol: a reply that a reading finds invalid is wrong under it. {_READINGS}"
    return Table("readings", "Accuracy and recall by reading", in_order(frame), note, _VALIDITY, percent(*READINGS))


def _consistency(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    frame = consistency(rows, ["model", "condition", "floor"])
    if frame.empty:
        return
    note = (
        "How often the answers on one chart give the same number, right or not: the count, the boxes and the centres "
        "of clusters; the count and the locations of outliers. Paper: of charts to which all these replies are valid "
        "(n). Strict: of all charts, an invalid reply being inconsistent. In percent, 95% intervals clustered by group."
    )
    order = in_order(frame)
    title = "Consistency of the number of clusters and of outliers"
    yield Table("consistency", title, order, note, _CONSISTENCY, percent("paper", "strict"))
    designs = consistency(rows[~rows["floor"] & rows["design"].notna()], ["design", "model"])
    if designs["design"].nunique() > 1 if len(designs) else False:
        title = "Consistency by design"
        yield Table("consistency-design", title, designs, note, _CONSISTENCY, percent("paper", "strict"))


def _floor_last(frame: "pd.DataFrame") -> "pd.DataFrame":
    return frame.sort_values("floor", kind="stable").reset_index(drop=True)
