"""How consistent the answers to one question are over its drawings."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["redraw_exhibits"]


def redraw_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """How consistent the answers to one question are over its drawings."""
    yield from ()
