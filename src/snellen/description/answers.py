"""How answers are spread: over their values, over the places of options, and how close to rounding they lie."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from snellen.description.census import Census

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_frame", "answer_points", "margin_frame", "place_frame", "uniformity"]

_BINS = 10
_LEAST = 5
"""A χ² test wants about five answers to a bin."""


def answer_frame(census: Census) -> "pd.DataFrame":
    """The answers of each task, property and precision.

    Columns: task, property, precision, questions, answers (different ones), effective (the exponential of their entropy
    in nats: as many equally frequent answers would be as hard to guess; Hill, Ecology 54 (1973) 427–432), most_common
    and its share (percent), and of numbers lowest, median and highest, bins and p_uniform (`uniformity`).
    """
    import pandas as pd

    rows = []
    for (task, name, step), counts in census.answers.items():
        total = counts.total()
        answer, often = min(counts.items(), key=lambda item: (-item[1], item[0]))
        shares = np.array(list(counts.values()), dtype=np.float64) / total
        row = {"task": task, "property": name, "precision": step, "questions": total, "answers": len(counts)}
        row |= {"effective": float(np.exp(-np.sum(shares * np.log(shares))))}
        row |= {"most_common": answer, "share": 100 * often / total}
        numbers = _numbers(counts)
        if numbers:
            values = np.repeat(list(numbers), list(numbers.values()))
            bins, p = uniformity(numbers, step)
            row |= {"lowest": float(values.min()), "median": float(np.median(values)), "highest": float(values.max())}
            row |= {"bins": bins, "p_uniform": p}
        rows.append(row)
    columns = ["task", "property", "precision", "questions", "answers", "effective", "most_common", "share"]
    columns += ["lowest", "median", "highest", "bins", "p_uniform"]
    return pd.DataFrame(rows, columns=columns).astype({"bins": "Int64"})


def uniformity(numbers: Mapping[float, int], step: float | None) -> tuple[int | None, float]:
    """Are answers uniform between the lowest and the highest? How many bins the χ² test has, and its p.

    `numbers` maps an answer to how often it occurs. With a step the answers that could occur are the multiples between
    the two ends, shared among up to 10 bins as evenly as they go, none of which expects fewer than 5 answers; without
    one bins are of equal width. (None, NaN) where there are fewer than two bins. Since the ends are those seen, p is
    a little off with few answers.

    >>> bins, p = uniformity({1: 6, 2: 4, 3: 5, 4: 5}, 1.0)
    >>> bins, round(p, 3)
    (4, 0.94)
    """
    from scipy.stats import chisquare

    values, counts = np.array(list(numbers), dtype=np.float64), np.array(list(numbers.values()), dtype=np.int64)
    total, low, high = int(counts.sum()), float(values.min()), float(values.max())
    wanted = min(_BINS, total // _LEAST)
    if step is not None:
        possible = round((high - low) / step) + 1
        wanted = min(wanted, possible)
        if wanted < 2:
            return None, math.nan
        sizes = possible // wanted + (np.arange(wanted) < possible % wanted)
        where = np.searchsorted(np.cumsum(sizes), np.rint((values - low) / step), side="right")
    else:
        if wanted < 2 or low == high:
            return None, math.nan
        sizes = np.ones(wanted, dtype=np.int64)
        where = np.floor((values - low) / (high - low) * wanted)
    where = np.clip(where.astype(np.int64), 0, wanted - 1)
    seen = np.bincount(where, counts, minlength=wanted)
    return wanted, float(chisquare(seen, total * sizes / sizes.sum()).pvalue)


def answer_points(census: Census) -> "pd.DataFrame":
    """Each different number among the answers: task, property, precision, answer, count, and its place.

    The place is 0 at the lowest answer of its group and 1 at the highest; groups with a single answer are at 0.5.
    """
    import pandas as pd

    rows = []
    for (task, name, step), counts in census.answers.items():
        numbers = _numbers(counts)
        if not numbers:
            continue
        low, high = min(numbers), max(numbers)
        for value, count in sorted(numbers.items()):
            place = 0.5 if low == high else (value - low) / (high - low)
            label = name if step is None else f"{name}, to {step:g}"
            rows.append({"task": task, "property": label, "answer": value, "count": count, "place": place})
    return pd.DataFrame(rows, columns=["task", "property", "answer", "count", "place"])


def place_frame(census: Census) -> "pd.DataFrame":
    """Where among its options the right one stands: task, options, questions, A, B, …, and p of equal shares (χ²)."""
    import pandas as pd
    from scipy.stats import chisquare

    rows: list[dict[str, object]] = []
    for task, counts in census.places.items():
        for options in sorted({options for _, options in counts}):
            seen = [counts[place, options] for place in range(options)]
            letters = {chr(ord("A") + place): number for place, number in enumerate(seen)}
            p = float(chisquare(seen).pvalue) if options > 1 else math.nan
            rows.append({"task": task, "options": options, "questions": sum(seen), **letters, "p_uniform": p})
    frame = pd.DataFrame(rows)
    if len(frame):
        named = sorted(name for name in frame.columns if len(name) == 1)
        frame = frame[["task", "options", "questions", *named, "p_uniform"]].astype(dict.fromkeys(named, "Int64"))
    return frame


def margin_frame(census: Census) -> "pd.DataFrame":
    """Margins in pixels by task and property: questions, lowest, p5, median, p95, highest (linear quantiles)."""
    import pandas as pd

    together: dict[tuple[str, str], list[float]] = {}
    for (task, name, _), margins in census.margins.items():
        together.setdefault((task, name), []).extend(margins)
    names: Sequence[str] = ("lowest", "p5", "median", "p95", "highest")
    rows = [
        {"task": task, "property": name, "questions": len(margins)}
        | dict(zip(names, map(float, np.quantile(margins, (0, 0.05, 0.5, 0.95, 1))), strict=True))
        for (task, name), margins in together.items()
    ]
    return pd.DataFrame(rows, columns=["task", "property", "questions", *names])


def _numbers(counts: Counter[str]) -> dict[float, int]:
    """Answers that are single numbers, bare or in one pair of braces; nothing unless all are."""
    numbers: Counter[float] = Counter()
    for text, count in counts.items():
        bare = text[1:-1] if text.startswith("{") and text.endswith("}") else text
        try:
            value = float(bare)
        except ValueError:
            return {}
        if not math.isfinite(value):
            return {}
        numbers[value] += count
    return dict(numbers)
