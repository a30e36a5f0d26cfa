"""MIND: predictions of how many people a chart misleads, against how many it did."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from snellen.benchmarks.chartom.analysis import VERSIONS, mind_scores, predictions
from snellen.benchmarks.chartom.analysis_floors import mind_floors
from snellen.benchmarks.chartom.report_fact import BREAKDOWNS, by_charts, digits, named
from snellen.exhibits import Exhibit, Plot, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["mind_exhibits"]

_SECTION = "MIND: whom the chart misleads"
_NOTE = (
    "The error is |prediction − people's value|, from 0 to 1: lower is better. mae is of the predictions that could "
    "be read (read, in percent), mae_worst of all, with the largest possible error, max(h, 1 − h), where none could. "
    "mae_card is the card's float() of what comes first in the reply, of those where it works (read_card). gap is the"
    " mean of card less robust error over the replies that both read, bias the mean of prediction less value. "
    "Intervals are 95%: Student's, clustered by pair of twins and cut at 0 (at 1 too where predictions are within 0 "
    "to 1); of Pearson's r Fisher's at the number of pairs."
)
_FLOORS = (
    "Rows marked as floor look at no picture: constants, medians of the people's own values (known to no reader), "
    "1 or 0 by manipulation, and what the people's values are expected to be off by sampling alone."
)
_FORMATS = (
    digits("{:.3f}", "mae", "low", "high", "mae_worst", "worst_low", "worst_high", "mae_card", "card_low", "card_high")
    | digits("{:.3f}", "gap", "bias", "pearson", "pearson_low", "pearson_high", "spearman")
    | digits("{:.1f}", "read", "read_card")
)


def mind_exhibits(rows: "pd.DataFrame") -> Iterator[Exhibit]:
    """The plots and tables of MIND. Without people's values there are predictions alone, honest beside manipulated."""
    import pandas as pd

    there = rows[rows["task"] == "mind"]
    if there.empty:
        return
    scored = there[there["hmi_error_worst"].notna()]
    if len(scored):
        scores = mind_scores(by_charts(scored).astype({"charts": "object"}), ["label", "charts", "floor"])
        frame = named(pd.concat([scores, mind_floors(scored)], ignore_index=True))
        yield Table("mind", "MIND by model", frame, f"{_NOTE} {_FLOORS}", _SECTION, _FORMATS)
        drawn = scored[scored["hmi_predicted"].notna()]
        if len(drawn):
            note = "A dot a reply that could be read; on the dashed line the prediction is what people did."
            yield Plot("mind-plot", "Predictions and people", _scatter(drawn), note, _SECTION)
        for column, name in BREAKDOWNS:
            if scored[column].notna().any():
                frame = named(mind_scores(scored, [column, "label", "version", "floor"]))
                yield Table(f"mind-{column.replace('_', '-')}", f"MIND by {name}", frame, _NOTE, _SECTION, _FORMATS)
    predicted = predictions(there, ["label", "floor"])
    if len(predicted):
        note = (
            "Means of the predictions that could be read, whether or not there are people to compare them with; rise "
            "is the prediction for the manipulated chart less that for its honest twin, a mean over pairs, with "
            "Student's 95% interval."
        )
        formats = digits("{:.3f}", *VERSIONS, "rise", "low", "high")
        title = "What is predicted for honest charts and for their twins"
        yield Table("mind-predictions", title, named(predicted), note, _SECTION, formats)


def _scatter(rows: "pd.DataFrame") -> dict[str, Any]:
    values = [
        {
            "model": row["label"],
            "version": row["version"],
            "people": float(row["answer"]),
            "predicted": float(row["hmi_predicted"]),
            "chart": row["chart_id"],
            "manipulation": row["manipulation"] if isinstance(row["manipulation"], str) else None,
        }
        for row in rows.to_dict("records")
    ]
    models = list(dict.fromkeys(value["model"] for value in values))
    share = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": {"tickCount": 5}}
    colours = {"domain": [*VERSIONS, "unknown"], "range": ["#2a8fce", "#d55e00", "#8a8f94"]}
    there = [version for version in colours["domain"] if any(value["version"] == version for value in values)]
    scale = {"domain": there, "range": [colours["range"][colours["domain"].index(version)] for version in there]}
    names = [{"field": name, "type": "nominal"} for name in ("model", "chart", "manipulation", "version")]
    numbers = [{"field": name, "type": "quantitative", "format": ".3f"} for name in ("people", "predicted")]
    view: dict[str, Any] = {
        "height": 240,
        "layer": [
            {
                "data": {"values": [{"people": 0, "predicted": 0}, {"people": 1, "predicted": 1}]},
                "mark": {"type": "line", "strokeDash": [4, 3], "color": "#8a8f94", "strokeWidth": 1.5},
                "encoding": {"x": {"field": "people", **share}, "y": {"field": "predicted", **share}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 40, "opacity": 0.75},
                "encoding": {
                    "x": {"field": "people", "title": "people misled", **share},
                    "y": {"field": "predicted", "title": "predicted", **share},
                    "color": {
                        "field": "version",
                        "type": "nominal",
                        "scale": scale,
                        "legend": {"orient": "top", "title": None, "symbolOpacity": 1},
                    },
                    "tooltip": [*names, *numbers],
                },
            },
        ],
    }
    if len(models) == 1:
        return {"data": {"values": values}, "width": "container", **view}
    head = {"field": "model", "type": "nominal", "sort": models, "title": None}
    return {"data": {"values": values}, "facet": head, "columns": 3, "spec": {"width": 240, **view}}
