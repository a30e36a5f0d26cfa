"""Single answers beside multiple choice, on figures that are worked out by hand."""

import pandas as pd
import pytest

from snellen.benchmarks.grab.report_formats import format_exhibits
from snellen.exhibits import Table
from snellen.published import published_grab


def results(*, choices: bool = True) -> pd.DataFrame:
    """Ten charts; with a single answer the first 2 are right, with options charts 1 to 5 (one of the 2, four more)."""
    rows = []
    for number in range(10):
        for kind in ("single-answer", "multiple-choice")[: 1 + choices]:
            offered = kind == "multiple-choice"
            right = 1 <= number <= 5 if offered else number < 2
            rows.append(
                {
                    "model": "one",
                    "settings": "{}",
                    "strategy": "zero-shot",
                    "n_examples": 0,
                    "repeat": 0,
                    "chart_id": f"c{number}",
                    "group_id": f"c{number}",
                    "redraw": 0,
                    "outcome": "answered",
                    "task": "properties-choice" if offered else "properties",
                    "format": kind,
                    "exact": float(right),
                    "key_letter": "ABCDE"[number % 5] if offered else None,
                    "chosen_letter": ("ABCDE"[number % 5] if right else "A") if offered else None,
                    "distractors": "one step off; one step off; decoy; sign flipped" if offered else None,
                    "misreading": "decoy" if offered and not right else None,
                }
            )
    return pd.DataFrame(rows)


def tables(frame: pd.DataFrame) -> dict[str, pd.DataFrame]:
    return {exhibit.name: exhibit.frame for exhibit in format_exhibits(frame) if isinstance(exhibit, Table)}


def test_nothing_without_options() -> None:
    assert list(format_exhibits(results(choices=False))) == []


def test_one_format_alone_has_its_own_count_and_no_difference() -> None:
    made = results()
    row = tables(made[made["format"] == "multiple-choice"])["formats"].iloc[0]
    assert (row["multiple_choice_n"], row["multiple_choice"], row["n"]) == (10, 50, 0)
    assert row[["difference", "low", "high"]].isna().all()


def test_where_no_reply_differs_the_interval_reaches_as_far_as_replies_could() -> None:
    row = tables(results().assign(exact=0.0))["formats"].iloc[0]
    assert row["difference"] == 0
    # Wilson's upper end of 0 of 10 groups: z² / (10 + z²).
    assert row["high"] == -row["low"] == pytest.approx(100 * 3.841459 / 13.841459)


def test_the_paired_difference() -> None:
    frame = tables(results())["formats"]
    assert list(frame["task"]) == ["properties", "all tasks"]
    row = frame.iloc[0]
    assert (row["n"], row["single_answer"], row["multiple_choice"], row["difference"]) == (
        10,
        20,
        50,
        pytest.approx(30),
    )
    assert (row["single_answer_n"], row["multiple_choice_n"]) == (10, 10)
    # Four gain, one loses, five stay: mean 0.3, sum of squares 5 - 10 * 0.09 = 4.1, SE √(4.1 / 9 / 10), t(9) = 2.262.
    reach = 100 * 2.262157 * (4.1 / 90) ** 0.5
    assert (row["low"], row["high"]) == pytest.approx((30 - reach, 30 + reach), abs=1e-3)


def test_published_rows_stand_beside() -> None:
    frame = tables(results())["formats-published"]
    assert frame["model"].iloc[0] == "one"
    rows = frame.set_index("model")
    assert rows.loc["Claude 3.5 Sonnet", "difference"] == -10.0
    assert rows.loc["Random chance", "multiple_choice"] == 20.0
    known = [each for each in published_grab().models if each.multiple_choice is not None]
    assert frame["published"].sum() == len(known) + 1 == 21


def test_positions_and_temptations() -> None:
    found = tables(results())
    positions = found["choice-positions"].set_index("key_letter")
    # Keys at A are charts 0 and 5, of which 5 is right; A is chosen there and in the four other wrong ones.
    assert positions.loc["A", "accuracy"] == 50
    assert positions.loc["A", "chosen"] == 60
    tempted = found["choice-misreadings"].set_index("misreading")
    assert (tempted.loc["decoy", "offered"], tempted.loc["decoy", "chosen"]) == (10, 5)
    assert (tempted.loc["one step off", "offered"], tempted.loc["one step off", "rate"]) == (20, 0)
