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


def best_curve(points: Floats, weights: Floats, least_sd: float) -> Curve | None:
    """The curve y = f(x) with Gaussian noise, x uniform, of the smallest BIC; None for fewer than six points.

    `points` has shape (n, 2), y in either direction, and `weights`, shape (n,), says how many each stands for. No
    residual deviation counts as less than `least_sd`.
    """
    n = float(weights.sum())
    x, y = points.T
    width, height = float(np.ptp(x)), float(np.ptp(y))
    if n < 6 or width <= 0 or height <= 0:
        return None
    u = (x - x.min()) / width
    found = []
    spread = float(weights @ (y - np.average(y, weights=weights)) ** 2)
    for kind in KINDS:
        rest = _residual_sum(kind, u, y, weights)
        sd = max(float(np.sqrt(rest / n)), least_sd)
        log_likelihood = -n * np.log(width) - 0.5 * n * np.log(2 * np.pi * sd**2) - 0.5 * rest / sd**2
        bic = -2 * float(log_likelihood) + _PARAMETERS[kind] * float(np.log(n))
        found.append(Curve(kind, sd, 1 - rest / spread, bic))
    return min(found, key=lambda curve: curve.bic)


def _residual_sum(kind: str, u: Floats, y: Floats, weights: Floats) -> float:
    share = weights / weights.sum()
    if kind == "exponential":
        powers = np.exp(_RATES[:, None] * (u - (_RATES[:, None] > 0)))
        powers -= (powers @ share)[:, None]
        rest = y - share @ y
        explained = (powers @ (weights * rest)) ** 2 / (powers**2 @ weights)
        return float(weights @ rest**2 - explained.max())
    design = np.column_stack([np.ones(len(y)), u] if kind == "linear" else [np.ones(len(y)), u, u**2])
    root = np.sqrt(weights)
    solved = np.linalg.lstsq(design * root[:, None], y * root, rcond=None)[0]
    return float(weights @ (y - design @ solved) ** 2)
