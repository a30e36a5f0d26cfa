"""Two variables bound by a formula, with Gaussian noise in y."""

import math

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

__all__ = ["N_POINTS", "interval", "related"]

N_POINTS = 100

_INTERVALS = {"linear": (0.0, 10.0), "exponential": (0.0, 10.0), "quadratic": (-5.0, 5.0)}
_COEFFICIENTS: dict[str, dict[str, float]] = {
    "linear": {"a": 2, "b": 1},
    "exponential": {"a": 2, "b": 1},
    "quadratic": {"a": 2, "b": 1, "c": 2},
}
_FORMULAS = {"linear": "y = a x + b", "exponential": "y = a exp(b x)", "quadratic": "y = a x^2 + b x + c"}


def interval(kind: str) -> tuple[float, float]:
    """The values of x over which a kind of relationship is shown."""
    return _INTERVALS[kind]


def related(
    rng: np.random.Generator, kind: str, noise_level: float, x: NDArray[np.float64]
) -> tuple[NDArray[np.float64], dict[str, JsonValue]]:
    """Points of shape (n, 2) at the given x, and what there is to know of their relationship.

    `kind` is linear (2x + 1), exponential (2·e^x) or quadratic (2x² + x + 2). The noise is Gaussian; its standard
    deviation is `noise_level` times that of y without noise (population).
    """
    y = _value(kind, x)
    noise_sd = float(np.std(y) * noise_level)
    noisy = y + rng.normal(0, noise_sd, len(y))
    facts: dict[str, JsonValue] = {
        "kind": kind,
        "formula": _FORMULAS[kind],
        "coefficients": dict(_COEFFICIENTS[kind]),
        "noise_level": noise_level,
        "noise_sd": noise_sd,
    }
    return np.column_stack([x, noisy]), facts


def _value(kind: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
    coefficients = _COEFFICIENTS[kind]
    a, b = coefficients["a"], coefficients["b"]
    match kind:
        case "linear":
            return a * x + b
        case "exponential":
            # math.exp, since NumPy's differs in the last bit between processors, and the last written digit with it
            return a * np.array([math.exp(b * each) for each in x.tolist()])
        case _:
            return a * x**2 + b * x + coefficients["c"]
