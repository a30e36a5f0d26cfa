"""The shape of a pie: the outlines of its slices, of their walls and cut faces, in pixels of the picture."""

import math
from dataclasses import dataclass

from snellen.benchmarks.chartom.scene import Pie

__all__ = ["Slice", "slices_of"]

Point = tuple[float, float]
Outline = tuple[Point, ...]

POP = 0.2
"""How far a popped slice stands off, in radii."""
_STEP = math.radians(1)
_LABEL = 26.0
"""Pixels between the rim and a label."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One slice. Angles are in radians clockwise from the right, so that those from 0 to π are in front.

    `faces` are the visible cut faces and `wall` the visible parts of the outer wall, both empty for a flat pie; they
    are painted in the order faces, wall, top, slice by slice in the order of `slices_of`. `rim` and `label` are where
    the line to the label begins, and the middle of the label's near edge.
    """

    name: str
    place: int
    start: float
    end: float
    top: Outline
    faces: tuple[Outline, ...]
    wall: tuple[Outline, ...]
    rim: Point
    label: Point


def slices_of(pie: Pie) -> tuple[Slice, ...]:
    """The slices from the hindmost to the foremost, the order in which they are painted."""
    total, angle = sum(pie.drawn), math.radians(pie.start)
    found = []
    for place, (name, value) in enumerate(zip(pie.names, pie.drawn, strict=True)):
        end = angle + 2 * math.pi * value / total
        found.append(_slice(pie, place, name, angle, end))
        angle = end
    return tuple(sorted(found, key=lambda each: math.sin((each.start + each.end) / 2)))


def _slice(pie: Pie, place: int, name: str, start: float, end: float) -> Slice:
    middle = (start + end) / 2
    off = POP * pie.radius if place == pie.popped else 0.0
    x, y = pie.center[0] + off * math.cos(middle), pie.center[1] + off * math.sin(middle) * pie.tilt

    def at(angle: float, radius: float = pie.radius, down: float = 0.0) -> Point:
        return x + radius * math.cos(angle), y + radius * math.sin(angle) * pie.tilt + down

    arc = _angles(start, end)
    faces: list[Outline] = []
    wall: list[Outline] = []
    if pie.depth:
        # Faces are bare only beside a popped slice. That at the start looks back, that at the end forward.
        count = len(pie.names)
        bare = {pie.popped} if pie.popped is not None else set()
        for edge, facing, beside in (
            (start, -math.cos(start), {place, (place - 1) % count}),
            (end, math.cos(end), {place, (place + 1) % count}),
        ):
            if facing > 0 and bare & beside:
                faces.append(((x, y), at(edge), at(edge, down=pie.depth), (x, y + pie.depth)))
        for low, high in _front_parts(start, end):
            rim = _angles(low, high)
            wall.append((*(at(a) for a in rim), *(at(a, down=pie.depth) for a in reversed(rim))))
    # Labels of slices in front stand under the wall.
    in_front = min(1.0, max(0.0, 2 * math.sin(middle))) * pie.depth
    rim_point = at(middle, down=in_front)
    label = at(middle, pie.radius + _LABEL, in_front + 8 * max(0.0, math.sin(middle)) * bool(pie.depth))
    return Slice(name, place, start, end, ((x, y), *(at(a) for a in arc)), tuple(faces), tuple(wall), rim_point, label)


def _front_parts(start: float, end: float) -> list[tuple[float, float]]:
    """The parts of an arc that lie in front."""
    parts = []
    for turn in range(-2, 3):
        low, high = max(start, 2 * math.pi * turn), min(end, 2 * math.pi * turn + math.pi)
        if high > low:
            parts.append((low, high))
    return parts


def _angles(start: float, end: float) -> list[float]:
    count = max(2, math.ceil((end - start) / _STEP) + 1)
    return [start + (end - start) * n / (count - 1) for n in range(count)]
