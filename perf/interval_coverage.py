"""How often the 95% intervals hold what they should, by simulation: a table for docs/statistics.md.

    python perf/interval_coverage.py [--replicates 4000] [--seed 1]

Questions come in groups; the chance of being right varies between groups, beta-distributed (for pairs Dirichlet),
whose spread is the correlation within a group. Each line: the groups, the questions of each, the true share right (or
difference), the correlation, and of each method the coverage in percent with the mean width in points.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from snellen.statistics import accuracy_by, paired_difference, wilson_interval

__all__ = ["ACCURACY_METHODS", "PAIRED_METHODS", "accuracy_coverage", "main", "paired_coverage"]

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

ACCURACY_METHODS = ("Wilson, groups ignored", "Wilson at the effective size", "with the factor for few groups")
"""The last is that of `snellen.statistics.accuracy_by`."""

PAIRED_METHODS = ("t, clustered", "Bonett and Price")
"""The last is that of `snellen.statistics.paired_difference` for scores of 0 and 1."""

_SIZES = ((20, 1), (100, 1), (400, 1), (5, 10), (10, 10), (20, 10), (50, 10), (100, 5), (400, 5))
_SHARES = (0.05, 0.3, 0.9)
_PAIRS = ((0.3, 0.02, 0.02), (0.5, 0.15, 0.05), (0.2, 0.3, 0.1))
"""Right on both sides, on the first alone, on the second alone."""
_CORRELATIONS = (0.0, 0.1, 0.5)


def accuracy_coverage(
    groups: int, size: int, share: float, correlation: float, replicates: int, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Coverage and mean width, both shares, of each of `ACCURACY_METHODS` for a true share right."""
    right = rng.binomial(size, _beta(share, correlation, (replicates, groups), rng))
    found = [_ends_ignoring(right, size), _ends_without_factor(right, size), _ends_of_snellen(right, size)]
    return [_covered(low, high, share) for low, high in found]


def paired_coverage(
    groups: int, size: int, shares: Sequence[float], correlation: float, replicates: int, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """The same of each of `PAIRED_METHODS` for the difference of two conditions; `shares` are as in `_PAIRS`."""
    four = np.array([*shares, 1 - sum(shares)])
    chances = np.broadcast_to(four, (replicates, groups, 4))
    if correlation:
        # A Dirichlet draw is gammas over their sum.
        gammas = rng.gamma(np.broadcast_to(four * (1 - correlation) / correlation, (replicates, groups, 4)))
        chances = np.maximum(gammas, 1e-300) / np.maximum(gammas, 1e-300).sum(axis=2, keepdims=True)
    counts = rng.multinomial(size, chances)
    first, second = np.tile([1.0, 1.0, 0.0, 0.0], groups), np.tile([1.0, 0.0, 1.0, 0.0], groups)
    labels = np.repeat(np.arange(groups), 4)
    ends: list[list[tuple[float, float]]] = [[], []]
    for each in counts.reshape(replicates, -1):
        sides = [np.repeat(values, each) for values in (first, second, labels)]
        for place, adjusted in enumerate((False, True)):
            found = paired_difference(sides[0], sides[1], sides[2], adjusted=adjusted)
            ends[place].append((found.low, found.high))
    true = float(four[1] - four[2])
    return [_covered(found[:, 0], found[:, 1], true) for found in map(np.array, ends)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Coverage of the 95% intervals by simulation.")
    parser.add_argument("--replicates", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    error = 100 * (0.95 * 0.05 / asked.replicates) ** 0.5
    print(f"{asked.replicates} replicates a line (standard error {error:.2f} points), seed {asked.seed}")
    for title, methods, lines in (
        ("Accuracy", ACCURACY_METHODS, _accuracy_lines(asked.replicates, asked.seed)),
        ("Paired difference", PAIRED_METHODS, _paired_lines(max(200, asked.replicates // 2), asked.seed)),
    ):
        print(f"\n| {title}: groups × questions | true | correlation | {' | '.join(methods)} |")
        print(f"| --- | ---: | ---: | {' | '.join('---:' for _ in methods)} |")
        for line in lines:
            print(line)
            sys.stdout.flush()


def _accuracy_lines(replicates: int, seed: int) -> Iterator[str]:
    rng = np.random.default_rng(seed)
    for groups, size, correlation in _cases():
        for share in _SHARES:
            found = accuracy_coverage(groups, size, share, correlation, replicates, rng)
            yield _line(groups, size, f"{100 * share:g}%", correlation, found)


def _paired_lines(replicates: int, seed: int) -> Iterator[str]:
    rng = np.random.default_rng(seed)
    for groups, size, correlation in _cases():
        for shares in _PAIRS:
            found = paired_coverage(groups, size, shares, correlation, replicates, rng)
            true = f"{100 * (shares[1] - shares[2]):g} ({100 * (shares[1] + shares[2]):g}% differ)"
            yield _line(groups, size, true, correlation, found)


def _cases() -> Iterator[tuple[int, int, float]]:
    for groups, size in _SIZES:
        for correlation in _CORRELATIONS if size > 1 else (0.0,):
            yield groups, size, correlation


def _line(groups: int, size: int, true: str, correlation: float, found: Sequence[tuple[float, float]]) -> str:
    cells = (f"{100 * covered:.1f} ({100 * width:.1f})" for covered, width in found)
    return f"| {groups} × {size} | {true} | {correlation:g} | {' | '.join(cells)} |"


def _covered(low: Floats, high: Floats, true: float) -> tuple[float, float]:
    return float(np.mean((low <= true + 1e-12) & (true <= high + 1e-12))), float(np.mean(high - low))


def _beta(share: float, correlation: float, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    if not correlation:
        return np.full(shape, share)
    spread = (1 - correlation) / correlation
    return rng.beta(share * spread, (1 - share) * spread, shape)


def _ends_ignoring(right: NDArray[np.int64], size: int) -> Ends:
    return wilson_interval(right.sum(axis=1), right.shape[1] * size)


def _ends_without_factor(right: NDArray[np.int64], size: int) -> Ends:
    groups, n = right.shape[1], right.shape[1] * size
    mean = right.mean(axis=1) / size
    squares = ((right - size * mean[:, None]) ** 2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.fmin(mean * (1 - mean) / (groups / (groups - 1) * squares / n**2), n)
    effective = np.where((mean == 0) | (mean == 1), groups, effective)
    effective = np.full(len(mean), float(n)) if size == 1 else effective
    return wilson_interval(np.clip(mean, 0, 1) * effective, effective)


def _ends_of_snellen(right: NDArray[np.int64], size: int) -> Ends:
    import pandas as pd

    replicates, groups = right.shape
    scores = (np.arange(size) < right.reshape(-1, 1)).astype(np.float64).ravel()
    frame = pd.DataFrame(
        {
            "replicate": np.repeat(np.arange(replicates), groups * size),
            "group_id": np.tile(np.repeat(np.arange(groups), size), replicates),
            "outcome": "answered",
            "score": scores,
        }
    )
    table = accuracy_by(frame, ["replicate"], "score")
    return table["low"].to_numpy(dtype=np.float64), table["high"].to_numpy(dtype=np.float64)


if __name__ == "__main__":
    main()
