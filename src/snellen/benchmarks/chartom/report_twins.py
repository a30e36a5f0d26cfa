"""Twins one by one: what each model answered to the honest and to the manipulated drawing of the same data."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.benchmarks.chartom.analysis import VERSIONS, twins
from snellen.benchmarks.chartom.report_fact import digits
from snellen.exhibits import Exhibit, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["twin_exhibits"]

_SECTION = "Twins"


def twin_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """How pairs end, by model, and every pair with the answers to both drawings; nothing without pairs."""
    frame = twins(rows)
    if frame.empty:
        return
    ends = frame.assign(
        ending=[
            _ending(bool(honest), bool(manipulated), bool(misled == 1))
            for honest, manipulated, misled in zip(
                frame["honest_right"], frame["manipulated_right"], frame["misled"], strict=True
            )
        ]
    )
    counts = ends.groupby(["model", "floor", "ending"]).size().unstack(fill_value=0)
    counts = counts.reindex(columns=_ENDINGS, fill_value=0)
    counts.insert(0, "pairs", counts.sum(axis=1))
    counts = counts.reset_index()
    counts = counts[[name for name in counts.columns if name != "floor"] + ["floor"]]
    note = "Numbers of pairs. Misled: right on the honest chart, and the tempting answer on its manipulated twin."
    yield Table("twin-endings", "How pairs of twins end", counts, note, _SECTION)
    known = [f"{side}_{version}" for version in VERSIONS for side in ("predicted", "people")]
    shown = frame.drop(columns=[name for name in known if frame[name].isna().all()])
    shown = shown[[name for name in shown.columns if name != "floor"] + ["floor"]]
    note = (
        "What was read of the replies to the FACT question on either drawing, or how the reply ended; right and misled "
        "are 1 or 0; predictions and people's values are those of the MIND question. The key is the same for both."
    )
    formats = digits("{:.2f}", *known) | digits("{:.0f}", "honest_right", "manipulated_right", "misled")
    yield Table("twins", "Answers to both twins", shown, note, _SECTION, formats)


_ENDINGS = ["right on both", "misled", "wrong on the manipulated one", "wrong on the honest one", "wrong on both"]


def _ending(honest: bool, manipulated: bool, misled: bool) -> str:
    if honest and manipulated:
        return "right on both"
    if honest:
        return "misled" if misled else "wrong on the manipulated one"
    return "wrong on the honest one" if manipulated else "wrong on both"
