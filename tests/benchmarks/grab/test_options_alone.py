"""Who sees the options alone has one chance in five, by rule or after training on other seeds."""

import numpy as np
import pytest
from tests.benchmarks.grab.guessers import GUESSERS, hit_share, key_of, table_of, trained_hits

from snellen.benchmarks.grab.plan import plan_cell, plan_cells
from snellen.dataset import Question

pytestmark = pytest.mark.slow

TRAIN, TEST = (31, 32, 33), (34, 35, 36)


def _asked(seed: int) -> list[Question]:
    cells = plan_cells("paper", seed, {}, {"multiple_choice": True})
    return [chart.questions[1] for cell in cells for chart in plan_cell(cell, seed)]


@pytest.fixture(scope="module")
def asked() -> dict[int, list[Question]]:
    return {seed: _asked(seed) for seed in (*TRAIN, *TEST)}


def _is_one_in_five(hits: list[float]) -> bool:
    """Within four standard deviations of 20%; guesses that share the chance over several options vary less."""
    return bool(abs(np.mean(hits) - 0.2) < 4 * 0.4 / np.sqrt(len(hits)))


def test_no_rule_finds_the_key(asked: dict[int, list[Question]]) -> None:
    questions = [question for of_seed in asked.values() for question in of_seed]
    for name, rule in GUESSERS.items():
        hits = [hit_share(rule(table_of(question)), key_of(question)) for question in questions]
        assert _is_one_in_five(hits), (name, np.mean(hits))


def test_no_training_finds_the_key(asked: dict[int, list[Question]]) -> None:
    train = [question for seed in TRAIN for question in asked[seed]]
    hits = trained_hits(train, [question for seed in TEST for question in asked[seed]])
    assert _is_one_in_five(list(hits)), hits.mean()


def test_every_place_and_rank_is_as_likely(asked: dict[int, list[Question]]) -> None:
    questions = [question for of_seed in asked.values() for question in of_seed]
    places = np.bincount([key_of(question) for question in questions], minlength=5)
    numbers = [question for question in questions if table_of(question).shape[1] == 1]
    ranks = np.bincount([int((table_of(q)[:, 0] < float(str(q.answer))).sum()) for q in numbers], minlength=5)
    for counts in (places, ranks):
        assert np.abs(counts - counts.sum() / 5).max() < 4 * np.sqrt(counts.sum() * 0.16)
