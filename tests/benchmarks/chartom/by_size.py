"""A planted reader that goes by drawn sizes and places alone: it never reads a number off an axis or a label.

It knows where marks are, how dark regions are, and where the plot ends. That is what a manipulation plays with.
"""

import json
import math
import re
from itertools import pairwise
from typing import Any

from tests.benchmarks.chartom.visible import Visible, number

from snellen.benchmarks.chartom.keys import TRENDS, UNCHANGED
from snellen.dataset import Question

__all__ = ["answer_by_size"]

_RATIO = re.compile(r"How many times as large (?:is|was) the (.+) (?:of|in) (.+?) as (?:that of|in) (.+?)\?")


def answer_by_size(question: Question, seen: Visible) -> str:
    """The answer that the drawing suggests, in the key's canonical form."""
    text, choices = str(question.metadata["question"]), question.choices or []
    ranking = question.metadata["format"] == "ranking"
    if "regions" in seen.chart.annotations:
        return _on_map(text, choices, ranking, seen)
    sizes = {mark["label"]: _size(mark, seen) for mark in seen.marks}
    across = {mark["label"]: _middle(mark) for mark in seen.marks}
    in_order = sorted(across, key=lambda name: across[name])
    if ratio := _RATIO.match(text):
        value = f"{sizes[ratio[2]] / sizes[ratio[3]]:.2f}".rstrip("0").rstrip(".")
        return min(choices, key=lambda choice: abs(float(choice.split()[0]) - float(value))) if choices else value
    if "grow" in text or "grew" in text or "was added" in text or "rises from one" in text:
        steps = choices or [f"{a} to {b}" for a, b in pairwise(in_order)]
        ends = {step: step.split(" to ") for step in steps}
        run = {step: abs(across[b] - across[a]) if "per year" in text else 1 for step, (a, b) in ends.items()}
        order = sorted(steps, key=lambda step: -(sizes[ends[step][1]] - sizes[ends[step][0]]) / run[step])
        return json.dumps(order) if ranking else order[0] if choices else order[0].split(" to ")[0]
    if "order were they measured" in text:
        return json.dumps([name for name in in_order if name in "ABCD"])
    if "which of the two was larger" in text:
        year = re.findall(r" in (\d{4})\?", text)[0]
        pair = [str(name) for name in sizes if name.endswith(f" in {year}")]
        return max(pair, key=lambda name: sizes[name]).removesuffix(f" in {year}")
    if "more than half" in text:
        whole = sum(sizes.values()) if seen.chart.plot is None else seen.chart.plot.height
        return str(sum(size / whole > 0.5 for size in sizes.values()))
    if " change " in text or "how often" in text:
        return _change(text, choices, [sizes[name] for name in in_order], [across[name] for name in in_order], seen)
    if "earliest" in text:
        return f"{seen.values(in_order[0])[in_order[0]]:g}"
    order = sorted(choices if ranking else sizes, key=lambda name: -sizes[name])
    if ranking:
        return json.dumps(order)
    return order[0].split(" to ")[0] if "begins" in text else order[0]


def _size(mark: dict[str, Any], seen: Visible) -> float:
    if mark["shape"] == "slice":
        return float(mark["area"])
    if "box" in mark:
        left, top, right, bottom = mark["box"]
        return float((bottom - top) * ((right - left) if mark["shape"] == "icon" else 1))
    assert seen.chart.plot is not None
    return float(seen.chart.plot.bottom - mark["at"][1])


def _middle(mark: dict[str, Any]) -> float:
    if mark["shape"] == "slice":
        return 0.0
    return float(mark["at"][0] if "at" in mark else (mark["box"][0] + mark["box"][2]) / 2)


def _change(text: str, choices: list[str], sizes: list[float], across: list[float], seen: Visible) -> str:
    assert seen.chart.plot is not None
    if "how often" in text:
        return str(sum(b < a for a, b in pairwise(sizes)))
    if not choices or any("about" in choice for choice in choices):
        rise, run = sizes[-1] - sizes[0], across[-1] - across[0]
        if seen.chart.metadata["manipulation"] == "aspect ratio":
            percent = float(5 * round(100 * math.degrees(math.atan2(rise, run)) / 45 / 5))
        else:
            percent = 0.0 if abs(rise) < 0.05 * seen.chart.plot.height else 100 * rise / sizes[0]
        if not choices:
            return f"{percent:.0f}"
        amount = {choice: 0.0 if choice == UNCHANGED else _amount(choice) for choice in choices}
        return min(choices, key=lambda choice: abs(amount[choice] - percent))
    signs = [b > a for a, b in pairwise(sizes)]
    if len(set(signs)) == 1:
        return TRENDS[0] if signs[0] else TRENDS[1]
    return TRENDS[2] if signs[0] else TRENDS[3]


def _amount(choice: str) -> float:
    return number(re.findall(r"[\d.]+", choice)[0]) * (-1 if "fell" in choice else 1)


def _on_map(text: str, choices: list[str], ranking: bool, seen: Visible) -> str:
    regions: Any = seen.chart.annotations["regions"]
    dark = {each["name"]: -sum(int(each["colour"][n : n + 2], 16) for n in (1, 3, 5)) for each in regions}
    if limit := re.search(r"above (\d+(?:\.\d+)?) ", text):
        legend: Any = seen.chart.annotations["legend"]
        low, high = legend["edges"][0], legend["edges"][-1]
        classes = len(legend["edges"]) - 1
        shades = [low + each["class"] * (high - low) / classes for each in regions]
        return str(sum(shade >= float(limit[1]) - 1e-9 for shade in shades))
    order = sorted(choices or dark, key=lambda name: -dark[name])
    return json.dumps(order) if ranking else order[0]
