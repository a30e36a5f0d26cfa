"""Points to draw in tests, made here and independent of the benchmark's samples."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.layout import Layout
from snellen.dataset import Chart

SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "biy"


@dataclass(frozen=True)
class Points:
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    cluster: NDArray[np.int64] | None = None
    outlier: NDArray[np.int64] | None = None

    def rows(self) -> list[dict[str, float]]:
        none = np.full(len(self.x), -1)
        cluster = none if self.cluster is None else self.cluster
        return [
            {"x": x, "y": y, "cluster": c}
            for x, y, c in zip(self.x.tolist(), self.y.tolist(), cluster.tolist(), strict=True)
        ]

    def first(self, count: int) -> "Points":
        return Points(*(None if column is None else column[:count] for column in self._columns()))  # type: ignore[arg-type]

    def _columns(self) -> tuple[NDArray[np.generic] | None, ...]:
        return self.x, self.y, self.cluster, self.outlier


def scattered(seed: int, count: int, x_scale: float = 1.0, y_scale: float = 1.0) -> Points:
    """Three clusters and noise, at any magnitude."""
    rng = np.random.default_rng(seed)
    cluster = rng.integers(-1, 3, count)
    centers = rng.uniform(-1, 1, (4, 2))
    places = centers[cluster] + rng.normal(0, 0.2, (count, 2))
    outlier = np.where(rng.random(count) < 0.1, 0, -1)
    return Points(places[:, 0] * x_scale, places[:, 1] * y_scale, cluster, outlier)


def isolated() -> Points:
    """Two points at the corners, then 12 far from each other and from the edges in every design."""
    rng = np.random.default_rng(5)
    across, down = np.meshgrid(np.arange(4), np.arange(3))
    x = 1.4 + 2.4 * across.ravel() + rng.uniform(-0.3, 0.3, 12)
    y = 1.9 + 3.1 * down.ravel() + rng.uniform(-0.3, 0.3, 12)
    cluster = np.arange(14) % 4 - 1
    return Points(np.array([0.1, 9.9, *x]), np.array([0.1, 9.9, *y]), cluster, np.where(np.arange(14) % 5 == 3, 0, -1))


def released(path: Path) -> Points:
    """A released data sample."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    columns = (np.array([row[name] for row in rows]) for name in ("x", "y", "cluster", "outlier"))
    return Points(*columns)


def chart_of(laid_out: Layout) -> Chart:
    """A chart of that layout, with nothing else known of it."""
    return Chart(
        chart_id="c",
        source_id="s",
        file_name="f.png",
        width=laid_out.width,
        height=laid_out.height,
        plot=laid_out.plot,
        axes=laid_out.axes,
    )
