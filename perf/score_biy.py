"""How fast replies to BIY are read and measured: 258,750 made-up ones, beside the straightforward way.

    python perf/score_biy.py [--charts 1725] [--models 10] [--sample 5000]

Every reply is read in three readings, and every reading measured: counts, boxes at IoU 0.5 and 0.75, points within 10
and 20 pixels and within the same shares of the plot. Prints seconds, replies a second and peak memory, then the same
for a sample of the replies read with the standard library in the one reading of the paper's code, at its thresholds
alone, with one assignment a reply on the padded square matrix.
"""

import argparse
import json
import random
import re
import resource
import time
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.biy.measures import (
    consistent,
    count_correct,
    count_error,
    lengths,
    many_box_measures,
    many_point_measures,
    plot_tolerance,
)
from snellen.benchmarks.biy.replies import READINGS, many_to_pixels, read_all

TASKS = {"cluster_count": "", "outlier_count": "", "cluster_bboxes": "clusters"}
TASKS |= {"cluster_points": "cluster_centers", "outlier_points": "outliers"}
STRATEGIES = 3
PROSE = "Looking at the scatterplot, the points form dense regions, well apart from each other. {} I hope this helps."
REFUSAL = "I'm sorry, but I can't determine that from this image."
SIZES = [(613, 641), (619, 807), (613, 491), (613, 1107), (613, 378), (613, 297)]


class Chart(NamedTuple):
    """A chart's size, plot, and what is to be found, in pixels."""

    size: tuple[int, int]
    plot: tuple[float, float]
    boxes: NDArray[np.float64]
    outliers: NDArray[np.float64]

    def targets(self, task: str) -> NDArray[np.float64]:
        if task == "cluster_points":
            return (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        return self.boxes if task.startswith("cluster") else self.outliers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--charts", type=int, default=1725)
    parser.add_argument("--models", type=int, default=10)
    parser.add_argument("--sample", type=int, default=5000)
    options = parser.parse_args()
    stream = random.Random(2170)
    charts = [made_up_chart(stream) for _ in range(options.charts)]
    replies = {
        task: [made_up(task, chart, stream) for _ in range(options.models * STRATEGIES) for chart in charts]
        for task in TASKS
    }
    number = sum(map(len, replies.values()))
    letters = sum(len(text) for texts in replies.values() for text in texts)
    print(f"{number} replies, {letters / 1e6:.0f} MB of text, made in {megabytes():.0f} MB")
    start, cpu = time.perf_counter(), time.process_time()
    faults = Counter[str]()
    for task, texts in replies.items():
        before = time.perf_counter()
        measure(task, texts, charts, faults)
        print(f"  {task:15} {time.perf_counter() - before:.1f} s")
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(f"snellen:         {seconds:.1f} s ({cpu:.1f} s CPU, one process), {number / seconds:,.0f} replies/s")
    print(f"peak memory:     {megabytes():.0f} MB")
    print(f"lenient faults:  {dict(faults.most_common())}")
    share = options.sample / number
    start = time.perf_counter()
    done = sum(straightforward(task, texts[: round(len(texts) * share)], charts) for task, texts in replies.items())
    plain = time.perf_counter() - start
    whole = plain * number / done
    print(f"straightforward: {plain:.1f} s for {done} of them, {done / plain:,.0f} replies/s, {whole:.0f} s for all")
    print(f"ratio:           {seconds / whole:.2f}, for three readings instead of one and twice the thresholds")


def measure(task: str, texts: list[str], charts: list[Chart], faults: Counter[str]) -> None:
    """All readings and measures of one task's replies, a batch at a time as a scorer would."""
    targets = [chart.targets(task) for chart in charts]
    whole = [np.trunc(each) for each in targets]
    sizes, plots = (np.array([chart[place] for chart in charts]) for place in (0, 1))
    for start in range(0, len(texts), len(charts)):
        read = [read_all(task, text) for text in texts[start : start + len(charts)]]
        for reading in READINGS:
            replies = [each[reading] for each in read]
            values: list[Any] = [reply.value for reply in replies]
            if reading == "lenient":
                faults.update(reply.fault for reply in replies if reply.fault)
            if task.endswith("count"):
                counts = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
                true = [len(each) for each in targets]
                count_correct(counts, true), count_error(counts, true)
                continue
            consistent(lengths(values), lengths(values))
            truncate = reading == "released"
            found = many_to_pixels(values, sizes, truncate, 4 if task == "cluster_bboxes" else 2)
            known = whole if truncate else targets
            if task == "cluster_bboxes":
                for iou in (0.5, 0.75):
                    many_box_measures(known, found, iou=iou)
            else:
                for distance in (10, 20):
                    many_point_measures(known, found, distance=distance)
                    many_point_measures(known, found, distance=plot_tolerance(plots[:, 0], plots[:, 1], distance / 600))


def straightforward(task: str, texts: list[str], charts: list[Chart]) -> int:
    """One reading, reply by reply, and the paper's thresholds: its count, or an assignment on the padded matrix."""
    from scipy.optimize import linear_sum_assignment

    for index, text in enumerate(texts):
        chart = charts[index % len(charts)]
        if task.endswith("count"):
            re.findall(r"\{(\d+)\}", text)
            continue
        try:
            elements = json.loads(text.split("```json")[-1].strip().removesuffix("```"))[TASKS[task]]
            found = [[int(n * chart.size[place % 2] / 1000) for place, n in enumerate(each)] for each in elements]
            if {len(each) for each in found} - {4 if task == "cluster_bboxes" else 2}:
                continue
        except (ValueError, KeyError, TypeError, OverflowError):
            continue
        targets = chart.targets(task).astype(int).tolist()
        for threshold in (0.25, 0.5) if task == "cluster_bboxes" else (10.0, 20.0):
            size = len(targets) + len(found)
            square = np.full((size, size), threshold)
            for row, target in enumerate(targets):
                for column, prediction in enumerate(found):
                    square[row, column] = cost(target, prediction)
            rows, columns = linear_sum_assignment(square)
            true = sum(
                row < len(targets) and column < len(found) and bool(square[row, column] <= threshold)
                for row, column in zip(rows, columns, strict=True)
            )
            _ = true / len(found) if found else 0, true / len(targets) if targets else 0
    return len(texts)


def cost(one: list[int], other: list[int]) -> float:
    if len(one) == 2:
        return float(np.hypot(one[0] - other[0], one[1] - other[1]))
    across = max(min(one[2], other[2]) - max(one[0], other[0]), 0)
    down = max(min(one[3], other[3]) - max(one[1], other[1]), 0)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    union = sum(areas) - across * down
    return 1 - across * down / union if union > 0 else 1.0


def made_up_chart(stream: random.Random) -> Chart:
    size = stream.choice(SIZES)
    plot = size[0] - 13.0, size[1] - 41.0
    boxes = list[list[float]]()
    for _ in range(stream.choice([0, 1, 2, 3, 4, 5, 6])):
        left, top = stream.uniform(20, size[0] * 0.8), stream.uniform(10, size[1] * 0.8)
        boxes.append([left, top, left + stream.uniform(20, size[0] * 0.3), top + stream.uniform(20, size[1] * 0.3)])
    outliers = [[stream.uniform(20, side) for side in size] for _ in range(stream.choice([0, 0, 0, 1, 2, 3, 4, 5, 10]))]
    return Chart(size, plot, np.reshape(boxes, (-1, 4)), np.reshape(outliers, (-1, 2)))


def made_up(task: str, chart: Chart, stream: random.Random) -> str:
    """The answer more or less right, in the asked form or in one of the many that models give."""
    targets = chart.targets(task)
    if task.endswith("count"):
        count = max(0, len(targets) + stream.choice([0, 0, 0, -1, 1]))
        words = [PROSE.format(f"There are {{{count}}}."), PROSE.format(f"I see {count} of them."), REFUSAL]
        return stream.choice([f"{{{count}}}"] * 8 + words)
    sides = np.tile(chart.size, targets.shape[1] // 2)
    spread = stream.choice([0, 4, 15, 60])
    elements = [
        [int(1000 * (pixel + stream.gauss(0, spread)) / side) for pixel, side in zip(row, sides, strict=True)]
        for row in targets.tolist()
        if stream.random() < 0.9
    ]
    elements += [[stream.randrange(1000) for _ in sides] for _ in range(stream.choice([0, 0, 0, 1, 3]))]
    asked = json.dumps({TASKS[task]: elements})
    return stream.choice([asked] * 6 + [f"```json\n{asked}\n```"] * 3 + dressed(asked, elements))


def dressed(asked: str, elements: list[list[int]]) -> list[str]:
    return [
        PROSE.format(asked),
        asked.replace('"', "'"),
        json.dumps(elements),
        json.dumps({"points": [dict(zip("xy", each, strict=False)) for each in elements]}),
        asked[: len(asked) // 2],
        PROSE.format("; ".join(str(tuple(each)) for each in elements)),
    ]


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
