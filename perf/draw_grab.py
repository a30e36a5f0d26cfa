"""How fast fixed-look GRAB figures become PNG files, beside a plain loop of `savefig` over the same figures.

    python perf/draw_grab.py [N]

N figures of 1 to 10 curves or 1 to 10 series (40 unless told) are drawn in turn by both, in one process on one core.
Ratios are taken figure by figure and their median is what counts, by the wall and by the processor's clock.
The limit is what no route through this renderer can avoid: rasterising the marks once and encoding once.
"""

import io
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from PIL import Image

from snellen.benchmarks.grab.draw import draw, figure_of
from snellen.benchmarks.grab.looks import fixed_look, fixed_style
from snellen.benchmarks.grab.scene import Curve, Points, Scene
from snellen.png import encode


@dataclass(frozen=True, slots=True)
class Timing:
    wall: float
    cpu: float


def main(n_scenes: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    scenes = [scene_of(index) for index in range(n_scenes)]
    for scene in scenes:
        draw(scene)
    memory = peak_megabytes()

    rows = [measure(scene) for scene in scenes]
    print(f"{n_scenes} figures of 2251×2171 pixels, pixels equal in all")
    print(f"{'figures':20}{'ours ms':>10}{'savefig ms':>12}{'ratio':>8}{'cpu':>7}{'with build':>12}{'limit ms':>10}")
    for title, chosen in groups(scenes, rows):
        print(
            f"{title:20}{median(chosen, 'ours') * 1e3:10.1f}{median(chosen, 'savefig') * 1e3:12.1f}"
            f"{ratio(chosen, 'savefig', 'wall'):8.1f}{ratio(chosen, 'savefig', 'cpu'):7.1f}"
            f"{ratio(chosen, 'loop', 'wall'):12.1f}{median(chosen, 'limit') * 1e3:10.1f}"
        )
    ours, theirs = sum(row["bytes"] for row in rows), sum(row["savefig_bytes"] for row in rows)
    larger = sum(row["bytes"] > row["savefig_bytes"] for row in rows)
    print(f"bytes: {ours / n_scenes:,.0f} a figure, savefig {theirs / n_scenes:,.0f}; ours larger in {larger} figures")
    print(f"off the limit: {statistics.median(row['ours'].wall / row['limit'].wall for row in rows):.2f} times")
    print(f"peak memory of ours alone: {memory:,.0f} MB, Matplotlib included")


def scene_of(index: int) -> Scene:
    """Curves where the index is even, points where it is odd; 1 to 10 of them."""
    rng = np.random.default_rng(index)
    marks: list[Curve | Points] = []
    for number in range(index // 2 % 10 + 1):
        style = fixed_style(number)
        if index % 2 == 0:
            x = np.linspace(rng.uniform(-9.5, -4), rng.uniform(4, 9.5), 801)
            y = rng.uniform(1, 8) * np.sin(rng.uniform(0.3, 1.5) * x + rng.uniform(0, 6)) + rng.uniform(-1.5, 1.5)
            marks.append(Curve(x, y, style.color, style.width, style.line_style))
        else:
            x, y = rng.uniform(-9.5, 9.5, (2, 15))
            marks.append(Points(x, y, style.color, style.marker, style.size))
    return Scene(fixed_look("y" if index % 2 else "f(x)"), tuple(marks))


def measure(scene: Scene) -> dict[str, Any]:
    png, ours = timed(lambda: draw(scene))
    figure, build = timed(lambda: figure_of(scene))
    buffer = io.BytesIO()
    _, savefig = timed(lambda: figure.savefig(buffer, format="png", dpi="figure"))
    same = np.array_equal(np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")), np.asarray(Image.open(buffer)))
    if not same:
        raise SystemExit("the pixels are not those of savefig")

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    axes, renderer, pixels = figure.axes[0], canvas.get_renderer(), np.asarray(canvas.buffer_rgba())
    marks = [*axes.lines, *(artist for artist in axes.collections if isinstance(artist, PathCollection))]
    _, rasterise = timed(lambda: [artist.draw(renderer) for artist in marks])
    _, encoding = timed(lambda: encode(pixels))
    return {
        "ours": ours,
        "savefig": savefig,
        "loop": Timing(build.wall + savefig.wall, build.cpu + savefig.cpu),
        "limit": Timing(rasterise.wall + encoding.wall, rasterise.cpu + encoding.cpu),
        "bytes": len(png),
        "savefig_bytes": buffer.getbuffer().nbytes,
    }


def timed(work: Callable[[], Any]) -> tuple[Any, Timing]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, Timing(time.perf_counter() - wall, time.process_time() - cpu)


def groups(scenes: list[Scene], rows: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    curves = [isinstance(scene.marks[0], Curve) for scene in scenes]
    many = [len(scene.marks) > 5 for scene in scenes]
    parts = [("all", rows)]
    for title, is_curves, is_many in (
        ("1 to 5 curves", True, False),
        ("6 to 10 curves", True, True),
        ("1 to 5 series", False, False),
        ("6 to 10 series", False, True),
    ):
        chosen = [row for row, c, m in zip(rows, curves, many, strict=True) if (c, m) == (is_curves, is_many)]
        if chosen:
            parts.append((title, chosen))
    return parts


def median(rows: list[dict[str, Any]], name: str) -> float:
    return median_of(row[name].wall for row in rows)


def ratio(rows: list[dict[str, Any]], name: str, clock: str) -> float:
    return median_of(getattr(row[name], clock) / getattr(row["ours"], clock) for row in rows)


def median_of(values: Iterable[float]) -> float:
    return float(statistics.median(values))


def peak_megabytes() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
