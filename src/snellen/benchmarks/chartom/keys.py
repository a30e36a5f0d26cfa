"""The right answer of a FACT question, from the table behind its charts and from nothing else.

A question is stated as `asked`: what is wanted and of which entries. The table is columns of equal length: `label` and
`value`, and where they are needed `x` (time), `series`, `low` and `high` (the edges of a range).
"""

import json
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["TRENDS", "change_text", "key_of", "number_text", "ranking_text", "step_label", "trend_text"]

TRENDS = ("It rose", "It fell", "It first rose and then fell", "It first fell and then rose")
UNCHANGED = "It stayed about the same"


def key_of(asked: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """The canonical text of the answer: a number, a label, one of `TRENDS`, or a JSON list of labels.

    Raises KeyError or ValueError where the table lacks what is asked for.
    """
    match asked["what"]:
        case "ratio":
            ratio = _value(data, asked["of"]) / _value(data, asked["to"])
            value = f"{ratio:.2f}" if asked.get("padded") else number_text(ratio)
            return str(asked.get("form", "{}")).format(value)
        case "change":
            first, last = _value(data, asked["from"]), _value(data, asked["to"])
            percent = 100 * (last - first) / first
            return change_text(percent) if asked.get("in words") else number_text(percent)
        case "trend":
            return trend_text([value for _, value, _ in _in_time(data)])
        case "largest":
            found = str(max(asked.get("among", data["label"]), key=lambda name: _value(data, name)))
            return str(data["series"][data["label"].index(found)]) if asked.get("series") else found
        case "ranking":
            names = asked["among"]
            return ranking_text(sorted(names, key=lambda name: -_value(data, name)))
        case "step" | "step ranking":
            rises = {step_label(*step): _rise(data, step, bool(asked.get("per unit"))) for step in asked["steps"]}
            order = sorted(rises, key=lambda name: -rises[name])
            if asked["what"] == "step ranking":
                return ranking_text(order)
            return order[0].partition(" to ")[0] if asked.get("start") else order[0]
        case "first value":
            return number_text(_in_time(data)[0][1])
        case "time order":
            return ranking_text([label for _, _, label in _in_time(data) if label in asked["among"]])
        case "count above":
            return str(sum(value > asked["limit"] for value in data["value"]))
        case "falls":
            return str(sum(after < before for (_, before, _), (_, after, _) in pairwise(_in_time(data))))
        case "densest" | "density ranking":
            ranges = zip(data["label"], data["value"], data["low"], data["high"], strict=True)
            density = {label: value / (high - low) for label, value, low, high in ranges}
            order = sorted(density, key=lambda name: -density[name])
            if asked["what"] == "density ranking":
                return ranking_text([name for name in order if name in asked["among"]])
            start = data["low"][data["label"].index(order[0])]
            return number_text(start) if asked.get("start") else order[0]
        case other:
            raise ValueError(f"no key is known for {other!r}")


def number_text(value: float) -> str:
    """A number to two decimals at most, without trailing zeros.

    >>> number_text(2.0), number_text(1.25), number_text(-8.004)
    ('2', '1.25', '-8')
    """
    text = f"{round(value + 0.0, 2):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def ranking_text(names: Sequence[str]) -> str:
    """A ranking as a JSON list."""
    return json.dumps(list(names), ensure_ascii=False)


def step_label(first: str, last: str) -> str:
    """How a step from one entry to another is called."""
    return f"{first} to {last}"


def change_text(percent: float) -> str:
    """A relative change in words; no change where it rounds to 0.

    >>> change_text(12.0), change_text(-8.0)
    ('It rose by about 12%', 'It fell by about 8%')
    """
    if abs(percent) < 0.5:
        return UNCHANGED
    return f"It {'rose' if percent > 0 else 'fell'} by about {number_text(abs(percent))}%"


def trend_text(values: Sequence[float]) -> str:
    """Which of `TRENDS` a sequence follows. Raises ValueError where it follows none of them.

    >>> trend_text([1, 2, 4]), trend_text([1, 3, 2])
    ('It rose', 'It first rose and then fell')
    """
    signs = [math.copysign(1, after - before) if after != before else 0 for before, after in pairwise(values)]
    runs = [sign for place, sign in enumerate(signs) if place == 0 or sign != signs[place - 1]]
    found = {(1,): 0, (-1,): 1, (1, -1): 2, (-1, 1): 3}.get(tuple(int(sign) for sign in runs))
    if found is None:
        raise ValueError("the values follow no simple trend")
    return TRENDS[found]


def _value(data: Mapping[str, Any], label: str) -> float:
    return float(data["value"][data["label"].index(label)])


def _in_time(data: Mapping[str, Any]) -> list[tuple[float, float, str]]:
    return sorted(zip(data["x"], data["value"], data["label"], strict=True))


def _rise(data: Mapping[str, Any], step: Sequence[str], per_unit: bool) -> float:
    first, last = step
    rise = _value(data, last) - _value(data, first)
    if not per_unit:
        return rise
    start, end = (float(data["x"][data["label"].index(label)]) for label in step)
    return rise / (end - start)
