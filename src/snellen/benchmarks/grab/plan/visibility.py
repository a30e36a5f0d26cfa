"""Whether what a picture must show can be seen: inside the frame, apart from one another, ends not covered."""

from collections.abc import Sequence

import numpy as np

from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import Measure, Window

__all__ = ["distinguishable", "ends_uncovered", "fully_inside", "marks_inside"]

CLEARANCE = 9.0
"""Pixels between an end and the middle of a later curve, and between curves that are seen apart."""
SEEN_SHARE = 0.5
"""At least this share of a curve must be apart from the later ones, all taken together."""
_INSET = 3.0
_SAMPLES = 161


def fully_inside(f: Function, window: Window) -> bool:
    """Whether the whole curve lies within the frame, a few pixels off its edges."""
    dx, dy = _INSET / window.pixels_x, _INSET / window.pixels_y
    (_, low), (_, high) = f.extremes
    return (
        window.x[0] + dx <= f.domain[0]
        and f.domain[1] <= window.x[1] - dx
        and window.y[0] + dy <= low
        and high <= window.y[1] - dy
    )


def marks_inside(measure: Measure, window: Window) -> bool:
    """Whether every mark that the answer needs lies within the frame (a visible end may lie on its edge)."""
    tolerance = 1e-9
    return all(
        window.x[0] - tolerance <= x <= window.x[1] + tolerance
        and window.y[0] - tolerance <= y <= window.y[1] + tolerance
        for _, x, y in measure.marks
    )


def distinguishable(functions: Sequence[Function], window: Window) -> bool:
    """Whether at least half of each curve, as far as it is in the frame, is apart from every curve drawn later."""
    if len(functions) == 1:
        return True
    x = np.linspace(*window.x, _SAMPLES)
    y, tilt = np.empty((len(functions), _SAMPLES)), np.empty((len(functions), _SAMPLES))
    for i, f in enumerate(functions):
        inside = (x >= f.domain[0]) & (x <= f.domain[1])
        values = np.where(inside, f(x), np.nan)
        y[i] = np.where((values >= window.y[0]) & (values <= window.y[1]), values, np.nan)
        tilt[i] = np.hypot(1.0, f.slope(x) * window.pixels_y / window.pixels_x)
    gap = np.abs(y[:, None] - y[None]) * window.pixels_y / np.minimum(tilt[:, None], tilt[None])
    shown = np.isfinite(y).sum(axis=1)
    if shown.min() == 0:
        return False
    later = np.triu(np.ones((len(functions),) * 2, dtype=bool), 1)
    covered = ((gap < CLEARANCE) & later[:, :, None]).any(axis=1).sum(axis=1)
    return bool((covered <= (1 - SEEN_SHARE) * shown).all())


def ends_uncovered(functions: Sequence[Function], measures: Sequence[Measure], window: Window) -> bool:
    """Whether no end that an answer needs is covered by a curve drawn later."""
    reach = CLEARANCE / window.pixels_x
    for i, measure in enumerate(measures):
        for kind, x, y in measure.marks:
            if kind != "end":
                continue
            for other in functions[i + 1 :]:
                if not other.domain[0] - reach <= x <= other.domain[1] + reach:
                    continue
                at = min(max(x, other.domain[0]), other.domain[1])
                slope = float(other.slope(at)) * window.pixels_y / window.pixels_x
                if abs(other.at(at) - y) * window.pixels_y < CLEARANCE * float(np.hypot(1.0, slope)):
                    return False
    return True
