"""What a report's site takes: its sizes, the time to write it, and how its item pages load, filter and scroll.

    snellen generate grab --preset paper --seed 1 --out grab-paper
    snellen generate biy --preset paper --seed 1 --scales 2 --out biy-paper
    python perf/report_site.py grab-paper biy-paper [--model snellen/chance] [--out REPORT] [--items-only]

Each dataset is answered by a local reader, asked directly: 2,170 replies for GRAB's paper set, 25,875 for BIY's (zero-,
one- and few-shot). A folder that is a run already is taken as it is. Prints the size of the site's folders and pages,
seconds and peak memory to write it, and for each page of items in headless Chromium: time to the first paint and until
the list stands, the files loaded until then, time to filter, to search for the first time and again, the longest wait
between two frames while the list is scrolled through, and the memory of the page's scripts. `--items-only` writes no
other page.
"""

import argparse
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.readers import find_reader
from snellen.replies import Reply
from snellen.report import write_report
from snellen.report.items import write_items
from snellen.report.runs import read_runs
from snellen.report.site import Destination, Site
from snellen.scoring import score_replies

WAYS = {"biy": [("zero-shot", 0), ("one-shot", 1), ("few-shot", 6)]}
READY = "#explorer[data-ready]:not([aria-busy])"
SCROLLED = """async () => {
  const list = document.getElementById('list');
  const frame = () => new Promise(requestAnimationFrame);
  let [worst, most, before] = [0, 0, await frame()];
  for (let step = 1; step <= 120; step += 1) {
    list.scrollTop = list.scrollHeight * step / 120;
    const now = await frame();
    worst = Math.max(worst, now - before);
    most = Math.max(most, list.querySelectorAll('[role=option]').length);
    before = now;
  }
  return [worst, most];
}"""
CHANGED = """(hash) => new Promise((done) => {
  const [start, explorer] = [performance.now(), document.getElementById('explorer')];
  let begun = false;
  const look = () => {
    const busy = explorer.hasAttribute('aria-busy');
    if (begun && !busy) return done([performance.now() - start, document.getElementById('status').textContent]);
    begun = begun || busy;
    return setTimeout(look, 1);
  };
  location.hash = hash;
  new MutationObserver(() => { begun = true; }).observe(explorer, { attributes: true });
  look();
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", help="datasets, or runs")
    parser.add_argument("--model", default="snellen/chance")
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--items-only", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = [run_on(path, options.model, Path(folder)) for path in options.folders]
        report = options.out or Path(folder) / "report"
        clock, cpu = time.perf_counter(), time.process_time()
        if options.items_only:
            report.mkdir()
            write_items(read_runs(runs), Site(report, [Destination("Overview", "index.html")]))
        else:
            write_report(runs, report)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        wall, used = time.perf_counter() - clock, time.process_time() - cpu
        print(f"written in {wall:.1f} s ({used:.1f} s CPU), peak {peak:.0f} MB")
        for part in sorted(report.iterdir()):
            files = [path for path in part.rglob("*") if path.is_file()] if part.is_dir() else [part]
            print(f"  {part.name}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB")
        chromium = shutil.which(os.environ.get("SNELLEN_CHROMIUM", "chromium"))
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for path in sorted((report / "items").glob("*.html")):
                page = browser.new_page(viewport={"width": 1400, "height": 900})
                look_at(page, path)
                page.close()
            browser.close()


def run_on(folder: Path, model: str, runs: Path) -> Path:
    """A run on a dataset, its replies asked of a local reader; a folder that is a run is one already."""
    if (folder / "run.json").exists():
        return folder
    dataset, run = Dataset(folder), runs / folder.resolve().name
    clock = time.perf_counter()
    score_replies(dataset, replies(dataset, model), run)
    print(f"{folder}: answered and scored in {time.perf_counter() - clock:.1f} s")
    return run


def replies(dataset: Dataset, model: str) -> Iterator[Reply]:
    benchmark, reader = find_benchmark(dataset.manifest.benchmark), find_reader(model)
    for strategy, examples in WAYS.get(benchmark.name, [("zero-shot", 0)]):
        for question in dataset.questions():
            if question.split == "test":
                said = reader(benchmark.messages(dataset, question, strategy, examples))
                yield Reply(question.question_id, model, said, strategy, examples)


def look_at(page: Page, path: Path) -> None:
    """Load a page of items, filter, search and scroll it, and print what that took."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(path.as_uri())
    page.wait_for_selector(READY)
    stands = page.evaluate("performance.now()")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    scripts = sum(Path(address.removeprefix("file://")).stat().st_size for address in loaded if address.endswith(".js"))
    print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB, {page.locator('#status').inner_text()}")
    print(f"  first paint {paint:.0f} ms, list stands {stands:.0f} ms")
    print(f"  {len(loaded)} requests, scripts {scripts / 1e6:.2f} MB")
    page.wait_for_timeout(500)
    print(f"  pictures requested: {sum('/images/' in address for address in loaded)}; {memory(session)}")
    model = page.evaluate("JSON.parse(document.getElementById('items-data').textContent).headline")
    for name, hash_ in (("filter", f"{model}=wrong"), ("search", "q=x1+zzz"), ("search again", "q=x1"), ("all", "")):
        taken, said = page.evaluate(CHANGED, hash_)
        print(f"  {name}: {taken:.0f} ms ({said})")
    worst, rows = page.evaluate(SCROLLED)
    print(f"  scrolled through: longest wait {worst:.0f} ms, at most {rows} rows; {memory(session)}")


def memory(session: CDPSession) -> str:
    found: dict[str, Any] = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return f"{found['JSHeapUsedSize'] / 1e6:.0f} MB of scripts, {found['Nodes']:.0f} nodes"


if __name__ == "__main__":
    main()
