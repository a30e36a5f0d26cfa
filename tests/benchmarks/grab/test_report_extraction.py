"""Figure 5: differences, intervals and the judge, on results whose figures are worked out by hand."""

from typing import Any

import altair
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from snellen.benchmarks.grab.report_extraction import extraction_exhibits
from snellen.exhibits import Plot, Table


def _results(**columns: list[Any]) -> pd.DataFrame:
    """Ten replies a task; exact is right in the first two of each."""
    rows = [
        {
            "model": "one",
            "settings": "{}",
            "strategy": "zero-shot",
            "n_examples": 0,
            "group_id": f"{task}-{number}",
            "task": task,
            "outcome": "answered",
            "exact": float(number < 2),
            "tolerant": float(number < 2),
        }
        for task in ("properties", "series")
        for number in range(10)
    ]
    blank: dict[str, Any] = dict.fromkeys(("extracted_large", "extracted_small", "judged"), np.nan)
    notes = dict.fromkeys(("extraction_large", "extraction_small", "verdict"))
    return pd.DataFrame(rows).assign(**blank, **notes).assign(**columns)


def _row(frame: pd.DataFrame, task: str, protocol: str) -> dict[Any, Any]:
    (row,) = frame[(frame["task"] == task) & (frame["protocol"] == protocol)].to_dict("records")
    return row


LARGE_LABEL = "large extractor, then exact match"
LARGE = [float(number < 5) for _ in range(2) for number in range(10)]
NOTES = ["4"] * 8 + ["no answer", "(unreadable) It is"] + ["4"] * 10


def test_there_is_nothing_where_nothing_was_read() -> None:
    assert list(extraction_exhibits(_results())) == []


def test_differences_counts_and_annotations() -> None:
    found = {one.name: one for one in extraction_exhibits(_results(extracted_large=LARGE, extraction_large=NOTES))}
    assert list(found) == ["extraction-plot", "extraction-task-plot", "extraction"]
    table = found["extraction"]
    assert isinstance(table, Table)
    frame = table.frame
    row = _row(frame, "all tasks", LARGE_LABEL)
    assert (row["n"], row["accuracy"], row["difference"]) == (20, 50.0, 30.0)
    differences = np.array(LARGE) - np.array([float(n < 2) for _ in range(2) for n in range(10)])
    low, high = stats.t.interval(0.95, 19, differences.mean(), stats.sem(differences))
    assert (row["difference_low"], row["difference_high"]) == (pytest.approx(100 * low), pytest.approx(100 * high))
    assert (row["no_answer"], row["unreadable"], row["failed"]) == (1, 1, 0)
    assert _row(frame, "series", LARGE_LABEL)["no_answer"] == 0
    assert np.isnan(_row(frame, "all tasks", "exact match")["difference"])
    plot = found["extraction-plot"]
    assert isinstance(plot, Plot)
    assert {one["label"] for one in plot.specification["data"]["values"]} == {"", "+30.0"}
    for one in found.values():
        if isinstance(one, Plot):
            altair.Chart.from_dict(dict(one.specification), validate=True)


def test_replies_without_a_score_are_counted_and_not_compared() -> None:
    large = [np.nan, *LARGE[1:]]
    tables = [one for one in extraction_exhibits(_results(extracted_large=large)) if isinstance(one, Table)]
    row = _row(tables[0].frame, "all tasks", LARGE_LABEL)
    assert (row["n"], row["failed"]) == (19, 1)
    assert row["difference"] == pytest.approx(100 * 6 / 19)


def test_the_judges_errors_are_shares_of_what_is_wrong_and_what_is_right() -> None:
    judged = [0.0, 1.0, 1.0, 1.0] + [0.0] * 6 + [1.0, 1.0] + [0.0] * 7 + [0.0]
    verdicts = ["right" if one else "wrong" for one in judged[:-1]] + ["(unreadable) hm"]
    found = list(extraction_exhibits(_results(judged=judged, verdict=verdicts)))
    (table,) = (one for one in found if one.name == "judge")
    assert isinstance(table, Table)
    (row,) = table.frame[table.frame["against"] == "tolerant exact match"].to_dict("records")
    # 19 verdicts; 4 replies are right, one of them rejected; 15 are wrong, two of them accepted
    assert (row["n"], row["right"], row["wrong"]) == (19, 4, 15)
    assert row["false_reject"] == pytest.approx(25)
    assert row["false_accept"] == pytest.approx(100 * 2 / 15)
    assert row["agreement"] == pytest.approx(100 * 16 / 19)


def test_a_model_of_which_nothing_was_read_is_left_out() -> None:
    other = _results().assign(model="other")
    both = pd.concat([_results(extracted_large=LARGE, extraction_large=NOTES), other], ignore_index=True)
    tables = [one for one in extraction_exhibits(both) if isinstance(one, Table)]
    assert set(tables[0].frame["model"]) == {"one"}


def test_a_judge_of_replies_of_which_none_is_right_by_rule() -> None:
    judged = [1.0, 1.0, *[0.0] * 8] * 2
    results = _results(
        exact=[0.0] * 20, tolerant=[0.0] * 20, judged=judged, verdict=["right" if one else "wrong" for one in judged]
    )
    tables = [one.frame for one in extraction_exhibits(results) if isinstance(one, Table) and "judge" in one.name]
    row = tables[0].to_dict("records")[0]
    assert (row["wrong"], row["right"], row["false_accept"]) == (20, 0, 20.0)
    assert np.isnan(row["false_reject"])
