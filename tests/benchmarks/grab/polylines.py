"""Measurements on a polyline: pieces inside a frame, areas, crossings, turning points."""

import itertools

import numpy as np
from tests.benchmarks.grab.drawn import Floats

__all__ = ["crossings", "net_area", "pieces_inside", "total_area", "turning_points"]


def pieces_inside(line: Floats, x_limits: tuple[float, float], y_limits: tuple[float, float]) -> list[Floats]:
    """The parts of a polyline inside a rectangle, in order, ends cut at its edges."""
    low, high = np.array([x_limits[0], y_limits[0]]), np.array([x_limits[1], y_limits[1]])
    slack = 1e-9 * (high - low)
    if ((line >= low - slack) & (line <= high + slack)).all():
        return [line]
    pieces: list[list[Floats]] = []
    for start, stop in itertools.pairwise(line):
        enter, leave = 0.0, 1.0
        for axis in range(2):
            step = stop[axis] - start[axis]
            if step == 0:
                if not low[axis] - slack[axis] <= start[axis] <= high[axis] + slack[axis]:
                    enter, leave = 1.0, 0.0
                continue
            ends = sorted([(low[axis] - start[axis]) / step, (high[axis] - start[axis]) / step])
            enter, leave = max(enter, ends[0]), min(leave, ends[1])
        if enter >= leave:
            continue
        first, last = start + enter * (stop - start), start + leave * (stop - start)
        if pieces and enter == 0 and np.allclose(pieces[-1][-1], first, rtol=0, atol=1e-12):
            pieces[-1].append(last)
        else:
            pieces.append([first, last])
    return [np.array(piece) for piece in pieces]


def net_area(line: Floats) -> float:
    """The integral of y over x from the left end to the right end, below the axis negative (trapezoids)."""
    x, y = line.T
    return float(np.trapezoid(y, x)) * _direction(line)


def total_area(line: Floats) -> float:
    """The integral of |y| over x from the left end to the right end; segments that cross the axis are split there."""
    x, y = line.T
    before, after, step = y[:-1], y[1:], np.diff(x)
    same = before * after >= 0
    size = np.abs(before) + np.abs(after)
    split = (before**2 + after**2) / np.where(size == 0, 1, size)
    return float((np.where(same, size, split) / 2 * step).sum()) * _direction(line)


def crossings(line: Floats) -> Floats:
    """Each x at which the polyline meets y = 0, by linear interpolation, in order."""
    x, y = line.T
    i = np.flatnonzero(y[:-1] * y[1:] < 0)
    return np.unique(np.concatenate([x[y == 0], x[i] - y[i] * (x[i + 1] - x[i]) / (y[i + 1] - y[i])]))


def turning_points(line: Floats) -> Floats:
    """The x and y of every interior extreme: the vertex of the parabola through the three highest (lowest) vertices."""
    # Vertices closer than a thousandth of the usual step would make the parabola ill-conditioned.
    steps = np.diff(line[:, 0])
    line = line[np.concatenate([[True], steps > 1e-3 * np.median(steps)])]
    x, y = line.T
    found = []
    rising = np.sign(np.diff(y))
    moving = np.flatnonzero(rising)
    for before, after in itertools.pairwise(moving):
        if rising[before] != rising[after]:
            middle = (before + 1 + after) // 2
            around = slice(max(middle - 2, 0), middle + 3)
            u = x[around] - x[middle]
            # Through five vertices, a quartic: a parabola would be off by the cubic term.
            slope = np.polyder(np.poly1d(np.polyfit(u, y[around], len(u) - 1)))
            roots = slope.roots
            root = float(np.real(roots[np.argmin(np.abs(roots))]))
            found.append((x[middle] + root, float(np.polyval(np.polyfit(u, y[around], len(u) - 1), root))))
    return np.array(found, dtype=np.float64).reshape(-1, 2)


def _direction(line: Floats) -> float:
    return 1.0 if line[-1, 0] >= line[0, 0] else -1.0
