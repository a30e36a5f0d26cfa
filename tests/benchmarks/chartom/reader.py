"""A reader that answers FACT questions from their words and from what is visible of their charts."""

import json
import re
from itertools import pairwise

from tests.benchmarks.chartom.visible import Visible, number

from snellen.dataset import Question

__all__ = ["answer"]

_RATIO = re.compile(r"How many times as large (?:is|was) the (.+) (?:of|in) (.+?) as (?:that of|in) (.+?)\?")
_SPAN = re.compile(r"from (\d{4}) to (\d{4})")


def answer(question: Question, seen: Visible) -> str:
    """The canonical answer, by a route of its own."""
    text = str(question.metadata["question"])
    choices = question.choices or []
    ranking = question.metadata["format"] == "ranking"
    if "regions" in seen.chart.annotations:
        return _on_map(text, choices, ranking, seen)
    if ratio := _RATIO.match(text):
        values = seen.values(ratio[2], ratio[3])
        return _choice(values[ratio[2]] / values[ratio[3]], choices)
    if " per " in text and ("range" in text):
        return _density(text, choices, ranking, seen)
    if "grow" in text or "grew" in text or "was added" in text or "rises from one" in text:
        return _steps(text, choices, ranking, seen)
    if "order were they measured" in text:
        year = seen.places()
        return json.dumps(sorted("ABCD", key=lambda name: year[name]))
    if "which of the two was larger" in text:
        year = re.findall(r" in (\d{4})\?", text)[0]
        pair = [mark["label"] for mark in seen.marks if mark["label"].endswith(f" in {year}")]
        assert len(pair) == 2
        return seen.ordered(pair)[0].removesuffix(f" in {year}")
    if "more than half" in text:
        return str(sum(value > 50 for value in seen.printed.values()))
    if ranking:
        return json.dumps(seen.ordered(choices))
    if " change " in text or "how often" in text:
        return _change(text, choices, seen)
    if "earliest" in text:
        year = seen.places()
        first = min(year, key=lambda name: year[name])
        return _plain(seen.values(first)[first])
    assert re.search(r"largest|highest", text), text
    return seen.ordered([mark["label"] for mark in seen.marks])[0]


def _change(text: str, choices: list[str], seen: Visible) -> str:
    if any("about" in choice for choice in choices) or "percent" in text:
        span = _SPAN.search(text)
        assert span
        values = seen.values(span[1], span[2])
        change = 100 * (values[span[2]] / values[span[1]] - 1)
        if not choices:
            return _plain(change)
        amounts = {choice: _amount(choice) for choice in choices}
        return min(choices, key=lambda choice: abs(amounts[choice] - change))
    values, names = seen.values(), seen.names()
    in_time = sorted(values, key=lambda name: number(names[name]))
    heights = [values[name] for name in in_time]
    if "how often" in text:
        return str(sum(b < a for a, b in pairwise(heights)))
    up, down = (any(b > a for a, b in pairwise(heights)), any(b < a for a, b in pairwise(heights)))
    if up and down:
        return "It first rose and then fell" if heights[1] > heights[0] else "It first fell and then rose"
    return "It rose" if up else "It fell"


def _amount(choice: str) -> float:
    found = re.search(r"(rose|fell) by about (\d+(?:\.\d+)?)%", choice)
    return 0.0 if found is None else float(found[2]) * (1 if found[1] == "rose" else -1)


def _steps(text: str, choices: list[str], ranking: bool, seen: Visible) -> str:
    per_year = "per year" in text
    steps = choices or [f"{a} to {b}" for a, b in pairwise(sorted(seen.names()))]
    values = seen.values(*(name for step in steps for name in step.split(" to ")))
    rise = {}
    for step in steps:
        first, last = step.split(" to ")
        years = number(last) - number(first) if per_year else 1
        rise[step] = (values[last] - values[first]) / years
    order = sorted(steps, key=lambda step: -rise[step])
    if ranking:
        return json.dumps(order)
    return order[0] if choices else order[0].split(" to ")[0]


def _density(text: str, choices: list[str], ranking: bool, seen: Visible) -> str:
    values = seen.values()
    # Drawn to scale, ranges lie between ticks and heights are densities; else counts stand over the ranges' names.
    to_scale = not any("–" in tick for tick, _ in seen.ticks("x"))
    density = {}
    for mark in seen.marks:
        if to_scale:
            left, _, right, _ = mark["box"]
            low, high = (min(seen.ticks("x"), key=lambda tick: abs(tick[1] - x))[0] for x in (left, right))
            density[f"{low} to {high}"] = values[mark["label"]]
        else:
            low, high = seen.names()[mark["label"]].split("–")
            density[f"{low} to {high}"] = values[mark["label"]] / (number(high) - number(low))
    order = sorted(density, key=lambda name: -density[name])
    if ranking:
        return json.dumps([name for name in order if name in choices])
    return order[0] if choices else order[0].split(" to ")[0]


def _on_map(text: str, choices: list[str], ranking: bool, seen: Visible) -> str:
    classes, edges = seen.classes()
    if limit := re.search(r"above (\d+(?:\.\d+)?) ", text):
        first = edges.index(float(limit[1]))  # the limit is a printed edge
        return str(sum(place >= first for place in classes.values()))
    names = choices or list(classes)
    order = sorted(names, key=lambda name: -classes[name])
    if ranking:
        assert len({classes[name] for name in names}) == len(names), "two of the regions look alike"
        return json.dumps(order)
    assert classes[order[0]] > classes[order[1]], "two of the regions look alike"
    return order[0]


def _choice(ratio: float, choices: list[str]) -> str:
    if not choices:
        return _plain(ratio)
    return min(choices, key=lambda choice: abs(float(choice.removesuffix(" times")) - ratio))


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
