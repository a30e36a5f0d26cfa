"""Gaussian clusters over a uniform background, fitted by expectation and maximisation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Mixture", "Sample", "fit_mixture"]

Floats = NDArray[np.float64]

_ENOUGH = 1e-4
_PRIOR_POINTS = 4.0
_LEAST_CROWDED, _MOST_CROWDED = 0.5, 15.0
"""How much fewer or more points than guessed there can be in a crowded square."""


@dataclass(frozen=True, eq=False)
class Mixture:
    """K Gaussians with axes of their own lengths along x and y, and a uniform background over the points' box.

    `means` and `variances` have shape (K, 2), `shares` (K + 1,), the background's last. `memberships`, shape
    (K + 1, n), are the probabilities of each point's origin, `weights`, shape (n,), how many points each stands for.
    `bic` is smaller where the model explains more with less: −2 log likelihood + parameters · log n.
    """

    means: Floats
    variances: Floats
    shares: Floats
    memberships: Floats
    weights: Floats
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


@dataclass(frozen=True, eq=False)
class Sample:
    """What a mixture is fitted to, in the unit square: `points`, shape (n, 2), how many each stands for, `weights`,
    shape (n,), and which are `crowded`: squares of area `cell` in which points were not told apart, so that their
    weights are a guess."""

    points: Floats
    weights: Floats
    crowded: NDArray[np.bool_]
    cell: float

    def part(self, chosen: NDArray[np.int64]) -> "Sample":
        """Some of it, standing for all."""
        weights = self.weights[chosen]
        return Sample(self.points[chosen], weights * (self.weights.sum() / weights.sum()), self.crowded[chosen], 0.0)


def fit_mixture(sample: Sample, labels: NDArray[np.int64], least_sd: float, steps: int, *, count: bool) -> Mixture:
    """The mixture that grows from a first guess.

    `labels`, shape (n,), names each point's cluster from 0, −1 for none. Variances are drawn towards what the clusters
    have in common, with the weight of a few points, so that small clusters borrow from large ones; no standard
    deviation falls below `least_sd`. With `count` the weights of crowded squares are estimated too: a square has as
    many points as the mixture expects there, within bounds about the guess.
    """
    points, weights = sample.points, sample.weights.copy()
    n, k = len(points), int(labels.max(initial=-1)) + 1
    given = np.full((k + 1, n), 0.05 / (k + 1))
    given[np.where(labels < 0, k, labels), np.arange(n)] += 0.95
    squared = points**2
    crowded = np.flatnonzero(sample.crowded) if count else np.zeros(0, dtype=np.int64)
    before = -np.inf
    weighed = np.zeros((k + 1, n))
    for step in range(steps):
        mass = given @ weights + 1e-12
        shares = np.maximum(mass, 0.5)
        shares /= shares.sum()
        heavy = given[:k] * weights
        means = heavy @ points / mass[:k, None]
        squares = np.maximum(heavy @ squared - mass[:k, None] * means**2, 0)
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
        density = top + np.log(total)
        if len(crowded):
            expected = np.exp(density[crowded]) * weights.sum() * sample.cell
            guess = sample.weights[crowded]
            weights[crowded] = np.clip(expected, _LEAST_CROWDED * guess, _MOST_CROWDED * guess)
            if step < steps - 1:
                continue
        likelihood = float(density @ weights)
        if likelihood - before < _ENOUGH * n:
            break
        before = likelihood
    bic = -2 * likelihood + 5 * k * float(np.log(weights.sum()))
    return Mixture(means, variances, shares, given, weights, bic)
