"""Plots of a description: categories as bars, answers and margins as dots, in Vega-Lite."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snellen.description.statistics import CategoryCount
from snellen.plots import COLOURS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_plot", "category_plot", "margin_plot"]


def category_plot(categories: Sequence[CategoryCount], tasks: Sequence[str]) -> dict[str, Any]:
    """Figure 3: questions by category, the largest above, a colour a task, with the sum at the end of each bar."""
    order = [row.category for row in categories]
    values = [
        {"category": row.category, "task": task, "questions": row.by_task[task], "place": place}
        for row in categories
        for place, task in enumerate(tasks)
        if row.by_task.get(task)
    ]
    sums = [{"category": row.category, "questions": row.questions, "label": _label(row)} for row in categories]
    down = {"field": "category", "type": "nominal", "sort": order, "title": None, "axis": {"labelLimit": 260}}
    across = {"field": "questions", "type": "quantitative", "title": "questions", "axis": {"tickCount": 6}}
    tooltip = [
        {"field": "category", "type": "nominal"},
        {"field": "task", "type": "nominal"},
        {"field": "questions", "type": "quantitative"},
    ]
    return {
        "width": "container",
        "height": {"step": 24},
        "layer": [
            {
                "data": {"values": values},
                "mark": {"type": "bar", "height": {"band": 0.72}},
                "encoding": {
                    "y": down,
                    "x": {**across, "stack": "zero"},
                    "color": _colour("task", tasks),
                    "order": {"field": "place", "type": "quantitative"},
                    "tooltip": tooltip,
                },
            },
            {
                "data": {"values": sums},
                "mark": {"type": "text", "align": "left", "dx": 5, "fontSize": 12},
                "encoding": {"y": down, "x": across, "text": {"field": "label", "type": "nominal"}},
            },
        ],
    }


def answer_plot(points: "pd.DataFrame", tasks: Sequence[str]) -> dict[str, Any]:
    """Each different answer between the lowest and the highest of its property, its size how often it occurs."""
    order = [f"{row.task} · {row.property}" for row in points.drop_duplicates(["task", "property"]).itertuples()]
    frame = points.assign(row=points["task"] + " · " + points["property"])
    tooltip = [{"field": "row", "type": "nominal", "title": "property"}]
    tooltip += [{"field": name, "type": "quantitative", "title": name} for name in ("answer", "count")]
    most = int(frame["count"].max())
    sizes = sorted({1, (most + 1) // 2, most})
    ends = {"values": [0, 1], "labelExpr": "datum.value == 0 ? 'lowest' : 'highest'", "grid": False}
    return {
        "data": {"values": frame[["row", "task", "answer", "count", "place"]].to_dict("records")},
        "width": "container",
        "height": {"step": 16},
        "mark": {"type": "point", "filled": True, "opacity": 0.55},
        "encoding": {
            "y": _down(order),
            "x": {"field": "place", "type": "quantitative", "title": "answer", "axis": ends},
            "size": {
                "field": "count",
                "type": "quantitative",
                "scale": {"range": [12, 260]},
                "legend": {"orient": "top", "title": "questions", "values": sizes, "symbolStrokeWidth": 0},
            },
            "color": _colour("task", tasks),
            "tooltip": tooltip,
        },
    }


def margin_plot(margins: "pd.DataFrame", tasks: Sequence[str]) -> dict[str, Any]:
    """Margins in pixels on a logarithmic scale: the median, and a line from the 5% to the 95% quantile."""
    frame = margins.assign(row=margins["task"] + " · " + margins["property"])
    order = list(dict.fromkeys(frame["row"]))
    across = {"type": "quantitative", "title": "margin (pixels)", "scale": {"type": "log"}, "axis": {"tickCount": 5}}
    tooltip = [{"field": "row", "type": "nominal", "title": "property"}]
    tooltip += [
        {"field": name, "type": "quantitative", "format": ".2f", "title": name}
        for name in ("lowest", "p5", "median", "p95", "highest")
    ]
    rows = {"y": _down(order), "color": _colour("task", tasks)}
    lines = {"x": {"field": "p5", **across}, "x2": {"field": "p95"}, **rows}
    return {
        "data": {"values": frame.drop(columns=["property"]).to_dict("records")},
        "width": "container",
        "height": {"step": 16},
        "layer": [
            {"mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.5}, "encoding": lines},
            {
                "mark": {"type": "point", "filled": True, "size": 45, "opacity": 1},
                "encoding": {"x": {"field": "median", **across}, "tooltip": tooltip, **rows},
            },
        ],
    }


def _label(row: CategoryCount) -> str:
    if row.published is None:
        return str(row.questions)
    return f"{row.questions} =" if row.questions == row.published else f"{row.questions} ≠ {row.published}"


def _down(order: Sequence[str]) -> dict[str, Any]:
    axis = {"labelLimit": 290, "grid": True}
    return {"field": "row", "type": "nominal", "sort": list(order), "title": None, "axis": axis}


def _colour(field: str, order: Sequence[str]) -> dict[str, Any]:
    scale = {"domain": list(order), "range": [COLOURS[place % len(COLOURS)] for place in range(len(order))]}
    key = {"orient": "top", "title": None, "symbolType": "circle", "symbolOpacity": 1, "symbolStrokeWidth": 0}
    return {"field": field, "type": "nominal", "scale": scale, "sort": list(order), "legend": key}
