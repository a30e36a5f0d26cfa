"""Accuracy by evaluation protocol, as Figure 5 of the paper."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["extraction_exhibits"]


def extraction_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Accuracy by evaluation protocol, as Figure 5 of the paper."""
    yield from ()
