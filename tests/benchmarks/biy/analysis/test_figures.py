"""Figures under both protocols on tables small enough to count by hand."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.benchmarks.biy.made_up import made_up

from snellen.benchmarks.biy.analysis import (
    both_protocols,
    conditioned,
    consistency,
    fault_counts,
    floor_rows,
    in_order,
    mean_errors,
    mean_scores,
    precision_recall,
    validity,
)


def _counts() -> pd.DataFrame:
    """Ten counting replies: 4 right, 3 wrong by 2, 3 invalid; the first five to charts with nothing to find.

    Right are two empty charts and two others; invalid two empty and one other.
    """
    frame = made_up(samples=10, designs=("default",), right=1, invalid=0)
    frame = frame[frame["task"] == "cluster_count"].reset_index(drop=True)
    frame["group_id"] = [f"g{number}" for number in range(10)]
    frame["n_true"] = pd.array([0] * 5 + [3] * 5, dtype="Int64")
    state = ["right", "right", "invalid", "invalid", "wrong", "right", "right", "wrong", "wrong", "invalid"]
    for reading in ("released", "lenient", "exact"):
        frame[f"{reading}_valid"] = [float(one != "invalid") for one in state]
        frame[f"{reading}_fault"] = ["empty" if one == "invalid" else None for one in state]
    value = np.array([float(one == "right") for one in state])
    frame["strict"], frame["lenient"], frame["exact"] = value, value, value
    frame["released_error"] = [{"right": 0.0, "wrong": 2.0}.get(one, np.nan) for one in state]
    # What a table holds where a reply is invalid must not matter.
    frame.loc[frame["released_valid"] == 0, "released_error"] = 0.0
    return frame


def test_the_paper_drops_invalid_replies_and_strict_counts_them_as_wrong() -> None:
    row = both_protocols(_counts(), ["task"]).iloc[0]
    assert (row["replies"], row["valid"]) == (10, 70)
    assert row["paper"] == pytest.approx(100 * 4 / 7)
    assert row["strict"] == pytest.approx(40)
    assert (row["non_empty_n"], row["non_empty"]) == (5, 40)
    # Wilson's interval of 4 of 10: 16.82 to 68.73 percent.
    assert (row["strict_low"], row["strict_high"]) == pytest.approx((16.82, 68.73), abs=0.005)
    empty = [mean_scores(_counts(), [], "strict", protocol, "empty").iloc[0] for protocol in ("paper", "strict")]
    assert [(one["n"], one["mean"]) for one in empty] == [(3, pytest.approx(200 / 3)), (5, pytest.approx(40))]


def test_errors_of_counts_are_of_valid_replies() -> None:
    row = mean_errors(_counts(), ["task"]).iloc[0]
    assert (row["n"], row["mae"], row["median"], row["largest"]) == (7, pytest.approx(6 / 7), 0, 2)
    # Student's t by hand: 6/7 ± 2.4469 · s/√7 with s² = (4·(6/7)² + 3·(8/7)²)/6, cut at 0.
    reach = 2.446912 * np.sqrt((4 * (6 / 7) ** 2 + 3 * (8 / 7) ** 2) / 6 / 7)
    assert (row["low"], row["high"]) == pytest.approx((max(0, 6 / 7 - reach), 6 / 7 + reach), abs=1e-5)


def test_validity_and_faults() -> None:
    frame = _counts()
    frame.loc[9, "outcome"] = "error"
    assert validity(frame, ["design"]).iloc[0]["lenient"] == 70
    faults: Any = fault_counts(frame, ["model"]).set_index("reading")
    assert faults.loc["released", ["replies", "invalid", "empty", "no reply"]].tolist() == [10, 3, 2, 1]


def test_precision_and_recall_are_averaged_over_charts_of_tasks_that_have_them() -> None:
    frame = made_up(samples=4, designs=("default",), right=1, invalid=0)
    boxes = frame["task"] == "cluster_bboxes"
    frame.loc[boxes, "released_precision_iou75"] = [1.0, 0.5, 0.25, np.nan]
    frame.loc[boxes, "released_valid"] = [1.0, 1.0, 1.0, 0.0]
    for protocol, n, mean in (("paper", 3, 175 / 3), ("strict", 4, 175 / 4)):
        table: Any = precision_recall(frame, ["task"], protocol).set_index(["task", "threshold"])  # type: ignore[arg-type]
        assert table.loc[("cluster_bboxes", "IoU 0.75"), ["n", "precision"]].tolist() == pytest.approx([n, mean])
        assert set(table.index) == {
            *(("cluster_bboxes", name) for name in ("IoU 0.75", "IoU 0.5")),
            *((task, name) for task in ("cluster_points", "outlier_points")
              for name in ("10 px", "20 px", "1/60 of the plot", "1/30 of the plot")),
        }  # fmt: skip
        assert table.loc[("outlier_points", "10 px"), "f1"] == 100
        assert np.isnan(table.loc[("outlier_points", "10 px"), "mean_iou"])


def test_consistency_is_of_the_same_chart_and_condition() -> None:
    frame = made_up(models=("one", "two"), samples=4, designs=("default",), right=1, invalid=0)
    place = frame.index[(frame["model"] == "one") & (frame["task"] == "cluster_points")]
    frame.loc[place[0], "released_number"] = 9.0
    frame.loc[place[1], "released_valid"] = 0.0
    table: Any = consistency(conditioned(frame), ["model"]).set_index(["subject", "model"])
    assert table.loc[("clusters", "one"), ["n", "paper", "charts", "strict"]].tolist() == pytest.approx(
        [3, 200 / 3, 4, 50]
    )
    assert table.loc[("clusters", "two"), ["n", "paper", "charts", "strict"]].tolist() == [4, 100, 4, 100]
    assert table.loc[("outliers", "one"), "strict"] == 100
    assert consistency(conditioned(frame[frame["task"] == "cluster_count"]), ["model"]).empty


def test_floors_are_of_the_questions_that_are_asked() -> None:
    frame = made_up(models=("one", "two"), samples=12, designs=("default",), invalid=0.4)
    floors = floor_rows(conditioned(frame))
    # Of twelve samples four have nothing, four have two and four have three: of the two best counts 2 is the smaller.
    tied = {"always nothing", "always {2}"}
    assert set(floors["model"]) - tied == set()
    nothing = both_protocols(floors[floors["model"] == "always nothing"], ["task"])
    assert nothing["replies"].tolist() == [12] * 5
    assert nothing["strict"].to_numpy() == pytest.approx(100 * 4 / 12)
    assert nothing["paper"].to_numpy() == pytest.approx(100 * 4 / 12)
    assert nothing["non_empty"].tolist() == [0] * 5
    errors: Any = mean_errors(floors[floors["model"] == "always nothing"], ["task"]).set_index("task")
    assert errors.loc["outlier_count", "mae"] == pytest.approx(frame.drop_duplicates("source_id")["n_true"].mean())
    located = precision_recall(floors, ["task", "model"], "strict")
    assert located["f1"].to_numpy() == pytest.approx(100 * 4 / 12)


def test_the_best_constant_is_the_most_common_count() -> None:
    frame = made_up(samples=12, designs=("default",))
    frame.loc[frame["task"] == "outlier_count", "n_true"] = 1
    floors = floor_rows(conditioned(frame))
    best: Any = both_protocols(floors, ["task", "model"]).set_index(["task", "model"])
    assert best.loc[("outlier_count", "always {1}"), "strict"] == 100
    assert best.loc[("outlier_count", "always nothing"), "strict"] == 0


def test_conditions_tell_numbers_of_examples_apart_where_they_differ() -> None:
    frame = made_up(samples=2, strategies=(("few-shot", 6), ("zero-shot", 0), ("few-shot", 3)))
    rows = conditioned(frame)
    assert set(rows["condition"]) == {"zero-shot", "few-shot, 3", "few-shot, 6"}
    assert set(rows["model"]) == {"one"}
    table: Any = in_order(both_protocols(rows, ["task", "model", "condition"]))
    assert table["condition"].tolist()[:3] == ["zero-shot", "few-shot, 3", "few-shot, 6"]
    assert list(dict.fromkeys(table["task"]))[:2] == ["cluster_count", "cluster_bboxes"]
    assert set(conditioned(frame[frame["n_examples"] != 3])["condition"]) == {"zero-shot", "few-shot"}


def test_settings_of_one_model_stay_apart_and_questions_without_a_key_out() -> None:
    frame = made_up(samples=2)
    other = frame.assign(settings='{"temperature": 1}')
    unkeyed = frame.assign(outcome="no_key")
    rows = conditioned(pd.concat([frame, other, unkeyed], ignore_index=True))
    assert len(rows) == 2 * len(frame)
    assert set(rows["model"]) == {"one", "one (temperature 1)"}
