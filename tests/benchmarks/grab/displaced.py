"""Whether an answer survives when every mark that it needs is moved: at random, and as badly as can be."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats
from tests.benchmarks.grab.drawn import DrawnChart, Floats
from tests.benchmarks.grab.readings import AREAS, Reading, readings_of
from tests.benchmarks.grab.rivals import nearest_rival
from tests.benchmarks.grab.second_route import Asked, as_text

__all__ = ["DISPLACEMENT", "changed_answers"]

DISPLACEMENT = 0.45
"""In pixels; a question is kept where half a pixel changes nothing."""
RANDOM_DRAWS = 6


def changed_answers(chart: DrawnChart, rng: np.random.Generator) -> set[str]:
    """The other answers that a reader could come to who sees each mark at most `DISPLACEMENT` from where it is."""
    asked, readings = readings_of(chart)
    if asked.what == "equation":
        rival, distance = nearest_rival(chart)
        return {rival} if distance <= 2 * DISPLACEMENT else set()
    if not readings:
        return set()
    # A pair of values is two questions of one value each; the rest are means over all readings.
    groups = [[reading] for reading in readings] if asked.what == "stationary points" else [readings]
    changed = set()
    for group in groups:
        at_rest = _mean_text(group, [reading.marks for reading in group], asked)
        for places in _displaced(group, asked, rng):
            text = _mean_text(group, places, asked)
            if text != at_rest:
                changed.add(text)
    return changed


def _mean_text(readings: Sequence[Reading], places: Sequence[Floats], asked: Asked) -> str:
    values = [reading.value(place) for reading, place in zip(readings, places, strict=True)]
    return as_text(float(np.mean(values)), asked.precision)


def _displaced(readings: Sequence[Reading], asked: Asked, rng: np.random.Generator) -> Iterator[list[Floats]]:
    """Places of all marks of all readings, displaced together."""
    if asked.what in AREAS:
        for kind in ("normal", "vertical"):
            for sign in (-1, 1):
                yield [reading.marks + sign * DISPLACEMENT * _worst_outline(reading, kind) for reading in readings]
        for _ in range(RANDOM_DRAWS):
            yield [reading.marks + _smooth_field(reading.marks, rng) for reading in readings]
        return
    if asked.what.startswith(("Spearman", "Kendall")):
        for sign in (-1, 1):
            for column in (0, 1):
                yield [reading.marks + sign * _against_ranks(reading.marks, column) for reading in readings]
    else:
        slopes = [_gradient(reading) for reading in readings]
        for sign in (-1, 1):
            yield [reading.marks + sign * DISPLACEMENT * slope for reading, slope in zip(readings, slopes, strict=True)]
    for _ in range(RANDOM_DRAWS):
        yield [reading.marks + _independent(reading.marks, rng) for reading in readings]


def _gradient(reading: Reading) -> Floats:
    """The direction, a unit vector a mark, in which the value grows fastest; numerically."""
    steps = np.zeros_like(reading.marks)
    for place in np.ndindex(*steps.shape):
        nudge = np.zeros_like(steps)
        nudge[place] = 1e-3
        steps[place] = reading.value(reading.marks + nudge) - reading.value(reading.marks - nudge)
    lengths = np.linalg.norm(steps, axis=1, keepdims=True)
    directions: Floats = np.divide(steps, lengths, out=np.zeros_like(steps), where=lengths > 1e-12)
    return directions


def _worst_outline(reading: Reading, kind: str) -> Floats:
    """Unit vectors that make an area grow: along the normal, or straight up; both ends along the curve as well.

    Moving a point along the curve changes nothing but at the ends, which are moved outwards and away from the axis.
    """
    marks = reading.marks
    along = np.gradient(marks, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    normal = np.column_stack([along[:, 1], -along[:, 0]])
    direction = normal if kind == "normal" else np.broadcast_to([0.0, -1.0], marks.shape).copy()
    # Which way the value grows is asked of the value itself, piece by piece of the outline.
    result = np.zeros_like(marks)
    for piece in np.array_split(np.arange(len(marks)), 60):
        nudge = np.zeros_like(marks)
        nudge[piece] = 1e-3 * direction[piece]
        result[piece] = direction[piece] * np.sign(reading.value(marks + nudge) - reading.value(marks - nudge))
    for end in (0, -1):
        slopes = []
        for column in (0, 1):
            nudge = np.zeros_like(marks)
            nudge[end, column] = 1e-3
            slopes.append(reading.value(marks + nudge) - reading.value(marks - nudge))
        result[end] = np.array(slopes) / (np.linalg.norm(slopes) or 1.0)
    return result


def _against_ranks(marks: Floats, column: int) -> Floats:
    """Each point moved across or along so that the two rankings agree more."""
    ranks = [stats.rankdata(marks[:, 0]), stats.rankdata(-marks[:, 1])]
    field = np.zeros_like(marks)
    sign = np.sign(ranks[1 - column] - ranks[column])
    field[:, column] = DISPLACEMENT * sign * (1 if column == 0 else -1)
    return field


def _independent(marks: Floats, rng: np.random.Generator) -> Floats:
    """Each mark on its own, anywhere in a disc."""
    angle = rng.uniform(0, 2 * np.pi, len(marks))
    radius = DISPLACEMENT * np.sqrt(rng.uniform(0, 1, len(marks)))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _smooth_field(marks: Floats, rng: np.random.Generator) -> Floats:
    """A displacement that varies smoothly along a curve and reaches `DISPLACEMENT` somewhere."""
    along = np.linspace(0, 1, len(marks))
    waves = np.arange(4)
    field = np.stack([rng.normal(size=4) @ np.cos(np.pi * np.outer(waves, along) + 0.3) for _ in range(2)], axis=1)
    scaled: Floats = DISPLACEMENT * field / np.linalg.norm(field, axis=1).max()
    return scaled
