"""Single answers beside multiple choice, as Table 5 of the paper."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["format_exhibits"]


def format_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Single answers beside multiple choice, as Table 5 of the paper."""
    yield from ()
