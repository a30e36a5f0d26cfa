"""Vega-Lite specifications of the plots that reports are made of, with their data inline."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["band_plot", "interval_plot"]

# After Okabe and Ito, without yellow and black: told apart by colour-blind eyes, and on light and dark ground alike.
_COLOURS = (
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


def _faceted(
    frame: "pd.DataFrame", columns: Sequence[str], view: dict[str, Any], facet: str | None, order: Sequence[str]
) -> dict[str, Any]:
    kept = frame[[*columns, "n", "accuracy", "low", "high"]].astype(object)
    data = {"values": kept.where(kept.notna(), None).to_dict("records")}
    if facet is None:
        return {"data": data, "width": "container", **view}
    head = {"field": facet, "type": "nominal", "sort": list(order), "title": None}
    return {"data": data, "facet": head, "columns": 3, "spec": {"width": 240, **view}}


def _colour(frame: "pd.DataFrame", models: Sequence[str], *, legend: bool) -> dict[str, Any]:
    floors = set(frame.loc[frame["floor"], "model"]) if "floor" in frame else set()
    coloured = [model for model in models if model not in floors]
    places = {model: place for place, model in enumerate(coloured)}
    shades = {model: _GREYS[place % len(_GREYS)] for place, model in enumerate(m for m in models if m in floors)}
    colours = [shades.get(model) or _COLOURS[places[model] % len(_COLOURS)] for model in models]
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
