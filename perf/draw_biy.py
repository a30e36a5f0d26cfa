"""How fast BIY charts become annotated pictures, beside the paper's way, on the same charts in one run.

    python perf/draw_biy.py --scripts DIR [--charts N] [--processes P] [--chromium FILE]

The paper's way: a page for each picture in headless Chromium, driven by Playwright; Vega draws it on a canvas, marks'
places come from the Vega View API, and oxipng squeezes the file (level 4, safe chunks stripped, alpha optimised).
It needs what Snellen does not: Chromium, `pip install playwright pyoxipng`, and in DIR the build/*.min.js files of the
npm packages vega 6.1.2 and vega-lite 6.1.0. Without --scripts, ours is measured alone.

N charts (a sample in a design, 17 unless told), three scales each, are made by each in turn; P processes share them.
Ours is measured once as by default and once with the highest effort. Its floor is what this route cannot do without
once it knows where everything lies: each picture rasterised once and encoded once.
"""

import argparse
import base64
import itertools
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snellen.benchmarks.biy import by_vega
from snellen.benchmarks.biy.annotations import annotations
from snellen.benchmarks.biy.designs import PAPER_DESIGNS, SCALES, Design, design
from snellen.benchmarks.biy.draw import draw
from snellen.benchmarks.biy.layout import layout
from snellen.benchmarks.biy.samples import Sample, paper_samples
from snellen.png import Effort, encode_small

UNLIKE_ANY = Sample("", "", {}, "", *np.array([[0.1, 0.9], [0.2, 0.8]]), *np.array([[0, 1], [-1, -1]]))


@dataclass(frozen=True)
class Tally:
    """Pictures, seconds by the wall, bytes and peak memory (of one process, without its browser) of one way."""

    pictures: int
    seconds: float
    size: int
    megabytes: float
    worst: float = 0.0

    @property
    def each(self) -> float:
        return self.seconds / self.pictures


def main() -> None:
    options = arguments()
    charts = chosen(options.charts)
    tallies: dict[str, Tally] = {}
    for name in ("fast", "max", "floor", *(["paper"] if options.scripts else [])):
        tallies[name] = shared(name, charts, options)
        tally = tallies[name]
        size = tally.size / tally.pictures
        print(f"{name:6}{tally.each * 1e3:9.1f} ms a picture{size:12,.0f} bytes{tally.megabytes:8,.0f} MB", flush=True)
    print(f"{len(charts)} charts, {tallies['fast'].pictures} pictures, {options.processes} process(es)")
    print(f"default is {tallies['fast'].each / tallies['floor'].each:.2f} times its floor")
    if paper := tallies.get("paper"):
        for name in ("fast", "max"):
            ours = tallies[name]
            print(f"{name}: {paper.each / ours.each:.1f} times as fast, {ours.size / paper.size:.3f} of the bytes")
        print(f"places differ from those of the View API by {paper.worst:.1e} px at most")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scripts", type=Path)
    parser.add_argument("--charts", type=int, default=17)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return parser.parse_args()


def chosen(count: int) -> list[tuple[str, str]]:
    """Ids of samples and names of designs: samples from the whole range, each in all of the paper's designs."""
    ids = [sample.sample_id for sample in paper_samples()]
    step = 89  # prime to 371: all generators come up among the first few
    pairs = ((ids[index * step % len(ids)], design.name) for index in itertools.count() for design in PAPER_DESIGNS)
    return list(itertools.islice(pairs, count))


def shared(way: str, charts: Sequence[tuple[str, str]], options: argparse.Namespace) -> Tally:
    """The work divided among new processes by samples: seconds are those of the slowest."""
    count = options.processes
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        runs = [list(run) for _, run in itertools.groupby(charts, key=lambda chart: chart[0])]
        shares = [[chart for run in runs[index::count] for chart in run] for index in range(count)]
        tallies = [part.result() for part in [pool.submit(measured, way, share, options) for share in shares if share]]
    return Tally(
        sum(tally.pictures for tally in tallies),
        max(tally.seconds for tally in tallies),
        sum(tally.size for tally in tallies),
        max(tally.megabytes for tally in tallies),
        max(tally.worst for tally in tallies),
    )


def measured(way: str, charts: Sequence[tuple[str, str]], options: argparse.Namespace) -> Tally:
    wanted = {sample_id for sample_id, _ in charts}
    samples = {sample.sample_id: sample for sample in paper_samples() if sample.sample_id in wanted}
    pairs = [(samples[sample_id], design(name)) for sample_id, name in charts]
    if way == "paper":
        return by_browser(pairs, options.scripts, options.chromium)
    for chart_design in {chart_design for _, chart_design in pairs}:  # what is done once, however much is drawn
        draw(UNLIKE_ANY, chart_design, [0.5])
    return floor(pairs) if way == "floor" else ours(pairs, way)  # type: ignore[arg-type]


def ours(pairs: Sequence[tuple[Sample, Design]], effort: Effort) -> Tally:
    size, start = 0, time.perf_counter()
    for sample, chart_design in pairs:
        size += sum(map(len, draw(sample, chart_design, SCALES, optimize=effort).values()))
        for scale in SCALES:
            annotations(sample, layout(chart_design, sample, scale))
    return Tally(len(pairs) * len(SCALES), time.perf_counter() - start, size, peak_megabytes())


def floor(pairs: Sequence[tuple[Sample, Design]]) -> Tally:
    seconds, size = 0.0, 0
    for sample, chart_design in pairs:
        by_vega.frame(chart_design, sample)
        start = time.perf_counter()
        for scale in SCALES:
            size += len(encode_small(by_vega.pixels(chart_design, sample, scale)))
        seconds += time.perf_counter() - start
    return Tally(len(pairs) * len(SCALES), seconds, size, peak_megabytes())


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


SCRIPT = """
async ([spec, scale]) => {
  const vega_spec = vegaLite.compile(spec).spec;
  const view = new vega.View(vega.parse(vega_spec), {renderer: 'canvas', container: '#chart'});
  await view.runAsync();
  const url = await view.toImageURL('png', scale);
  const origin = view.origin(), padding = view.padding();
  const x = view.scale('x'), y = view.scale('y');
  const places = spec.data.values.map(row => [
    (x(row.x) + origin[0] + padding.left) * scale, (y(row.y) + origin[1] + padding.top) * scale
  ]);
  return [url, places];
}
"""


def by_browser(pairs: Sequence[tuple[Sample, Design]], scripts: Path, chromium: str) -> Tally:
    import oxipng  # type: ignore[import-not-found]
    from playwright.sync_api import sync_playwright

    files = [next(scripts.rglob(name)) for name in ("vega.min.js", "vega-lite.min.js")]
    worst, size = 0.0, 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        start, checking = time.perf_counter(), 0.0
        for sample, chart_design, scale in each(pairs):
            page = browser.new_page()
            page.set_content("<div id=chart></div>")
            for file in files:
                page.add_script_tag(path=file)
            rows = [
                {"x": x, "y": y, "cluster": cluster}
                for x, y, cluster in zip(sample.x.tolist(), sample.y.tolist(), sample.cluster.tolist(), strict=True)
            ]
            url, places = page.evaluate(SCRIPT, [{**chart_design.spec, "data": {"values": rows}}, scale])
            page.close()
            png = oxipng.optimize_from_memory(
                base64.b64decode(url.partition(",")[2]),
                level=4,
                strip=oxipng.StripChunks.safe(),
                optimize_alpha=True,
            )
            size += len(png)
            pause = time.perf_counter()
            mine: Any = layout(chart_design, sample, scale).to_pixels(sample.x, sample.y)
            worst = max(worst, float(abs(mine - places).max()))
            checking += time.perf_counter() - pause
        seconds = time.perf_counter() - start - checking
        browser.close()
    return Tally(len(pairs) * len(SCALES), seconds, size, peak_megabytes(), worst)


def each(pairs: Sequence[tuple[Sample, Design]]) -> Iterator[tuple[Sample, Design, float]]:
    for (sample, chart_design), scale in itertools.product(pairs, SCALES):
        yield sample, chart_design, scale


if __name__ == "__main__":
    main()
