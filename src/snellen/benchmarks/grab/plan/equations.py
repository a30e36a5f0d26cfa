"""Equations with integer coefficients: drawing them, writing them, and how surely a picture tells one from the next."""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from snellen.benchmarks.grab.plan.curve_shapes import whole
from snellen.benchmarks.grab.plan.families import Function
from snellen.benchmarks.grab.plan.function_measures import Window

__all__ = ["EQUATION_FORMS", "equation_margin", "equation_text", "random_equation"]

EQUATION_FORMS: dict[str, str] = {
    "linear": "y = <m>x + <c>",
    "quadratic": "y = <a>x^2 + <b>x + <c>",
    "cubic": "y = <a>x^3 + <b>x^2 + <c>x + <d>",
    "quartic": "y = <a>x^4 + <b>x^3 + <c>x^2 + <d>x + <e>",
    "sine": "y = <a>sin(<b>x + <c>) + <d>",
}
"""How each form is written in a question and in its answer: every coefficient in full, also 1 and 0."""

_LARGEST_ANGLE = 6
"""c of a sine runs over 0..6: the whole numbers below one turn, so that with a > 0 and b > 0 the form is unique."""
_SAMPLES = 120


def random_equation(rng: np.random.Generator, form: str) -> Function:
    """A function of the form with integer coefficients, the leading one not zero, over a domain that shows it well."""
    match form:
        case "linear":
            start = rng.uniform(-10, -2)
            return Function(form, (_nonzero(rng, 9), whole(rng, -10, 10)), (start, rng.uniform(2, 10))).rounded()
        case "sine":
            a, b, c, d = whole(rng, 1, 10), whole(rng, 1, 5), whole(rng, 0, _LARGEST_ANGLE), whole(rng, -10, 10)
            length = 2 * math.pi / b * rng.uniform(1.3, 2.2)
            start = -length * rng.uniform(0.2, 0.6)
            return Function(form, (a, b, c, d), (start, start + length)).rounded()
    degree = {"quadratic": 2, "cubic": 3, "quartic": 4}[form]
    lead = _nonzero(rng, 3 if degree == 2 else 2)
    coefficients = (lead, *(whole(rng, -3, 3) for _ in range(degree - 1)), whole(rng, -10, 10))
    # The domain reaches past the outermost turning point, so that the ends show the leading power.
    whole_line = Function(form, coefficients, (-50.0, 50.0))
    turns = whole_line.stationary_points or (0.0,)
    reach = rng.uniform(0.8, 1.5) + 0.25 * (turns[-1] - turns[0])
    low, high = min(turns[0] - reach, -1.0), max(turns[-1] + reach, 1.0)
    return Function(form, coefficients, (low, high)).rounded()


def equation_text(f: Function) -> str:
    """The canonical text of a function with integer coefficients, as `EQUATION_FORMS` shows it.

    Raises ValueError where a coefficient is not a whole number.
    """
    numbers = [round(c) for c in f.coefficients]
    if tuple(numbers) != f.coefficients:
        raise ValueError(f"the coefficients {f.coefficients} are not whole numbers")
    if f.family == "sine":
        a, b, c, d = numbers
        return f"y = {a}sin({b}x {_signed(c)}) {_signed(d)}"
    degree = len(numbers) - 1
    terms = [f"{numbers[0]}{_power(degree)}"]
    terms += [f"{_signed(n)}{_power(degree - i)}" for i, n in enumerate(numbers[1:], 1)]
    return "y = " + " ".join(terms)


def equation_margin(f: Function, window: Window) -> float:
    """Half the smallest distance, in pixels, at which any other equation of the form runs from this curve.

    The distance of two equations is the largest normal distance, over the domain, of the other curve from this one;
    the others are those whose coefficients are up to two steps away (the angle of a sine: all of 0..6).
    """
    x = np.linspace(*f.domain, _SAMPLES)
    y = f(x)
    tilt = np.hypot(1.0, f.slope(x) * window.pixels_y / window.pixels_x)
    others = _neighbours(f, x)
    distances = (np.abs(others - y) * window.pixels_y / tilt).max(axis=1)
    return float(distances.min()) / 2


def _neighbours(f: Function, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values at x of the neighbouring equations, shape (equations, points)."""
    steps = (-2, -1, 0, 1, 2)
    if f.family == "sine":
        a, b, c, d = f.coefficients
        angles = tuple(float(angle) - c for angle in range(_LARGEST_ANGLE + 1))
        moves = np.array([m for m in itertools.product(steps, steps, angles, steps) if any(m)])
        moves = moves[(a + moves[:, 0] > 0) & (b + moves[:, 1] > 0)]
        da, db, dc, dd = (column[:, None] for column in moves.T)
        return np.asarray((a + da) * np.sin((b + db) * x + c + dc) + d + dd)
    degree = len(f.coefficients) - 1
    moves = np.array([m for m in itertools.product(steps, repeat=degree + 1) if any(m)])
    return np.asarray(f(x) + moves @ np.vander(x, degree + 1).T)


def _signed(n: int) -> str:
    return f"- {-n}" if n < 0 else f"+ {n}"


def _power(n: int) -> str:
    return "" if n == 0 else "x" if n == 1 else f"x^{n}"


def _nonzero(rng: np.random.Generator, largest: int) -> int:
    n = whole(rng, 1, largest)
    return n if rng.random() < 0.5 else -n
