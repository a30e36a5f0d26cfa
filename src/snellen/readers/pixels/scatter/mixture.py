"""Gaussian clusters over a uniform background, fitted by expectation and maximisation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Mixture", "fit_mixture"]

Floats = NDArray[np.float64]

_ENOUGH = 1e-4
_PRIOR_POINTS = 4.0


@dataclass(frozen=True, eq=False)
class Mixture:
    """K Gaussians with axes of their own lengths along x and y, and a uniform background over the points' box.

    `means` and `variances` have shape (K, 2), `shares` (K + 1,), the background's last. `memberships`, shape (K + 1, n),
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
        best = self.memberships.argmax(axis=0)
        return np.where(best == len(self.means), -1, best).astype(np.int64)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many points are likeliest of each Gaussian: shape (K,)."""
        return np.bincount(self.labels + 1, minlength=len(self.means) + 1)[1:]


def fit_mixture(points: Floats, labels: NDArray[np.int64], least_sd: float, steps: int) -> Mixture:
    """The mixture that grows from a first guess.

    `points`, shape (n, 2), lie in the unit square, which is the background's; `labels`, shape (n,), names each point's
    cluster from 0, −1 for none. Variances are drawn towards what the clusters have in common, with the weight of a few
    points, so that small clusters borrow from large ones; no standard deviation falls below `least_sd`.
    """
    n, k = len(points), int(labels.max(initial=-1)) + 1
    given = np.full((k + 1, n), 0.05 / (k + 1))
    given[np.where(labels < 0, k, labels), np.arange(n)] += 0.95
    squared = points**2
    before = -np.inf
    weighed = np.zeros((k + 1, n))
    for _ in range(steps):
        mass = given.sum(axis=1) + 1e-12
        shares = np.maximum(mass, 0.5)
        shares /= shares.sum()
        means = given[:k] @ points / mass[:k, None]
        squares = np.maximum(given[:k] @ squared - mass[:k, None] * means**2, 0)
        common = squares.sum(axis=0) / max(float(mass[:k].sum()), 1e-12)
        variances = (squares + _PRIOR_POINTS * common) / (mass[:k, None] + _PRIOR_POINTS)
        variances = np.maximum(variances, least_sd**2)
        constant = -0.5 * (means**2 / variances + np.log(2 * np.pi * variances)).sum(axis=1) + np.log(shares[:k])
        weighed[:k] = (means / variances) @ points.T - 0.5 * (1 / variances) @ squared.T + constant[:, None]
        weighed[k] = np.log(shares[k])
        top = weighed.max(axis=0)
        given = np.exp(weighed - top)
        total = given.sum(axis=0)
        given /= total
        likelihood = float((top + np.log(total)).sum())
        if likelihood - before < _ENOUGH * n:
            break
        before = likelihood
    return Mixture(means, variances, shares, given, -2 * likelihood + 5 * k * float(np.log(n)))
