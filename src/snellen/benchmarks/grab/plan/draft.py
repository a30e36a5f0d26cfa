"""Between a recipe and the curator: a candidate question with its exact value and how sure a reader can be of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snellen.benchmarks.grab.looks import FIXED_PIXELS_PER_UNIT
from snellen.benchmarks.grab.plan.operations import Operation
from snellen.benchmarks.grab.scene import Scene

__all__ = ["FIXED_PIXELS_PER_UNIT", "Draft", "Evidence", "Recipe", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """What the curator asks of a recipe.

    `target` is the exact value to aim at (before rounding): the recipe fits the chart to it, or ignores it where
    the value cannot be steered and then the curator down-samples. `precision` is the rounding step; `complexity` 0–9.
    """

    task: str
    property: str
    subject: str
    """function, data, or equation form (linear, quadratic, cubic, quartic, sine)."""
    precision: float
    complexity: int
    target: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A mark that the answer needs, in data units: what it is and where, of which function or series (from 0)."""

    kind: str
    """end, extreme, crossing or inflection of a function; end, minimum, maximum or point of a series."""
    index: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate.

    `values` are the exact answers before rounding (two for the pair of stationary points, none for an equation,
    whose `answer` is given). `sensitivities` say, for each value, by how much it changes at most, to first order, when
    every mark that it needs moves by one pixel on its own.
    """

    scene: Scene
    values: tuple[float, ...]
    sensitivities: tuple[float, ...]
    evidence: tuple[Evidence, ...]
    kind: str
    """The family of the functions or of the data: linear, quadratic, cubic, quartic, sine, bell, cloud, …"""
    parameters: dict[str, Any]
    data: dict[str, Any] = field(default_factory=dict)
    answer: str | None = None
    margin: float | None = None
    """Given where it is not distance to the rounding boundary over sensitivity (ranks, equations, counts)."""
    operations: tuple[Operation, ...] = ()
    """Of a transform question, in the order in which they are applied."""


Recipe = Callable[[np.random.Generator, Request], "Draft | None"]
"""One draw; None where this draw came to nothing (out of the frame, not separable)."""
