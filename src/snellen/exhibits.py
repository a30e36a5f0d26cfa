"""What a report is made of: tables and plots, as values. A benchmark returns them; `report` puts them on a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Exhibit", "Plot", "Table"]


@dataclass(frozen=True)
class Table:
    """A table to show and to save as CSV.

    `name` is the file stem; `formats` maps a column to a format of `str.format` (`"{:.1f}"`); a column
    `published` (True or False), where there is one, marks rows that are quoted and not measured here, and `floor`
    rows of readers that see no picture. Columns `low` and `high` are shown as one, the 95% interval.
    """

    name: str
    title: str
    frame: "pd.DataFrame"
    note: str = ""
    section: str = ""
    formats: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plot:
    """A plot as a Vega-Lite specification with its data inline; saved as SVG and shown interactively."""

    name: str
    title: str
    specification: Mapping[str, Any]
    note: str = ""
    section: str = ""


Exhibit = Table | Plot
