"""The chart designs: how one set of points is drawn. The paper's 17, and more under names of their own.

A Vega design is a Vega-Lite 6 specification without data, complete in itself: with `{"data": {"values": rows}}` added,
rows of x, y, cluster and outlier, any Vega-Lite 6 draws it. A Matplotlib design names one of Matplotlib's styles.
Source: section 2.1 of the paper; the sizes are those of the plot at scale 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from snellen.errors import SnellenError

__all__ = ["DESIGNS", "EXTRA_DESIGNS", "PAPER_DESIGNS", "SCALES", "Design", "PointData", "categories", "design"]

SCALES = (0.5, 1.0, 2.0)
"""The paper's scale factors: pixels of the image for a unit of the specification."""


class PointData(Protocol):
    """What is drawn: n points in drawing order. A column that is not known is None."""

    @property
    def x(self) -> NDArray[np.float64]:
        """Shape (n,), finite."""

    @property
    def y(self) -> NDArray[np.float64]:
        """Shape (n,), finite."""

    @property
    def cluster(self) -> NDArray[np.int64] | None:
        """The cluster of each point, −1 for none."""

    @property
    def outlier(self) -> NDArray[np.int64] | None:
        """0 marks an outlier, −1 any other point."""


@dataclass(frozen=True, eq=False)
class Design:
    """One way to draw points.

    `spec` is the Vega-Lite specification without data, or for Matplotlib `{"style": name}`. `categories` gives each
    point the number on which its mark's colour or shape depends: its row number or its cluster, counted anew after
    `cycle`, or nothing. The renderer `vega-own` is that of a user's specification (`own.OwnDesign`).
    """

    name: str
    spec: Mapping[str, Any]
    renderer: Literal["vega", "matplotlib", "vega-own"] = "vega"
    varies_by: Literal["cluster", "row"] | None = None
    cycle: int = 1


def design(name: str) -> Design:
    """The design of that name. Raises SnellenError where there is none."""
    if name not in DESIGNS:
        raise SnellenError(f"{name!r} is not a design: one of {', '.join(DESIGNS)}.")
    return DESIGNS[name]


def categories(design: Design, points: PointData) -> NDArray[np.int64]:
    """What the colour or shape of each mark depends on: shape (n,), all 0 where marks are alike.

    Unknown clusters count as none (−1).
    """
    count = len(points.x)
    if design.varies_by == "row":
        return np.arange(count, dtype=np.int64) % design.cycle
    if design.varies_by == "cluster":
        cluster = np.full(count, -1, dtype=np.int64) if points.cluster is None else points.cluster
        return np.where(cluster < 0, -1, cluster % design.cycle)
    return np.zeros(count, dtype=np.int64)


WIDTH = HEIGHT = 300
TABLEAU_10 = [
    *("#4c78a8", "#f58518", "#e45756", "#72b7b2", "#54a24b"),
    *("#eeca3b", "#b279a2", "#ff9da6", "#9d755d", "#bab0ac"),
]
OKABE_ITO = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000"]
"""Okabe and Ito's palette, the colours that are easiest told apart first, the darkest last."""
ASPECTS: Mapping[str, float] = {"16_9": 16 / 9, "21_9": 21 / 9, "3_4": 3 / 4, "4_3": 4 / 3, "9_16": 9 / 16}
"""Width over height."""
DARK: Mapping[str, Any] = {
    "background": "#333",
    "view": {"stroke": "#888"},
    "title": {"color": "#fff", "subtitleColor": "#fff"},
    "style": {"guide-label": {"fill": "#fff"}, "guide-title": {"fill": "#fff"}},
    "axis": {"domainColor": "#fff", "gridColor": "#888", "tickColor": "#fff"},
}
"""The dark theme of vega-themes 3."""
FRAMELESS: Mapping[str, Any] = {"view": {"stroke": None}}


def _spec(
    *,
    width: float = WIDTH,
    height: float = HEIGHT,
    mark: Mapping[str, Any] | None = None,
    hidden_axes: str = "",
    config: Mapping[str, Any] | None = None,
    transform: list[Any] | None = None,
    **encoding: Any,
) -> dict[str, Any]:
    """The base design with changes: 300 × 300, filled points of size 30 and opacity 0.7, untitled axes without zero."""
    channels: dict[str, Any] = {}
    for name in "xy":
        channels[name] = {"field": name, "type": "quantitative", "scale": {"zero": False}, "title": None}
        if name in hidden_axes:
            channels[name]["axis"] = None
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": width,
        "height": height,
        "padding": 5,
        **({"transform": transform} if transform else {}),
        "mark": {"type": "point", "filled": True, "size": 30, "opacity": 0.7, "color": "#4c78a8", **(mark or {})},
        "encoding": {**channels, **encoding},
        **({"config": dict(config)} if config else {}),
    }


def _by_cluster(palette: list[str]) -> dict[str, Any]:
    """The cluster as a colour: grey for none, then the palette."""
    scale = {"domain": [-1, *range(len(palette))], "range": ["grey", *palette]}
    return {"field": "cluster", "type": "nominal", "scale": scale, "legend": None}


def _by_row(cycle: int) -> list[Any]:
    """A transform that numbers rows from 0 and starts again after `cycle` rows."""
    number = {"window": [{"op": "row_number", "as": "row"}]}
    return [number, {"calculate": f"(datum.row - 1) % {cycle}", "as": "row_category"}]


def _row_category(cycle: int, **scale: Any) -> dict[str, Any]:
    return {"field": "row_category", "type": "nominal", "scale": {"domain": [*range(cycle)], **scale}, "legend": None}


def _equal_area(ratio: float) -> dict[str, Any]:
    """A plot of the base design's area, sides to two decimals."""
    return _spec(width=round(WIDTH * ratio**0.5, 2), height=round(HEIGHT / ratio**0.5, 2))


_SHAPES = 8

PAPER_DESIGNS: tuple[Design, ...] = (
    Design("default", _spec()),
    *(Design(name, _spec(height=WIDTH / ratio)) for name, ratio in ASPECTS.items()),
    Design("colors", _spec(color=_by_cluster(TABLEAU_10)), varies_by="cluster", cycle=len(TABLEAU_10)),
    Design("dark", _spec(config=DARK)),
    Design("full_opacity", _spec(mark={"opacity": 1})),
    Design("half_opacity", _spec(mark={"opacity": 0.35})),
    Design("half_point_size", _spec(mark={"size": 15})),
    Design("points_only", _spec(hidden_axes="xy", config=FRAMELESS)),
    Design(
        "random_colors",
        _spec(transform=_by_row(10), color=_row_category(10, range=TABLEAU_10)),
        varies_by="row",
        cycle=10,
    ),
    Design(
        "random_shapes", _spec(transform=_by_row(_SHAPES), shape=_row_category(_SHAPES)), varies_by="row", cycle=_SHAPES
    ),
    Design("square", _spec(mark={"shape": "square"})),
    Design("x2_point_size", _spec(mark={"size": 60})),
    Design("yaxis_only", _spec(hidden_axes="x", config=FRAMELESS)),
)
"""The paper's 17 designs. Height alone makes an aspect ratio, so ratio and area change together."""

EXTRA_DESIGNS: tuple[Design, ...] = (
    *(Design(f"{name}_equal_area", _equal_area(ratio)) for name, ratio in ASPECTS.items()),
    Design("colors_okabe_ito", _spec(color=_by_cluster(OKABE_ITO)), varies_by="cluster", cycle=len(OKABE_ITO)),
    Design("matplotlib", {"style": "default"}, renderer="matplotlib"),
    Design("matplotlib_dark", {"style": "dark_background"}, renderer="matplotlib"),
)
"""Designs that the paper does not have."""

DESIGNS: Mapping[str, Design] = {design.name: design for design in (*PAPER_DESIGNS, *EXTRA_DESIGNS)}
"""All designs by name."""
