"""Answers a FACT question from what was read: the value, then the form that is asked for."""

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from snellen.readers.pixels.chartom.questions import Asked
from snellen.readers.pixels.chartom.readings import Reading, likeness, nearest_name
from snellen.readers.pixels.picture import UnreadableError

__all__ = ["answer_fact"]

_SAME = 0.05
"""A change by less than this share is none in words."""


def answer_fact(
    asked: Asked, readings: Sequence[Reading], marked: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, list[float]]:
    """The answer's text and the values before rounding. `marked` has the year or name below each mark with a letter.

    Raises UnreadableError where what is asked for is not seen.
    """
    match asked.kind:
        case "ratio":
            first, second = (_value(readings, name) for name in asked.names)
            if second == 0:
                raise UnreadableError("no value to compare with")
            return _number(asked, first / second), [first / second]
        case "percent" | "change":
            return _change(asked, readings)
        case "course":
            course = [reading.value for reading in _in_time(readings)]
            if not course:
                raise UnreadableError("no course")
            return _named(asked, _course(course)), course
        case "end":
            run_in_time = _in_time(readings)
            if not run_in_time:
                raise UnreadableError("no ends")
            value = run_in_time[0 if asked.upwards else -1].value
            return _number(asked, value), [value]
        case "order":
            if not all(item in marked for item in asked.names):
                raise UnreadableError("no such marks")
            years = {item: _year(marked[item]) for item in asked.names}
            order = sorted(asked.names, key=years.__getitem__, reverse=not asked.upwards)
            return json.dumps(order, ensure_ascii=False), [years[item] for item in order]
        case "turns":
            run = _in_time(readings)
            steps = [b.value - a.value for a, b in itertools.pairwise(run)]
            count = sum(step > 0 if asked.rising else step < 0 for step in steps)
            return _number(asked, count), [float(count)]
        case "above half":
            count = sum(reading.value > 50 for reading in readings)
            return _number(asked, count), [float(count)]
        case "extreme" | "larger of two":
            return _extreme(asked, readings)
        case "steepest":
            return _steepest(asked, readings)
        case "ranking":
            values = {item: _item(asked, readings, item) for item in asked.names}
            order = sorted(asked.names, key=values.__getitem__, reverse=asked.upwards)
            return json.dumps(order, ensure_ascii=False), [values[item] for item in order]


def _change(asked: Asked, readings: Sequence[Reading]) -> tuple[str, list[float]]:
    first, last = (_value(readings, name) for name in asked.names)
    if first == 0:
        raise UnreadableError("no value to compare with")
    percent = 100 * (last / first - 1)
    if asked.kind == "percent" or asked.offer is None:
        return f"{percent:.0f}", [percent]
    options = asked.offer.items
    turns = [place for place, option in enumerate(options) if "first" in option]
    if turns:
        words = _course(_between(asked, readings))
        place = nearest_name(words, options)
        if place is None:
            raise UnreadableError("no such option")
        exact = [n for n, option in enumerate(options) if likeness(option, words) == 1.0]
        return _letter(exact[0] if exact else place), [percent]
    said = [_said_percent(option) for option in options]
    return _letter(min(range(len(said)), key=lambda n: abs(said[n] - percent))), [percent]


def _said_percent(option: str) -> float:
    number = re.search(r"\d+(?:\.\d+)?", option)
    if not number:
        return 0.0 if "same" in option else float("inf")
    return float(number[0]) * (-1 if re.search(r"\bfell\b|\bfall\b", option) else 1)


def _between(asked: Asked, readings: Sequence[Reading]) -> list[float]:
    run = _in_time(readings)
    first, last = (nearest_name(name, [reading.name for reading in run]) for name in asked.names)
    if first is None or last is None:
        raise UnreadableError("no such year")
    return [reading.value for reading in run[min(first, last) : max(first, last) + 1]]


def _course(values: Sequence[float]) -> str:
    """How values go in words, by their extremes between the ends."""
    low, high = min(values[0], values[-1]), max(values[0], values[-1])
    room = _SAME * (max(values) - min(values))
    if max(values) > high + room and max(values) - high >= low - min(values):
        return "It first rose and then fell"
    if min(values) < low - room:
        return "It first fell and then rose"
    return "It rose" if values[-1] > values[0] else "It fell"


def _extreme(asked: Asked, readings: Sequence[Reading]) -> tuple[str, list[float]]:
    offered = asked.offer.items if asked.offer and asked.offer.kind == "choice" else asked.either
    if asked.kind == "larger of two":
        equal = [option for option in offered if "equal" in option]
        pair = [option for option in offered if option not in equal]
        values = [_value(readings, asked.names[0], series) for series in pair]
        if len(values) != 2:
            raise UnreadableError("not two to compare")
        if equal and abs(values[0] - values[1]) < 0.01 * max(abs(values[0]), abs(values[1])):
            return _named(asked, equal[0]), values
        best = pair[0] if (values[0] > values[1]) == asked.upwards else pair[1]
        return _named(asked, best), values
    if not readings:
        raise UnreadableError("nothing to compare")
    pick = max if asked.upwards else min
    if offered:
        values_of = {option: _value(readings, option) for option in offered}
        best = pick(values_of, key=values_of.__getitem__)
        return _named(asked, best), [values_of[best]]
    found = pick(readings, key=lambda reading: reading.value)
    return found.name, [found.value]


def _steepest(asked: Asked, readings: Sequence[Reading]) -> tuple[str, list[float]]:
    run = _in_time(readings)
    if len(run) < 2:
        raise UnreadableError("no neighbours")
    sign = 1 if asked.rising else -1
    rates = [sign * (b.value - a.value) / max(1e-9, _year(b.name) - _year(a.name)) for a, b in itertools.pairwise(run)]
    place = max(range(len(rates)), key=rates.__getitem__)
    if asked.offer is None:
        return run[place].name, [rates[place]]
    said = f"{run[place].name} to {run[place + 1].name}"
    return _named(asked, said), [rates[place]]


def _item(asked: Asked, readings: Sequence[Reading], item: str) -> float:
    """The value of an item to rank: a name, a series in a year, or the rise from one to another."""
    if ends := re.fullmatch(r"(.+?) to (.+)", item):
        first, last = (_value(readings, name) for name in ends.groups())
        years = _year(ends[2]) - _year(ends[1]) if asked.per_year else 1.0
        return (last - first) / max(1e-9, years)
    if placed := re.fullmatch(r"(.+) in (\S+)", item):
        return _value(readings, placed[2], placed[1])
    return _value(readings, item)


def _value(readings: Sequence[Reading], name: str, series: str = "") -> float:
    among = list(readings)
    if series:
        names = sorted({reading.series for reading in readings if reading.series})
        place = nearest_name(series, names)
        if place is None:
            raise UnreadableError("no such series")
        among = [reading for reading in readings if reading.series == names[place]]
    found = nearest_name(name, [reading.name for reading in among])
    if found is None:
        raise UnreadableError("no such name")
    return among[found].value


def _in_time(readings: Sequence[Reading]) -> list[Reading]:
    return sorted(readings, key=lambda reading: _year(reading.name))


def _year(name: str) -> float:
    digits = re.sub(r"\D", "", name)
    if not 1 <= len(digits) <= 8:
        raise UnreadableError("no years")
    return float(digits)


def _named(asked: Asked, name: str) -> str:
    """A name as an option's letter, or as it is."""
    if asked.offer is None or asked.offer.kind != "choice":
        return name
    place = nearest_name(name, asked.offer.items)
    if place is None:
        raise UnreadableError("no such option")
    return _letter(place)


def _number(asked: Asked, value: float) -> str:
    """A number of two decimals at most, or the letter of the option nearest to it."""
    if asked.offer is None or asked.offer.kind != "choice":
        return f"{value:.2f}".rstrip("0").rstrip(".")
    said = [re.search(r"-?\d+(?:\.\d+)?", option) for option in asked.offer.items]
    apart = [abs(float(found[0]) - value) if found else float("inf") for found in said]
    return _letter(min(range(len(apart)), key=apart.__getitem__))


def _letter(place: int) -> str:
    return chr(ord("A") + place)
