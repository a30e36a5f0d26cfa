"""What the box "Decide" on the first page chooses from: who is how far behind the best, and what a question takes."""

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from snellen.accuracy import headline_rows
from snellen.leaderboard import Candidate, recommend
from snellen.leaderboard.recommending import RANKS, Rank
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["WITHIN", "decide_data"]

WITHIN = 2.0
"""Points behind the best that the box begins with, as `snellen recommend` does."""

_MOST_VALUES = 24
_PARTS = {"task": "task", "design": "design", "chart_type": "chart type"}


def decide_data(one: Asked) -> dict[str, Any]:
    """For `decide.js`, and the first answer as text: parts of the questions, each with its candidates.

    Parts are all questions of the test set, each task, and each design or chart type where there are some. Shares are
    in percent; what is not known is None. `reason` and `notes` are `snellen.leaderboard.recommend`'s, by cost, or by
    tokens or time where no cost is known; `by` says which.
    """
    rows = headline_rows(one.results)
    scorer = one.benchmark.headline
    by: Rank = next((rank for rank in RANKS if _known(rows, rank)), "cost")
    first = recommend(rows, scorer, within=WITHIN, rank=by)
    parts = []
    for label, part in _parts(rows):
        found = recommend(part, scorer, within=WITHIN)
        if found.candidates:
            parts.append({"label": label, "candidates": [_candidate(each) for each in found.candidates]})
    return {
        "slug": one.slug,
        "label": one.label,
        "scorer": scorer,
        "by": by,
        "within": WITHIN,
        "reason": first.reason,
        "notes": list(first.notes),
        "parts": parts,
    }


def _parts(rows: "pd.DataFrame") -> "Iterator[tuple[str, pd.DataFrame]]":
    yield "all questions", rows
    for column, word in _PARTS.items():
        if column not in rows:
            continue
        values = list(dict.fromkeys(rows[column].dropna()))
        if 1 < len(values) <= _MOST_VALUES:
            for value in values:
                yield f"{word}: {value}", rows[rows[column] == value]


def _known(rows: "pd.DataFrame", rank: Rank) -> bool:
    columns = {"cost": ["cost"], "tokens": ["input_tokens", "output_tokens"], "time": ["seconds"]}[rank]
    return bool(rows[columns].notna().all(axis=1).any() and rows[columns].fillna(0).to_numpy(dtype=float).any())


def _candidate(each: Candidate) -> dict[str, Any]:
    return {
        "label": each.label,
        "floor": each.floor,
        "best": each.place == "best",
        "n": each.n,
        "shared": each.shared,
        **{
            name: _share(getattr(each, name))
            for name in ("score", "low", "high", "behind", "behind_low", "behind_high")
        },
        **{name: _amount(each.amount(name)) for name in RANKS},
    }


def _share(value: float) -> float | None:
    return round(100 * value, 6) if isfinite(value) else None


def _amount(value: float) -> float | None:
    return float(f"{value:.6g}") if isfinite(value) else None
