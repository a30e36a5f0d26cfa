"""A budget is never exceeded as long as no request costs more than is expected of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.running.budget import Budget


@given(
    st.floats(0.01, 10),
    st.floats(0.01, 2),
    st.lists(st.tuples(st.sampled_from(["begin", "answer", "fail"]), st.floats(0, 1)), max_size=60),
)
def test_what_is_spent_and_under_way_stays_within(most: float, expected: float, steps: list[tuple[str, float]]) -> None:
    budget = Budget(most, spent=0, request=expected)
    under_way, spent = 0, 0.0
    for step, share in steps:
        if step == "begin":
            under_way += budget.admit()
        elif under_way and step == "answer":
            budget.settle(share * expected)
            under_way, spent = under_way - 1, spent + share * expected
        elif under_way:
            budget.release()
            under_way -= 1
        assert budget.spent == pytest.approx(spent)
        assert spent + under_way * expected <= most + 1e-9


def test_dearer_requests_than_expected_count_by_their_mean() -> None:
    budget = Budget(10, spent=4, request=0.1)
    assert budget.admit()
    budget.settle(4)
    assert not budget.admit()
    assert budget.is_reached
    assert "$8.0000 of the $10" in budget.told()


def test_an_unknown_cost_counts_as_one_request() -> None:
    budget = Budget(1, spent=0, request=0.4)
    assert budget.admit()
    budget.settle(None)
    assert budget.spent == 0.4
