"""Points along a curve: linear, quadratic or exponential, with noise in y."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["KINDS", "Curve", "best_curve"]

Floats = NDArray[np.float64]

KINDS = ("linear", "quadratic", "exponential")
_RATES = np.concatenate([-np.geomspace(30, 1, 60), np.geomspace(1, 30, 60)])
_PARAMETERS = {"linear": 3, "quadratic": 4, "exponential": 4}


@dataclass(frozen=True)
class Curve:
    """The curve that fits best: its kind, the standard deviation of the residuals, the share of variance that it
    explains, and the model's BIC, comparable with a mixture's over the same points."""

    kind: str
    residual_sd: float
    explained: float
    bic: float


def best_curve(points: Floats, least_sd: float) -> Curve | None:
    """The curve y = f(x) with Gaussian noise, x uniform, of the smallest BIC; None for fewer than six points.

    `points` has shape (n, 2), y in either direction. No residual deviation counts as less than `least_sd`.
    """
    n = len(points)
    x, y = points.T
    width, height = float(np.ptp(x)), float(np.ptp(y))
    if n < 6 or width <= 0 or height <= 0:
        return None
    u = (x - x.min()) / width
    found = []
    for kind in KINDS:
        rest = _residual_sum(kind, u, y)
        sd = max(float(np.sqrt(rest / n)), least_sd)
        log_likelihood = -n * np.log(width) - 0.5 * n * np.log(2 * np.pi * sd**2) - 0.5 * rest / sd**2
        bic = -2 * float(log_likelihood) + _PARAMETERS[kind] * float(np.log(n))
        found.append(Curve(kind, sd, 1 - rest / float(((y - y.mean()) ** 2).sum()), bic))
    return min(found, key=lambda curve: curve.bic)


def _residual_sum(kind: str, u: Floats, y: Floats) -> float:
    if kind == "exponential":
        powers = np.exp(_RATES[:, None] * (u - (_RATES[:, None] > 0)))
        powers -= powers.mean(axis=1, keepdims=True)
        rest = y - y.mean()
        return float((rest @ rest - (powers @ rest) ** 2 / (powers**2).sum(axis=1)).min())
    design = np.column_stack([np.ones(len(y)), u] if kind == "linear" else [np.ones(len(y)), u, u**2])
    solved = np.linalg.lstsq(design, y, rcond=None)[0]
    return float(((y - design @ solved) ** 2).sum())
