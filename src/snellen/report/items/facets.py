"""What items and their replies can be filtered by: columns of small numbers, and the values that these stand for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from snellen.benchmark import Benchmark

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RIGHT", "Facet", "item_facets", "reply_facets", "score_codes"]

RIGHT = ("wrong", "right", "partly", "not scored")
"""What the codes of a scorer's column stand for."""

_ITEM_FACETS = ("task", "category", "property", "precision", "complexity", "split")
_REPLY_FACETS = ("strategy", "n_examples", "repeat", "outcome", "kind", "stop_reason")
_MOST_VALUES = 200
_MOST_NOTES = 40
_LONGEST_NOTE = 60


@dataclass(frozen=True)
class Facet:
    """A column by name: `values` in order, how often each occurs, and the code of each row, -1 where it has none."""

    name: str
    of: Literal["item", "reply"]
    values: Sequence[str]
    counts: Sequence[int]
    codes: NDArray[np.int64]


def item_facets(items: "pd.DataFrame", benchmark: Benchmark) -> list[Facet]:
    """The facets of questions (a row each) that have two values or more, and not so many that they are no facet."""
    names = [*_ITEM_FACETS, *benchmark.facets]
    return list(_facets(items, names, "item", _MOST_VALUES))


def reply_facets(replies: "pd.DataFrame", benchmark: Benchmark) -> list[Facet]:
    """The facets of replies likewise; notes that are one of a few words are among them."""
    found = list(_facets(replies, _REPLY_FACETS, "reply", _MOST_VALUES))
    notes = _facets(replies, benchmark.note_columns, "reply", _MOST_NOTES)
    return [*found, *(note for note in notes if max(map(len, note.values)) <= _LONGEST_NOTE)]


def score_codes(scores: "pd.Series[float]") -> NDArray[np.int64]:
    """Places in `RIGHT`: 1 is right, 0 and less wrong, what is between partly, a missing value not scored."""
    values = scores.to_numpy(dtype=np.float64, na_value=np.nan)
    codes = np.where(values >= 1, 1, np.where(values > 0, 2, 0))
    return np.where(np.isnan(values), 3, codes)


def _facets(frame: "pd.DataFrame", names: Sequence[str], of: Literal["item", "reply"], most: int) -> Iterator[Facet]:
    import pandas as pd

    for name in dict.fromkeys(names):
        if name not in frame:
            continue
        codes, values = pd.factorize(frame[name], sort=True)
        if not 2 <= len(values) <= most:
            continue
        counts = np.bincount(codes[codes >= 0], minlength=len(values))
        yield Facet(name, of, [_told(value) for value in values], counts.tolist(), codes)


def _told(value: Any) -> str:
    """A value as text, a number in its shortest form: 2 and not 2.0."""
    return value if isinstance(value, str) else f"{float(value):.10g}"
