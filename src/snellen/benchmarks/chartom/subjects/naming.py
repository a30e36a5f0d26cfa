"""The words of the subjects in a question, for those who look for what questions have in common."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from snellen.benchmarks.chartom.subjects.histograms import DENSITIES
from snellen.benchmarks.chartom.subjects.items import GROUPS, ICON_GROUPS, SPREAD_GROUPS
from snellen.benchmarks.chartom.subjects.over_time import PAIRS_OF_SERIES, SERIES, SPREAD_SERIES
from snellen.benchmarks.chartom.subjects.points import POINT_CLOUDS
from snellen.benchmarks.chartom.subjects.regions import RATES
from snellen.benchmarks.chartom.subjects.shares import POLLS, WHOLES

__all__ = ["named_subjects"]

_ALL: tuple[tuple[Any, ...], ...] = (
    *(DENSITIES, GROUPS, ICON_GROUPS, SPREAD_GROUPS, PAIRS_OF_SERIES, SERIES, SPREAD_SERIES, POINT_CLOUDS, RATES),
    *(POLLS, WHOLES),
)
_NAMING = ("title", "phrase", "noun", "names", "measure", "things", "first", "second")


@cache
def named_subjects() -> re.Pattern[str]:
    """A pattern that finds titles, phrases, nouns (plural too) and names of subjects, the longest first."""
    words = {word for subjects in _ALL for subject in subjects for word in _words(subject)}
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})(?:e?s)?\b")


def _words(subject: Any) -> Iterator[str]:
    for field in fields(subject):
        if field.name in _NAMING:
            value = getattr(subject, field.name)
            for word in (value,) if isinstance(value, str) else value:
                yield word
                if word.endswith("y"):
                    yield f"{word[:-1]}ies"
