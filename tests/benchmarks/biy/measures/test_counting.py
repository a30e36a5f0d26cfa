"""Counts, consistency and the protocols, by hand."""

import numpy as np
import pytest

from snellen.benchmarks.biy.measures import (
    PROTOCOLS,
    Protocol,
    consistent,
    count_correct,
    count_error,
    lengths,
    under_protocol,
)

NAN = float("nan")


def test_counts() -> None:
    predicted, true = [3, 4, 0, NAN, 2], [3, 3, 0, 3, 5]
    np.testing.assert_array_equal(count_correct(predicted, true), [1, 0, 1, NAN, 0])
    np.testing.assert_array_equal(count_error(predicted, true), [0, 1, 0, NAN, 3])


def test_consistency_is_of_the_answers_alone_and_needs_all_of_them() -> None:
    counts = [3, 3, 0, 2, NAN]
    boxes = lengths([[(0.0,) * 4] * 3, [], [], None, [(0.0,) * 4]])
    centers = lengths([[(1.0, 1.0)] * 3, [(1.0, 1.0)] * 3, [], [(1.0, 1.0)] * 2, [(1.0, 1.0)]])
    np.testing.assert_array_equal(consistent(counts, boxes, centers), [1, 0, 1, NAN, NAN])
    np.testing.assert_array_equal(consistent(counts, centers), [1, 1, 1, 1, NAN])


@pytest.mark.parametrize(
    ("protocol", "on_all", "on_non_empty", "on_empty"),
    [("paper", (1 + 0 + 1) / 3, 0.5, 1.0), ("strict", 2 / 5, 1 / 3, 0.5)],
)
def test_protocols(protocol: Protocol, on_all: float, on_non_empty: float, on_empty: float) -> None:
    """Five charts, two of them empty: right, wrong, and an invalid reply to each kind."""
    scores, valid = [1, 0, 0.3, 1, 0.9], [True, True, False, True, False]
    empty = [False, False, False, True, True]
    assert protocol in PROTOCOLS
    for charts, expected in (("all", on_all), ("non-empty", on_non_empty), ("empty", on_empty)):
        counted = under_protocol(scores, valid, empty, protocol, charts)  # type: ignore[arg-type]
        assert np.nanmean(counted) == pytest.approx(expected)


def test_an_empty_answer_gains_from_empty_charts_alone() -> None:
    """The floor: 65 of 115 charts without outliers give the answer [] 56.5%, and nothing on the others."""
    empty = np.arange(115) < 65
    scores = empty.astype(float)
    everywhere = np.full(115, True)
    assert round(100 * np.nanmean(under_protocol(scores, everywhere, empty, "strict")), 1) == 56.5
    assert np.nanmean(under_protocol(scores, everywhere, empty, "strict", "non-empty")) == 0
