"""What answers that look at no picture are worth on the very questions of a results table."""

from typing import TYPE_CHECKING, Any

from snellen.benchmarks.biy.analysis.figures import COUNTS, LOCATED

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FLOORS", "floor_rows"]

FLOORS = ("always nothing", "always the best count")
"""The names of the floors: `{0}` or an empty list to everything; the one count that is right most often."""


def floor_rows(rows: "pd.DataFrame") -> "pd.DataFrame":
    """Rows of a results table as two constant answers would have them, one a question that is asked in `rows`.

    `always nothing` answers 0, or an empty list. `always the best count` gives every counting question of a task the
    count that is most often right there (of several the smallest); its label names it ("always {1}"). Both are valid,
    `floor` is True and `condition` "–". Words have no floor
    here.
    """
    import pandas as pd

    asked = rows[rows["n_true"].notna() & rows["task"].isin((*COUNTS, *LOCATED))].drop_duplicates("question_id")
    found = [_answered(asked, FLOORS[0], pd.Series(0, index=asked.index))]
    for task in COUNTS:
        there = asked[asked["task"] == task]
        if there.empty:
            continue
        counts = there["n_true"].astype(int)
        best = int(counts.mode().min())
        if best:
            found.append(_answered(there, f"always {{{best}}}", pd.Series(best, index=there.index)))
    return pd.concat(found, ignore_index=True)


def _answered(asked: "pd.DataFrame", name: str, said: "pd.Series[int]") -> "pd.DataFrame":
    """Questions as though each had been answered with so many things, none of them in a place where one is."""
    true = asked["n_true"].astype(int)
    right = (said == true).astype(float)
    counting = asked["task"].isin(COUNTS)
    columns: dict[str, Any] = {
        "model": name,
        "strategy": "–",
        "condition": "–",
        "n_examples": 0,
        "repeat": 0,
        "settings": "{}",
        "floor": True,
        "outcome": "answered",
        **dict.fromkeys(("strict", "paper", "exact", "lenient"), right),
        "exact_valid": 1.0,
    }
    for reading in ("released", "lenient"):
        columns[f"{reading}_valid"] = 1.0
        columns[f"{reading}_number"] = said.astype(float)
        columns[f"{reading}_error"] = (said - true).abs().astype(float).where(counting)
        for column in asked.columns:
            measure = column.removeprefix(f"{reading}_").rpartition("_")[0]
            if column.startswith(f"{reading}_") and measure in ("precision", "recall", "f1", "mean_iou"):
                columns[column] = right.where(
                    asked["task"].isin(LOCATED) & asked[column].notna().groupby(asked["task"]).transform("any")
                )
    for reading in ("released", "exact", "lenient"):
        columns[f"{reading}_fault"] = None
    return asked.assign(**columns).astype({"n_examples": "Int64", "repeat": "Int64"})
