"""What can be drawn over a chart's picture: clusters, outliers and the plot, in pixels of the picture."""

from collections.abc import Mapping
from typing import Any

from snellen.dataset import Chart

__all__ = ["LAYERS", "layers_of", "overlay"]

LAYERS = {
    "boxes": "Boxes",
    "marks": "Boxes with marks",
    "centres": "Centres",
    "outliers": "Outliers",
    "plot": "Plot",
}
"""The layers from bottom to top, and what their toggles say. `gallery.js` draws them."""

_DECIMALS = 2
_LARGEST = 1e9
_LONGEST_LABEL = 60
_CLUSTER_PARTS = (("boxes", "box", 4), ("centres", "center", 2), ("marks", "box_with_marks", 4))


def overlay(chart: Chart) -> dict[str, Any] | None:
    """The annotations of a chart as `gallery.js` draws them; None where it has neither `clusters` nor `outliers`.

    Any benchmark's charts can have them: `annotations` with `clusters`, a list of objects with `label`, `n`, `box`
    (left, top, right, bottom), `center` (x, y) and `box_with_marks`, all but one of the three places optional, and
    `name`, to be shown in the label's stead; and with `outliers`, a list of [x, y]. Null means that they are not known
    and is kept; what has another form is left out.
    """
    found: dict[str, Any] = {}
    for key, read in (("clusters", _cluster), ("outliers", _outlier)):
        values = chart.annotations.get(key, ())
        if values is None:
            found[key] = None
        elif isinstance(values, list):
            read_values = [read(value) for value in values]
            if None not in read_values:
                found[key] = read_values
    if not found:
        return None
    if chart.plot is not None:
        found["plot"] = _numbers([chart.plot.left, chart.plot.top, chart.plot.right, chart.plot.bottom], 4)
    return found


def layers_of(drawn: Mapping[str, Any]) -> set[str]:
    """The layers of which an overlay has anything to draw."""
    clusters = drawn.get("clusters") or ()
    layers = {layer for layer, _, _ in _CLUSTER_PARTS if any(layer in cluster for cluster in clusters)}
    return layers | {key for key in ("outliers", "plot") if drawn.get(key)}


def _cluster(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        return None
    places = {layer: _numbers(value.get(key), count) for layer, key, count in _CLUSTER_PARTS}
    found: dict[str, Any] = {layer: place for layer, place in places.items() if place is not None}
    if not found:
        return None
    label, size = value.get("name", value.get("label")), value.get("n")
    if isinstance(label, str) or (isinstance(label, int | float) and abs(label) < _LARGEST):
        found["label"] = str(label)[:_LONGEST_LABEL]
    if isinstance(size, int) and abs(size) < _LARGEST:
        found["n"] = size
    return found


def _outlier(value: Any) -> list[float] | None:
    return _numbers(value, 2)


def _numbers(values: Any, count: int) -> list[float] | None:
    if not isinstance(values, list) or len(values) != count:
        return None
    if not all(isinstance(value, int | float) and abs(value) < _LARGEST for value in values):
        return None
    return [round(value, _DECIMALS) for value in values]
