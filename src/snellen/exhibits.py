"""What a report is made of: tables, plots and marks over pictures, as values.

A benchmark returns them; `report` puts them on a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    import pandas as pd

    from snellen.dataset import Chart, Question

__all__ = ["DrawsReplies", "Exhibit", "Mark", "Overlay", "Plot", "Table"]


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


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing over a picture: a `target`, which is in the key, or a `prediction`, which is in a reply.

    `place` is in pixels of the picture: x, y of a point, or left, top, right, bottom of a box. `matched` says whether
    it has found its counterpart; None where nothing was to be matched (a count is asked for and targets are shown).
    """

    role: Literal["target", "prediction"]
    place: tuple[float, ...]
    matched: bool | None


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over the picture of a question to show one reply, and a line on it.

    `found` is `right`, `partly`, `wrong` or `invalid`: what replies can be filtered by.
    """

    marks: tuple[Mark, ...]
    caption: str
    found: Literal["right", "partly", "wrong", "invalid"]


@runtime_checkable
class DrawsReplies(Protocol):
    """What a benchmark offers, beside the rest, where replies can be drawn over their pictures."""

    def overlay(self, question: "Question", chart: "Chart", reply: str | None) -> Overlay | None:
        """A reply (None: there is none) drawn over its picture; None for questions of which nothing can be drawn."""
        ...
