"""Function families in closed form: values, stationary points, roots, areas over a restricted domain."""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FAMILIES", "Function"]

POLYNOMIALS = {"linear": 1, "quadratic": 2, "cubic": 3, "quartic": 4}
FAMILIES = (*POLYNOMIALS, "sine", "bell")

_VERTICES = 601
_SAME_VERTEX = 1e-9
"""Vertices closer than this, in data units, are one."""
_SAME = 1e-6
"""Zeros closer than this share of the domain are one: a double zero comes out as a pair a hair apart."""
_LARGEST = 1e9
_MOST_TURNS = 1000.0


@dataclass(frozen=True)
class Function:
    """One function over a closed domain, in data units.

    `coefficients` by family: linear to quartic, highest power first; sine a, b, c, d of a·sin(bx + c) + d; bell
    a, m, s, d of a·exp(−(x − m)²/(2s²)) + d, a curve of location m and variance s².
    """

    family: str
    coefficients: tuple[float, ...]
    domain: tuple[float, float]

    def __call__(self, x: ArrayLike) -> NDArray[np.float64]:
        """Values at x, any shape."""
        at = np.asarray(x, dtype=np.float64)
        if self.family in POLYNOMIALS:
            return np.asarray(np.polyval(self.coefficients, at))
        a, p, q, d = self.coefficients
        if self.family == "sine":
            return np.asarray(a * np.sin(p * at + q) + d)
        return np.asarray(a * np.exp(-((at - p) ** 2) / (2 * q * q)) + d)

    def at(self, x: float) -> float:
        """The value at one x."""
        return float(self(x))

    def slope(self, x: ArrayLike) -> NDArray[np.float64]:
        """First derivatives at x, any shape."""
        at = np.asarray(x, dtype=np.float64)
        if self.family in POLYNOMIALS:
            return np.asarray(np.polyval(np.polyder(np.asarray(self.coefficients)), at))
        a, p, q, _ = self.coefficients
        if self.family == "sine":
            return np.asarray(a * p * np.cos(p * at + q))
        return np.asarray(-a * (at - p) / (q * q) * np.exp(-((at - p) ** 2) / (2 * q * q)))

    @cached_property
    def stationary_points(self) -> tuple[float, ...]:
        """The x of every stationary point inside the domain, ascending; a double one once."""
        low, high = self.domain
        return self._distinct([x for x in self._stationary() if low < x < high])

    @cached_property
    def roots(self) -> tuple[float, ...]:
        """The x of every zero in the domain, ascending, a double zero once; none where the function is 0 throughout."""
        low, high = self.domain
        hair = _SAME * self.length
        return self._distinct([min(max(x, low), high) for x in self._roots() if low - hair <= x <= high + hair])

    @cached_property
    def extremes(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The lowest and the highest point (x, y) over the domain, ends included."""
        points = [(x, self.at(x)) for x in (*self.domain, *self.stationary_points)]
        return min(points, key=lambda p: (p[1], p[0])), max(points, key=lambda p: (p[1], -p[0]))

    @property
    def length(self) -> float:
        """The domain's length."""
        return self.domain[1] - self.domain[0]

    def integral(self, low: float, high: float) -> float:
        """The signed integral from low to high, in closed form."""
        return self._antiderivative(high) - self._antiderivative(low)

    @cached_property
    def net_area(self) -> float:
        """The area between curve and x axis over the domain, parts below the axis negative."""
        return self.integral(*self.domain)

    @cached_property
    def total_area(self) -> float:
        """The area between curve and x axis over the domain, every part positive."""
        cuts = (self.domain[0], *self.roots, self.domain[1])
        return sum(abs(self.integral(a, b)) for a, b in pairwise(cuts))

    @cached_property
    def vertices(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The x and y of the polyline to draw: an even grid with ends, stationary points and zeros exactly on it."""
        x = np.array(self.domain)
        # Where two of them coincide the more telling one stays: ends before extremes, those before zeros and the grid.
        for more in (self.stationary_points, self.roots, np.linspace(*self.domain, _VERTICES)):
            distance = np.abs(np.subtract.outer(np.asarray(more), x)).min(axis=1)
            x = np.concatenate([x, np.asarray(more)[distance > _SAME_VERTEX]])
        x.sort()
        return x, self(x)

    @cached_property
    def arc_length(self) -> float:
        """The curve's length in data units (of the polyline that is drawn)."""
        x, y = self.vertices
        return float(np.hypot(np.diff(x), np.diff(y)).sum())

    def shifted(self, by: float) -> "Function":
        """The function moved up by `by`."""
        return Function(self.family, (*self.coefficients[:-1], self.coefficients[-1] + by), self.domain)

    def stretched(self, factor: float) -> "Function":
        """The function with every value multiplied by `factor`."""
        if self.family in POLYNOMIALS:
            return Function(self.family, tuple(factor * c for c in self.coefficients), self.domain)
        a, p, q, d = self.coefficients
        return Function(self.family, (factor * a, p, q, factor * d), self.domain)

    def rounded(self) -> "Function":
        """The function with coefficients and domain rounded as they are written to disk."""
        coefficients = tuple(_rounded(c) for c in self.coefficients)
        return Function(self.family, coefficients, (_rounded(self.domain[0]), _rounded(self.domain[1])))

    def as_data(self) -> dict[str, Any]:
        """The JSON form in a source's data."""
        return {"family": self.family, "coefficients": list(self.coefficients), "domain": list(self.domain)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Function":
        """A function from its JSON form.

        Raises KeyError, TypeError, ValueError or OverflowError where it is not one that a chart can show: numbers are
        finite and within ±1e9, a sine has at most 1000 turns.
        """
        low, high = (float(end) for end in data["domain"])
        coefficients = tuple(float(c) for c in data["coefficients"])
        family = str(data["family"])
        known = family in FAMILIES and len(coefficients) == POLYNOMIALS.get(family, 3) + 1
        if not known or not low < high or not all(abs(number) <= _LARGEST for number in (low, high, *coefficients)):
            raise ValueError("not a function of a known family")
        width_or_rate = {"bell": 2, "sine": 1}.get(family)
        if width_or_rate is not None and coefficients[width_or_rate] == 0:
            raise ValueError(f"not a {family}")
        if family == "sine" and abs(coefficients[1]) * (high - low) > _MOST_TURNS * 2 * math.pi:
            raise ValueError("more turns than can be seen")
        return cls(family, coefficients, (low, high))

    def _distinct(self, ascending: list[float]) -> tuple[float, ...]:
        found: list[float] = []
        for x in ascending:
            if not found or x - found[-1] > _SAME * self.length:
                found.append(x)
        return tuple(found)

    def _stationary(self) -> list[float]:
        low, high = self.domain
        if self.family in POLYNOMIALS:
            return _real_roots(np.polyder(np.asarray(self.coefficients)))
        _, p, q, _ = self.coefficients
        if self.family == "bell":
            return [p]
        first = math.ceil((min(p * low, p * high) + q) / math.pi - 0.5)
        last = math.floor((max(p * low, p * high) + q) / math.pi - 0.5)
        return sorted(((n + 0.5) * math.pi - q) / p for n in range(first, last + 1))

    def _roots(self) -> list[float]:
        if self.family in POLYNOMIALS:
            return _real_roots(np.asarray(self.coefficients))
        a, p, q, d = self.coefficients
        if a == 0:
            return []
        if self.family == "bell":
            share = -d / a
            if not 0 < share <= 1:
                return []
            reach = q * math.sqrt(-2 * math.log(share))
            return sorted({p - reach, p + reach})
        if abs(d) > abs(a):
            return []
        low, high = sorted((p * self.domain[0] + q, p * self.domain[1] + q))
        angle, turn = math.asin(-d / a), 2 * math.pi
        found = []
        for base in (angle, math.pi - angle):
            first, last = math.ceil((low - base) / turn), math.floor((high - base) / turn)
            # One more on either side: rounding may have put a zero at an end outside.
            found += [(base + n * turn - q) / p for n in range(first - 1, last + 2)]
        return sorted(found)

    def _antiderivative(self, x: float) -> float:
        if self.family in POLYNOMIALS:
            degree = len(self.coefficients) - 1
            return sum(c * x ** (degree - i + 1) / (degree - i + 1) for i, c in enumerate(self.coefficients))
        a, p, q, d = self.coefficients
        if self.family == "sine":
            return -a / p * math.cos(p * x + q) + d * x
        return a * q * math.sqrt(math.pi / 2) * math.erf((x - p) / (q * math.sqrt(2))) + d * x


def _real_roots(coefficients: NDArray[np.float64]) -> list[float]:
    roots = np.roots(coefficients)
    # A double root comes out as a pair a hair apart, real or complex.
    return sorted(float(r.real) for r in roots if abs(r.imag) < 1e-6 * max(1.0, abs(r.real)))


def _rounded(value: float) -> float:
    # Twelve significant digits: exact enough for every picture, short enough to read in the files.
    return float(f"{value:.12g}") + 0.0
