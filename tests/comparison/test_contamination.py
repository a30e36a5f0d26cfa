"""A reader that remembers a dataset's pictures is told from an honest one, over many seeds."""

import hashlib

import numpy as np
import pandas as pd
import pytest

from snellen.comparison import compare_results

_TASKS = ("properties", "functions", "series", "transforms")
_SKILL = dict(zip(_TASKS, (0.4, 0.2, 0.15, 0.08), strict=True))


def _asked(seed: int, remembered: frozenset[str], rng: np.random.Generator) -> pd.DataFrame:
    """Results on a set of 800 questions: right where the picture's hash is remembered, else by the task's skill."""
    rows = []
    for number in range(800):
        task = _TASKS[number % 4]
        picture = hashlib.sha256(f"picture {number} of set {seed}".encode()).hexdigest()
        right = picture in remembered or rng.random() < _SKILL[task]
        rows.append((f"{seed}-{number}", task, f"property {number // 4 % 5}", number // 20 % 10, float(right)))
    frame = pd.DataFrame(rows, columns=["group_id", "task", "property", "complexity", "exact"])
    return frame.assign(model="reader", strategy="zero-shot", n_examples=0, precision=1.0)


def _hashes(seed: int, numbers: range) -> frozenset[str]:
    return frozenset(hashlib.sha256(f"picture {number} of set {seed}".encode()).hexdigest() for number in numbers)


@pytest.mark.parametrize(("share", "least", "most"), [pytest.param(0.0, 0, 6, marks=pytest.mark.slow), (0.15, 52, 60)])
def test_memory_is_caught_and_honesty_is_not(share: float, least: int, most: int) -> None:
    caught = 0
    for seed in range(60):
        rng = np.random.default_rng([11, seed])
        remembered = _hashes(seed, range(int(800 * share)))
        overall = compare_results(
            _asked(seed, remembered, rng), _asked(10_000 + seed, remembered, rng), "exact", [], 0.1
        )[0]
        assert overall.task is None
        assert overall.p is not None
        caught += overall.p < 0.05 and overall.difference > 0
    assert least <= caught <= most


def test_rows_are_by_condition_and_task_and_the_strata_add_up() -> None:
    rng = np.random.default_rng(1)
    first, second = _asked(1, frozenset(), rng), _asked(2, frozenset(), rng)
    both = [pd.concat([each, each.assign(model="other")]) for each in (first, second)]
    found = compare_results(both[0], both[1], "exact", ["absent"], 0.05)
    assert [(each.model, each.task) for each in found] == [
        (model, task) for model in ("reader", "other") for task in (None, *_TASKS)
    ]
    overall = found[0]
    assert overall.stratified_by == ["task", "property", "complexity"]
    assert sum(each.n for each in overall.strata) == overall.n == 800
    weighted = sum(each.weight * ((each.score or 0) - (each.fresh_score or 0)) for each in overall.strata)
    assert overall.difference == pytest.approx(weighted)
    assert overall.score == pytest.approx(first["exact"].mean())
    assert overall.mantel_haenszel == pytest.approx(overall.difference)


def test_scores_that_are_no_shares_of_right_answers_have_no_second_method() -> None:
    rng = np.random.default_rng(1)
    first, second = (_asked(seed, frozenset(), rng) for seed in (1, 2))
    found = compare_results(first.assign(exact=first["exact"] / 2), second, "exact", [], 0.05)
    assert found[0].interval == "t"
    assert found[0].mantel_haenszel is None


def test_what_was_not_asked_of_both_is_left_out() -> None:
    rng = np.random.default_rng(1)
    first, second = (_asked(seed, frozenset(), rng) for seed in (1, 2))
    found = compare_results(first, second[second["task"] == "series"], "exact", [], 0.05)
    assert [(each.task, each.n) for each in found] == [("series", 200)]
    assert compare_results(first, second.assign(model="other"), "exact", [], 0.05) == []
