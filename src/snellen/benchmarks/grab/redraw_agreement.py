"""How far the answers to one question agree over its drawings: measures on arrays of values and of rights.

`values` has shape (questions, drawings): a whole number a distinct answer, the same for the same answer to any
question, and -1 where a reply has no value. A reply without a value agrees with nothing, not even with another such
reply. `right` has the same shape, 1 or 0. `strata` has a label a question; questions of one stratum could have each
other's answers.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "chance_corrected",
    "expected_by_luck",
    "pair_agreement",
    "question_correlation",
    "ratio_interval",
    "same_everywhere",
    "wrong_pairs",
]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

_SMALLEST_STRATUM = 10


def same_everywhere(values: ArrayLike) -> NDArray[np.bool_]:
    """Whether all drawings of a question got the same value: shape (questions,).

    >>> same_everywhere([[4, 4, 4], [4, 4, 5], [-1, -1, -1]]).tolist()
    [True, False, False]
    """
    v = np.asarray(values, dtype=np.int64)
    return np.asarray((v == v[:, :1]).all(axis=1) & (v[:, 0] >= 0))


def pair_agreement(values: ArrayLike) -> Floats:
    """Of the D(D − 1)/2 pairs of a question's drawings, the share with the same value: shape (questions,).

    NaN with one drawing.

    >>> pair_agreement([[4, 4, 4], [4, 4, 5], [4, 5, -1]]).round(3).tolist()
    [1.0, 0.333, 0.0]
    """
    v = np.asarray(values, dtype=np.int64)
    first, second = np.triu_indices(v.shape[1], 1)
    if not len(first):
        return np.full(len(v), np.nan)
    return np.asarray(((v[:, first] == v[:, second]) & (v[:, first] >= 0)).mean(axis=1))


def wrong_pairs(values: ArrayLike, right: ArrayLike) -> tuple[Floats, Floats]:
    """Pairs of drawings that both got a wrong answer: how many with the same value, and how many. Shape (questions,).

    Two right answers are always the same value, so agreement among right answers has nothing to tell.
    """
    v, wrong = np.asarray(values, dtype=np.int64), np.asarray(right, dtype=np.float64) == 0
    first, second = np.triu_indices(v.shape[1], 1)
    both = wrong[:, first] & wrong[:, second]
    same = both & (v[:, first] == v[:, second]) & (v[:, first] >= 0)
    return same.sum(axis=1).astype(np.float64), both.sum(axis=1).astype(np.float64)


def ratio_interval(
    parts: ArrayLike, wholes: ArrayLike, groups: ArrayLike, confidence: float = 0.95
) -> tuple[float, float, float]:
    """Σ parts / Σ wholes with its interval, clustered by group: (ratio, low, high), cut at 0 and 1.

    With R the ratio and r = part − R·whole, the standard error is √(G/(G − 1) · Σ_g (Σ r)²) / Σ wholes (the linearized
    ratio estimator), the quantile Student's with G − 1 degrees of freedom, groups without a whole left out. Wholes of 1
    make it a mean with `snellen.statistics.clustered_standard_error`. NaN without wholes; ends NaN with one group, and
    where no group differs.
    """
    from scipy.stats import t

    part, whole = np.asarray(parts, dtype=np.float64), np.asarray(wholes, dtype=np.float64)
    if whole.sum() == 0:
        return float("nan"), float("nan"), float("nan")
    kept = whole > 0
    _, codes = np.unique(np.asarray(groups)[kept], return_inverse=True)
    part, whole = part[kept], whole[kept]
    ratio = float(part.sum() / whole.sum())
    within = np.bincount(codes, weights=part - ratio * whole)
    if len(within) < 2:
        return ratio, float("nan"), float("nan")
    error = float(np.sqrt(len(within) / (len(within) - 1) * np.sum(within**2)) / whole.sum())
    if error == 0:  # it says nothing of how far others might differ
        return ratio, float("nan"), float("nan")
    reach = float(t.ppf((1 + confidence) / 2, len(within) - 1)) * error
    return ratio, max(0.0, ratio - reach), min(1.0, ratio + reach)


def chance_corrected(values: ArrayLike, strata: ArrayLike) -> float:
    """(P_o − P_e) / (1 − P_e): agreement over drawings beyond what a reader gets who has few answers to give.

    P_o is the mean of `pair_agreement`; P_e is how often replies to two different questions of one stratum have the
    same value, the mean over strata weighted by their questions. Both are over strata of two questions or more. 1 where
    answers agree over drawings and differ over questions, 0 where a drawing's answer tells nothing of another's; NaN
    where every answer is the same, or no stratum has two questions. It is Fleiss's kappa (Psychological Bulletin 76
    (1971) 378–382) with pairs within a question left out of chance, and categories left open.
    """
    v, (_, codes) = np.asarray(values, dtype=np.int64), np.unique(np.asarray(strata), return_inverse=True)
    agreement = pair_agreement(v)
    observed = expected = questions = 0.0
    for stratum in range(int(codes.max(initial=-1)) + 1):
        own = codes == stratum
        n, drawings = v[own].shape
        if n < 2:
            continue
        pairs = (n * drawings) * (n * drawings - 1) / 2 - n * drawings * (drawings - 1) / 2
        counts = np.unique(v[own][v[own] >= 0], return_counts=True)[1].astype(np.float64)
        within = float(agreement[own].sum()) * drawings * (drawings - 1) / 2
        observed += float(agreement[own].sum())
        expected += n * (float((counts * (counts - 1) / 2).sum()) - within) / pairs
        questions += n
    if not questions or expected >= questions:
        return float("nan")
    return (observed - expected) / (questions - expected)


def question_correlation(right: ArrayLike) -> float:
    """How much being right belongs to the question: the correlation of being right on two drawings of one question.

    (b − p²) / (p − p²), where b is the mean over questions of the share of pairs of drawings that are both right, and p
    the share of right answers: 0 where each drawing is right or wrong by luck alone, 1 where every question is right on
    all of its drawings or on none. NaN where all answers are right, or none is. p² is estimated without the pairs
    within a question (which would pull it up), so luck gives 0 on average.
    """
    x = np.asarray(right, dtype=np.float64)
    n, drawings = x.shape
    p = float(x.mean())
    if n < 2 or drawings < 2 or p in (0.0, 1.0):
        return float("nan")
    sums = x.sum(axis=1)
    both = float((sums * (sums - 1)).sum()) / (n * drawings * (drawings - 1))
    across = (float(sums.sum()) ** 2 - float((sums**2).sum())) / (n * (n - 1) * drawings**2)
    return (both - across) / (p - across) if p > across else float("nan")


def expected_by_luck(right: ArrayLike, strata: ArrayLike) -> tuple[float, float, float]:
    """The shares of questions right on all, on some and on none of their drawings, were right answers mere luck.

    Luck is a mixture of binomials: within a stratum every drawing of every question is right with the probability p_s,
    its share of right answers, independently. So Σ w_s p_s^D, Σ w_s (1 − p_s)^D, and the rest, w_s being the stratum's
    share of the questions. Strata of fewer than ten questions are taken together, or p_s would be that of single ones.

    >>> [round(share, 4) for share in expected_by_luck([[1, 0]] * 10, ["a"] * 10)]
    [0.25, 0.5, 0.25]
    """
    x, (_, codes) = np.asarray(right, dtype=np.float64), np.unique(np.asarray(strata), return_inverse=True)
    small = np.bincount(codes, minlength=1)[codes] < _SMALLEST_STRATUM
    codes = np.where(small, -1, codes)
    everywhere = nowhere = 0.0
    for stratum in np.unique(codes):
        own = codes == stratum
        p = float(x[own].mean())
        everywhere += own.mean() * p ** x.shape[1]
        nowhere += own.mean() * (1 - p) ** x.shape[1]
    return float(everywhere), float(1 - everywhere - nowhere), float(nowhere)
