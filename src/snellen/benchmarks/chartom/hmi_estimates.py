"""The index of a chart from the tallies of people's answers, with its interval and its sampling noise. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snellen.statistics import wilson_interval

__all__ = ["DEFINITIONS", "Estimate", "correlation_of_shares", "difference_interval", "excess", "noise_of", "share"]

DEFINITIONS: Mapping[str, str] = {
    "error-rate": "share of people whose answer is wrong; Wilson's 95% interval",
    "misleading-choice": "share of people whose answer is one that the manipulation invites; Wilson's 95% interval",
    "excess-error": (
        "error rate on the manipulated chart minus that on its honest twin, floored at zero; Newcombe's 95% interval "
        "of a difference, with the correlation of those who answered both, floored too"
    ),
}
"""How an index can be defined."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An index from 0 to 1 with its 95% interval, the number of people, and its standard error (before any floor)."""

    value: float
    low: float
    high: float
    n: int
    standard_error: float
    n_honest: int | None = None


def share(hits: int, n: int) -> Estimate:
    """The index that is the share `hits` of `n` people, of standard error √(p(1 − p)/n). Raises ValueError for n = 0.

    >>> round(share(30, 40).value, 2), round(share(30, 40).low, 3), round(share(30, 40).high, 3)
    (0.75, 0.598, 0.858)
    """
    if n < 1:
        raise ValueError("a share needs someone who answered")
    low, high = wilson_interval(hits, n)
    value = hits / n
    return Estimate(value, float(low), float(high), n, sqrt(value * (1 - value) / n))


def excess(manipulated: Mapping[str, bool], honest: Mapping[str, bool]) -> Estimate:
    """The error rate on a manipulated chart minus that on its honest twin, floored at zero.

    Each mapping has for each person who answered whether the answer was wrong; a person may have answered one chart or
    both. The interval is that of `difference_interval`, both ends floored at zero. Raises ValueError where nobody
    answered one of the two.
    """
    if not manipulated or not honest:
        raise ValueError("a difference needs someone who answered each of the twins")
    both = sorted(manipulated.keys() & honest.keys())
    counts = len(manipulated), len(honest)
    hits = sum(manipulated.values()), sum(honest.values())
    together = correlation_of_shares(
        [manipulated[name] for name in both], [honest[name] for name in both], counts[0], counts[1]
    )
    low, high = difference_interval(hits[0], counts[0], hits[1], counts[1], together)
    rates = hits[0] / counts[0], hits[1] / counts[1]
    deviations = [sqrt(rate * (1 - rate) / n) for rate, n in zip(rates, counts, strict=True)]
    variance = deviations[0] ** 2 + deviations[1] ** 2 - 2 * together * deviations[0] * deviations[1]
    value, low, high = (max(0.0, end) for end in (rates[0] - rates[1], low, high))
    return Estimate(value, low, high, counts[0], sqrt(max(0.0, variance)), counts[1])


def correlation_of_shares(first: Sequence[bool], second: Sequence[bool], n_first: int, n_second: int) -> float:
    """The correlation of two shares of which some people count in both: φ·m/√(n₁n₂).

    `first` and `second` are the answers of those m people, in one order; φ is their correlation, 0 where one of the two
    does not vary or m < 2. Bilinearity of the covariance: of Σx/n₁ and Σy/n₂ only the m common terms correlate.

    >>> correlation_of_shares([True, False], [True, False], 2, 2), correlation_of_shares([], [], 5, 5)
    (1.0, 0.0)
    """
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if len(x) < 2 or not x.std() or not y.std():
        return 0.0
    phi = float(np.mean((x - x.mean()) * (y - y.mean())) / (x.std() * y.std()))
    return max(-1.0, min(1.0, round(phi, 12) * len(x) / sqrt(n_first * n_second)))


def difference_interval(
    hits: int, n: int, other_hits: int, other_n: int, correlation: float = 0.0, confidence: float = 0.95
) -> tuple[float, float]:
    """Newcombe's interval of a difference of two shares p₁ − p₂, from the Wilson intervals (lᵢ, uᵢ) of the two.

    low = p₁ − p₂ − √((p₁ − l₁)² − 2ρ(p₁ − l₁)(u₂ − p₂) + (u₂ − p₂)²), and high likewise with the other ends; ρ is the
    correlation of the two estimates, 0 for different people. Sources: Newcombe, Statistics in Medicine 17 (1998)
    873–890, method 10 (ρ = 0), and 2635–2650, method 10 without the correction of φ (the same people); Zou and Donner,
    Statistics in Medicine 27 (2008) 1693–1702. Raises ValueError where nobody answered.

    >>> low, high = difference_interval(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    if n < 1 or other_n < 1:
        raise ValueError("a difference needs people on both sides")
    first, second = hits / n, other_hits / other_n
    (low, other_low), (high, other_high) = (
        [float(end) for end in ends]
        for ends in wilson_interval(np.array([hits, other_hits]), np.array([n, other_n]), confidence)
    )

    def reach(one: float, two: float) -> float:
        return sqrt(max(0.0, one**2 - 2 * correlation * one * two + two**2))

    difference = first - second
    return (
        max(-1.0, difference - reach(first - low, other_high - second)),
        min(1.0, difference + reach(high - first, second - other_low)),
    )


def noise_of(standard_errors: ArrayLike) -> float:
    """The sampling noise of labels that are no plain shares: what a predictor of the true values would still err by.

    The mean of √(2/π)·SE over charts, since a normal error of standard deviation SE is that large on average. NaN for
    none. Of shares `snellen.benchmarks.chartom.measures.label_noise` has it exactly.

    >>> round(noise_of([0.05, 0.05]), 4)
    0.0399
    """
    errors: NDArray[np.float64] = np.asarray(standard_errors, dtype=np.float64)
    errors = errors[[not isnan(error) for error in errors.tolist()]]
    return float(sqrt(2 / pi) * errors.mean()) if errors.size else nan
