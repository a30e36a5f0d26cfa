"""The tables that can be exported."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from snellen.accuracy import headline_rows
from snellen.benchmark import Benchmark
from snellen.comparison import PairedComparison, compare_conditions
from snellen.leaderboard import condition_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLES", "export_table"]

TABLES: Mapping[str, str] = MappingProxyType(
    {
        "results": "one row a reply: everything that is known of it",
        "leaderboard": "one row a model and condition: score with interval, outcomes, cost, tokens, time",
        "comparison": "one row a pair of conditions: the difference on the questions that both answered, and its test",
    }
)
"""The tables by name, each with what a row of it is."""


def export_table(
    asked: "Sequence[tuple[str, Benchmark, pd.DataFrame]]", table: str, *, short: bool = False
) -> "pd.DataFrame":
    """The table `table` (of `TABLES`) of some datasets, one below the other: of each its name, benchmark and results.

    The leaderboard has a row a dataset, condition and scorer of the benchmark's `summary_columns`, over its
    `headline_rows`; accuracies are in percent. Comparisons are by the headline, with differences in points, p values
    corrected within a dataset; the questions that flipped are counted. With `short` only the columns that a page has
    room for (results have all). Raises KeyError for an unknown table.
    """
    import pandas as pd

    make = {"results": _results, "leaderboard": _leaderboard, "comparison": _comparison}[table]
    parts = [make(name, benchmark, results) for name, benchmark, results in asked]
    parts = [part for part in parts if len(part)] or parts[:1]
    whole = pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0].reset_index(drop=True)
    if not short or table not in _SHORT:
        return whole
    one = {"benchmark", "dataset"} if len(asked) == 1 else set()
    return whole[[name for name in _SHORT[table] if name not in one]]


def _results(_: str, __: Benchmark, results: "pd.DataFrame") -> "pd.DataFrame":
    return results


def _leaderboard(name: str, benchmark: Benchmark, results: "pd.DataFrame") -> "pd.DataFrame":
    import pandas as pd

    rows = headline_rows(results)
    parts = []
    for scorer in benchmark.summary_columns:
        frame = condition_frame(rows, scorer)
        frame.insert(0, "scorer", scorer)
        frame.insert(0, "dataset", name)
        frame.insert(0, "benchmark", benchmark.name)
        parts.append(frame)
    return pd.concat(parts, ignore_index=True)


def _comparison(name: str, benchmark: Benchmark, results: "pd.DataFrame") -> "pd.DataFrame":
    import pandas as pd

    pairs = compare_conditions(headline_rows(results), benchmark.headline)
    return pd.DataFrame([_compared(name, benchmark, pair) for pair in pairs], columns=_COMPARISON)


def _compared(name: str, benchmark: Benchmark, pair: PairedComparison) -> dict[str, Any]:
    shares = ("first_score", "second_score", "difference", "low", "high", "standard_error", "detectable")
    plain = ("scorer", "n", "groups", "left_out", "interval", "test", "p", "p_holm")
    return {
        "benchmark": benchmark.name,
        "dataset": name,
        "first": pair.first.label,
        "second": pair.second.label,
        **{each: getattr(pair, each) for each in plain},
        **{each: 100 * getattr(pair, each) for each in shares},
        "first_better": len(pair.first_better),
        "second_better": len(pair.second_better),
    }


_SHORT = {
    "leaderboard": [
        *("benchmark", "dataset", "scorer", "label", "n", "accuracy", "low", "high"),
        *("cost_a_question", "tokens_a_question", "seconds_a_question", "floor"),
    ],
    "comparison": [
        *("benchmark", "dataset", "first", "second", "n", "first_score", "second_score"),
        *("difference", "low", "high", "p_holm", "detectable"),
    ],
}

_COMPARISON = [
    *("benchmark", "dataset", "scorer", "first", "second", "n", "groups", "left_out", "first_score", "second_score"),
    *("difference", "low", "high", "standard_error", "interval", "test", "p", "p_holm", "detectable"),
    *("first_better", "second_better"),
]
