"""How often the intervals hold the truth, by a seeded simulation of a few cases (perf/interval_coverage.py has all)."""

import numpy as np
import pytest
from perf.interval_coverage import accuracy_coverage, paired_coverage

REPLICATES = 400
ERROR = (0.95 * 0.05 / REPLICATES) ** 0.5


@pytest.mark.parametrize(
    ("groups", "size", "share", "correlation"),
    [(100, 1, 0.3, 0.0), (100, 5, 0.3, 0.1), (50, 10, 0.3, 0.5), (10, 10, 0.3, 0.5)],
)
def test_accuracies_are_held_as_often_as_promised(groups: int, size: int, share: float, correlation: float) -> None:
    rng = np.random.default_rng(11)
    ignored, _, own = accuracy_coverage(groups, size, share, correlation, REPLICATES, rng)
    assert own[0] >= 0.95 - 4 * ERROR
    if correlation == 0.5:
        assert ignored[0] < 0.8  # what clustering is for


def test_few_groups_need_their_factor() -> None:
    _, without, own = accuracy_coverage(5, 10, 0.3, 0.5, 1000, np.random.default_rng(12))
    assert without[0] < 0.9
    assert own[0] >= 0.9


@pytest.mark.parametrize(("groups", "size", "correlation"), [(20, 1, 0.0), (50, 5, 0.2), (10, 10, 0.2)])
def test_differences_are_held_as_often_as_promised(groups: int, size: int, correlation: float) -> None:
    found = paired_coverage(groups, size, (0.5, 0.15, 0.05), correlation, REPLICATES, np.random.default_rng(13))
    assert found[-1][0] >= 0.95 - 4 * ERROR


def test_rare_differences_need_bonett_and_price() -> None:
    student, own = paired_coverage(50, 1, (0.3, 0.02, 0.02), 0.0, REPLICATES, np.random.default_rng(14))
    assert own[0] >= 0.95 - 4 * ERROR
    assert own[0] >= student[0]
