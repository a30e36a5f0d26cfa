"""How far a drawn mark extends from its point: its outline with the stroke about it, out of Vega's SVG."""

import math
import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["outline_reach"]

Floats = NDArray[np.float64]
_CIRCLE = re.compile(r"M([\d.e-]+),0A\1,\1,0,1,1,-\1,0A\1,\1,0,1,1,\1,0Z?")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_MITER_LIMIT = 10.0
"""That of the group which Vega draws in."""
_PIECES = 32
"""Straight pieces for a curve."""


def outline_reach(
    outline: str, attributes: Mapping[str, str], degrees: float = 0.0
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark from its point, by its path's data and SVG attributes, turned clockwise.

    The stroke reaches half its width beyond the outline, and at corners as far as its joins do (SVG 2, section 13.5).
    """
    stroked = attributes.get("stroke", "none") not in ("none", "transparent")
    half = float(attributes.get("stroke-width", 1)) / 2 if stroked else 0.0
    circle = _CIRCLE.fullmatch(outline)
    if circle:
        radius = float(circle[1])
        # A mark of no size has no outline to stroke.
        beyond = radius + half if radius else 0.0
        return beyond, beyond, beyond, beyond
    turn = math.radians(degrees)
    turned = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    places = [_edge(line @ turned, closed, half, attributes) for line, closed in _lines(outline)]
    if not places:
        return 0.0, 0.0, 0.0, 0.0
    every = np.vstack(places)
    (left, top), (right, bottom) = every.min(axis=0).tolist(), every.max(axis=0).tolist()
    return -left, -top, right, bottom


def _lines(outline: str) -> list[tuple[Floats, bool]]:
    """The path's parts as corners (n, 2), curves in straight pieces, and whether each is closed."""
    lines: list[tuple[Floats, bool]] = []
    corners: list[tuple[float, float]] = []
    x = y = 0.0

    def finish(closed: bool) -> None:
        if len(corners) > 1:
            lines.append((np.array(corners), closed))
        corners.clear()

    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*(?:[eE][-+]?\d+[^A-Za-z]*)*)", outline):
        values = [float(number) for number in _NUMBER.findall(text)]
        base_x, base_y = (x, y) if command.islower() else (0.0, 0.0)
        match command.upper():
            case "M" | "L":
                if command in "Mm":
                    finish(False)
                x, y = base_x + values[0], base_y + values[1]
                corners.append((x, y))
            case "H":
                x = base_x + values[0]
                corners.append((x, y))
            case "V":
                y = base_y + values[0]
                corners.append((x, y))
            case "C" | "Q":
                stops = [(x, y)] + [
                    (base_x + values[index], base_y + values[index + 1]) for index in range(0, len(values), 2)
                ]
                corners.extend(_bezier(np.array(stops)))
                x, y = stops[-1]
            case "A":
                end = (base_x + values[5], base_y + values[6])
                corners.extend(_arc((x, y), end, values[0], bool(values[3]), bool(values[4])))
                x, y = end
            case "Z":
                start = corners[0] if corners else (x, y)
                finish(True)
                x, y = start
                corners.append(start)
            case _:
                raise AssertionError(f"this release of Vega draws marks by {command!r}")
    finish(False)
    return lines


def _bezier(stops: Floats) -> list[tuple[float, float]]:
    share = np.linspace(0, 1, _PIECES + 1)[1:, None]
    degree = len(stops) - 1
    curve = sum(
        math.comb(degree, index) * share**index * (1 - share) ** (degree - index) * stop
        for index, stop in enumerate(stops)
    )
    return [(float(x), float(y)) for x, y in np.asarray(curve)]


def _arc(
    start: tuple[float, float], end: tuple[float, float], radius: float, large: bool, sweep: bool
) -> list[tuple[float, float]]:
    """An arc of a circle (SVG 2, appendix B.2.4 with equal radii)."""
    half = ((start[0] - end[0]) / 2, (start[1] - end[1]) / 2)
    distance = math.hypot(*half)
    if not distance or not radius:
        return [end]
    radius = max(radius, distance)
    away = math.sqrt(max(radius**2 - distance**2, 0.0)) / distance * (-1 if large == sweep else 1)
    center_x = away * half[1] + (start[0] + end[0]) / 2
    center_y = -away * half[0] + (start[1] + end[1]) / 2
    first = math.atan2(start[1] - center_y, start[0] - center_x)
    last = math.atan2(end[1] - center_y, end[0] - center_x)
    if sweep and last <= first:
        last += 2 * math.pi
    elif not sweep and last >= first:
        last -= 2 * math.pi
    angles = np.linspace(first, last, 2 * _PIECES + 1)[1:]
    return [(center_x + radius * math.cos(angle), center_y + radius * math.sin(angle)) for angle in angles.tolist()]


def _edge(corners: Floats, closed: bool, half: float, attributes: Mapping[str, str]) -> Floats:
    """Points whose bounding box is that of a line of corners with a stroke of `half` to either side."""
    steps = np.diff(corners, axis=0, append=corners[:1] if closed else corners[-1:])
    keep = np.hypot(steps[:, 0], steps[:, 1]) > 1e-9
    keep[-1] |= not closed
    corners = corners[keep]
    if not half or len(corners) < 2:
        return corners
    ahead = np.diff(corners, axis=0, append=corners[:1])
    ahead /= np.hypot(ahead[:, 0], ahead[:, 1])[:, None]
    behind = np.roll(ahead, 1, axis=0)
    if not closed:
        ahead[-1], behind[0] = behind[-1], ahead[0]
    places = [corners]
    for direction in (ahead, behind):
        side = half * np.column_stack([-direction[:, 1], direction[:, 0]])
        places += [corners + side, corners - side]
    join, cap = attributes.get("stroke-linejoin", "miter"), attributes.get("stroke-linecap", "butt")
    inner = slice(None) if closed else slice(1, -1)
    if join == "round":
        places += _around(corners[inner], half)
    elif join == "miter":
        middle = behind[inner] - ahead[inner]
        length = np.hypot(middle[:, 0], middle[:, 1])
        # The sine of half the angle between the edges: the join is half / sine long.
        sine = np.sqrt(np.clip((1 + (behind[inner] * ahead[inner]).sum(axis=1)) / 2, 0, 1))
        limit = float(attributes.get("stroke-miterlimit", _MITER_LIMIT))
        sharp = (length > 1e-9) & (sine * limit >= 1)
        places.append(corners[inner][sharp] + (half * middle[sharp].T / (length * sine)[sharp]).T)
    if not closed and cap == "round":
        places += _around(corners[[0, -1]], half)
    elif not closed and cap == "square":
        for end, direction in ((corners[0], -ahead[0]), (corners[-1], behind[-1])):
            side = np.array([-direction[1], direction[0]])
            places.append(np.array([end + half * (direction + side), end + half * (direction - side)]))
    return np.vstack(places)


def _around(corners: Floats, half: float) -> list[Floats]:
    return [corners + half * np.array(way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))]
