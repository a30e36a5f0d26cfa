"""FACT: accuracy under both protocols, who is misled, and what the manipulation costs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from snellen.benchmarks.chartom.analysis import VERSIONS, drops, fact_scores
from snellen.benchmarks.chartom.analysis_floors import fact_floors
from snellen.exhibits import Exhibit, Plot, Table
from snellen.plots import condition_plot, interval_plot

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BREAKDOWNS", "by_charts", "digits", "fact_exhibits", "named"]

_SECTION = "FACT: what the chart shows"
_PROTOCOLS = (
    "In percent. Robust: the answer wherever it stands and however it is written. Card: the reply is the key in the "
    "form asked for, character by character; gap is robust less card. Misled: the tempting answer that the "
    "manipulation invites was chosen or computed; it is known of `misled_n` questions. "
    "Intervals are 95%, clustered by pair of twins."
)
_FLOORS = "Rows marked as floor look at no picture."
BREAKDOWNS = (
    ("chart_type", "chart type"),
    ("manipulation", "manipulation"),
    ("format", "format of the question"),
)
"""Columns by which figures are broken down, and their names in titles."""


def digits(form: str, *names: str) -> dict[str, str]:
    """The same format for several columns."""
    return dict.fromkeys(names, form)


def named(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A frame of figures with the column `model` in place of `label`, and a floor's mark last."""
    last = [name for name in ("floor", "published") if name in frame]
    ordered = frame[[name for name in frame.columns if name not in last] + last]
    return ordered.rename(columns={"label": "model"})


def by_charts(rows: "pd.DataFrame") -> "pd.DataFrame":
    """The rows three times, as charts of all kinds, honest and manipulated ones, in the column `charts`."""
    import pandas as pd

    known = rows[rows["version"].isin(VERSIONS)]
    frame = pd.concat([rows.assign(charts="all"), known.assign(charts=known["version"])], ignore_index=True)
    return frame.assign(charts=pd.Categorical(frame["charts"], categories=["all", *VERSIONS]))


def fact_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """The plots and tables of FACT; nothing where no question of it has a key."""
    import pandas as pd

    there = rows[(rows["task"] == "fact") & rows["fact"].notna()]
    if there.empty:
        return
    scores = fact_scores(by_charts(there), ["label", "charts", "floor"])
    scores = scores[scores["n"] > 0].astype({"charts": "object"})
    floors = fact_floors(there)
    yield Plot("fact-plot", "FACT on honest and on manipulated charts", _plot(scores, floors), _PROTOCOLS, _SECTION)
    frame = named(pd.concat([scores, floors], ignore_index=True))
    yield Table("fact", "FACT by model", frame, f"{_PROTOCOLS} {_FLOORS}", _SECTION, _FORMATS)
    dropped = drops(there, ["label", "floor"])
    if len(dropped):
        title = "From honest charts to their manipulated twins"
        yield Table("fact-drop", title, named(dropped), _DROP, _SECTION, _DROP_FORMATS)
    yield from _broken_down(there)


_FORMATS = digits("{:.1f}", "fact", "low", "high", "card", "card_low", "card_high", "gap", "read") | digits(
    "{:.1f}", "misled", "misled_low", "misled_high"
)
_DROP = (
    "Percentage points, over pairs of which both drawings were asked: accuracy on the honest chart less accuracy on "
    "its manipulated twin, and the share misled on the manipulated one less that on the honest one (robust protocol). "
    "Intervals are 95%, Student's over pairs."
)
_DROP_FORMATS = digits("{:.1f}", *VERSIONS, "drop", "low", "high", "misled_rise", "misled_rise_low", "misled_rise_high")


def _broken_down(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    for column, name in BREAKDOWNS:
        if rows[column].isna().all():
            continue
        frame = fact_scores(rows, [column, "label", "version", "floor"])
        yield Table(f"fact-{column.replace('_', '-')}", f"FACT by {name}", named(frame), _PROTOCOLS, _SECTION, _FORMATS)
        if column == "manipulation" and frame["misled"].notna().any():
            plot = _misled(frame, sorted(set(frame["manipulation"].dropna())))
            title = "Who is misled, by manipulation"
            note = f"Share of replies with the tempting answer. {_PROTOCOLS}"
            yield Plot("misled-plot", title, plot, note, _SECTION)
        dropped = drops(rows, [column, "label", "floor"])
        if len(dropped):
            title = f"From honest charts to manipulated ones, by {name}"
            yield Table(f"drop-{column.replace('_', '-')}", title, named(dropped), _DROP, _SECTION, _DROP_FORMATS)


def _plot(scores: "pd.DataFrame", floors: "pd.DataFrame") -> dict[str, object]:
    import pandas as pd

    parts, panels = [], []
    for column, low, high, n, panel in (
        ("fact", "low", "high", "n", "accuracy · robust"),
        ("card", "card_low", "card_high", "n", "accuracy · card"),
        ("misled", "misled_low", "misled_high", "misled_n", "share misled"),
    ):
        there = scores[scores[column].notna()]
        if there.empty:
            continue
        panels.append(panel)
        values = {"accuracy": there[column], "low": there[low], "high": there[high], "n": there[n]}
        part = there[["label", "charts"]].assign(panel=panel, kind="measured", **values)
        parts.append(part)
        floor = floors[(floors["charts"] == "all") & floors["label"].str.contains("option|always [A-Z]", regex=True)]
        if column == "fact" and len(floor):
            best = floor.sort_values("fact", kind="stable").tail(1)
            parts.append(
                best[["label", "charts", "n"]].assign(
                    panel=panel, kind="floor", accuracy=best["fact"], low=None, high=None
                )
            )
    frame = pd.concat(parts, ignore_index=True).rename(columns={"label": "model", "charts": "condition"})
    measured = frame[frame["kind"] == "measured"]
    models: Sequence[str] = list(dict.fromkeys(measured["model"]))
    conditions = [name for name in ("all", *VERSIONS) if name in set(measured["condition"])]
    return condition_plot(frame, models=models, conditions=conditions, panels=panels, title="FACT (%)")


def _misled(frame: "pd.DataFrame", order: Sequence[str]) -> dict[str, object]:
    there = frame[frame["misled"].notna() & frame["manipulation"].notna()]
    values = {"accuracy": there["misled"], "low": there["misled_low"], "high": there["misled_high"]}
    plotted = there[["label", "manipulation", "version", "floor"]].assign(n=there["misled_n"], **values)
    plotted = plotted.rename(columns={"label": "model"})
    versions = [version for version in (*VERSIONS, "unknown") if version in set(plotted["version"])]
    return interval_plot(
        plotted, y="manipulation", order=order, facet="version", facet_order=versions, title="share misled (%)"
    )
