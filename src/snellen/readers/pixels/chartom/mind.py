"""Predicts the share of people whom a chart misleads, by a stated rule."""

from collections.abc import Sequence

import numpy as np

from snellen.readers.pixels.chartom.panel import Panel
from snellen.readers.pixels.chartom.readings import Reading

__all__ = ["answer_mind"]

_PLAIN, _MOST = 0.1, 0.9
_TRUNCATED, _INVERTED, _LOGARITHMIC, _CONTRADICTED, _TWO_AXES = 0.25, 0.3, 0.3, 0.25, 0.2
"""What each trait adds: choices, fitted to no people's answers."""


def answer_mind(panel: Panel | None, readings: Sequence[Reading]) -> str:
    """The prediction and the traits that it rests on, as "0.35 because …"."""
    traits: list[tuple[float, str]] = []
    if panel is not None and panel.axes:
        axis = panel.axes[0]
        if axis.logarithmic:
            traits.append((_LOGARITHMIC, "its scale is logarithmic"))
        elif axis.lowest > 0:
            traits.append((_TRUNCATED, "its scale does not start at zero"))
        if axis.inverted:
            traits.append((_INVERTED, "its values grow downwards"))
        if len(panel.axes) > 1:
            traits.append((_TWO_AXES, "it has two scales"))
    if _contradicted(readings):
        traits.append((_CONTRADICTED, "the printed numbers contradict the marks"))
    share = min(_MOST, _PLAIN + sum(trait[0] for trait in traits))
    why = " and ".join(trait[1] for trait in traits) or "nothing in it invites a wrong reading"
    return f"{share:.2f} because {why}."


def _contradicted(readings: Sequence[Reading]) -> bool:
    """Whether marks with printed numbers are in another order of size than the numbers."""
    pairs = [(reading.value, reading.length) for reading in readings if reading.printed and reading.length is not None]
    if len(pairs) < 2:
        return False
    values, lengths = np.array(pairs).T
    larger = values[:, None] > values[None, :] * 1.05
    return bool((larger & (lengths[:, None] < lengths[None, :] * 0.95)).any())
