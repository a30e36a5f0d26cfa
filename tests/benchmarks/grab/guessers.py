"""Guessers that see the options of a question alone: fixed rules, and one that is trained on other questions."""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from snellen.dataset import Question

Floats = NDArray[np.float64]

_NUMBER = re.compile(r"[+-]? ?\d+(?:\.\d+)?")


def numbers_of(option: str) -> list[float]:
    """The numbers of an option in order; exponents are none."""
    return [float(found.replace(" ", "")) for found in _NUMBER.findall(re.sub(r"x\^\d", "x", option))]


def table_of(question: Question) -> Floats:
    """The options as rows of their numbers."""
    return np.array([numbers_of(option) for option in question.choices or ()])


def key_of(question: Question) -> int:
    """The place of the key."""
    return (question.choices or []).index(str(question.answer))


def _closest(values: Floats) -> Floats:
    return np.asarray(-np.abs(values[:, None] - values[None]).sum(axis=(1, 2)))


def _middle(values: Floats) -> Floats:
    return np.asarray(-np.abs(values - np.median(values, axis=0)).sum(axis=1))


def _shared(values: Floats) -> Floats:
    return np.asarray((values[:, None] == values[None]).sum(axis=(1, 2)), dtype=float)


def _paired(values: Floats) -> Floats:
    return np.array([np.any(np.all(values == -each, axis=1)) for each in values], dtype=float)


def _alone(values: Floats) -> Floats:
    return np.array([np.sort(np.abs(values - each).sum(axis=1))[1] for each in values])


GUESSERS: Mapping[str, Callable[[Floats], Floats]] = {
    "the median": _middle,
    "closest to the others": _closest,
    "farthest from the others": lambda values: -_closest(values),
    "most parameters shared": _shared,
    "fewest parameters shared": lambda values: -_shared(values),
    "the least": lambda values: -values.sum(axis=1),
    "the greatest": lambda values: values.sum(axis=1),
    "the smallest in size": lambda values: -np.abs(values).sum(axis=1),
    "the largest in size": lambda values: np.abs(values).sum(axis=1),
    "one of a pair of opposite signs": _paired,
    "none of a pair of opposite signs": lambda values: -_paired(values),
    "the most isolated": _alone,
    "the least isolated": lambda values: -_alone(values),
}
"""What each rule finds most likely: a number for every option, the largest is taken, equals by lot (their share)."""


def hit_share(likely: Floats, key: int) -> float:
    """The chance that a guesser takes the key."""
    best = np.isclose(likely, likely.max())
    return float(best[key]) / float(best.sum())


def trained_hits(train: Sequence[Question], test: Sequence[Question]) -> Floats:
    """For each test question the chance that a trained guesser takes the key.

    A conditional logistic model (the chance of an option is proportional to exp of a weighted sum of what is seen of
    it), with a ridge penalty, fitted on the train questions. Seen of an option: its rank, alone and by property, and by
    whether its neighbours are close; its gaps; its sign and size; whether others are its opposite, its double or half;
    roundness, parity; its place in the span of the training answers of its property; its letter.
    """
    spans = _spans(train)
    names = sorted({each.property for each in train})
    x = np.stack([_features(each, spans, names) for each in train])
    keys = np.array([key_of(each) for each in train])
    scale = x.std(axis=(0, 1)) + 1e-9

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = x @ (weights / scale)
        scores -= scores.max(axis=1, keepdims=True)
        chance = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        rows = np.arange(len(keys))
        value = -np.log(chance[rows, keys]).sum() + 5.0 * weights @ weights
        chance[rows, keys] -= 1
        return float(value), np.einsum("no,nof->f", chance, x) / scale + 10.0 * weights

    fitted = minimize(loss, np.zeros(x.shape[2]), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    weights = fitted.x / scale
    return np.array([hit_share(_features(each, spans, names) @ weights, key_of(each)) for each in test])


def _spans(questions: Sequence[Question]) -> dict[tuple[str, str, float | None], tuple[float, float]]:
    values: dict[tuple[str, str, float | None], list[float]] = {}
    for each in questions:
        values.setdefault(_kind(each), []).append(sum(numbers_of(str(each.answer))))
    return {kind: (min(found), max(found)) for kind, found in values.items()}


def _kind(question: Question) -> tuple[str, str, float | None]:
    return question.task, question.property, question.precision


def _features(
    question: Question, spans: Mapping[tuple[str, str, float | None], tuple[float, float]], names: Sequence[str]
) -> Floats:
    table = table_of(question)
    values = table.sum(axis=1)
    step = question.precision or 1.0
    order = np.argsort(values, kind="stable")
    rank = np.empty(5, dtype=int)
    rank[order] = np.arange(5)
    ranked = np.eye(5)[rank]
    gaps = np.diff(values[order]) / step
    below, above = np.append(np.inf, gaps)[rank], np.append(gaps, np.inf)[rank]
    low, high = spans.get(_kind(question), (values.min(), values.max()))
    share = (values - low) / max(high - low, 1e-9)
    steps = np.round(values / step).astype(int)
    by_property = np.zeros((5, 5 * len(names)))
    if question.property in names:
        place = names.index(question.property)
        by_property[:, 5 * place : 5 * place + 5] = ranked
    near = np.minimum(below, above)
    columns = [
        *ranked.T,
        *(ranked * (near <= 1)[:, None]).T,
        *by_property.T,
        *(rule(table) for rule in (_paired, _shared)),
        below == 1,
        above == 1,
        (below == 1) & (above == 1),
        np.isclose(below, above),
        near == near.min(),
        near == near.max(),
        1 / np.maximum(below, 0.5),
        1 / np.maximum(above, 0.5),
        values > 0,
        values == 0,
        np.abs(share - 0.5),
        (share - 0.5) ** 2,
        share < 0,
        share > 1,
        np.abs(values) == np.abs(values).min(),
        np.abs(values) == np.abs(values).max(),
        [np.any(values == 2 * each) for each in values],
        [np.any(2 * values == each) for each in values],
        steps % 2 == 0,
        steps % 5 == 0,
        steps % 10 == 0,
        *np.eye(5),
    ]
    return np.asarray(np.nan_to_num(np.stack([np.asarray(column, dtype=float) for column in columns], axis=1)))
