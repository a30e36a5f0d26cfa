"""Accuracy against what it takes: cost, tokens, time; and the models that no other beats in both."""

from typing import TYPE_CHECKING, Any

from snellen.accuracy import headline_rows
from snellen.exhibits import Plot
from snellen.leaderboard import condition_frame, pareto_front
from snellen.plots import COLOURS
from snellen.report.runs import Asked

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["trade_off_plots"]

_MEASURES = {
    "cost": ("cost", "cost a question (US dollars)", ".3~g"),
    "tokens": ("tokens", "tokens a question, read and written", ",.0f"),
    "seconds": ("seconds", "seconds a question", ".3~g"),
}
_GREY = "#8a8f94"


def trade_off_plots(one: Asked) -> list[tuple[str, Plot]]:
    """A plot for each of cost, tokens and time that is known of a model: its measure in a word, and the plot.

    Across is the mean a question, up accuracy over all tasks by the headline scorer, in percent with its 95% interval.
    Floors are grey and on no front; models of which the measure is not known are told in the note.
    """
    frame = condition_frame(headline_rows(one.results), one.benchmark.headline)
    frame = frame.drop(columns="model").rename(columns={"label": "model"})
    plots = []
    for measure, (word, _, _) in _MEASURES.items():
        known = frame.assign(amount=frame[f"{measure}_a_question"])
        if known["amount"].gt(0).any():
            plots.append((word, _plot(one, known, measure)))
    return plots


def _plot(one: Asked, frame: "pd.DataFrame", measure: str) -> Plot:
    word, title, _ = _MEASURES[measure]
    known = frame[frame["amount"].gt(0) & frame["accuracy"].notna()].reset_index(drop=True)
    unknown = [name for name in frame["model"] if name not in set(known["model"])]
    models = known[~known["floor"]]
    front = pareto_front(models["amount"], models["accuracy"])
    known["front"] = known["model"].isin(set(models["model"][front]))
    note = (
        f"Up: {one.benchmark.headline}, all tasks, in percent with 95% intervals. Across: {title}, the mean, on a "
        "logarithmic scale. The line joins the models that no other beats in both (the Pareto front); hollow dots are "
        "off it, grey ones are floors."
    )
    if unknown:
        note += f" Not known of {', '.join(unknown)}."
    name = f"accuracy-{word}"
    return Plot(name, f"{one.label}: accuracy against {word}", _specification(known, measure), note)


def _specification(frame: "pd.DataFrame", measure: str) -> dict[str, Any]:
    import altair as alt

    _, title, form = _MEASURES[measure]
    models = [str(name) for name in frame["model"]]
    floors = set(frame["model"][frame["floor"]])
    colours = [_GREY if name in floors else COLOURS[place % len(COLOURS)] for place, name in enumerate(models)]
    columns = ["model", "n", "accuracy", "low", "high", "amount", "floor", "front"]
    records = [{name: _plain(value) for name, value in row.items()} for row in frame[columns].to_dict("records")]
    across = alt.X("amount:Q").scale(type="log", nice=False, padding=40).title(title).axis(tickCount=5, format=".2~g")
    scale, axis = alt.Scale(zero=False, nice=True, padding=10), "accuracy (%)"
    up, low = (alt.Y(f"{name}:Q", scale=scale, title=axis) for name in ("accuracy", "low"))
    hues, legend = alt.Scale(domain=models, range=colours), alt.Legend(orient="bottom", columns=2)
    colour = alt.Color("model:N", scale=hues, sort=models, title=None, legend=legend)
    filled = alt.when("datum.front").then(alt.Fill("model:N", scale=hues, sort=models, title=None, legend=legend))
    base = alt.Chart({"values": records})
    line = base.transform_filter("datum.front").mark_line(interpolate="step-after", strokeDash=[5, 4], color=_GREY)
    bars = base.mark_rule(strokeWidth=2, opacity=0.55).encode(x=across, y=low, y2="high:Q", color=colour)
    dots = base.mark_point(size=90, opacity=1, strokeWidth=2).encode(
        x=across,
        y=up,
        color=colour,
        fill=filled.otherwise(alt.value("transparent")),
        tooltip=[
            alt.Tooltip("model:N"),
            alt.Tooltip("accuracy:Q", format=".1f", title="accuracy (%)"),
            alt.Tooltip("low:Q", format=".1f", title="95% from"),
            alt.Tooltip("high:Q", format=".1f", title="to"),
            alt.Tooltip("n:Q", title="replies"),
            alt.Tooltip("amount:Q", format=form, title=title),
        ],
    )
    chart = alt.layer(line.encode(x=across, y=up), bars, dots).properties(width="container", height=300)
    specification: dict[str, Any] = chart.to_dict()
    specification.pop("config", None)
    return specification


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
