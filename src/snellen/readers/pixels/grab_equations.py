"""The equation with integer coefficients that a traced curve has, and how it is written."""

import itertools
import math
import re

import numpy as np

from snellen.readers.pixels.curve_measures import sine_parameters
from snellen.readers.pixels.curves import Curve
from snellen.readers.pixels.picture import Floats

__all__ = ["family_of_form", "integer_equation", "written_equation"]

_SLOT = re.compile(r"([+-] )?<[a-z]>")
_POWER = re.compile(r">x(?:\^(\d))?")
_NAMES = {1: "linear", 2: "quadratic", 3: "cubic", 4: "quartic"}


def family_of_form(form: str) -> str | None:
    """The family of a form such as y = <m>x + <c>, or None where it is none of those known."""
    if "sin(" in form:
        return "sine"
    return _NAMES.get(max((int(power or 1) for power in _POWER.findall(form)), default=0))


def integer_equation(curve: Curve, family: str) -> tuple[int, ...]:
    """The integer coefficients whose curve runs nearest to the traced one, highest power first; a, b, c, d of a sine.

    Those next to the rounded coefficients are tried too, for errors of one make up for those of another. A sine has
    a > 0, b > 0 and c from 0 to 6.
    """
    x = np.linspace(curve.start, curve.end, 200)
    y, tilt = curve(x), np.hypot(1.0, curve.slope(x) * curve.axes.x.per_pixel / curve.axes.y.per_pixel)
    if family == "sine":
        a, b, _, d = sine_parameters(curve)
        around = [_near(a, least=1), _near(b, least=1), list(range(7)), _near(d)]
        candidates = np.array(list(itertools.product(*around)), dtype=np.float64)
        p = candidates[:, :, None]
        values = p[:, 0] * np.sin(p[:, 1] * x + p[:, 2]) + p[:, 3]
    else:
        degree = next(power for power, name in _NAMES.items() if name == family)
        middle = (curve.start + curve.end) / 2
        coefficients = np.poly1d(np.polyfit(x - middle, y, degree))(np.poly1d([1.0, -middle])).coefficients
        coefficients = np.concatenate([np.zeros(degree + 1 - len(coefficients)), coefficients])
        around = [_near(each) for each in coefficients.tolist()]
        candidates = np.array([c for c in itertools.product(*around) if c[0] != 0], dtype=np.float64)
        values = candidates @ np.vander(x, degree + 1).T
    off: Floats = (np.abs(values - y) / tilt).max(axis=1)
    return tuple(int(c) for c in candidates[off.argmin()])


def written_equation(form: str, coefficients: tuple[int, ...]) -> str:
    """The form with its letters in angle brackets replaced, a minus sign in place of + before a negative one.

    >>> written_equation("y = <m>x + <c>", (2, -6))
    'y = 2x - 6'
    """
    left = iter(coefficients)

    def filled(slot: re.Match[str]) -> str:
        value = next(left)
        if slot[1] is None:
            return str(value)
        sign = "-" if (value < 0) != slot[1].startswith("-") else "+"
        return f"{sign} {abs(value)}"

    return _SLOT.sub(filled, form)


def _near(value: float, least: int | None = None) -> list[int]:
    middle = round(value) if math.isfinite(value) else 0
    return [n for n in (middle - 1, middle, middle + 1) if least is None or n >= least] or [least or 0]
