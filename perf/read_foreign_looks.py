"""How well `snellen/pixels` reads the charts of a GRAB dataset drawn anew in looks that Snellen never draws.

    python perf/read_foreign_looks.py DATASET… [--looks dark,grey,vega,plain] [--keep FOLDER]

Same data, same questions, same keys; other renderers, sizes, fonts, colours, grounds, frames and tick marks:

- dark: Matplotlib on black, ticks inward on all four sides, no grid, 1280×960;
- grey: Matplotlib's ggplot style, white grid on grey, no frame, 1000×1000;
- plain: Matplotlib, two axis lines alone, its default ticks and colours, lines with projecting caps, 1200×900;
- vega: Vega-Lite's defaults by vl-convert, a plot of 1000×750 at twice the size.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from snellen.benchmark import find_benchmark
from snellen.benchmarks.grab.plan.families import Function
from snellen.dataset import Dataset
from snellen.messages import Image, Message, Text
from snellen.readers import find_reader
from snellen.statistics import wilson_interval

ON_BLACK = [
    *("#8dd3c7", "#feffb3", "#bfbbd9", "#fa8174", "#81b1d2", "#fdb462"),
    *("#b3de69", "#bc82bd", "#ffed6f", "#ff5fa2", "#2fd0ff", "#e8e8e8"),
]
BRIGHT = [
    *("#e24a33", "#348abd", "#8a2be2", "#333333", "#d69500", "#2e8b57"),
    *("#ff69b4", "#00868b", "#8b4513", "#1e2fc8", "#b00040", "#5a8f00"),
]
DEEP = [
    *("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"),
    *("#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#000000", "#00ff7f"),
]
MIXED = [
    *("#4c78a8", "#f58518", "#e45756", "#72b7b2", "#54a24b", "#eeca3b"),
    *("#b279a2", "#ff9da6", "#9d755d", "#2f2f2f", "#8000ff", "#00e0ff"),
]
"""Colours of series: none of the sets is Snellen's."""

Limits = tuple[tuple[float, float], tuple[float, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", nargs="+", type=Path)
    parser.add_argument("--looks", default="dark,grey,plain,vega")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    read = find_reader("snellen/pixels")
    with TemporaryDirectory() as folder:
        place = options.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for path in options.datasets:
            dataset = Dataset(path)
            benchmark = find_benchmark(dataset.manifest.benchmark)
            for number, question in enumerate(dataset.questions()):
                if question.split != "test" or number % options.every:
                    continue
                chart = dataset.chart(question.chart_id)
                data = dataset.source(chart.source_id).data
                limits: Limits = (chart.axes[0].domain, chart.axes[1].domain)
                for look in options.looks.split(","):
                    picture = place / f"{look}-{question.question_id}.png"
                    picture.write_bytes(LOOKS[look](lines_of(data), limits))
                    reply = read([Message("user", (Image(picture), Text(question.text)))])
                    good = benchmark.score(question, reply).columns["exact"] == 1
                    right[look, question.task].append(good)
                    if not good and options.keep:
                        print(json.dumps([picture.name, question.property, question.answer, reply]))
    for (look, task), marks in sorted(right.items()):
        low, high = wilson_interval(sum(marks), len(marks))
        print(f"{look:8} {task:14} {len(marks):5d} {sum(marks) / len(marks):6.3f}  [{low:.3f}, {high:.3f}]")


Line = tuple[list[float], list[float], bool]
"""x, y, and whether it is a curve."""


def lines_of(data: Any) -> list[Line]:
    """What a chart shows."""
    if "functions" in data:
        curves = [Function.from_data(each).vertices for each in data["functions"]]
        return [(x.tolist(), y.tolist(), True) for x, y in curves]
    return [(list(each["x"]), list(each["y"]), False) for each in data["series"]]


def by_matplotlib(
    lines: list[Line], limits: Limits, style: str, size: tuple[float, float], colours: Sequence[str], adorn: Any
) -> bytes:
    """A picture in one of Matplotlib's styles."""
    import io

    import matplotlib.style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.style.context(style):
        figure = Figure(figsize=size, dpi=100)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for (x, y, curve), colour in zip(lines, colours, strict=False):
            axes.plot(x, y, "-" if curve else "o", color=colour)
        axes.set(xlim=limits[0], ylim=limits[1], xlabel="abscissa", ylabel="ordinate", title="A chart")
        adorn(axes)
        stream = io.BytesIO()
        figure.savefig(stream, format="png")
    return stream.getvalue()


def dark(lines: list[Line], limits: Limits) -> bytes:
    def adorn(axes: Any) -> None:
        axes.tick_params(direction="in", top=True, right=True, length=7, labelsize=13)

    return by_matplotlib(lines, limits, "dark_background", (12.8, 9.6), ON_BLACK, adorn)


def grey(lines: list[Line], limits: Limits) -> bytes:
    return by_matplotlib(lines, limits, "ggplot", (10, 10), BRIGHT, lambda _: None)


def plain(lines: list[Line], limits: Limits) -> bytes:
    def adorn(axes: Any) -> None:
        axes.spines[["top", "right"]].set_visible(False)

    return by_matplotlib(lines, limits, "default", (12, 9), DEEP, adorn)


def vega(lines: list[Line], limits: Limits) -> bytes:
    import vl_convert

    rows = [
        {"n": f"{n:02d}", "x": x, "y": y, "o": o}
        for n, line in enumerate(lines)
        for o, (x, y) in enumerate(zip(line[0], line[1], strict=True))
    ]
    mark: dict[str, Any] = (
        {"type": "line", "clip": True} if lines[0][2] else {"type": "circle", "size": 70, "opacity": 1}
    )
    scale_x, scale_y = ({"domain": list(each), "nice": False, "zero": False} for each in limits)
    specification = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": rows},
        "width": 1000,
        "height": 750,
        "mark": mark,
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "scale": scale_x},
            "y": {"field": "y", "type": "quantitative", "scale": scale_y},
            "color": {"field": "n", "type": "nominal", "legend": None, "scale": {"range": MIXED}},
            **({"order": {"field": "o", "type": "quantitative"}} if lines[0][2] else {}),
        },
    }
    return bytes(vl_convert.vegalite_to_png(specification, scale=2))


LOOKS: dict[str, Callable[[list[Line], Limits], bytes]] = {"dark": dark, "grey": grey, "plain": plain, "vega": vega}


if __name__ == "__main__":
    main()
