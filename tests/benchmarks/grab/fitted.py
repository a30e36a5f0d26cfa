"""Families fitted to vertices by least squares: bell curves, sines, polynomials."""

import numpy as np
from scipy.optimize import least_squares
from tests.benchmarks.grab.drawn import Floats

__all__ = ["fit_bell", "fit_polynomial", "fit_sine"]

TOLERANCE = 1e-5
"""A fit that leaves more than this share of the curve's height is of the wrong family."""


def fit_bell(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Height, location and variance (c, m, v) of y = c·exp(-(x - m)^2 / (2v)), from vertices."""
    sign = np.sign(y[np.argmax(np.abs(y))])
    height = np.abs(y).max()
    high = sign * y > 1e-3 * height
    center, spread = float(x.mean()), float(np.ptp(x)) / 2
    u = (x - center) / spread
    # The logarithm of a bell curve is a parabola.
    curvature, slope, level = np.polyfit(u[high], np.log(sign * y[high]), 2, w=np.abs(y[high]) / height)
    start = [sign * np.exp(level - slope**2 / (4 * curvature)) / height, -slope / (2 * curvature), -0.5 / curvature]

    def residuals(p: Floats) -> Floats:
        return np.asarray(p[0] * np.exp(-((u - p[1]) ** 2) / (2 * p[2])) - y / height)

    found = least_squares(residuals, start, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    assert np.abs(found.fun).max() < TOLERANCE, "not a bell curve"
    c, m, v = found.x
    return float(c * height), float(center + m * spread), float(v * spread**2)


def fit_sine(x: Floats, y: Floats) -> tuple[float, float, float, float]:
    """a > 0, b > 0, c in [0, 2π) and d of y = a·sin(bx + c) + d, from vertices."""
    width, height = float(np.ptp(x)), float(np.ptp(y))
    few = np.linspace(0, len(x) - 1, 80).round().astype(int)
    # For each angular frequency the rest is linear: take the best of a fine scan, from a fifth of a turn to 30 turns.
    frequencies = 2 * np.pi / width * np.arange(0.2, 30, 0.05)
    angles = frequencies[:, None] * x[few]
    basis = np.stack([np.sin(angles), np.cos(angles), np.ones_like(angles)], axis=-1)
    solved = np.linalg.pinv(basis) @ y[few]
    errors = ((np.einsum("fnk,fk->fn", basis, solved) - y[few]) ** 2).sum(axis=1)
    best = int(np.argmin(errors))
    start = [frequencies[best], *solved[best]]

    def residuals(p: Floats) -> Floats:
        return np.asarray((p[1] * np.sin(p[0] * x) + p[2] * np.cos(p[0] * x) + p[3] - y) / height)

    scale = [0.1 / width, height, height, height]
    found = least_squares(residuals, start, x_scale=scale, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    assert np.abs(found.fun).max() < TOLERANCE, "not a sine"
    b, along_sine, along_cosine, d = found.x
    b, along_sine = abs(b), along_sine * np.sign(b)
    phase = float(np.arctan2(along_cosine, along_sine)) % (2 * np.pi)
    return float(np.hypot(along_sine, along_cosine)), float(b), phase, float(d)


def fit_polynomial(x: Floats, y: Floats, degree: int) -> Floats:
    """The coefficients, highest power first, from vertices."""
    center, spread = float(x.mean()), float(np.ptp(x)) / 2
    inner = np.polyfit((x - center) / spread, y, degree)
    assert np.abs(np.polyval(inner, (x - center) / spread) - y).max() < TOLERANCE * np.ptp(y), "not such a polynomial"
    composed = np.poly1d(inner)(np.poly1d([1 / spread, -center / spread]))
    return np.atleast_1d(np.asarray(composed.coeffs, dtype=np.float64))
