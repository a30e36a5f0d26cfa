"""Plots of accuracy by complexity: a column of panels a model, odds ratios of the trend, differences of precisions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snellen.benchmarks.grab.complexity import ALL, FITS, TASKS
from snellen.plots import COLOURS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["difference_plot", "panel_plot", "trend_plot"]

# After Okabe and Ito, as in the house's other plots.
_FIT_COLOURS = COLOURS[:3]
_COLOURS = {ALL: "#5b7083", **dict(zip(TASKS, COLOURS, strict=False))}
_GREY = "#8a8f94"
_WIDTH = 190


def panel_plot(overall: "pd.DataFrame", by_task: "pd.DataFrame") -> dict[str, Any]:
    """Figure 6: a column a model, floors last; above, all three tasks with a band; below, a line with a band a task.

    The frames are those of `snellen.accuracy.accuracy_frame` by complexity, and by task and complexity. All panels
    share both scales.
    """
    import pandas as pd

    upper, lower = "all three tasks", "each task"
    frame = pd.concat([overall.assign(series=ALL, row=upper), by_task.assign(series=by_task["task"], row=lower)])
    floors = dict(zip(overall["model"], overall["floor"], strict=True))
    columns = sorted(floors, key=lambda model: floors[model])
    names = {model: f"{model} (floor)" if floors[model] else model for model in columns}
    frame = frame.assign(column=frame["model"].map(names))
    kept = frame[["column", "row", "series", "complexity", "n", "accuracy", "low", "high"]]
    shown = [name for name in (ALL, *TASKS) if name in set(kept["series"])]
    up = {"type": "quantitative", "title": "accuracy (%)", "scale": {"domainMin": 0, "nice": True}}
    axis = {"axis": {"tickCount": 5}}
    key = {"orient": "top", "title": None, "symbolType": "circle", "symbolOpacity": 1}
    colours = {"domain": shown, "range": [_COLOURS[name] for name in shown]}
    marks = {"type": "line", "strokeWidth": 2, "point": {"size": 34, "filled": True}}
    across = {"tickMinStep": 1, "values": list(range(10)), "format": "d", "labelOverlap": False}
    return {
        "data": _records(kept),
        "facet": {
            "row": {"field": "row", "type": "nominal", "sort": [upper, lower], "title": None},
            "column": {
                "field": "column",
                "type": "nominal",
                "sort": list(names.values()),
                "title": None,
                "header": {"labelLimit": _WIDTH},
            },
        },
        "usermeta": {"columns": len(columns)},
        "spec": {
            "width": _WIDTH,
            "height": 170,
            "encoding": {
                "x": {"field": "complexity", "type": "quantitative", "title": "complexity", "axis": across},
                "color": {"field": "series", "type": "nominal", "scale": colours, "sort": shown, "legend": key},
            },
            "layer": [
                {
                    "mark": {"type": "area", "opacity": 0.17, "line": False},
                    "encoding": {"y": {"field": "low", **up, **axis}, "y2": {"field": "high"}},
                },
                {"mark": marks, "encoding": {"y": {"field": "accuracy", **up, **axis}, "tooltip": _tooltip()}},
            ],
        },
    }


def trend_plot(trends: "pd.DataFrame") -> dict[str, Any]:
    """Odds ratios per level with intervals on a logarithmic scale, models down, a colour a fit, a panel a task.

    The frame is `complexity.trend_frame`'s; fits to parts of the levels, and what was not fitted, are not drawn.
    """
    drawn = trends[(trends["levels"] == "0–9") & trends["odds_ratio"].notna()]
    drawn = drawn.assign(low=drawn["low"].clip(lower=1e-3), high=drawn["high"].clip(upper=1e3))
    kept = drawn[["model", "task", "fit", "n", "right", "odds_ratio", "low", "high", "p", "change", "method"]]
    across = {
        "type": "quantitative",
        "title": "odds ratio per level",
        "scale": {"type": "log", "nice": False, "padding": 8},
    }
    values = [0.01, 0.1, 0.2, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 5, 10, 100]
    ticks = {"axis": {"values": values, "format": "~g", "labelOverlap": "greedy", "labelSeparation": 4}}
    formats = {"odds_ratio": ".3f", "low": ".3f", "high": ".3f", "p": ".3g", "change": ".1f", "n": "d", "right": "d"}
    titles = {"odds_ratio": "odds ratio per level", "low": "from", "high": "to", "change": "change (points)"}
    tooltip = [{"field": name, "type": "nominal"} for name in ("model", "task", "fit", "method")]
    tooltip += [
        {"field": name, "type": "quantitative", "format": form, "title": titles.get(name, name)}
        for name, form in formats.items()
    ]
    fits = [fit for fit in FITS if fit in set(kept["fit"])]
    view = _rows(
        list(dict.fromkeys(trends["model"])),
        "fit",
        fits,
        {"datum": 1, **across, **ticks},
        {"field": "odds_ratio", **across, **ticks},
        tooltip,
    )
    panels = [task for task in (ALL, *TASKS) if task in set(kept["task"])]
    head = {"field": "task", "type": "nominal", "sort": panels, "title": None}
    return {"data": _records(kept), "facet": head, "columns": 2, "spec": {"width": 320, **view}}


def difference_plot(frame: "pd.DataFrame", *, models: Sequence[str], panels: Sequence[str]) -> dict[str, Any]:
    """Differences of two accuracies in percentage points with intervals and a line at 0, models down, a panel a task.

    Columns of the frame: model, task, difference, low, high.
    """
    kept = frame[["model", "task", "difference", "low", "high"]]
    across = {"type": "quantitative", "title": "one decimal less integer (points)"}
    tooltip = [{"field": name, "type": "nominal"} for name in ("model", "task")]
    tooltip += [
        {"field": name, "type": "quantitative", "format": ".1f", "title": title}
        for name, title in (("difference", "difference"), ("low", "from"), ("high", "to"))
    ]
    view = _rows(models, None, (), {"datum": 0, **across}, {"field": "difference", **across}, tooltip)
    head = {"field": "task", "type": "nominal", "sort": list(panels), "title": None}
    return {"data": _records(kept), "facet": head, "columns": 2, "spec": {"width": 320, **view}}


def _rows(
    models: Sequence[str],
    colour: str | None,
    order: Sequence[str],
    line: dict[str, Any],
    value: dict[str, Any],
    tooltip: list[dict[str, Any]],
) -> dict[str, Any]:
    """Dots with intervals `low` to `high`, models down, beside a line that is no difference."""
    rows: dict[str, Any] = {
        "y": {"field": "model", "type": "nominal", "sort": list(models), "title": None, "axis": {"labelLimit": 230}}
    }
    if colour:
        scale = {"domain": list(order), "range": list(_FIT_COLOURS[: len(order)])}
        key = {"orient": "top", "title": None, "symbolType": "circle", "symbolOpacity": 1}
        rows["color"] = {"field": colour, "type": "nominal", "scale": scale, "sort": list(order), "legend": key}
        rows["yOffset"] = {"field": colour, "type": "nominal", "sort": list(order)}
    else:
        rows["color"] = {"value": _FIT_COLOURS[0]}
    ends = {"x": {**value, "field": "low"}, "x2": {"field": "high"}, **rows}
    dots = {"type": "point", "filled": True, "size": 50, "opacity": 1}
    return {
        "height": {"step": 12 if colour else 24},
        "layer": [
            {"mark": {"type": "rule", "color": _GREY}, "encoding": {"x": line}},
            {"mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55}, "encoding": ends},
            {"mark": dots, "encoding": {"x": value, "tooltip": tooltip, **rows}},
        ],
    }


def _records(frame: "pd.DataFrame") -> dict[str, Any]:
    kept = frame.astype(object)
    return {"values": kept.where(kept.notna(), None).to_dict("records")}


def _tooltip() -> list[dict[str, Any]]:
    named = [{"field": name, "type": "nominal"} for name in ("column", "series", "complexity")]
    percent = [
        {"field": name, "type": "quantitative", "format": ".1f", "title": title}
        for name, title in (("accuracy", "accuracy (%)"), ("low", "from"), ("high", "to"))
    ]
    return [*named, *percent, {"field": "n", "type": "quantitative", "title": "replies"}]
