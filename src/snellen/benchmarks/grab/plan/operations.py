"""The operations of a transform question, and the affine map that a list of them makes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

__all__ = ["SCALES", "Affine", "Operation", "compose", "draw_operations"]

ROTATIONS = (0.0, 90.0, 180.0, 270.0)
SCALES = (0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
_REACH = 10

_MIRRORS = {
    "reflection in the x-axis": (1.0, 0.0, 0.0, -1.0),
    "reflection in the y-axis": (-1.0, 0.0, 0.0, 1.0),
    "reflection in the line y=x": (0.0, 1.0, 1.0, 0.0),
    "reflection in the line y=-x": (0.0, -1.0, -1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class Affine:
    """The map (x, y) → (a·x + b·y + e, c·x + d·y + f)."""

    a: float
    b: float
    c: float
    d: float
    e: float = 0.0
    f: float = 0.0

    def __call__(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """The images of points, arrays of one shape."""
        return self.a * x + self.b * y + self.e, self.c * x + self.d * y + self.f

    def after(self, first: "Affine") -> "Affine":
        """This map applied after `first`."""
        return Affine(
            self.a * first.a + self.b * first.c,
            self.a * first.b + self.b * first.d,
            self.c * first.a + self.d * first.c,
            self.c * first.b + self.d * first.d,
            self.a * first.e + self.b * first.f + self.e,
            self.c * first.e + self.d * first.f + self.f,
        )

    @property
    def swaps(self) -> bool:
        """Whether the x axis goes to the y axis: true after an odd number of quarter turns and diagonal mirrors."""
        return self.a == 0.0

    @property
    def scales(self) -> tuple[float, float]:
        """The signed factors to x' and to y' of whichever coordinate goes there."""
        return (self.b, self.c) if self.swaps else (self.a, self.d)


@dataclass(frozen=True, slots=True)
class Operation:
    """One step, about the origin; rotations are counter-clockwise. `value` is 0 where the kind says it all."""

    kind: str
    """rotation, scale in x or y, translation in x or y, reflection in the line x=k or y=k, or a fixed mirror."""
    value: float = 0.0

    @property
    def text(self) -> str:
        """The operation in words."""
        number = f"{self.value:g}"
        match self.kind:
            case "rotation":
                return f"turn by {number} degrees counter-clockwise about the origin"
            case "scale in x" | "scale in y":
                return f"multiply every {self.kind[-1]}-coordinate by {number}"
            case "translation in x" | "translation in y":
                return f"add {number} to every {self.kind[-1]}-coordinate"
            case "reflection in the line x=k" | "reflection in the line y=k":
                return f"mirror in the line {self.kind[-3]} = {number}"
            case _:
                return self.kind.replace("reflection", "mirror").replace("=", " = ")

    @property
    def map(self) -> Affine:
        """The operation as an affine map. Raises ValueError for an unknown kind and for a part of a quarter turn."""
        v = self.value
        match self.kind:
            case "rotation":
                if v not in ROTATIONS:
                    raise ValueError(f"no rotation by {v:g} degrees")
                cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[ROTATIONS.index(v)]
                return Affine(cosine, -sine, sine, cosine)
            case "scale in x":
                return Affine(v, 0, 0, 1)
            case "scale in y":
                return Affine(1, 0, 0, v)
            case "translation in x":
                return Affine(1, 0, 0, 1, v, 0)
            case "translation in y":
                return Affine(1, 0, 0, 1, 0, v)
            case "reflection in the line x=k":
                return Affine(-1, 0, 0, 1, 2 * v, 0)
            case "reflection in the line y=k":
                return Affine(1, 0, 0, -1, 0, 2 * v)
        if self.kind not in _MIRRORS:
            raise ValueError(f"no operation {self.kind!r}")
        return Affine(*_MIRRORS[self.kind])


def compose(operations: Sequence[Operation]) -> Affine:
    """The map of the operations applied one after another in the listed order."""
    whole = Affine(1, 0, 0, 1)
    for operation in operations:
        whole = operation.map.after(whole)
    return whole


def draw_operations(rng: np.random.Generator, count: int) -> tuple[Operation, ...]:
    """`count` operations: the four kinds equally likely, then their values, those that change nothing included."""
    drawn = []
    for kind in rng.integers(4, size=count):
        axis = "xy"[rng.integers(2)]
        match int(kind):
            case 0:
                drawn.append(Operation("rotation", float(rng.choice(ROTATIONS))))
            case 1:
                drawn.append(Operation(f"scale in {axis}", float(rng.choice(SCALES))))
            case 2:
                drawn.append(Operation(f"translation in {axis}", float(rng.integers(-_REACH, _REACH + 1))))
            case _:
                mirror = int(rng.integers(6))
                if mirror < 4:
                    drawn.append(Operation(tuple(_MIRRORS)[mirror]))
                else:
                    drawn.append(
                        Operation(f"reflection in the line {axis}=k", float(rng.integers(-_REACH, _REACH + 1)))
                    )
    return tuple(drawn)
