"""Vega-Lite specifications of the plots that reports are made of, with their data inline."""

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLOURS", "band_plot", "condition_plot", "difference_plot", "forest_plot", "interval_plot"]

# After Okabe and Ito, without yellow and black: told apart by colour-blind eyes, and on light and dark ground alike.
COLOURS = (
    "#2a8fce",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#8a63d2",
    "#b5651d",
    "#2f9e9e",
    "#c0396b",
)
_GREYS = ("#8a8f94", "#5b6066", "#b4b8bb")
"""Floors are grey, each in a shade of its own; the first three are told apart."""


def interval_plot(
    frame: "pd.DataFrame",
    *,
    y: str,
    order: Sequence[str],
    facet: str | None = None,
    facet_order: Sequence[str] = (),
    title: str = "accuracy (%)",
) -> dict[str, Any]:
    """Dots with intervals: `accuracy` with `low` and `high` across, the values of column `y` down in `order`.

    The frame has the columns of `snellen.accuracy.accuracy_frame`. Models have a colour each, floors a grey each; where
    `y` is another column, models stand below each other within each value. `facet` names a column with a panel a value.
    """
    grouped = y != "model"
    models = list(dict.fromkeys(frame["model"]))
    columns = list(dict.fromkeys([name for name in ("model", y, facet) if name]))
    across = {"type": "quantitative", "title": title, "scale": {"domainMin": 0, "nice": True}, "axis": {"tickCount": 6}}
    down: dict[str, Any] = {
        "y": {"field": y, "type": "nominal", "sort": list(order), "title": None, "axis": {"labelLimit": 230}},
        "color": _colour(frame, models, legend=grouped and len(models) > 1),
    }
    if grouped and len(models) > 1:
        down["yOffset"] = {"field": "model", "type": "nominal", "sort": models}
    view: dict[str, Any] = {
        "height": {"step": 13 if grouped and len(models) > 1 else 24},
        "encoding": down,
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
                "encoding": {"x": {"field": "low", **across}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
                "encoding": {"x": {"field": "accuracy", **across}, "tooltip": _tooltip(columns)},
            },
        ],
    }
    return _faceted(frame, columns, view, facet, facet_order)


def band_plot(
    frame: "pd.DataFrame",
    *,
    x: str,
    facet: str | None = None,
    facet_order: Sequence[str] = (),
    title: str = "accuracy (%)",
) -> dict[str, Any]:
    """Lines with bands: `accuracy` over the whole numbers of column `x`, a band `low` to `high`, a colour a model."""
    models = list(dict.fromkeys(frame["model"]))
    columns = list(dict.fromkeys([name for name in ("model", x, facet) if name]))
    up = {"type": "quantitative", "title": title, "scale": {"domainMin": 0, "nice": True}, "axis": {"tickCount": 5}}
    view: dict[str, Any] = {
        "height": 230,
        "encoding": {
            "x": {"field": x, "type": "quantitative", "title": x, "axis": {"tickMinStep": 1, "format": "d"}},
            "color": _colour(frame, models, legend=True),
        },
        "layer": [
            {
                "mark": {"type": "area", "opacity": 0.16, "line": False},
                "encoding": {"y": {"field": "low", **up}, "y2": {"field": "high"}},
            },
            {
                "mark": {"type": "line", "strokeWidth": 2, "point": {"size": 36, "filled": True}},
                "encoding": {"y": {"field": "accuracy", **up}, "tooltip": _tooltip(columns)},
            },
        ],
    }
    return _faceted(frame, columns, view, facet, facet_order)


def condition_plot(
    frame: "pd.DataFrame",
    *,
    models: Sequence[str],
    conditions: Sequence[str],
    panels: Sequence[str],
    title: str = "accuracy (%)",
) -> dict[str, Any]:
    """Models down, conditions of each (such as strategies) below each other in colours of their own, a panel a value.

    Columns of the frame: `panel`, `model`, `condition`, `n`, `accuracy`, `low`, `high` (percent), and `kind`: rows that
    are `measured` are filled dots with intervals, those that are `published` hollow ones, and those that are a `floor`
    are dashed lines across the panel, whatever their condition.
    """
    across = {"type": "quantitative", "title": title, "scale": {"domain": [0, 100]}, "axis": {"tickCount": 5}}
    down = {"field": "model", "type": "nominal", "sort": list(models), "title": None, "axis": {"labelLimit": 230}}
    colours = {"domain": list(conditions), "range": [COLOURS[i % len(COLOURS)] for i in range(len(conditions))]}
    key = {"orient": "top", "title": None, "symbolOpacity": 1, "symbolType": "circle"}
    rows: dict[str, Any] = {
        "y": down,
        "color": {"field": "condition", "type": "nominal", "scale": colours, "sort": list(conditions), "legend": key},
    }
    if len(conditions) > 1:
        rows["yOffset"] = {"field": "condition", "type": "nominal", "sort": list(conditions)}
    tooltip = _tooltip(["panel", "model", "condition"])
    dot = {"type": "point", "size": 50, "opacity": 1}
    value = {"x": {"field": "accuracy", **across}, "tooltip": tooltip}
    layers = [
        _only("floor", {"type": "rule", "strokeDash": [4, 3], "color": _GREYS[0], "size": 1.5}, value),
        _only(
            "measured",
            {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
            {"x": {"field": "low", **across}, "x2": {"field": "high"}, **rows},
        ),
        _only("measured", {**dot, "filled": True}, {**value, **rows}),
        _only("published", {**dot, "filled": False, "strokeWidth": 1.8}, {**value, **rows}),
    ]
    view = {"height": {"step": 11 if len(conditions) > 1 else 24}, "layer": layers}
    if len(panels) == 1:
        return {"data": _records(frame), "width": "container", **view}
    head = {"field": "panel", "type": "nominal", "sort": list(panels), "title": None}
    return {"data": _records(frame), "facet": head, "columns": 3, "spec": {"width": 240, **view}}


def difference_plot(
    frame: "pd.DataFrame",
    *,
    order: Sequence[str],
    conditions: Sequence[str],
    facet: str | None = None,
    facet_order: Sequence[str] = (),
    title: str = "accuracy (%)",
) -> dict[str, Any]:
    """Models down in `order`, `conditions` of each below each other in colours of their own, differences as text.

    Columns of the frame: `model`, `condition`, `n`, `accuracy`, `low`, `high` (percent), `label`, a text such as
    "+3.2" to the right of the dot's interval, or nothing, and the column that `facet` names, with a panel a value.
    """
    reach = float(frame["high"].max())
    end = 1.15 * (100.0 if isnan(reach) else reach)  # room for the differences
    scale = {"domain": [0, end or 1.0], "nice": True}
    across = {"type": "quantitative", "title": title, "scale": scale, "axis": {"tickCount": 6}}
    colours = {"domain": list(conditions), "range": [_GREYS[1], *COLOURS][: len(conditions)]}
    key = {"orient": "top", "title": None, "columns": 2, "symbolOpacity": 1, "symbolType": "circle", "labelLimit": 420}
    value = {"field": "accuracy", **across}
    view: dict[str, Any] = {
        "height": {"step": 17},
        "encoding": {
            "y": {"field": "model", "type": "nominal", "sort": list(order), "title": None, "axis": {"labelLimit": 230}},
            "yOffset": {"field": "condition", "type": "nominal", "sort": list(conditions)},
            "color": {
                "field": "condition",
                "type": "nominal",
                "scale": colours,
                "sort": list(conditions),
                "legend": key,
            },
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
                "encoding": {"x": {"field": "low", **across}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
                "encoding": {"x": value, "tooltip": _tooltip([*filter(None, [facet]), "model", "condition", "label"])},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 6, "fontSize": 11},
                "encoding": {"x": {"field": "high", **across}, "text": {"field": "label", "type": "nominal"}},
            },
        ],
    }
    columns = ["model", "condition", "label", *filter(None, [facet])]
    plot = _faceted(frame, columns, view, facet, facet_order)
    return plot if facet is None else {**plot, "columns": 2, "spec": {**plot["spec"], "width": 340}}


def forest_plot(
    frame: "pd.DataFrame", *, order: Sequence[str], fits: Sequence[str], panels: Sequence[str] = ()
) -> dict[str, Any]:
    """Odds ratios with intervals, on a logarithmic scale with a line at 1; the values of `design` down in `order`.

    Columns of the frame: `design`, `fit` (a colour each), `odds_ratio`, `low`, `high`, `p`, `p_holm`, `accuracy`
    (percent) and `n`; with `panels` also `panel`. Ratios that are 0 or infinite are not drawn.
    """
    drawn = frame[(frame["odds_ratio"] > 0) & (frame["odds_ratio"] < float("inf"))]
    across = {"type": "quantitative", "title": "odds ratio", "scale": {"type": "log", "nice": False, "padding": 8}}
    values = [0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10]
    ticks = {"axis": {"values": values, "format": "~g", "labelOverlap": "greedy", "labelSeparation": 6}}
    colours = {"domain": list(fits), "range": [COLOURS[i % len(COLOURS)] for i in range(len(fits))]}
    key = {"orient": "top", "title": None, "columns": 1, "symbolOpacity": 1, "symbolType": "circle", "labelLimit": 420}
    rows: dict[str, Any] = {
        "y": {"field": "design", "type": "nominal", "sort": list(order), "title": None},
        "color": {"field": "fit", "type": "nominal", "scale": colours, "sort": list(fits), "legend": key},
    }
    if len(fits) > 1:
        rows["yOffset"] = {"field": "fit", "type": "nominal", "sort": list(fits)}
    names = [{"field": name, "type": "nominal"} for name in ("design", "fit")]
    numbers = [
        {"field": name, "type": "quantitative", "format": form, "title": label}
        for name, form, label in (
            ("odds_ratio", ".3f", "odds ratio"),
            ("low", ".3f", "from"),
            ("high", ".3f", "to"),
            ("p", ".4f", "p"),
            ("p_holm", ".4f", "p (Holm)"),
            ("accuracy", ".1f", "accuracy (%)"),
        )
    ]
    view: dict[str, Any] = {
        "height": {"step": 11 if len(fits) > 1 else 22},
        "layer": [
            {"mark": {"type": "rule", "color": _GREYS[0]}, "encoding": {"x": {"datum": 1, **across, **ticks}}},
            {
                "mark": {"type": "rule", "strokeWidth": 2, "opacity": 0.55},
                "encoding": {"x": {"field": "low", **across, **ticks}, "x2": {"field": "high"}, **rows},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
                "encoding": {"x": {"field": "odds_ratio", **across, **ticks}, "tooltip": [*names, *numbers], **rows},
            },
        ],
    }
    if len(panels) < 2:
        return {"data": _records(drawn), "width": "container", **view}
    head = {"field": "panel", "type": "nominal", "sort": list(panels), "title": None}
    return {"data": _records(drawn), "facet": head, "columns": 2, "spec": {"width": 320, **view}}


def _only(kind: str, mark: dict[str, Any], encoding: dict[str, Any]) -> dict[str, Any]:
    return {"transform": [{"filter": {"field": "kind", "equal": kind}}], "mark": mark, "encoding": encoding}


def _records(frame: "pd.DataFrame") -> dict[str, Any]:
    kept = frame.astype(object)
    return {"values": kept.where(kept.notna(), None).to_dict("records")}


def _faceted(
    frame: "pd.DataFrame", columns: Sequence[str], view: dict[str, Any], facet: str | None, order: Sequence[str]
) -> dict[str, Any]:
    data = _records(frame[[*columns, "n", "accuracy", "low", "high"]])
    if facet is None:
        return {"data": data, "width": "container", **view}
    head = {"field": facet, "type": "nominal", "sort": list(order), "title": None}
    return {"data": data, "facet": head, "columns": 3, "spec": {"width": 240, **view}}


def _colour(frame: "pd.DataFrame", models: Sequence[str], *, legend: bool) -> dict[str, Any]:
    floors = set(frame.loc[frame["floor"], "model"]) if "floor" in frame else set()
    coloured = [model for model in models if model not in floors]
    places = {model: place for place, model in enumerate(coloured)}
    shades = {model: _GREYS[place % len(_GREYS)] for place, model in enumerate(m for m in models if m in floors)}
    colours = [shades.get(model) or COLOURS[places[model] % len(COLOURS)] for model in models]
    key = {"orient": "top", "title": None, "columns": 2, "symbolOpacity": 1, "labelLimit": 420} if legend else None
    return {
        "field": "model",
        "type": "nominal",
        "scale": {"domain": list(models), "range": colours},
        "sort": list(models),
        "legend": key,
    }


def _tooltip(columns: Sequence[str]) -> list[dict[str, Any]]:
    named = [{"field": name, "type": "nominal"} for name in columns]
    percent = [
        {"field": name, "type": "quantitative", "format": ".1f", "title": title}
        for name, title in (("accuracy", "accuracy (%)"), ("low", "from"), ("high", "to"))
    ]
    return [*named, *percent, {"field": "n", "type": "quantitative", "title": "replies"}]
