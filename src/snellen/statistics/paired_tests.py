"""Tests of two conditions that answered the same questions."""

from dataclasses import dataclass
from math import gcd
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["McNemar", "SignFlip", "mcnemar", "sign_flip"]

Floats = NDArray[np.float64]
_MOST_STEPS = 2_000_000
_FINEST = 60
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class McNemar:
    """The counts of pairs in which one side alone is right, and two-sided p values: exact, mid-p and by χ².

    `p` is the exact conditional one. `statistic` is (b − c)²/(b + c), without continuity correction; `statistic` and
    `chi2_p` are NaN without discordant pairs.
    """

    first_only: int
    second_only: int
    p: float
    mid_p: float
    statistic: float
    chi2_p: float


def mcnemar(first_only: int, second_only: int) -> McNemar:
    """McNemar's test of discordant pairs: b in which the first alone is right, c in which the second alone is.

    The exact p is that of a fair coin in b + c throws, 2·P(X ≤ min(b, c)) and at most 1; mid-p takes half of the
    probability of what was seen off each side. Pairs must be independent of each other: where questions belong together
    use `sign_flip` by group. Sources: McNemar, Psychometrika 12 (1947) 153–157; Fagerland, Lydersen and Laake, BMC
    Medical Research Methodology 13 (2013) 91. Raises ValueError for negative counts.

    >>> found = mcnemar(12, 2)
    >>> round(found.p, 4), round(found.statistic, 3)
    (0.0129, 7.143)
    """
    from scipy.stats import binom, chi2

    b, c = int(first_only), int(second_only)
    if b < 0 or c < 0:
        raise ValueError("counts of pairs must not be negative")
    if b + c == 0:
        return McNemar(0, 0, 1.0, 1.0, float("nan"), float("nan"))
    below, here = float(binom.cdf(min(b, c), b + c, 0.5)), float(binom.pmf(min(b, c), b + c, 0.5))
    statistic = (b - c) ** 2 / (b + c)
    mid = 1.0 if b == c else 2 * below - here
    return McNemar(b, c, min(1.0, 2 * below), mid, statistic, float(chi2.sf(statistic, 1)))


@dataclass(frozen=True, slots=True)
class SignFlip:
    """The two-sided p value, how many groups differ, and how it was worked out."""

    p: float
    differing: int
    method: Literal["exact", "drawn"]


def sign_flip(differences: ArrayLike, groups: ArrayLike, *, draws: int = 9999, seed: int = 0) -> SignFlip:
    """The permutation test of paired differences that swaps the two conditions group by group.

    `differences` and `groups` (labels) are of shape (n,). Where the conditions are exchangeable within a group, each
    sum S_g of a group's differences could as well have had the other sign, independently of the other groups: p is the
    share of the 2^G sign patterns with |Σ ± S_g| ≥ |Σ S_g|. It is exact where the sums are whole multiples of a step
    that is not too fine (scores of 0 and 1, also with repeats): the distribution of the sum is worked out step by step.
    Else p is (1 + hits)/(1 + draws) over sign patterns drawn with `seed`, or exact over all of them where there are
    no more than `draws` (Phipson and Smyth, Statistical Applications in Genetics and Molecular Biology 9 (2010) 39).
    With one question a group and scores of 0 and 1 it is McNemar's exact test. 1 where no group differs; NaN without
    differences. Source: Fisher, The Design of Experiments (1935), section 21, on paired permutation.
    Raises ValueError where lengths differ.

    >>> round(sign_flip([1, 1, 1, 0, -1, 1], "abcdef").p, 6)
    0.375
    """
    values = np.asarray(differences, dtype=np.float64)
    labels = np.asarray(list(groups) if isinstance(groups, str) else groups)
    _, codes = np.unique(labels, return_inverse=True)
    if values.shape != codes.shape:
        raise ValueError("differences and groups must be of one length")
    if not values.size:
        return SignFlip(float("nan"), 0, "exact")
    sums = np.bincount(codes, weights=values).astype(np.float64)
    sums = np.abs(sums[np.abs(sums) > 1e-9]).astype(np.float64)
    total = abs(float(values.sum()))
    if not sums.size:
        return SignFlip(1.0, 0, "exact")
    steps = _whole_steps(sums)
    if steps is not None:
        whole, unit = steps
        return SignFlip(_exact(whole, round(total / unit)), int(sums.size), "exact")
    if sums.size < 30 and 2**sums.size <= draws:
        patterns = 1 - 2 * ((np.arange(2**sums.size)[:, None] >> np.arange(sums.size)) & 1)
        return SignFlip(float(np.mean(np.abs(patterns @ sums) >= total - 1e-9)), int(sums.size), "exact")
    hits, random = 0, np.random.default_rng(seed)
    chunk = max(1, _CHUNK // sums.size)
    for start in range(0, draws, chunk):
        signs = random.integers(0, 2, (min(chunk, draws - start), sums.size), dtype=np.int8)
        hits += int(np.sum(np.abs(2 * (signs @ sums) - sums.sum()) >= total - 1e-9))
    return SignFlip((1 + hits) / (1 + draws), int(sums.size), "drawn")


def _whole_steps(sums: Floats) -> tuple[NDArray[np.int64], float] | None:
    """The sums as whole numbers of a common step, a fraction 1/k of at least 1/60; None where there is none."""
    for parts in range(1, _FINEST + 1):
        whole = np.rint(sums * parts)
        if np.all(np.abs(sums * parts - whole) < 1e-6):
            numbers = whole.astype(np.int64)
            shared = gcd(*(int(each) for each in np.unique(numbers)))
            numbers //= shared
            return (numbers, shared / parts) if int(numbers.sum()) <= _MOST_STEPS else None
    return None


def _exact(sums: NDArray[np.int64], total: int) -> float:
    """P(|Σ ± s| ≥ total), sums of one size together: so many of them with a minus are binomial."""
    from scipy.signal import convolve
    from scipy.stats import binom

    # The sum of those with a plus, from 0 to Σ s: the signed sum is twice that less Σ s.
    chances = np.ones(1)
    for size, count in zip(*np.unique(sums, return_counts=True), strict=True):
        own = np.zeros(int(size) * int(count) + 1)
        own[:: int(size)] = binom.pmf(np.arange(count + 1), count, 0.5)
        chances = np.clip(convolve(chances, own), 0.0, None)
    signed = 2 * np.arange(chances.size) - int(sums.sum())
    least = 0.5 ** (int(sums.size) - 1)  # the pattern that was seen and its mirror image
    return float(min(1.0, max(chances[np.abs(signed) >= total].sum(), least)))
