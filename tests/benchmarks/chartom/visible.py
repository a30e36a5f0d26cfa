"""What a reader sees of a chart: marks measured in the picture, numbers printed beside them and on its axes.

Nothing here looks at the values that a dataset stores: neither `value` of an annotation, nor axes, nor the source.
"""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from snellen.dataset import Chart

__all__ = ["Visible", "number"]

Pixels = NDArray[np.int16]


def number(text: str) -> float:
    """A printed number."""
    return float(text.replace(",", "").rstrip("%"))


@dataclass(frozen=True)
class Visible:
    """A chart's annotations and, where it is drawn, its picture."""

    chart: Chart
    image: bytes | None = None

    @cached_property
    def pixels(self) -> Pixels | None:
        if self.image is None:
            return None
        with Image.open(io.BytesIO(self.image)) as picture:
            return np.asarray(picture.convert("RGB")).astype(np.int16)

    @property
    def marks(self) -> list[dict[str, Any]]:
        found: Any = self.chart.annotations["marks"]
        return list(found)

    @property
    def printed(self) -> dict[str, float]:
        """Values printed beside marks, by mark; names that stand beside marks are none."""
        found: Any = self.chart.annotations.get("printed", [])
        values = {}
        for entry in found:
            text = entry["text"].removeprefix(entry["of"]).strip()
            if text and text[0].isdigit():
                values[entry["of"]] = number(text)
        return values

    def ticks(self, axis: str) -> list[tuple[str, float]]:
        found: Any = self.chart.annotations["ticks"]
        return [(tick["text"], tick["pixel"]) for tick in found[axis]]

    def values(self, *names: str) -> dict[str, float]:
        """The value of each mark (or of some): the number beside it, or its end on its axis to half a gridline."""
        return {mark["label"]: self._value(mark) for mark in self.marks if not names or mark["label"] in names}

    def ordered(self, names: Sequence[str]) -> list[str]:
        """Names from the largest value to the smallest, each at least 5 pixels of its axis from the next."""
        if all(name in self.printed for name in names):
            return sorted(names, key=lambda name: -self.printed[name])
        found = {}
        for mark in self.marks:
            if mark["label"] in names:
                axis = mark.get("axis", "y")
                (one, at), (other, then) = [(number(text), at) for text, at in self.ticks(axis) if text][:2]
                each = (other - one) / (then - at)
                found[mark["label"]] = (one + (self._end(mark) - at) * each, 5 * abs(each))
        order = sorted(names, key=lambda name: -found[name][0])
        for above, below in pairwise(order):
            gap = found[above][0] - found[below][0]
            assert gap > max(found[above][1], found[below][1]), f"{above} and {below} are near"
        return order

    def places(self) -> dict[str, float]:
        """Where on the x axis each point stands: the number of the tick under it."""
        ticks = self.ticks("x")
        found = {}
        for mark in self.marks:
            at = float(mark["at"][0])
            text, pixel = min(ticks, key=lambda tick: abs(tick[1] - at))
            assert abs(pixel - at) < 2, "a point stands over no tick"
            found[mark["label"]] = number(text)
        return found

    def names(self) -> dict[str, str]:
        """The tick label under each bar or point, by mark."""
        ticks = self.ticks("x")
        middle = {mark["label"]: mark["at"][0] if "at" in mark else sum(mark["box"][::2]) / 2 for mark in self.marks}
        return {label: min(ticks, key=lambda tick: abs(tick[1] - x))[0] for label, x in middle.items()}

    def _value(self, mark: dict[str, Any]) -> float:
        if mark["label"] in self.printed:
            return self.printed[mark["label"]]
        return self.read(self._end(mark), mark.get("axis", "y"))

    def read(self, pixel: float, axis: str = "y") -> float:
        """What a place on an axis says. Between gridlines only the middle can be told."""
        ticks = self.ticks(axis)
        labelled = [(number(text), at) for text, at in ticks if text]
        (low, low_at), (high, high_at) = labelled[0], labelled[-1]
        share = (pixel - low_at) / (high_at - low_at)
        if self._is_log(labelled):
            lines = {at: low * (high / low) ** ((at - low_at) / (high_at - low_at)) for _, at in ticks}
            at = min(lines, key=lambda line: abs(line - pixel))
            assert abs(at - pixel) < 2, "a mark ends between the gridlines of a logarithmic axis"
            digits = -math.floor(math.log10(lines[at]))
            return float(round(lines[at], digits))
        step = (high - low) / (len(labelled) - 1)
        halves = 2 * (low + share * (high - low)) / step
        height = abs(high_at - low_at) / (len(labelled) - 1) / 2
        assert abs(halves - round(halves)) * height < 2, "a mark ends neither on a gridline nor half way to the next"
        return round(round(halves) * step / 2, 6)

    @staticmethod
    def _is_log(labelled: list[tuple[float, float]]) -> bool:
        gaps = [abs(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(labelled)]
        return max(gaps) > 1.5 * min(gaps)

    def _end(self, mark: dict[str, Any]) -> float:
        """The pixel of the mark's end: measured in the picture where there is one."""
        if mark["shape"] == "point":
            return self._point(mark)
        left, top, right, bottom = mark["box"]
        if self.pixels is None:
            return float(top)
        # The rows in which the bar's or the icon's colours are seen, from well above it down to its foot.
        columns = self.pixels[:, max(0, round(left)) : round(right)]
        ink = (np.abs(columns - 255).max(axis=-1) > 60).any(axis=1)
        row = round(bottom) - 3
        while row > 0 and ink[row - 1]:
            row -= 1
        assert abs(row - top) < 2, f"{mark['label']} is drawn to row {row}, not {top}"
        return float(row)

    def _point(self, mark: dict[str, Any]) -> float:
        x, y = mark["at"]
        if self.pixels is not None:
            color = np.array([int(mark["color"][n : n + 2], 16) for n in (1, 3, 5)])
            rows, columns = round(y) - 9, round(x) - 3
            square = self.pixels[max(0, rows) : rows + 18, columns : columns + 6]
            own = (np.abs(square - color).max(axis=-1) < 60).nonzero()[0]
            assert len(own), f"no marker at {mark['at']}"
            # The marker is the only ink that is 9 pixels high there, a steep line aside.
            assert abs(self.pixels[round(y), round(x)] - color).max() < 24, f"no marker at {mark['at']}"
        return float(y)

    def classes(self) -> tuple[dict[str, int], list[float]]:
        """The class of each region of a map, from the lowest, by its colour in the picture; and the printed edges."""
        assert self.pixels is not None
        legend: Any = self.chart.annotations["legend"]
        ticks = sorted(legend["ticks"], key=lambda tick: number(tick["text"]))
        edges = [number(tick["text"]) for tick in ticks]
        left, _, right, _ = legend["box"]
        middle = [(a["y"] + b["y"]) / 2 for a, b in pairwise(ticks)]
        shades = [self.pixels[round(y), round((left + right) / 2)] for y in middle]
        regions: Any = self.chart.annotations["regions"]
        found = {}
        for region in regions:
            own = self._fill(region["outline"])
            distance = [float(np.abs(own - shade).max()) for shade in shades]
            found[region["name"]] = distance.index(min(distance))
            assert min(distance) < 6, f"{region['name']} has a colour that is not in the legend"
            assert sorted(distance)[1] > 12, f"two classes look like {region['name']}'s"
        return found, edges

    def _fill(self, rings: list[list[list[float]]]) -> Pixels:
        """The colour that most of a region's inside has."""
        from matplotlib.path import Path

        assert self.pixels is not None
        largest = max(rings, key=len)
        (left, top), (right, bottom) = np.min(largest, axis=0), np.max(largest, axis=0)
        grid = np.stack(np.meshgrid(np.arange(left, right, 2), np.arange(top, bottom, 2)), axis=-1).reshape(-1, 2)
        inside = grid[Path(largest).contains_points(grid)].round().astype(int)
        colors, counts = np.unique(self.pixels[inside[:, 1], inside[:, 0]], axis=0, return_counts=True)
        return np.asarray(colors[counts.argmax()], dtype=np.int16)
