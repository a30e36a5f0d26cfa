"""Conditions in pairs: what is counted, against values worked out by hand, SciPy and statsmodels."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from snellen.comparison import PairedComparison, compare_conditions
from snellen.statistics import detectable_gap, paired_difference


def rows(model: str, scores: dict[str, float | None], **more: Any) -> list[dict[str, Any]]:
    about = {"model": model, "settings": "{}", "strategy": "zero-shot", "n_examples": 0, "repeat": 0}
    return [
        {
            **about,
            "dataset_fingerprint": "f",
            "question_id": name,
            "group_id": f"group of {name}",
            "outcome": "answered",
            "exact": score,
            **more,
        }
        for name, score in scores.items()
    ]


def scores_of(pattern: str) -> dict[str, float | None]:
    return {f"q{place:03}": float(each) for place, each in enumerate(pattern)}


def only(*parts: list[dict[str, Any]]) -> PairedComparison:
    found = compare_conditions(pd.DataFrame([row for part in parts for row in part]), "exact")
    assert len(found) == 1
    return found[0]


def test_independent_questions_are_mcnemars() -> None:
    # The media of Armitage and Berry (1994, p. 127): 20 both, 12 and 2 one alone, 16 neither; published p 0.0129.
    first, second = "1" * 20 + "1" * 12 + "0" * 2 + "0" * 16, "1" * 20 + "0" * 12 + "1" * 2 + "0" * 16
    found = only(rows("a", scores_of(first)), rows("b", scores_of(second)))
    assert (found.test, round(found.p, 4), found.p_holm) == ("mcnemar, exact", 0.0129, found.p)
    assert (found.n, found.groups, found.left_out, found.repeats) == (50, 50, 0, (1, 1))
    assert (found.first_score, found.second_score) == (0.64, 0.44)
    assert found.difference == pytest.approx(0.2)
    assert found.first_better == tuple(f"q{place:03}" for place in range(20, 32))
    assert found.second_better == ("q032", "q033")
    assert (found.both_right, found.both_wrong) == (20, 16)
    # SE of independent pairs with n − 1: √((14 − 100/50)/50/49).
    assert found.standard_error == pytest.approx(math.sqrt((14 - 2) / 50 / 49))
    assert found.detectable >= detectable_gap(found.standard_error)
    assert found.low < 0.2 < found.high


def test_questions_that_share_a_group_are_swapped_together() -> None:
    first = rows("a", scores_of("11110000"))
    second = rows("b", scores_of("00000000"))
    for part in (first, second):
        for place, row in enumerate(part):
            row["group_id"] = f"g{place // 2}"
    found = only(first, second)
    # Two of four groups differ, both for the first: of the four sign patterns two are as far.
    assert (found.test, found.groups) == ("sign flip by group, exact", 4)
    assert found.p == pytest.approx(0.5)
    assert found.interval == "bonett-price, clustered"
    apart = only(rows("a", scores_of("11110000")), rows("b", scores_of("00000000")))
    assert apart.p == pytest.approx(binomtest(4, 4).pvalue) == pytest.approx(0.125)
    assert (found.high - found.low) > (apart.high - apart.low)


def test_repeats_are_averaged_question_by_question() -> None:
    first = rows("a", {"x": 1.0, "y": 1.0, "z": 0.0}) + rows("a", {"x": 0.0, "y": 1.0, "z": 0.0}, repeat=1)
    found = only(first, rows("b", {"x": 0.0, "y": 0.0, "z": 0.0}))
    assert (found.n, found.repeats) == (3, (2, 1))
    assert found.difference == pytest.approx(0.5)
    assert (found.first_better, found.both_right, found.interval) == (("x", "y"), None, "t, clustered")
    assert found.test == "sign flip by group, exact"
    by_hand = paired_difference([0.5, 1, 0], [0, 0, 0], ["x", "y", "z"])
    assert (found.low, found.high) == (by_hand.low, by_hand.high)


def test_what_one_side_did_not_answer_is_left_out() -> None:
    first = rows("a", {"x": 1.0, "y": 1.0, "z": None}) + rows("a", {"w": 0.0}, outcome="error")
    second = rows("b", {"x": 0.0, "w": 1.0, "z": 1.0}) + rows("b", {"y": 0.0}, outcome="refused")
    found = only(first, second)
    assert (found.n, found.left_out, found.first_better) == (2, 2, ("x", "y"))


def test_nothing_in_common_says_nothing() -> None:
    found = only(rows("a", {"x": 1.0}), rows("b", {"y": 1.0}))
    assert (found.n, found.test, found.left_out) == (0, "none", 2)
    assert all(math.isnan(each) for each in (found.difference, found.p, found.p_holm, found.detectable))


def test_all_pairs_are_corrected_together() -> None:
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    rng = np.random.default_rng(5)
    patterns = ["".join(rng.choice(["0", "1"], 60, p=[1 - p, p])) for p in (0.2, 0.5, 0.9)]
    parts = [rows(name, scores_of(each)) for name, each in zip("abc", patterns, strict=True)]
    parts.append(rows("a", scores_of(patterns[1]), strategy="few-shot", n_examples=3))
    found = compare_conditions(pd.DataFrame([row for part in parts for row in part]), "exact")
    assert len(found) == 6
    assert len({(each.first.label, each.second.label) for each in found}) == 6
    expected = multipletests([each.p for each in found], method="holm")[1]
    assert [each.p_holm for each in found] == pytest.approx(expected)


def test_one_condition_has_no_pair_and_two_datasets_are_refused() -> None:
    frame = pd.DataFrame(rows("a", {"x": 1.0}))
    assert compare_conditions(frame, "exact") == []
    assert compare_conditions(frame.iloc[:0], "exact") == []
    mixed = pd.concat([frame, frame.assign(dataset_fingerprint="other")])
    with pytest.raises(ValueError, match="several datasets"):
        compare_conditions(mixed, "exact")


def test_floors_are_marked_and_shares_are_compared() -> None:
    found = only(rows("snellen/blind", {"x": 0.25, "y": 0.5}), rows("b", {"x": 1.0, "y": 0.75}))
    assert (found.first.floor, found.second.floor) == (True, False)
    assert (found.difference, found.test) == (-0.5, "sign flip by group, exact")


def test_where_groups_are_too_few_for_the_test_nothing_is_called_detectable() -> None:
    """With 5 groups the least p of sign flips is 2/2⁵ = 0.0625; with 8 it is 0.0078."""
    for groups, told in ((5, False), (8, True)):
        first, second = rows("a", scores_of("10" * groups)), rows("b", scores_of("00" * groups))
        for part in (first, second):
            for place, row in enumerate(part):
                row["group_id"] = f"g{place // 2}"
        found = only(first, second)
        assert found.p == pytest.approx(2 / 2**groups)
        assert (found.detectable == found.detectable) is told
