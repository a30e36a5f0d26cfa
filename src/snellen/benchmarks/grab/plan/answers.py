"""Which answers each template can have, and in which order the cells use them: as uniform as the property allows.

The answers of a template are shuffled once for a seed; each cell takes the next ones of that order, so every answer
comes up equally often (give or take one) over the levels, and a cell still knows its own without planning the others.
"""

import numpy as np

from snellen.benchmarks.grab.plan.cells import TaskCell
from snellen.benchmarks.grab.plan.data_answers import DATA_ANSWERS
from snellen.benchmarks.grab.streams import stream

__all__ = ["EXACT_PROPERTIES", "answers_of", "stream", "targets"]

EXACT_PROPERTIES = frozenset(
    {
        "x-intercept",
        "y-intercept",
        "gradient",
        "peak location",
        "function variance",
        "stationary point",
        "period",
        "amplitude",
        "phase shift",
        "vertical shift",
        "number of points",
        "number of series",
    }
)
"""In the Properties task these are drawn as whole numbers; everything else is aimed near its rounded value."""

_INTERVALS: dict[str, dict[str, tuple[float, float]]] = {
    "properties": {
        "x-intercept": (-20, 20),
        "y-intercept": (-40, 40),
        "gradient": (-15, 15),
        "peak location": (-30, 30),
        "function variance": (1, 30),
        "stationary point": (-20, 20),
        "period": (2, 30),
        "amplitude": (1, 40),
        "phase shift": (1, 24),
        "vertical shift": (-30, 30),
        "minimum": (-60, 60),
        "maximum": (-60, 60),
        "range span": (4, 100),
        "domain length": (3, 60),
        "net area": (-300, 300),
        "total area": (20, 500),
    },
    "functions": {
        "x-intercept": (-8, 8),
        "y-intercept": (-9, 9),
        "gradient": (-9, 9),
        "stationary point": (-8, 8),
        "function mean": (-8, 8),
        "period": (2, 18),
        "amplitude": (1, 9),
        "vertical shift": (-8, 8),
        "minimum": (-9, 8),
        "maximum": (-8, 9),
        "range span": (2, 19),
        "domain length": (2, 19),
        "function variance": (1, 20),
        "net area": (-80, 80),
        "total area": (2, 100),
    },
}
_FINE_INTERVALS = {("functions", "function variance"): (0.5, 16.0)}
"""One decimal: where a pixel still tells."""

_TRANSFORMS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    # without operations, with operations, with operations at one decimal
    "minimum": ((-9, 8), (-60, 60), (-25, 25)),
    "maximum": ((-8, 9), (-60, 60), (-25, 25)),
    "range span": ((2, 19), (2, 90), (1.5, 55)),
    "domain length": ((2, 19), (2, 90), (1.5, 55)),
    "gradient": ((-9, 9), (-15, 15), (-9, 9)),
    "net area": ((-70, 70), (-250, 250), (-250, 250)),
    "total area": ((2, 90), (5, 300), (5, 300)),
}


def answers_of(cell: TaskCell, precision: float) -> tuple[float, ...]:
    """The answers of a cell's template at a precision, ascending, on the precision's grid; empty where any will do."""
    if cell.subject == "data":
        return DATA_ANSWERS[cell.task, cell.property, precision]
    if cell.property in ("equation", "stationary points"):
        return ()
    if cell.task == "transforms":
        low, high = _TRANSFORMS[cell.property][0 if cell.complexity == 0 else 1 if precision == 1 else 2]
    else:
        low, high = _INTERVALS[cell.task][cell.property]
        if precision < 1:
            low, high = _FINE_INTERVALS.get((cell.task, cell.property), (low, high))
    first, last = round(low / precision), round(high / precision)
    return tuple(round(n * precision, 1) for n in range(first, last + 1))


def targets(cell: TaskCell, precision: float, seed: int) -> list[float | None]:
    """The answers that a cell's questions at a precision are to have, in order; None where any will do."""
    count = cell.counts[precision]
    answers = answers_of(cell, precision)
    if not answers:
        return [None] * count
    start = cell.before.get(precision, 0)
    stratum = "plain"
    if cell.task == "transforms" and cell.complexity > 0:
        stratum = "transformed"
    wanted: list[float | None] = []
    for place in range(start, start + count):
        lap, index = divmod(place, len(answers))
        rng = stream(seed, "answers", cell.task, cell.property, cell.subject, precision, stratum, lap)
        wanted.append(float(rng.permutation(np.asarray(answers))[index]))
    return wanted
