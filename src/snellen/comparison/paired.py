"""Any two conditions compared on the questions that both answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from snellen.accuracy import FLOOR_MODELS, model_labels
from snellen.statistics import detectable_gap, holm, mcnemar, paired_difference, sign_flip

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ComparedCondition", "PairedComparison", "compare_conditions"]

_CONDITION = ("model", "settings", "strategy", "n_examples")
_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class ComparedCondition:
    """One side: its name in tables (`snellen.accuracy.model_labels`) and what it is made of; `settings` is JSON."""

    label: str
    model: str
    settings: str
    strategy: str
    n_examples: int
    floor: bool


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """Two conditions on the `n` questions that both answered, in `groups` groups; all shares are from 0 to 1.

    `difference` is first − second, `standard_error` is clustered by group, `low` and `high` are the ends of its
    interval, made as `interval` says (`snellen.statistics.paired_difference`). `p` is of `test`, `p_holm` adjusted for
    all pairs that were compared together. `detectable` is the smallest true difference that these questions would show
    with the power asked for, NaN where none would: so few groups that the test cannot be significant among so many
    pairs. NaN where there is nothing to say.

    `first_better` and `second_better` are the ids of questions on which one side scored higher; with scores of 0 and 1
    without repeats these are the questions that flipped, and `both_right` and `both_wrong` count the others (None where
    scores are not so). `left_out` are questions that have a score and that not both answered: one side was not asked,
    or asking it failed.
    """

    first: ComparedCondition
    second: ComparedCondition
    scorer: str
    n: int
    groups: int
    repeats: tuple[int, int]
    left_out: int
    first_score: float
    second_score: float
    difference: float
    standard_error: float
    low: float
    high: float
    interval: str
    test: str
    p: float
    p_holm: float
    detectable: float
    first_better: tuple[str, ...]
    second_better: tuple[str, ...]
    both_right: int | None
    both_wrong: int | None


def compare_conditions(
    results: "pd.DataFrame",
    headline: str,
    *,
    confidence: float = 0.95,
    power: float = 0.8,
    draws: int = 9999,
    seed: int = 0,
) -> list[PairedComparison]:
    """Every pair of conditions in a results table of one dataset, in the order of their first rows.

    A condition is a model with its settings, strategy and number of examples. `headline` is the scorer, whose values
    are shares from 0 to 1. Repeats are averaged question by question. A question counts where both sides answered it:
    replies that could not be read or were refused count with their score of 0, errors of asking do not count. Give the
    rows that are meant (one task, `snellen.accuracy.headline_rows`): Holm's rule corrects for the pairs of one call.

    The test is McNemar's exact one where all scores are 0 or 1, nothing is repeated and no two questions share a group:
    it takes questions for independent. Else the two sides are swapped group by group (`snellen.statistics.sign_flip`,
    `draws` and `seed` are its own), which holds for any scores and for questions that belong together.

    `test` is `mcnemar, exact`, `sign flip by group, exact` or `sign flip by group, drawn`, or `none` without questions.
    Columns used: the condition's, dataset_fingerprint, question_id, group_id, outcome and the scorer. Raises KeyError
    where one is missing and ValueError where the rows are of several datasets.
    """
    if results["dataset_fingerprint"].nunique() > 1:
        raise ValueError("results are of several datasets; compare each on its own")
    table = _Table.of(results, headline)
    found = [
        _compared(table, one, other, headline, confidence=confidence, power=power, draws=draws, seed=seed)
        for one in range(len(table.conditions))
        for other in range(one + 1, len(table.conditions))
    ]
    adjusted = holm([each.p for each in found])
    return [
        replace(each, p_holm=float(p), detectable=_NAN if _hopeless(each, len(found), confidence) else each.detectable)
        for each, p in zip(found, adjusted, strict=True)
    ]


def _hopeless(pair: PairedComparison, pairs: int, confidence: float) -> bool:
    """Whether no difference could be shown: among G groups the p of sign flips is 2/2^G at least."""
    return pair.test.startswith("sign flip") and pairs * 2.0 ** (1 - pair.groups) > 1 - confidence


@dataclass(frozen=True)
class _Table:
    """Scores and counts of replies by question (rows) and condition (columns)."""

    conditions: Sequence[ComparedCondition]
    questions: NDArray[Any]
    groups: NDArray[np.int64]
    scores: NDArray[np.float64]
    counts: NDArray[np.int64]
    scored: NDArray[np.bool_]

    @classmethod
    def of(cls, results: "pd.DataFrame", scorer: str) -> "_Table":
        import pandas as pd

        labels = model_labels(results)
        condition, keys = pd.factorize(pd.MultiIndex.from_frame(results[list(_CONDITION)]))
        question, ids = pd.factorize(results["question_id"])
        first = np.unique(question, return_index=True)[1]
        groups = pd.factorize(results["group_id"].iloc[first].fillna("").astype(str))[0]
        names = labels.iloc[np.unique(condition, return_index=True)[1]].tolist() if len(results) else []
        conditions = [
            ComparedCondition(str(label), str(key[0]), str(key[1]), str(key[2]), int(key[3]), key[0] in FLOOR_MODELS)
            for label, key in zip(names, keys, strict=True)
        ]
        values = results[scorer].to_numpy(dtype=np.float64, na_value=np.nan)
        there = ~np.isnan(values) & (results["outcome"] != "error").to_numpy(dtype=bool)
        shape = len(ids), len(conditions)
        place = question * max(1, shape[1]) + condition
        size = shape[0] * shape[1]
        counts = np.bincount(place[there], minlength=size).reshape(shape)
        total = np.bincount(place[there], weights=values[there], minlength=size).reshape(shape)
        scored = np.bincount(place[~np.isnan(values)], minlength=size).reshape(shape) > 0
        with np.errstate(invalid="ignore"):
            scores = total / counts
        return cls(conditions, np.asarray(ids, dtype=object), groups.astype(np.int64), scores, counts, scored)


def _compared(
    table: _Table,
    one: int,
    other: int,
    scorer: str,
    *,
    confidence: float,
    power: float,
    draws: int,
    seed: int,
) -> PairedComparison:
    both = (table.counts[:, one] > 0) & (table.counts[:, other] > 0)
    first, second = table.scores[both, one], table.scores[both, other]
    groups, ids = table.groups[both], table.questions[both]
    repeats = int(table.counts[:, one].max(initial=0)), int(table.counts[:, other].max(initial=0))
    found = paired_difference(first, second, groups, confidence)
    single = bool(np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()) and max(repeats) <= 1
    better, worse = first > second, first < second
    test, p = "none", _NAN
    if found.n and single and found.groups == found.n:
        test, p = "mcnemar, exact", mcnemar(int(better.sum()), int(worse.sum())).p
    elif found.n:
        flipped = sign_flip(first - second, groups, draws=draws, seed=seed)
        test, p = f"sign flip by group, {flipped.method}", flipped.p
    return PairedComparison(
        first=table.conditions[one],
        second=table.conditions[other],
        scorer=scorer,
        n=found.n,
        groups=found.groups,
        repeats=repeats,
        left_out=int((table.scored[:, one] | table.scored[:, other]).sum()) - found.n,
        first_score=float(first.mean()) if found.n else _NAN,
        second_score=float(second.mean()) if found.n else _NAN,
        difference=found.difference,
        standard_error=found.standard_error,
        low=found.low,
        high=found.high,
        interval=found.interval,
        test=test,
        p=p,
        p_holm=_NAN,
        detectable=_detectable(found.standard_error, found.low, found.high, found.groups, confidence, power),
        first_better=tuple(str(each) for each in ids[better]),
        second_better=tuple(str(each) for each in ids[worse]),
        both_right=int(((first == 1) & (second == 1)).sum()) if single else None,
        both_wrong=int(((first == 0) & (second == 0)).sum()) if single else None,
    )


def _detectable(error: float, low: float, high: float, groups: int, confidence: float, power: float) -> float:
    """By the standard error, or the one that the interval's width implies where that is larger.

    Where hardly a question differs the first is too small, and more would be promised than there is.
    """
    from scipy.stats import norm

    if groups < 2:
        return _NAN
    implied = (high - low) / 2 / float(norm.ppf((1 + confidence) / 2))
    errors = [each for each in (error, implied) if isfinite(each)]
    if not errors:
        return _NAN
    # No true difference of shares is above 1, whatever the quantiles say.
    return min(1.0, detectable_gap(max(errors), power, confidence, groups - 1 if groups < 100 else None))
