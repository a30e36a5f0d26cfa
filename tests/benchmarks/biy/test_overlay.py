"""Replies over their pictures: places in pixels, and what was matched, missed and made up."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.biy.overlay import overlay
from snellen.dataset import Chart, Question
from snellen.exhibits import DrawsReplies, Mark

CHART = Chart(
    chart_id="c",
    source_id="s",
    file_name="c.png",
    width=500,
    height=400,
    annotations={
        "clusters": [
            {"box": [50, 40, 150, 140], "center": [100, 90]},
            {"box": [300, 200, 400, 300], "center": [350, 250]},
        ],
        "outliers": [],
    },
)
BOXES = [[50.5, 40.5, 150.5, 140.5], [300.0, 200.0, 400.0, 300.0]]
POINTS = [[100.0, 90.0], [350.0, 250.0]]


def _question(task: str, data: dict[str, Any] | None, answer: str | None = "key") -> Question:
    return Question(
        question_id="q", chart_id="c", benchmark="biy", task=task, category="clusters", property="p", text="?",
        answer=answer, answer_data=data, answer_type="boxes",
    )  # fmt: skip


def _said(task: str, pixels: list[list[float]], reply: str | None) -> Any:
    return overlay(_question(task, {"pixels": pixels, "normalized": []}), CHART, reply)


def test_boxes_are_drawn_in_pixels_with_their_fate() -> None:
    # 1000 units are 500 pixels across and 400 down: the first box is the target's, the second is nowhere near one.
    shown = _said("cluster_bboxes", BOXES, '{"clusters": [[101, 102, 301, 351], [0, 500, 100, 600]]}')
    assert shown.marks == (
        Mark("target", (50.5, 40.5, 150.5, 140.5), True),
        Mark("target", (300.0, 200.0, 400.0, 300.0), False),
        Mark("prediction", (50.0, 40.0, 150.0, 140.0), True),
        Mark("prediction", (0.0, 200.0, 50.0, 240.0), False),
    )
    assert (shown.caption, shown.found) == ("1 matched, 1 missed, 1 extra", "partly")


def test_points_are_matched_within_ten_pixels() -> None:
    # 100 + 9 pixels across matches, 100 + 11 does not.
    for across, found in ((218, "partly"), (222, "wrong")):
        shown = _said("cluster_points", POINTS, f'{{"cluster_centers": [[{across}, 225]]}}')
        assert shown.found == found
    shown = _said("cluster_points", POINTS, '{"cluster_centers": [[200, 225], [700, 625]]}')
    assert (shown.caption, shown.found) == ("2 matched, 0 missed, 0 extra", "right")


def test_nothing_to_find_and_nothing_said_is_right() -> None:
    shown = _said("outlier_points", [], '{"outliers": []}')
    assert (shown.marks, shown.found) == ((), "right")
    assert _said("outlier_points", [], '{"outliers": [[1, 1]]}').found == "wrong"


def test_what_only_the_lenient_reading_finds_is_drawn_and_called_invalid() -> None:
    shown = _said("cluster_points", POINTS, 'The centers are {"cluster_centers": [[200, 225]]} as I see it.')
    assert [mark.matched for mark in shown.marks] == [True, False, True]
    assert shown.found == "invalid"
    assert "as the lenient reading has it" in shown.caption
    nothing = _said("cluster_points", POINTS, "No idea.")
    assert [mark.role for mark in nothing.marks] == ["target", "target"]
    assert nothing.found == "invalid"
    assert _said("cluster_points", POINTS, None).caption.endswith("(no reply)")


@pytest.mark.parametrize(
    ("reply", "found"), [("{2}", "right"), ("{3}", "wrong"), ("many", "invalid"), (None, "invalid")]
)
def test_counts_show_what_was_to_be_counted(reply: str | None, found: str) -> None:
    shown = overlay(_question("cluster_count", {"count": 2}), CHART, reply)
    assert shown is not None
    assert shown.found == found
    assert shown.marks == tuple(Mark("target", place, None) for place in ((50, 40, 150, 140), (300, 200, 400, 300)))


def test_other_tasks_and_questions_without_a_key_have_none() -> None:
    assert overlay(_question("relationship", {"word": "linear"}), CHART, "{linear}") is None
    assert overlay(_question("cluster_points", None), CHART, "{}") is None
    assert overlay(_question("cluster_points", {"pixels": []}, answer=None), CHART, "{}") is None


def test_the_benchmark_offers_it() -> None:
    from snellen.benchmarks.biy import BENCHMARK

    assert isinstance(BENCHMARK, DrawsReplies)
    shown = BENCHMARK.overlay(_question("cluster_count", {"count": 2}), CHART, "{2}")
    assert shown is not None


@given(st.text() | st.lists(st.lists(st.floats(), max_size=5), max_size=5).map(lambda said: f'{{"clusters": {said}}}'))
def test_no_reply_raises(reply: str) -> None:
    for task, pixels in (("cluster_bboxes", BOXES), ("outlier_points", POINTS)):
        assert _said(task, pixels, reply) is not None
    assert overlay(_question("outlier_count", {"count": 0}), CHART, reply) is not None
