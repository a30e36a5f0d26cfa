"""What a report is made of: tables, plots and marks over pictures, as values.

A benchmark returns them; `report` puts them on a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    import pandas as pd

    from snellen.dataset import Chart, Question

__all__ = [
    "DrawsReplies",
    "Exhibit",
    "Mark",
    "Overlay",
    "Plot",
    "PublishedScore",
    "RanksModels",
    "ScoringProtocol",
    "Table",
]


@dataclass(frozen=True)
class Table:
    """A table to show and to save as CSV.

    `name` is the file stem; `formats` maps a column to a format of `str.format` (`"{:.1f}"`); a column
    `published` (True or False), where there is one, marks rows that are quoted and not measured here, and `floor`
    rows of readers that see no picture. Columns `low` and `high` are shown as one, the 95% interval; `X_low` and
    `X_high`, and `X_n` (a count), are shown small below the values of a column `X`. `links` has for a column an address
    a row, from the report's folder, or None. `heat` names columns whose cells are shaded by their value, 0 to 100.
    `verbatim` names columns whose heading is their name as it is, such as a model's.
    """

    name: str
    title: str
    frame: "pd.DataFrame"
    note: str = ""
    section: str = ""
    formats: Mapping[str, str] = field(default_factory=dict)
    links: "Mapping[str, Sequence[str | None]]" = field(default_factory=dict)
    heat: Sequence[str] = ()
    verbatim: Sequence[str] = ()


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


@dataclass(frozen=True, slots=True)
class ScoringProtocol:
    """One way of scoring replies that leaderboards can be switched to: a scorer's column, and what it says, in a few
    words and in a sentence. A `share` is shown in percent; an `error` as it is, and less of it is better."""

    column: str
    label: str
    note: str
    kind: Literal["share", "error"] = "share"


@dataclass(frozen=True, slots=True)
class PublishedScore:
    """What somebody else has reported, under a protocol's column: `score` as that column has it (a share, an error).

    `task` is None where it is over all tasks; `n` counts replies or items, None where that is not told.
    """

    model: str
    column: str
    task: str | None
    score: float
    n: int | None = None
    low: float | None = None
    high: float | None = None


@runtime_checkable
class RanksModels(Protocol):
    """What a benchmark offers, beside the rest, for leaderboards with several protocols and published rows."""

    protocols: Sequence[ScoringProtocol]
    """Headline first. Those whose column has no value in the results are left out."""

    def published_scores(self) -> Sequence[PublishedScore]:
        """The published figures that can stand beside measured ones."""
        ...
