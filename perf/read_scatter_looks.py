"""How snellen/pixels reads scatterplots in looks that Snellen never draws, beside its own looks.

`python -m perf.read_scatter_looks --seed 901` draws fresh samples by Matplotlib in styles, sizes, marks and
furniture of their own, reads them, and prints by look what the tasks score: counts, boxes at IoU 0.75, centres and
outliers at a sixtieth of the plot (10 pixels at home).
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

GENERATORS = ("gaussian_blobs", "gaussian_blobs_noise", "single_gaussian_blob_outliers", "random", "relationship")


@dataclass(frozen=True)
class Look:
    """A Matplotlib style, and what `scatter` and the figure are given."""

    style: str = "default"
    scatter: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[float, float] = (7.0, 6.0)
    dpi: int = 100
    labels: bool = False
    legend: bool = False
    grid: bool = False


LOOKS: dict[str, Look] = {
    "ggplot": Look("ggplot"),
    "seaborn": Look("seaborn-v0_8-darkgrid", {"alpha": 0.6, "edgecolors": "white", "linewidths": 0.5}),
    "bmh, titles": Look("bmh", labels=True),
    "solarized": Look("Solarize_Light2", {"s": 20}),
    "black page": Look("dark_background", {"alpha": 0.5, "s": 50, "color": "yellow"}),
    "hollow rings": Look(scatter={"facecolors": "none", "edgecolors": "green", "s": 45}),
    "triangles": Look(scatter={"marker": "^", "s": 50, "color": "purple", "alpha": 0.7}),
    "diamonds, grid": Look(scatter={"marker": "D", "s": 25, "color": "black"}, grid=True),
    "crosses": Look(scatter={"marker": "x", "s": 40, "color": "red"}),
    "legend, titles": Look(scatter={"s": 30, "color": "teal"}, labels=True, legend=True),
    "wide, small": Look(scatter={"s": 8, "color": "#444444"}, size=(10, 4), dpi=60, grid=True),
    "large": Look(scatter={"s": 36, "alpha": 0.4, "color": "crimson"}, size=(12, 9), dpi=120),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--each", type=int, default=2, help="samples of each generator in each look")
    parser.add_argument("--looks", help="some of them, parted by semicolons")
    options = parser.parse_args()
    print(f"{'look':<20}{'clusters':>9}{'outliers':>9}{'boxes':>8}{'centres':>8}{'places':>8}{'relation':>9}")
    everything = []
    wanted = options.looks.split(";") if options.looks else list(LOOKS)
    for number, (name, look) in enumerate(LOOKS.items()):
        if name not in wanted:
            continue
        turns = [(generator, turn) for generator in GENERATORS for turn in range(options.each)]
        rows = [_scores(generator, number * options.each + turn, options.seed, look) for generator, turn in turns]
        everything += rows
        _print(name, rows)
    _print("all", everything)


def _print(name: str, rows: list[dict[str, float]]) -> None:
    columns = defaultdict[str, list[float]](list)
    for row in rows:
        for key, value in row.items():
            columns[key].append(value)
    names = ("clusters", "outliers", "boxes", "centres", "places", "relation")
    print(
        f"{name:<20}"
        + "".join(f"{100 * float(np.mean(columns[key])):>{9 if len(key) > 7 else 8}.0f}" for key in names),
        flush=True,
    )


def _scores(generator: str, turn: int, seed: int, look: Look) -> dict[str, float]:
    from snellen.benchmarks.biy.measures import many_box_measures, many_point_measures
    from snellen.benchmarks.biy.samples import fresh_sample, recipes
    from snellen.readers.pixels.scatter import perceive_scatter

    members = [recipe for recipe in recipes() if recipe.generator == generator]
    sample = fresh_sample(seed, members[(turn * 7) % len(members)].fresh_id)
    pixels, places = _drawn(sample.points, look)
    tolerance = float(np.ptp(places, axis=0).max()) / 60
    seen = perceive_scatter(pixels)
    groups = [places[sample.cluster == label] for label in np.unique(sample.cluster[sample.cluster >= 0])]
    outliers = places[sample.outlier == 0]
    relationship: Any = sample.parameters["relationship"] or {"kind": "none"}
    scores = {
        "clusters": float(len(groups) == len(seen.grouping.boxes)),
        "outliers": float(len(outliers) == int(seen.grouping.outlier.sum())),
        "relation": float(relationship["kind"] == seen.grouping.relationship),
    }
    if groups:
        boxes = np.array([[*group.min(axis=0), *group.max(axis=0)] for group in groups])
        centers = np.array([group.mean(axis=0) for group in groups])
        scores["boxes"] = float(many_box_measures([boxes], [seen.grouping.boxes], iou=0.75).recall[0])
        found = many_point_measures([centers], [seen.grouping.centers], distance=tolerance)
        scores["centres"] = float(found.recall[0])
    if len(outliers):
        found = many_point_measures([outliers], [seen.places[seen.grouping.outlier]], distance=tolerance)
        scores["places"] = float(found.recall[0])
    return scores


def _drawn(points: Floats, look: Look) -> tuple[Bytes, Floats]:
    """The picture, and where its points are in pixels from the top left."""
    from matplotlib import style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with style.context(look.style):
        figure = Figure(figsize=look.size, dpi=look.dpi)
        canvas = FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        axes.scatter(points[:, 0], points[:, 1], label="measured", **look.scatter)
        if look.labels:
            axes.set_title("What was measured")
            axes.set_xlabel("one variable (m)")
            axes.set_ylabel("another (kg)")
        if look.legend:
            axes.legend()
        if look.grid:
            axes.grid(visible=True, linestyle="--")
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels: NDArray[np.uint8] = np.array(canvas.buffer_rgba())[:, :, :3]  # type: ignore[no-untyped-call]
        places = np.asarray(axes.transData.transform(points), dtype=np.float64)
    places[:, 1] = pixels.shape[0] - places[:, 1]
    return pixels, places


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
