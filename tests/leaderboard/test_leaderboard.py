"""The rows of a leaderboard, its front, and what is recommended, on results whose figures are plain."""

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.leaderboard import condition_frame, pareto_front, recommend


def rows(
    model: str, right: int, *, n: int = 200, cost: float | None = None, tokens: int | None = 100, **more: Any
) -> pd.DataFrame:
    """`n` questions of a group each, the first `right` of them right."""
    about: dict[str, Any] = {"model": model, "settings": "{}", "strategy": "zero-shot", "n_examples": 0, "repeat": 0}
    frame = pd.DataFrame(
        {
            "question_id": [f"q{place}" for place in range(n)],
            "group_id": [f"g{place}" for place in range(n)],
            "exact": (np.arange(n) < right).astype(float),
        }
    )
    frame = frame.assign(**about, dataset_fingerprint="f", outcome="answered", cost=cost, seconds=2.0)
    frame["cost"] = frame["cost"].astype("float64")
    for name in ("input_tokens", "output_tokens"):
        frame[name] = pd.array([tokens] * n, dtype="Int64")
    return frame.assign(**more)


def table(*parts: pd.DataFrame) -> pd.DataFrame:
    return pd.concat(parts, ignore_index=True)


def test_a_row_has_its_means_and_what_is_known() -> None:
    half = rows("b", 50, cost=0.02)
    half.loc[:99, "cost"] = np.nan
    found = condition_frame(table(rows("a", 100, cost=0.01), half, rows("c", 0, tokens=None)), "exact").set_index(
        "label"
    )
    assert found["accuracy"].tolist() == [50, 25, 0]
    assert found["cost_a_question"].tolist()[:2] == pytest.approx([0.01, 0.02])
    assert found["cost_known"].tolist() == [1.0, 0.5, 0.0]
    assert found["cost"].tolist()[:2] == pytest.approx([2.0, 2.0])
    assert np.isnan(found.loc["c", ["cost", "tokens", "tokens_a_question"]].astype(float)).all()
    assert found.loc["a", "tokens_a_question"] == 200
    assert (found.loc["a", "replies"], found.loc["a", "n"]) == (200, 200)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_the_front_is_what_nothing_dominates(points: list[tuple[int, int]]) -> None:
    front = pareto_front([cost for cost, _ in points], [score for _, score in points])
    for (cost, score), on in zip(points, front, strict=True):
        beaten = any(c <= cost and s >= score and (c < cost or s > score) for c, s in points)
        assert on == (not beaten)


def test_what_is_not_known_is_on_no_front() -> None:
    assert pareto_front([1, np.nan, 2], [0.5, 0.9, np.nan]).tolist() == [True, False, False]
    with pytest.raises(ValueError, match="one length"):
        pareto_front([1], [1, 2])


def test_the_cheapest_within_the_margin() -> None:
    results = table(rows("best", 180, cost=0.05), rows("near", 178, cost=0.01), rows("far", 100, cost=0.001))
    found = recommend(results, "exact", within=2)
    assert found.chosen is not None
    assert found.best is not None
    assert (found.chosen.label, found.best.label) == ("near", "best")
    assert found.chosen.behind == pytest.approx(0.01)
    assert found.chosen.behind_low <= 0.01 <= found.chosen.behind_high
    assert [each.label for each in found.candidates] == ["near", "best", "far"]
    assert [each.place for each in found.candidates] == ["perhaps", "best", "below"]
    wide = recommend(results, "exact", within=5, surely=True)
    assert wide.chosen is not None
    assert wide.chosen.place == "within"
    narrow = recommend(results, "exact", within=2, surely=True)
    assert narrow.chosen is not None
    assert narrow.chosen.label == "best"
    cheapest = recommend(results, "exact", within=60).chosen
    assert cheapest is not None
    assert cheapest.label == "far"


def test_an_unknown_cost_is_said_and_nothing_guessed() -> None:
    results = table(rows("a", 180, tokens=500), rows("b", 179, tokens=50))
    found = recommend(results, "exact")
    assert found.chosen is None
    assert "not known" in found.reason
    assert "--by tokens" in found.reason
    by_tokens = recommend(results, "exact", rank="tokens").chosen
    assert by_tokens is not None
    assert by_tokens.label == "b"
    some = recommend(table(rows("a", 180, cost=0.5), rows("b", 179)), "exact")
    assert some.chosen is not None
    assert some.chosen.label == "a"
    assert any("not known for b" in note for note in some.notes)


def test_floors_are_recommended_only_where_they_win() -> None:
    floor = rows("snellen/blind", 178, cost=0.0)
    found = recommend(table(rows("a", 180, cost=0.5), floor), "exact")
    assert found.chosen is not None
    assert found.chosen.label == "a"
    assert any("sees no picture" in note for note in found.notes)
    won = recommend(table(rows("a", 150, cost=0.5), floor), "exact")
    assert won.chosen is not None
    assert won.chosen.floor
    assert "no reason to pay" in won.reason
    even = recommend(table(floor, rows("a", 178, cost=0.5)), "exact")
    assert even.chosen is not None
    assert not even.chosen.floor


def test_strategies_and_settings_are_conditions() -> None:
    results = table(
        rows("a", 180, cost=0.5),
        rows("a", 180, cost=0.6, strategy="few-shot", n_examples=3),
        rows("a", 20, settings='{"t": 1}'),
    )
    found = recommend(results, "exact")
    assert len(found.candidates) == 3
    assert found.chosen is not None
    assert found.chosen.strategy == "zero-shot"
    assert found.chosen.cost == pytest.approx(0.5)


def test_no_score_is_no_recommendation() -> None:
    found = recommend(rows("a", 3).assign(exact=np.nan), "exact")
    assert (found.best, found.chosen, found.candidates) == (None, None, ())
    assert "no reply has a score" in found.reason
    assert json.dumps(found.reason)
