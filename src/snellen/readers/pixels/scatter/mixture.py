"""Gaussian clusters over a uniform background, fitted by expectation and maximisation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Mixture", "fit_mixture"]

Floats = NDArray[np.float64]

_STEPS = 60
_ENOUGH = 1e-4
_PRIOR_POINTS = 4.0


@dataclass(frozen=True, eq=False)
class Mixture:
    """K Gaussians with axes of their own lengths along x and y, and a uniform background over the points' box.

    `means` and `variances` have shape (K, 2), `shares` (K + 1,), the background's last. `memberships`, shape (n, K + 1),
    are the probabilities of each point's origin. `bic` is smaller where the model explains more with less: −2 log
    likelihood + parameters · log n.
    """

    means: Floats
    variances: Floats
    shares: Floats
    memberships: Floats
    bic: float

    @property
    def labels(self) -> NDArray[np.int64]:
        """The likeliest origin of each point, shape (n,): a Gaussian's number, −1 for the background."""
        best = self.memberships.argmax(axis=1)
        return np.where(best == len(self.means), -1, best).astype(np.int64)


def fit_mixture(points: Floats, labels: NDArray[np.int64], area: float, least_sd: float) -> Mixture:
    """The mixture that grows from a first guess.

    `points` has shape (n, 2); `labels`, shape (n,), names each point's cluster from 0, −1 for none; `area` is that of
    the background. Variances are drawn towards what the clusters have in common, with the weight of a few points, so
    that small clusters borrow from large ones; no standard deviation falls below `least_sd`.
    """
    n, k = len(points), int(labels.max(initial=-1)) + 1
    given = np.zeros((n, k + 1))
    given[np.arange(n), np.where(labels < 0, k, labels)] = 1.0
    given = 0.95 * given + 0.05 / (k + 1)
    before = -np.inf
    background = 1 / max(area, 1e-300)
    for _ in range(_STEPS):
        mass = given.sum(axis=0) + 1e-12
        shares = np.maximum(mass, 0.5) / np.maximum(mass, 0.5).sum()
        means = given[:, :k].T @ points / mass[:k, None]
        squares = given[:, :k].T @ points**2 - mass[:k, None] * means**2
        common = squares.sum(axis=0) / max(mass[:k].sum(), 1e-12)
        variances = (squares + _PRIOR_POINTS * common) / (mass[:k, None] + _PRIOR_POINTS)
        variances = np.maximum(variances, least_sd**2)
        away = (points[:, None, :] - means) ** 2 / variances
        log_density = -0.5 * (away + np.log(2 * np.pi * variances)).sum(axis=2)
        weighed = np.column_stack([log_density, np.full(n, np.log(background))]) + np.log(shares)
        top = weighed.max(axis=1, keepdims=True)
        given = np.exp(weighed - top)
        total = given.sum(axis=1, keepdims=True)
        given /= total
        likelihood = float((top + np.log(total)).sum())
        if likelihood - before < _ENOUGH * n:
            break
        before = likelihood
    return Mixture(means, variances, shares, given, -2 * likelihood + 5 * k * float(np.log(n)))
