"""The floors of a dataset: what readers that see no picture score on it, and answers that look at nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snellen.accuracy import interval_sentence, share_columns
from snellen.benchmark import Benchmark
from snellen.errors import SnellenError
from snellen.exhibits import Table
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

    from snellen.readers.floors import Floor

__all__ = ["Floors", "find_floors", "floor_exhibits"]


@dataclass(frozen=True)
class Floors:
    """`readers` by name, None where there is no table for one; `trivial` as `Benchmark.trivial_floors` gives it."""

    readers: "Mapping[str, Floor | None]"
    trivial: "pd.DataFrame | None"


def find_floors(one: Asked) -> Floors:
    """The floors of a dataset, worked out from its questions; none where its folder is not there.

    There are no readers where no table of theirs fits the dataset.
    """
    from snellen.readers.floors import floors_of

    if one.dataset is None:
        return Floors({}, None)
    try:
        readers = floors_of(one.dataset)
    except SnellenError:
        readers = {}
    return Floors(readers, one.benchmark.trivial_floors(one.dataset))


def floor_exhibits(one: Asked, floors: Floors) -> list[Table]:
    """What readers that see no picture score on the dataset, by task, and what answers that look at nothing do."""
    trivial = floors.trivial
    return [*_readers(one.benchmark, floors.readers), *([] if trivial is None else [_trivial(trivial)])]


def _readers(benchmark: Benchmark, floors: "Mapping[str, Floor | None]") -> list[Table]:
    import pandas as pd

    from snellen.readers.floors import Hits, floor_columns

    headline, second = floor_columns(benchmark)
    rows, kinds = [], []
    for name, floor in floors.items():
        if floor is None:
            continue
        parts: dict[str, Hits] = {"all tasks": floor.total, **floor.by_task}
        for task, hits in parts.items():
            if hits.n:
                shares = {headline: hits.headline, "low": hits.low, "high": hits.high, second: hits.second}
                percent = {key: 100 * value for key, value in shares.items()}
                rows.append({"reader": name, "task": task, "n": hits.n, **percent})
                kinds.append(hits.interval)
    if not rows:
        return []
    note = (
        "Worked out here from the questions of this dataset, no run needed. Blind gives the most common answer of each "
        "question's template, learned on datasets of other seeds; in-sample learned it on this very dataset; chance "
        f"draws a well-formed answer. In percent, by {headline} and by {second}. {interval_sentence(kinds)}"
    )
    formats = dict.fromkeys((headline, "low", "high", second), "{:.1f}")
    return [Table("floors", "What can be scored without the picture", pd.DataFrame(rows), note, "Floors", formats)]


def _trivial(frame: "pd.DataFrame") -> Table:
    shares = share_columns(frame)
    shown = frame.assign(**{name: 100 * frame[name] for name in shares}, floor=True)
    note = (
        "Worked out here from the questions of this dataset, no run needed: what answers score that look at nothing. "
        "Scores in percent. No score of a model means anything below the best of its task."
    )
    digits = dict.fromkeys(shares, "{:.1f}") | {"error": "{:.2f}"}
    return Table("trivial", "What answers score that look at nothing", shown, note, "Floors", digits)
