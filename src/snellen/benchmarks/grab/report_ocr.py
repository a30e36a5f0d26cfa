"""Questions on labels, as Table 6 of the paper."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snellen.exhibits import Exhibit

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ocr_exhibits"]


def ocr_exhibits(results: "pd.DataFrame") -> Iterator[Exhibit]:
    """Questions on labels, as Table 6 of the paper."""
    yield from ()
