"""Reads the scatterplots of a dataset as snellen/pixels does, without Inspect, and scores the answers.

`python -m perf.read_scatter DATASET` asks every question of the chosen split, prints each bar with a 95% interval
clustered by group, by sample kind and by design, beside the ceiling: the same method of grouping given the true points.
`--wrong FILE` writes the misses as JSON Lines.
"""

import argparse
import io
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PLACED_TO = 0.4
"""Pixels: what the reader takes its own marks to be placed to."""


@dataclass(frozen=True)
class Row:
    """One question answered: from the picture and from the true points, and the seconds that its whole chart took."""

    task: str
    kind: str
    design: str
    group: str
    question_id: str
    n_true: int
    seen: float
    ceiling: float
    seconds: float
    reply: str


def _every(row: Row) -> bool:
    return bool(row.task)


BARS: tuple[tuple[str, str, Callable[[Row], bool], float | None], ...] = (
    ("cluster count", "cluster_count", _every, 0.97),
    ("outlier count", "outlier_count", _every, 0.97),
    ("boxes, IoU 0.75, clean blobs", "cluster_bboxes", lambda row: row.kind == "gaussian_blobs", 0.90),
    ("boxes, IoU 0.75, in noise", "cluster_bboxes", lambda row: row.kind == "gaussian_blobs_noise", 0.65),
    ("centres, 10 px, clean blobs", "cluster_points", lambda row: row.kind == "gaussian_blobs", 0.90),
    ("centres, 10 px, in noise", "cluster_points", lambda row: row.kind == "gaussian_blobs_noise", 0.80),
    ("outliers, 10 px, where there are any", "outlier_points", lambda row: row.n_true > 0, 0.95),
    ("relationship", "relationship", _every, None),
    ("cluster shape", "cluster_shape", _every, None),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path, nargs="+")
    parser.add_argument("--split", default="test,extra")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so long, and print what there is")
    parser.add_argument("--every", type=int, default=1, help="every n-th chart alone")
    parser.add_argument("--wrong", type=Path, default=None)
    options = parser.parse_args()
    tasks = [task for path in options.dataset for task in _charts(path, options.split.split(","), options.every)]
    order = np.random.default_rng(0).permutation(len(tasks))
    until = time.monotonic() + 60 * options.minutes
    rows: list[Row] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, some in enumerate(pool.map(_read, [tasks[int(place)] for place in order]), 1):
            rows += some
            if time.monotonic() > until:
                print(f"stopped after {done} of {len(tasks)} charts, in random order")
                pool.shutdown(wait=False, cancel_futures=True)
                break
    _print_bars(rows)
    for name, key in (("sample kind", lambda row: row.kind), ("design", lambda row: row.design)):
        _print_table(name, rows, key)
    times = list({row.question_id.rsplit("+", 1)[0] + row.group: row.seconds for row in rows}.values())
    print(
        f"\nseconds a chart, all tasks: median {np.median(times):.3f}, 95% {np.quantile(times, 0.95):.3f}, "
        f"most {max(times):.3f}"
    )
    if options.wrong:
        lines = [json.dumps(vars(row)) for row in rows if row.seen < 1]
        options.wrong.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def _charts(path: Path, splits: list[str], every: int) -> list[tuple[str, str, tuple[str, ...]]]:
    from snellen.dataset import Dataset

    asked = defaultdict[str, list[str]](list)
    for question in Dataset(path).questions():
        if question.split in splits:
            asked[question.chart_id].append(question.question_id)
    return [(str(path), chart_id, tuple(names)) for chart_id, names in list(asked.items())[::every]]


def _read(task: tuple[str, str, tuple[str, ...]]) -> list[Row]:
    import cv2
    from PIL import Image as Picture

    from snellen.benchmarks.biy.designs import design
    from snellen.benchmarks.biy.draw import draw
    from snellen.benchmarks.biy.score import score_many
    from snellen.benchmarks.biy.sources import points_of
    from snellen.dataset import Dataset
    from snellen.readers.pixels.picture import load_picture
    from snellen.readers.pixels.scatter import answer_seen, group_points, perceive_scatter

    cv2.setNumThreads(1)
    path, chart_id, names = task
    dataset = _opened(path)
    assert isinstance(dataset, Dataset)
    chart = dataset.chart(chart_id)
    source = dataset.source(chart.source_id)
    questions = [dataset.question(name) for name in names]
    points = points_of(source)
    image = dataset.image_path(chart)
    if image.exists():
        pixels = load_picture(image).pixels
    else:  # a dataset without pictures: drawn as it would have been
        look, scale = chart_id.split("+")[-2:]
        drawn = draw(points, design(look), [factor := float(scale.replace("_", "."))])[factor]
        pixels = np.asarray(Picture.open(io.BytesIO(drawn)).convert("RGB"))
    start = time.process_time()
    seen = perceive_scatter(pixels)
    replies = [answer_seen(seen, question.text) or "" for question in questions]
    seconds = time.process_time() - start
    true = chart.to_pixels(points.x, points.y)
    given = replace(seen, places=true, grouping=group_points(true, PLACED_TO))
    best = [answer_seen(given, question.text) or "" for question in questions]
    scores = score_many(questions, replies).columns["strict"]
    ceilings = score_many(questions, best).columns["strict"]
    parts = chart_id.split("+")
    return [
        Row(
            question.task,
            source.kind,
            parts[-2],
            f"{path} {source.group_id}",
            question.question_id,
            _n_true(question.answer_data or {}),
            float(score),
            float(ceiling),
            seconds,
            reply,
        )
        for question, reply, score, ceiling in zip(questions, replies, scores, ceilings, strict=True)
    ]


_DATASETS: dict[str, Any] = {}


def _opened(path: str) -> Any:
    from snellen.dataset import Dataset

    if path not in _DATASETS:
        _DATASETS[path] = Dataset(Path(path))
    return _DATASETS[path]


def _n_true(data: dict[str, Any]) -> int:
    return int(data["count"]) if "count" in data else len(data.get("pixels", [1]))


def _print_bars(rows: list[Row]) -> None:
    print(f"{'':<40}{'bar':>6}{'score':>8}{'95% interval':>17}{'ceiling':>9}{'n':>7}{'groups':>8}")
    for name, task, fits, bar in BARS:
        chosen = [row for row in rows if row.task == task and fits(row)]
        if chosen:
            mean, low, high = _interval(chosen)
            ceiling = 100 * float(np.mean([row.ceiling for row in chosen]))
            wanted = "" if bar is None else f"{100 * bar:.0f}"
            groups = len({row.group for row in chosen})
            print(
                f"{name:<40}{wanted:>6}{mean:>8.1f}{f'{low:.1f}-{high:.1f}':>17}{ceiling:>9.1f}{len(chosen):>7}{groups:>8}"
            )


def _print_table(name: str, rows: list[Row], key: Callable[[Row], str]) -> None:
    """Score and ceiling of each task by a property of the chart; outliers only where there are some."""
    tasks = list(dict.fromkeys(row.task for row in rows))
    print(f"\n{name:<32}" + "".join(f"{task:>18}" for task in tasks))
    for value in dict.fromkeys(map(key, rows)):
        cells = []
        for task in tasks:
            chosen = [row for row in rows if row.task == task and key(row) == value and (row.n_true or "count" in task)]
            cells.append(
                f"{_mean(row.seen for row in chosen)} ({_mean(row.ceiling for row in chosen)})" if chosen else "–"
            )
        print(f"{value:<32}" + "".join(f"{cell:>18}" for cell in cells))


def _mean(values: Iterable[float]) -> str:
    return f"{100 * float(np.mean(list(values))):.1f}"


def _interval(rows: list[Row]) -> tuple[float, float, float]:
    """Mean and 95% interval in percent, the standard error clustered by group."""
    scores = np.array([row.seen for row in rows])
    mean = float(scores.mean())
    sums = defaultdict[str, float](float)
    for row in rows:
        sums[row.group] += row.seen - mean
    k = len(sums)
    error = float(np.sqrt(sum(value**2 for value in sums.values()) * k / max(k - 1, 1))) / len(rows)
    return 100 * mean, 100 * max(mean - 1.96 * error, 0), 100 * min(mean + 1.96 * error, 1)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main()
