"""What a picture shows, fully decided: axes, marks and every word, before any renderer is asked.

One kind of scene serves bars, histograms, lines, scatterplots and icons: both axes are numeric, and categories stand
at 0, 1, 2, … of an x axis whose tick labels are their names. Pies and maps have scenes of their own.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from snellen.dataset import Axis, Rectangle

if TYPE_CHECKING:
    from snellen.benchmarks.chartom.maps import MapScene

__all__ = [
    "Boxes",
    "Cartesian",
    "Dots",
    "Icons",
    "Line",
    "MapPicture",
    "Marks",
    "Note",
    "Pie",
    "Renderer",
    "Scale",
    "Scene",
]

Renderer = Literal["matplotlib", "vega-lite"]


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis: its title, its interval in increasing order, and what is printed at which values.

    A tick whose label is empty is a gridline alone. `reversed` says that values grow leftwards or downwards. An axis
    that is not `shown` has neither ticks nor a title.
    """

    title: str
    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    kind: Literal["linear", "log"] = "linear"
    reversed: bool = False
    grid: bool = True
    shown: bool = True
    color: str | None = None

    def axis(self, name: str, first: float, last: float) -> Axis:
        """The record of the axis where its ends are the pixels `first` and `last`, in the usual direction."""
        return Axis(
            name=name,
            orientation="x" if name == "x" else "y",
            scale=self.kind,
            parameters={"base": 10} if self.kind == "log" else {},
            domain=(self.low, self.high),
            pixels=(last, first) if self.reversed else (first, last),
            reversed=self.reversed,
        )


@dataclass(frozen=True, slots=True)
class Boxes:
    """Bars: rectangles between values of both axes, one a name. All begin at `base` of the y axis."""

    names: tuple[str, ...]
    left: tuple[float, ...]
    right: tuple[float, ...]
    value: tuple[float, ...]
    base: float
    color: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through its points with a round marker at each. `right` says that the right axis is its own."""

    name: str
    points: tuple[str, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]
    color: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """Separate round markers, one a name."""

    names: tuple[str, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]
    color: str


@dataclass(frozen=True, slots=True)
class Icons:
    """Pictures of a `shape` that stand on the y axis' lower end, each as high as its value.

    Widths are `aspect` times heights in pixels.
    """

    names: tuple[str, ...]
    x: tuple[float, ...]
    value: tuple[float, ...]
    shape: str
    color: str


Marks = Boxes | Line | Dots | Icons


@dataclass(frozen=True, slots=True)
class Note:
    """Text beside a point of the axes, moved by `shift` pixels (right, down), centred upon the height.

    `of` names the mark that a printed value belongs to.
    """

    text: str
    x: float
    y: float
    shift: tuple[float, float] = (0.0, 0.0)
    anchor: Literal["left", "center", "right"] = "center"
    right: bool = False
    of: str = ""


@dataclass(frozen=True, slots=True)
class Cartesian:
    """A chart with axes. `plot` is the rectangle that the axes' ends map to; sizes are in pixels."""

    width: int
    height: int
    plot: Rectangle
    title: str
    x: Scale
    y: Scale
    marks: tuple[Marks, ...]
    notes: tuple[Note, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    """Names and colours, printed in a row under the title."""
    right: Scale | None = None
    renderer: Renderer = "matplotlib"

    @property
    def axes(self) -> dict[str, Axis]:
        """The axes by name: x, y and, where there is one on the right, y2."""
        found = {
            "x": self.x.axis("x", self.plot.left, self.plot.right),
            "y": self.y.axis("y", self.plot.bottom, self.plot.top),
        }
        if self.right is not None:
            found["y2"] = self.right.axis("y2", self.plot.bottom, self.plot.top)
        return found


@dataclass(frozen=True, slots=True)
class Pie:
    """A pie, its slices clockwise from `start` (degrees clockwise from the right).

    `drawn` are what angles are drawn from, of any sum; `labels` are what is printed. `tilt` is the height of the
    ellipse over its width, 1 for a flat pie; `depth` the thickness in pixels; `popped` the slice that stands off.
    """

    width: int
    height: int
    title: str
    names: tuple[str, ...]
    drawn: tuple[float, ...]
    labels: tuple[str, ...]
    colors: tuple[str, ...]
    start: float
    radius: float
    center: tuple[float, float]
    tilt: float = 1.0
    depth: float = 0.0
    popped: int | None = None


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map of the regions of `area`."""

    area: str
    scene: "MapScene"

    @property
    def width(self) -> int:
        """In pixels."""
        return self.scene.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.scene.height


Scene = Cartesian | Pie | MapPicture
